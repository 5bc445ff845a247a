/** `rivulet simulate`: runs a scene and reports where the water is. */
import { createSimulation, type Simulation } from '../../index.js';
import type { Command, CommandContext } from '../command.js';
import { choiceFlag, secondsFlag } from '../flags.js';
import { StepTimer } from '../measure.js';
import { OVERRIDE_FLAGS, readOverrides } from '../overrides.js';
import { Pace, Progress, stopwatch } from '../progress.js';
import { runSteps, stepsUntil } from '../run-steps.js';
import { openScene } from '../scene-argument.js';
import { brief, table } from '../table.js';

/** Default simulated time [s]. */
const DEFAULT_SECONDS = 5;

export const simulateCommand: Command = {
  name: 'simulate',
  summary: 'Runs a scene; prints drops, ledger, hash and step times.',
  operands: 'SCENE [options]',
  count: [1, 1],
  flags: {
    seconds: { value: 'S', doc: `Simulated time [s], 0 to 1000000. Default ${DEFAULT_SECONDS}.` },
    ...OVERRIDE_FLAGS,
    kernels: { value: 'KIND', doc: 'auto, simd or reference: same water, other speed. Default auto.' },
    json: { doc: 'Prints JSON.' },
  },
  examples: [
    'rivulet simulate window --seconds 60',
    'rivulet simulate chen-pane-500 --set model.viscosity=500 --set surface.tilt=60deg --json',
    'rivulet simulate - < scene.json',
  ],
  run: simulate,
};

async function simulate(context: CommandContext): Promise<void> {
  const { arguments: given, console } = context;
  const name = given.operands[0];
  const seconds = secondsFlag(given, 'seconds', DEFAULT_SECONDS);
  const kernels = choiceFlag(given, 'kernels', ['auto', 'simd', 'reference'], 'auto');
  const changes = readOverrides(given);
  const [scene, overrides] = await openScene(context, changes);
  const simulation = createSimulation(scene, overrides, { kernels });

  const timer = new StepTimer(simulation);
  const steps = stepsUntil(seconds, simulation.scene.step);
  const progress = new Progress(console.stderr, name);
  const pace = new Pace(steps);
  const lap = stopwatch();
  const stepLength = simulation.scene.step;
  let before = 0;
  try {
    await runSteps(
      context,
      { from: 0, to: steps },
      () => timer.step(),
      (done) => {
        pace.addSteps(done - before, lap());
        before = done;
        progress.show(
          `${pace.describe()}, ${(done * stepLength).toFixed(1)} s of ${(steps * stepLength).toFixed(1)} s`,
        );
      },
    );
  } finally {
    progress.clear();
  }
  // What is left is less than a step; `advance` keeps it, and so the state is what one `advance` of it all would give.
  simulation.advance(Math.max(0, seconds - steps * simulation.scene.step));
  const report = makeReport(name, simulation, timer);
  console.stdout.write(given.has('json') ? `${JSON.stringify(report, null, 2)}\n` : describe(report, simulation));
}

function makeReport(scene: string, simulation: Simulation, timer: StepTimer) {
  return {
    scene,
    seed: simulation.scene.seed,
    time: simulation.time,
    steps: simulation.steps,
    drops: { total: simulation.drops.count, moving: countMoving(simulation), charts: countCharts(simulation) },
    ...(simulation.runs ? { runs: simulation.runs } : {}),
    ledger: simulation.ledger(),
    hash: simulation.hash(),
    stepMs: {
      median: timer.whole.median,
      p95: timer.whole.p95,
      fields: timer.fields.median,
      drops: timer.drops.median,
    },
  };
}

function countMoving({ drops }: Simulation): number {
  let moving = 0;
  for (let k = 0; k < drops.count; k++) moving += drops.moving[k];
  return moving;
}

/** How many drops each chart has, by its name. */
function countCharts({ drops, surface }: Simulation): Record<string, number> {
  const counts = surface.charts.map(({ name }) => [name, 0] as [string, number]);
  for (let k = 0; k < drops.count; k++) counts[drops.chart[k]][1] += 1;
  return Object.fromEntries(counts);
}

/** The report for people. Of the ledger only where there is water. */
function describe(
  { scene, seed, time, steps, drops, runs, ledger, hash, stepMs }: Report,
  simulation: Simulation,
): string {
  const { supplied, field, ...places } = ledger;
  const found = Object.entries(places)
    .filter(([, mass]) => mass !== 0)
    .map(([place, mass]) => `${brief(mass)} ${PLACES[place] ?? place}`);
  return table([
    ['scene', `${scene}, model ${simulation.scene.model.name}, seed ${seed}`],
    [
      'time',
      `${brief(time)} s in ${steps} steps, ${simulation.kernels === 'none' ? 'no' : simulation.kernels} kernels`,
    ],
    ['drops', `${drops.total}, of them ${drops.moving} moving${whereOf(drops.charts)}`],
    ...(runs ? [['runs', `${runs.count}, ${brief(runs.meanLength)} mm on average`] as [string, string]] : []),
    ['water', `${brief(supplied)} mg${found.length > 0 ? `: ${found.join(', ')}` : ''}`],
    ['step', `${stepMs.median} ms (p95 ${stepMs.p95}): fields ${stepMs.fields}, drops ${stepMs.drops}`],
    ['hash', hash],
  ]);
}

/** Where the drops are, on a surface of several charts. */
function whereOf(charts: Record<string, number>): string {
  const counts = Object.entries(charts);
  return counts.length > 1 ? `: ${counts.map(([name, count]) => `${name} ${count}`).join(', ')}` : '';
}

type Report = ReturnType<typeof makeReport>;

/** The ledger's places as they read in a sentence. */
const PLACES: Record<string, string> = { onDrops: 'on drops', inField: 'in the field', falling: 'in the air' };
