/** What `rivulet bench` found, as data and as a table. */

import type { Simulation } from '../index.js';
import { onlyChart } from '../surface/surface.js';
import type { MemoryUse } from './memory.js';
import type { Durations, StepTimer } from './step-times.js';
import { brief, table } from './table.js';

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
