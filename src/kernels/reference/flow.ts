import { TILE_COLUMNS, TILE_ROWS, tileOf } from '../../core/tile-boxes.js';
import { ringAcross, wetBitsAt } from '../../core/wet-bits.js';
import { EROSION, FOUND, type Heap } from '../kernels.js';
import { eroded, smoothed } from './heights.js';

export function flow(
  heap: Heap,
  heights: number,
  ids: number,
  guard: number,
  stride: number,
  rows: number,
  columns: number,
  wet: number,
  owners: number,
  scratch: number,
  rectangles: number,
  count: number,
  threshold: number,
  idThreshold: number,
  smoothing: number,
  erosion: number,
  losses: number,
  found: number,
): void {
  spread(
    heap,
    heights,
    scratch,
    guard,
    stride,
    rows,
    columns,
    rectangles,
    count,
    threshold,
    smoothing,
    erosion,
    losses,
  );
  settle(scratch, heap, heights, ids, stride, columns, wet, owners, rectangles, count, idThreshold, found);
}

/** Cells that erosion looks beyond a box, and a box with them as smoothing leaves it. */
const MARGIN = 2;
const PITCH = TILE_COLUMNS + 2 * MARGIN;
const LEVELS = new Float32Array(PITCH * (TILE_ROWS + 2 * MARGIN));

/** Smoothing and erosion of boxes, whose rows are packed in `target` one after another. */
function spread(
  { f32, u32, f64 }: Heap,
  source: number,
  target: number,
  guard: number,
  stride: number,
  rows: number,
  columns: number,
  rectangles: number,
  count: number,
  threshold: number,
  smoothing: number,
  erosion: number,
  losses: number,
): void {
  const floor = Math.fround(threshold); // as SIMD sees it
  const down = erosion === EROSION.alongColumns;
  let smoothedLoss = 0;
  let erodedLoss = 0;
  let to = target;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + 4 * n;
    const row0 = u32[rectangle];
    const row1 = u32[rectangle + 1];
    const col0 = u32[rectangle + 2];
    const col1 = u32[rectangle + 3];
    LEVELS.fill(0);
    for (let row = Math.max(0, row0 - MARGIN); row < Math.min(rows, row1 + MARGIN); row++) {
      for (let col = Math.max(0, col0 - MARGIN); col < Math.min(columns, col1 + MARGIN); col++) {
        const i = source + row * stride + col;
        const level = smoothing !== 0 ? smoothed(f32, i, stride, floor) : f32[i];
        LEVELS[(row - row0 + MARGIN) * PITCH + col - col0 + MARGIN] = level;
      }
    }
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        const cell = row * stride + col;
        const level = (row - row0 + MARGIN) * PITCH + col - col0 + MARGIN;
        const height = LEVELS[level];
        let left = height;
        if (erosion !== 0) left = eroded(LEVELS, level, down ? PITCH : 1, f32, guard, cell, down ? stride : 1);
        f32[to++] = left;
        smoothedLoss += f32[source + cell] - height;
        erodedLoss += height - left;
      }
    }
  }
  f64[losses >> 1] = smoothedLoss;
  f64[(losses >> 1) + 1] = erodedLoss;
}

/** Takes boxes over from where `spread` packed them. */
function settle(
  source: number,
  { f32, u32 }: Heap,
  heights: number,
  ids: number,
  stride: number,
  columns: number,
  wet: number,
  owners: number,
  rectangles: number,
  count: number,
  threshold: number,
  found: number,
): void {
  const floor = Math.fround(threshold); // as SIMD sees it
  const ring = ringAcross(columns);
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
    const tile = col0 & -TILE_COLUMNS;
    let left = tile + TILE_COLUMNS;
    let right = tile;
    let lowest = 0xffffffff;
    let highest = 0;
    for (let row = row0; row < row1; row++) {
      let wetHere = 0;
      for (let col = col0; col < col1; col++) {
        const cell = row * stride + col;
        const old = f32[heights + cell];
        const height = f32[packed + col - col0];
        if (height !== old) flags |= FOUND.changed;
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
        wetHere |= 1 << (col - tile);
        top = Math.min(top, row);
        bottom = Math.max(bottom, row + 1);
        left = Math.min(left, col);
        right = Math.max(right, col + 1);
      }
      u32[wet + wetBitsAt(ring, row, tile)] = wetHere;
      packed += col1 - col0;
    }
    const out = found + FOUND.words * n;
    u32[out + FOUND.flags] = flags;
    u32[out + FOUND.row0] = top;
    u32[out + FOUND.row1] = bottom;
    u32[out + FOUND.col0] = left;
    u32[out + FOUND.col1] = right;
    const owner = owners + 2 * (tileOf(row0) * (ring - 2) + tileOf(tile));
    u32[owner] = lowest;
    u32[owner + 1] = highest;
  }
}
