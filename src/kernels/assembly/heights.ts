// Heights: rounding, means, anchoring, and copying cells.
import * as CHART from '../records/chart';
import { addressOf, wordOf } from './memory';

// @ts-ignore: decorator
@inline const NINTH: f32 = 1.0 / 9.0;
// @ts-ignore: decorator
@inline export const ROUNDER_32: f32 = 192.0;
// @ts-ignore: decorator
@inline export const ROUNDER_64: f64 = 103079215104.0;
/** Heights are multiples of this [mm], and below 16 mm. */
// @ts-ignore: decorator
@inline export const QUANTUM: f64 = 1.0 / 65536.0;
// @ts-ignore: decorator
@inline export const HIGHEST: f64 = 16.0 - QUANTUM;

// @ts-ignore: decorator
@inline
export function quantise(height: f64): f64 {
  return min(height + ROUNDER_64 - ROUNDER_64, HIGHEST);
}

// @ts-ignore: decorator
@inline
export function ninth(sum: f32): f32 {
  return sum * NINTH + ROUNDER_32 - ROUNDER_32;
}

/** Four means from their sums of nine. */
// @ts-ignore: decorator
@inline
export function meanOf(sum: v128): v128 {
  const rounder = f32x4.splat(ROUNDER_32);
  return f32x4.sub(f32x4.add(f32x4.mul(sum, f32x4.splat(NINTH)), rounder), rounder);
}

/** Sum of the four lanes as float64; each lane is exact. */
// @ts-ignore: decorator
@inline
export function laneSum(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    (<f64>f32x4.extract_lane(v, 2) + <f64>f32x4.extract_lane(v, 3))
  );
}

/** Sum of the cells above, at and below an address, four columns at once. */
// @ts-ignore: decorator
@inline
export function columnSum(at: usize, pitch: usize): v128 {
  return f32x4.add(f32x4.add(v128.load(at - pitch), v128.load(at)), v128.load(at + pitch));
}

/** All ones in the lanes of guarded cells; with `guard` 0 there are none. */
// @ts-ignore: decorator
@inline
export function guardedMask(guard: usize, offset: usize): v128 {
  return guard == 0 ? i32x4.splat(0) : f32x4.gt(v128.load(guard + offset), f32x4.splat(0));
}

export function anchor(chart: usize, row0: i32, row1: i32, col0: i32, col1: i32): f64 {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const source = addressOf(chart, CHART.still);
  const sourceIds = addressOf(chart, CHART.stillIds);
  const target = addressOf(chart, CHART.trail);
  const targetIds = addressOf(chart, CHART.trailIds);
  let added: f64 = 0;
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    let col = col0;
    while (col < col1) {
      if (col + 4 <= col1 && !v128.any_true(v128.load(source + offset))) {
        col += 4;
        offset += 16;
        continue;
      }
      const height = load<f32>(source + offset);
      const gain = height - load<f32>(target + offset);
      if (gain > 0) {
        store<f32>(target + offset, height);
        store<u32>(targetIds + offset, load<u32>(sourceIds + offset));
        added += <f64>gain;
      }
      col++;
      offset += 4;
    }
  }
  return added;
}

export function copy(
  chart: usize,
  source: usize,
  target: usize,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
): void {
  const stride = <usize>wordOf(chart << 2, CHART.stride);
  const bytes = <usize>(col1 - col0) << 2;
  for (let row = row0; row < row1; row++) {
    const cell = <usize>row * stride + <usize>col0;
    memory.copy((target + cell) << 2, (source + cell) << 2, bytes);
  }
}

export function clear(chart: usize, target: usize, row0: i32, row1: i32, col0: i32, col1: i32): void {
  const stride = <usize>wordOf(chart << 2, CHART.stride);
  const bytes = <usize>(col1 - col0) << 2;
  for (let row = row0; row < row1; row++) {
    memory.fill((target + <usize>row * stride + <usize>col0) << 2, 0, bytes);
  }
}
