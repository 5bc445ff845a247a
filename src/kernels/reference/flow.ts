import { TILE_COLUMNS } from '../../core/tiles.js';
import { FOUND, type Heap } from '../kernels.js';
import { eroded, ninth } from './heights.js';

export function spread(
  { f32, u32, f64 }: Heap,
  source: number,
  target: number,
  guard: number,
  stride: number,
  columns: number,
  rectangles: number,
  count: number,
  threshold: number,
  smoothing: number,
  erosion: number,
  losses: number,
): void {
  const floor = Math.fround(threshold); // as SIMD sees it
  let smoothedLoss = 0;
  let erodedLoss = 0;
  let to = target;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + 4 * n;
    const row1 = u32[rectangle + 1];
    const col0 = u32[rectangle + 2];
    const col1 = u32[rectangle + 3];
    // Where column 0 would stand in the line.
    const start = MARGIN - col0;
    for (let row = u32[rectangle]; row < row1; row++) {
      const from = source + row * stride;
      // The row as smoothing leaves it, as far as erosion looks.
      for (let col = col0 - MARGIN; col < col1 + MARGIN; col++) {
        let height = 0;
        if (col >= 0 && col < columns) {
          height = smoothing !== 0 ? smoothedCell(f32, from + col, stride, floor) : f32[from + col];
        }
        LINE[start + col] = height;
      }
      for (let col = col0; col < col1; col++) {
        const height = LINE[start + col];
        const cell = row * stride + col;
        let left = height;
        if (erosion !== 0 && height !== 0 && !(guard !== 0 && f32[guard + cell] > 0)) {
          left = eroded(LINE, start + col, f32, guard, cell, 1);
        }
        f32[to + col - col0] = left;
        smoothedLoss += f32[from + col] - height;
        erodedLoss += height - left;
      }
      const width = packedWidth(col0, col1);
      f32.fill(0, to + col1 - col0, to + width);
      to += width;
    }
  }
  f64[losses >> 1] = smoothedLoss;
  f64[(losses >> 1) + 1] = erodedLoss;
}

/** Cells a box's row takes where boxes lie packed one after another: a multiple of four. */
export function packedWidth(col0: number, col1: number): number {
  return (col1 - col0 + 3) & ~3;
}

/** Cells that erosion looks beyond a box, and a box's row with them. */
const MARGIN = 2;
const LINE = new Float32Array(TILE_COLUMNS + 2 * MARGIN);

function smoothedCell(f32: Float32Array, i: number, stride: number, threshold: number): number {
  const above = f32[i - stride - 1] + f32[i - stride] + f32[i - stride + 1];
  const here = f32[i - 1] + f32[i] + f32[i + 1];
  const below = f32[i + stride - 1] + f32[i + stride] + f32[i + stride + 1];
  const sum = above + here + below;
  if (sum === 0) return 0;
  const mean = ninth(sum);
  return mean < threshold ? 0 : mean;
}

export function settle(
  { f32, u32 }: Heap,
  source: number,
  heights: number,
  ids: number,
  stride: number,
  rectangles: number,
  count: number,
  threshold: number,
  found: number,
): void {
  const floor = Math.fround(threshold); // as SIMD sees it
  const inPlace = source === heights;
  let packed = source;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + 4 * n;
    const row0 = u32[rectangle];
    const row1 = u32[rectangle + 1];
    const col0 = u32[rectangle + 2];
    const col1 = u32[rectangle + 3];
    let flags = 0;
    let top = row1;
    let bottom = row0;
    let left = col1;
    let right = col0;
    let lowest = 0xffffffff;
    let highest = 0;
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        const cell = row * stride + col;
        const old = f32[heights + cell];
        const height = inPlace ? old : f32[packed + col - col0];
        if (height === 0 && old === 0 && !inPlace) continue;
        if (height !== old || inPlace) flags |= FOUND.changed;
        f32[heights + cell] = height;
        if (height === 0) {
          u32[ids + cell] = 0;
          continue;
        }
        flags |= FOUND.wet;
        const id = u32[ids + cell];
        if (id === 0) {
          if (height >= floor) flags |= FOUND.orphans;
        } else {
          lowest = Math.min(lowest, id);
          highest = Math.max(highest, id);
        }
        top = Math.min(top, row);
        bottom = Math.max(bottom, row + 1);
        left = Math.min(left, col);
        right = Math.max(right, col + 1);
      }
      packed += packedWidth(col0, col1);
    }
    const out = found + FOUND.words * n;
    u32[out + FOUND.flags] = flags;
    u32[out + FOUND.row0] = top;
    u32[out + FOUND.row1] = bottom;
    u32[out + FOUND.col0] = left;
    u32[out + FOUND.col1] = right;
    u32[out + FOUND.lowest] = lowest;
    u32[out + FOUND.highest] = highest;
  }
}
