/** `rivulet bench`: how long steps take, with SIMD and with the reference kernels. */
import { createSimulation, type SceneInput, type Simulation, sceneNames } from '../../index.js';
import { onlyChart } from '../../surface/surface.js';
import type { Command, CommandContext } from '../command.js';
import { FailureError } from '../errors.js';
import { numberFlag } from '../flags.js';
import { type Durations, type MemoryUse, measureMemory, StepTimer } from '../measure.js';
import { Progress } from '../progress.js';
import { readScene } from '../scene-argument.js';
import { brief, table } from '../table.js';

/** Steps until the number of drops has settled: 5 s of the usual 5 ms. */
const DEFAULT_WARM = 1000;
const DEFAULT_STEPS = 500;
/** Steps of one kind before the other kind follows: machines are noisy for longer than this takes. */
const BLOCK = 20;
/** Most steps of each kind that are not counted, for the compiler to find the hot loops. */
const UNCOUNTED = 3 * BLOCK;

export const benchCommand: Command = {
  name: 'bench',
  summary: 'Measures step times of reference and SIMD kernels.',
  operands: '[SCENE...] [options]',
  count: [0, Number.POSITIVE_INFINITY],
  flags: {
    steps: { value: 'N', doc: `Steps measured for each kind of kernels, 1 to 1000000. Default ${DEFAULT_STEPS}.` },
    warm: { value: 'N', doc: `Steps before that, for the water to settle, 0 to 1000000. Default ${DEFAULT_WARM}.` },
    json: { doc: 'Prints JSON.' },
  },
  examples: ['rivulet bench', 'rivulet bench chen-pane-1000 --json', 'rivulet bench window --steps 10000'],
  run: bench,
};

/** The papers' scenes of Table 1 and Table 3, and our own. */
function defaultScenes(): string[] {
  return sceneNames.filter((name) => name.startsWith('chen-') || name === 'chin-table-3' || name === 'window');
}

async function bench(context: CommandContext): Promise<void> {
  const { arguments: given, console } = context;
  const names = given.operands.length > 0 ? given.operands : defaultScenes();
  const steps = numberFlag(given, 'steps', { min: 1, max: 1e6, integer: true }, DEFAULT_STEPS);
  const warm = numberFlag(given, 'warm', { min: 0, max: 1e6, integer: true }, DEFAULT_WARM);
  // All are read before the first runs: a wrong name must not show after minutes.
  const scenes: (string | SceneInput)[] = [];
  for (const name of names) scenes.push(await readScene(name, context));
  const reports: BenchReport[] = [];
  for (const [k, scene] of scenes.entries()) reports.push(await benchScene(context, names[k], scene, { steps, warm }));
  if (given.has('json')) {
    const { version: node, arch, platform } = process;
    console.stdout.write(`${JSON.stringify({ node, arch, platform, scenes: reports }, null, 2)}\n`);
  } else {
    console.stdout.write(benchTable(reports));
  }
}

async function benchScene(
  context: CommandContext,
  name: string,
  scene: string | SceneInput,
  { steps, warm }: { steps: number; warm: number },
) {
  const simd = createSimulation(scene, {}, { kernels: 'simd' });
  const uncounted = Math.min(warm, UNCOUNTED);
  const work = new Work(context, name, warm + uncounted + steps);
  try {
    await work.run(warm, [() => simd.step()]);
    // The same water for both, settled only once by the faster of them.
    const reference = createSimulation.load(simd.save(), { kernels: 'reference' });
    await work.run(uncounted, [() => reference.step(), () => simd.step()]);
    const timers = { reference: new StepTimer(reference), simd: new StepTimer(simd) };
    const before = measureMemory();
    await work.run(steps, [() => timers.reference.step(), () => timers.simd.step()]);
    const after = measureMemory();
    checkSame(name, reference, simd);
    return makeBenchReport(name, simd, { steps, warm }, timers, { before, after });
  } finally {
    work.progress.clear();
  }
}

/** Alternates between simulations, with rests and a line of progress. */
class Work {
  readonly progress: Progress;
  readonly #context: CommandContext;
  readonly #all: number;
  #done = 0;

