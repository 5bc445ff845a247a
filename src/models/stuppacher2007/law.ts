import { AROUND, type ChartLaw, type WaterLaw } from '../../core/water-law.js';
import { WATER } from '../../kernels/kernels.js';
import type { StuppacherOptions } from './options.js';
import { noiseSide } from './texture-maps.js';
import type { WaterChart, WaterMemory } from './water-charts.js';

/** The law of a water step as data, from what the kernels read. `windows` has rows first. */
export function lawOf(
  { heap, charts, noise, remainder }: WaterMemory,
  options: StuppacherOptions,
  windows: readonly (readonly [row: number, col: number])[],
): WaterLaw {
  const { f32, u32 } = heap;
  // What is the same on all charts stands in each header.
  const [{ header }] = charts;
  return {
    charts: charts.map((chart, n) => chartLaw(chart, windows[n])),
    noise: noise.slice(),
    noiseSide: noiseSide(options),
    noiseSpeed: [options.noiseSpeedX, options.noiseSpeedY],
    stepsPerSecond: options.stepsPerSecond,
    remainder: remainder.slice(),
    remainderScale: f32[header + WATER.remainderScale],
    low: f32[header + WATER.low],
    high: f32[header + WATER.high],
    share: f32[header + WATER.share],
    reach: u32[header + WATER.reach],
    sharpness: f32[header + WATER.sharpness],
    hold: f32[header + WATER.hold],
    swerve: f32[header + WATER.swerve],
    sweep: f32[header + WATER.sweep],
    seams: options.seams,
  };
}

function chartLaw(chart: WaterChart, [row, col]: readonly [number, number]): ChartLaw {
  const { columns, rows, stride } = chart.grid;
  const { f32, i32 } = chart.heap;
  const directions = new Float32Array(4 * Math.ceil(columns / 4));
  for (let n = 0; 4 * n < columns; n++) {
    const at = chart.directions + WATER.direction * n;
    const towards = i32[at + WATER.ahead];
    const around = AROUND.findIndex(([r, c]) => r * stride + c === towards);
    directions.set([Math.max(0, around), f32[at + WATER.speed], f32[at + WATER.lean]], 4 * n);
  }
  const affinity = new Float32Array(columns * rows);
  for (let line = 0; line < rows; line++) {
    const from = chart.affinity + line * stride;
    affinity.set(f32.subarray(from, from + columns), line * columns);
  }
  return { columns, rows, directions, affinity, window: [col, row], flowsAcross: chart.flowsAcross };
}
