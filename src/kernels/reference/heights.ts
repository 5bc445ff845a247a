import { HEIGHT_LIMIT, HEIGHT_QUANTUM } from '../../core/grid.js';
import { CHART, type Heap } from '../kernels.js';

/** float32 1/9; product and sum below are each rounded once, as SIMD does. */
const NINTH = Math.fround(1 / 9);
/** Adding and taking away 192 in float32 rounds to multiples of 2⁻¹⁶. */
export const ROUNDER_32 = 192;
/** The same for float64: 1.5·2³⁶. */
const ROUNDER_64 = 103079215104;
const HIGHEST = HEIGHT_LIMIT - HEIGHT_QUANTUM;

/** A height [mm] as the maps hold it: a multiple of 2⁻¹⁶ below 16. */
export function quantise(height: number): number {
  const rounded = height + ROUNDER_64 - ROUNDER_64;
  return rounded > HIGHEST ? HIGHEST : rounded;
}

/** The mean of nine heights from their sum, rounded to a multiple of 2⁻¹⁶. */
export function ninth(sum: number): number {
  return Math.fround(Math.fround(sum * NINTH) + ROUNDER_32) - ROUNDER_32;
}

/** The 3×3 mean around heights[i]; 0 if it is below the threshold. */
export function smoothed(heights: Float32Array, i: number, stride: number, threshold: number): number {
  const above = heights[i - stride - 1] + heights[i - stride] + heights[i - stride + 1];
  const here = heights[i - 1] + heights[i] + heights[i + 1];
  const below = heights[i + stride - 1] + heights[i + stride] + heights[i + stride + 1];
  const sum = above + here + below;
  if (sum === 0) return 0;
  const mean = ninth(sum);
  return mean < threshold ? 0 : mean;
}

/**
 * What a cell, number `cell` of the chart and at heights[i], holds after its span has shrunk by one at both ends. Its
 * neighbours in the span lie `step` further in `heights` and `cellStep` in the chart.
 */
export function eroded(
  heights: Float32Array,
  i: number,
  step: number,
  f32: Float32Array,
  guard: number,
  cell: number,
  cellStep: number,
): number {
  const here = heights[i];
  if (here === 0 || (guard !== 0 && f32[guard + cell] > 0)) return here;
  const before = heights[i - step];
  const after = heights[i + step];
  if (before === 0 || after === 0) return 0;
  const second = heights[i - 2 * step] === 0 && !(guard !== 0 && f32[guard + cell - cellStep] > 0);
  const secondLast = heights[i + 2 * step] === 0 && !(guard !== 0 && f32[guard + cell + cellStep] > 0);
  if (second && secondLast) return before > after ? before : after;
  if (second) return before;
  return secondLast ? after : here;
}

export function anchor(
  { f32, u32 }: Heap,
  chart: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
): number {
  const stride = u32[chart + CHART.stride];
  const still = u32[chart + CHART.still];
  const stillIds = u32[chart + CHART.stillIds];
  const trail = u32[chart + CHART.trail];
  const trailIds = u32[chart + CHART.trailIds];
  let added = 0;
  for (let row = row0; row < row1; row++) {
    for (let cell = row * stride + col0, end = row * stride + col1; cell < end; cell++) {
      const height = f32[still + cell];
      const gain = height - f32[trail + cell];
      if (gain <= 0) continue;
      f32[trail + cell] = height;
      u32[trailIds + cell] = u32[stillIds + cell];
      added += gain;
    }
  }
  return added;
}

export function copy(
  { u32 }: Heap,
  chart: number,
  source: number,
  target: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
): void {
  const stride = u32[chart + CHART.stride];
  for (let row = row0; row < row1; row++) {
    const from = source + row * stride + col0;
    u32.copyWithin(target + row * stride + col0, from, from + col1 - col0);
  }
}

export function clear(
  { u32 }: Heap,
  chart: number,
  target: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
): void {
  const stride = u32[chart + CHART.stride];
  for (let row = row0; row < row1; row++) {
    const from = target + row * stride + col0;
    u32.fill(0, from, from + col1 - col0);
  }
}