  constructor(context: CommandContext, name: string, all: number) {
    this.progress = new Progress(context.console.stderr, name);
    this.#context = context;
    this.#all = all;
  }

  /** Calls each of `kinds` `steps` times, in blocks. */
  async run(steps: number, kinds: readonly (() => void)[]): Promise<void> {
    for (let done = 0; done < steps; done += BLOCK) {
      const block = Math.min(BLOCK, steps - done);
      for (const step of kinds) {
        for (let k = 0; k < block; k++) step();
        await this.#context.interrupt.rest();
      }
      this.#done += block;
      this.progress.show(`step ${this.#done} of ${this.#all}`);
    }
  }
}

/** A race between two that do not carry the same water would say nothing. */
function checkSame(name: string, reference: Simulation, simd: Simulation): void {
  if (reference.hash() === simd.hash()) return;
  throw new FailureError(
    `${name}: reference and SIMD kernels differ after ${simd.steps} steps; this is a bug in rivulet.`,
  );
}

/** One scene's figures as `bench --json` prints them: medians and 95th percentiles, times in ms. */
export function makeBenchReport(
  scene: string,
  simulation: Simulation,
  { steps, warm }: { steps: number; warm: number },
  timers: { reference: StepTimer; simd: StepTimer },
  memory: { before: MemoryUse; after: MemoryUse },
) {
  const { columns, rows } = simulation.surface;
  const reference = summary(timers.reference);
  const simd = summary(timers.simd);
  return {
    scene,
    columns,
    rows,
    warm,
    steps,
    drops: simulation.drops.count,
    /** Share of the cells with water. */
    wetShare: wetShare(simulation),
    /** [ms]. */
    reference,
    simd,
    /** How many times faster SIMD is. */
    ratio: {
      fields: ratio(reference.fields.median, simd.fields.median),
      step: ratio(reference.step.median, simd.step.median),
    },
    /** Growth over the measured steps of both [bytes]. */
    growth: {
      heap: memory.after.heap - memory.before.heap,
      arrayBuffers: memory.after.arrayBuffers - memory.before.arrayBuffers,
    },
  };
}

export type BenchReport = ReturnType<typeof makeBenchReport>;

/** Medians and 95th percentiles of the step and of its two parts [ms]. */
function summary({ whole, fields, drops }: StepTimer) {
  const both = (durations: Durations) => ({ median: durations.median, p95: durations.p95 });
  return { step: both(whole), fields: both(fields), drops: both(drops) };
}

/** Null where a part is too short to be timed. */
function ratio(slow: number, fast: number): number | null {
  return fast > 0 ? Number((slow / fast).toPrecision(3)) : null;
}

function wetShare(simulation: Simulation): number {
  const { data, width, height, stride } = onlyChart(simulation.frame()).height;
  let wet = 0;
  for (let row = 0; row < height; row++) {
    for (let i = row * stride; i < row * stride + width; i++) if (data[i] > 0) wet++;
  }
  return Number((wet / (width * height)).toPrecision(4));
}

/** The same for people: two rows a scene. */
export function benchTable(reports: readonly BenchReport[]): string {
  const head = [
    'scene',
    'cells',
    'drops',
    'wet %',
    'kernels',
    'step ms',
    'p95',
    'fields',
    'p95',
    'drops',
    'p95',
    'fields ×',
  ];
  const rows = reports.flatMap((report) =>
    (['reference', 'simd'] as const).map((kind, k) => {
      const { step, fields, drops } = report[kind];
      const times = [step, fields, drops].flatMap(({ median, p95 }) => [brief(median), brief(p95)]);
      const about = [report.scene, `${report.columns}×${report.rows}`, `${report.drops}`, brief(100 * report.wetShare)];
      const faster = k === 1 && report.ratio.fields !== null ? brief(report.ratio.fields) : '';
      return [...(k === 0 ? about : ['', '', '', '']), kind, ...times, faster];
    }),
  );
  const numbers = [2, 3, 5, 6, 7, 8, 9, 10, 11];
  const growth = reports.map(({ scene, growth }) => `${scene} ${brief(growth.heap / 1024)} kB`).join(', ');
  return `${table([head, ...rows], numbers)}\nheap growth over the measured steps: ${growth}\n`;
}
