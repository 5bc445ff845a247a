import { TILE_COLUMNS, TILE_ROWS, tileOf } from '../../core/tile-boxes.js';
import { columnBits, wetBitsAt } from '../../core/tiles.js';
import { BOX, CHART, EROSION, FOUND, type Heap } from '../kernels.js';
import { eroded, smoothed } from './heights.js';

export function flow(
  heap: Heap,
  chart: number,
  count: number,
  threshold: number,
  idThreshold: number,
  smoothing: number,
  erosion: number,
  guarded: number,
): void {
  spread(heap, chart, count, threshold, smoothing, erosion, guarded);
  settle(heap, chart, count, idThreshold);
}

/** Cells beyond a box at which erosion looks, and a box with them after smoothing. */
const MARGIN = 2;
const PITCH = TILE_COLUMNS + 2 * MARGIN;
const LEVELS = new Float32Array(PITCH * (TILE_ROWS + 2 * MARGIN));

/** Smooths and erodes boxes of the trail map, and packs their rows one after another in the scratch map. */
function spread(
  { f32, u32, i32, f64 }: Heap,
  chart: number,
  count: number,
  threshold: number,
  smoothing: number,
  erosion: number,
  guarded: number,
): void {
  const stride = u32[chart + CHART.stride];
  const source = u32[chart + CHART.trail];
  const guard = guarded ? u32[chart + CHART.still] : 0;
  const rectangles = u32[chart + CHART.rectangles];
  const losses = u32[chart + CHART.losses];
  const firstRow = i32[chart + CHART.firstRow];
  const endRow = i32[chart + CHART.endRow];
  const firstCol = i32[chart + CHART.firstCol];
  const endCol = i32[chart + CHART.endCol];
  const floor = Math.fround(threshold); // rounded as in SIMD
  const down = erosion === EROSION.alongColumns;
  let smoothedLoss = 0;
  let erodedLoss = 0;
  let to = u32[chart + CHART.scratch];
  for (let n = 0; n < count; n++) {
    const box = rectangles + BOX.words * n;
    const row0 = u32[box + BOX.row0];
    const row1 = u32[box + BOX.row1];
    const col0 = u32[box + BOX.col0];
    const col1 = u32[box + BOX.col1];
    LEVELS.fill(0);
    for (let row = Math.max(firstRow, row0 - MARGIN); row < Math.min(endRow, row1 + MARGIN); row++) {
      for (let col = Math.max(firstCol, col0 - MARGIN); col < Math.min(endCol, col1 + MARGIN); col++) {
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
        if (erosion !== EROSION.none)
          left = eroded(LEVELS, level, down ? PITCH : 1, f32, guard, cell, down ? stride : 1);
        f32[to++] = left;
        smoothedLoss += f32[source + cell] - height;
        erodedLoss += height - left;
      }
    }
  }
  f64[losses >> 1] = smoothedLoss;
  f64[(losses >> 1) + 1] = erodedLoss;
}

/** Copies boxes back from where `spread` has packed them. */
function settle({ f32, u32 }: Heap, chart: number, count: number, threshold: number): void {
  const stride = u32[chart + CHART.stride];
  const ring = u32[chart + CHART.ring];
  const columns = u32[chart + CHART.columns];
  const heights = u32[chart + CHART.trail];
  const ids = u32[chart + CHART.trailIds];
  const wet = u32[chart + CHART.wetBits];
  const owners = u32[chart + CHART.owners];
  const rectangles = u32[chart + CHART.rectangles];
  const found = u32[chart + CHART.found];
  const floor = Math.fround(threshold); // rounded as in SIMD
  let packed = u32[chart + CHART.scratch];
  for (let n = 0; n < count; n++) {
    const box = rectangles + BOX.words * n;
    const row0 = u32[box + BOX.row0];
    const row1 = u32[box + BOX.row1];
    const col0 = u32[box + BOX.col0];
    const col1 = u32[box + BOX.col1];
    let flags = 0;
    let top = row1;
    let bottom = row0;
    const tile = col0 & -TILE_COLUMNS;
    const own = columnBits(tile, Math.min(columns, tile + TILE_COLUMNS));
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
      const bits = wet + wetBitsAt(ring, row, tile);
      u32[bits] = (u32[bits] & ~own) | wetHere;
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
