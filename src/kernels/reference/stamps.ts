import { BOX, CHART, CONTACTS, type Heap } from '../kernels.js';
import { AROUND, hasRoom, meet, NONE_KNOWN, touchMap } from './contacts.js';
import { ninth, quantise } from './heights.js';

export function stamp(
  { f32, u32, f64 }: Heap,
  chart: number,
  count: number,
  radius: number,
  id: number,
  row0: number,
): number {
  const stride = u32[chart + CHART.stride];
  const rows = u32[chart + CHART.rows];
  const columns = u32[chart + CHART.columns];
  const cellSize = f64[(chart + CHART.cellSize) >> 1];
  const heights = u32[chart + CHART.trail];
  const ids = u32[chart + CHART.trailIds];
  const stillIds = u32[chart + CHART.stillIds];
  const contacts = u32[chart + CHART.contacts];
  const from = u32[chart + CHART.way] >> 1;
  const rr = radius * radius;
  const last = from + 2 * (count - 1);
  const top = Math.min(f64[from + 1], f64[last + 1]) - radius;
  const bottom = Math.max(f64[from + 1], f64[last + 1]) + radius;
  const endRow = Math.min(rows, Math.floor(bottom / cellSize) + 1);
  let row = Math.max(row0, Math.floor(top / cellSize));
  let added = 0;
  for (; row < endRow; row++) {
    const y = (row + 0.5) * cellSize;
    // The columns that the hemispheres reach in this row.
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    for (let place = from; place <= last; place += 2) {
      const dy = y - f64[place + 1];
      if (dy * dy >= rr) continue;
      left = Math.min(left, f64[place] - radius);
      right = Math.max(right, f64[place] + radius);
    }
    if (left > right) continue;
    const firstCol = Math.max(0, Math.floor(left / cellSize));
    const endCol = Math.min(columns, Math.floor(right / cellSize) + 1);
    if (!hasRoom(u32, contacts, (endCol - firstCol) * 2)) break;
    for (let col = firstCol; col < endCol; col++) {
      const square = highestSquare(f64, from, last, (col + 0.5) * cellSize, y, rr);
      if (square <= 0) continue;
      // Other owners count in the whole footprint, whether the stamp wins the cell or not (CHEN-O3, O12).
      const cell = row * stride + col;
      meet(u32, contacts, id, u32[ids + cell], cell, NONE_KNOWN);
      meet(u32, contacts, id, u32[stillIds + cell], cell, NONE_KNOWN);
      const height = quantise(Math.sqrt(square));
      const gain = height - f32[heights + cell];
      if (gain <= 0) continue;
      f32[heights + cell] = height;
      u32[ids + cell] = id;
      added += gain;
    }
  }
  u32[contacts + CONTACTS.resume] = row < endRow ? row : CONTACTS.done;
  return added;
}

/** Square of the height of the highest hemisphere above (x, y); 0 or less outside all of them. */
function highestSquare(f64: Float64Array, from: number, last: number, x: number, y: number, rr: number): number {
  let highest = -1;
  for (let place = from; place <= last; place += 2) {
    const dx = x - f64[place];
    const dy = y - f64[place + 1];
    highest = Math.max(highest, rr - (dx * dx + dy * dy));
  }
  return highest;
}

export function cap(
  { f32, u32, i32, f64 }: Heap,
  chart: number,
  map: number,
  x: number,
  y: number,
  radius: number,
): void {
  const stride = u32[chart + CHART.stride];
  const cellSize = f64[(chart + CHART.cellSize) >> 1];
  const rr = radius * radius;
  const firstRow = Math.max(i32[chart + CHART.firstRow], Math.floor((y - radius) / cellSize));
  const endRow = Math.min(i32[chart + CHART.endRow], Math.floor((y + radius) / cellSize) + 1);
  const firstCol = Math.max(i32[chart + CHART.firstCol], Math.floor((x - radius) / cellSize));
  const endCol = Math.min(i32[chart + CHART.endCol], Math.floor((x + radius) / cellSize) + 1);
  for (let row = firstRow; row < endRow; row++) {
    const dy = (row + 0.5) * cellSize - y;
    for (let col = firstCol; col < endCol; col++) {
      const dx = (col + 0.5) * cellSize - x;
      const square = rr - (dx * dx + dy * dy);
      if (square <= 0) continue;
      const height = quantise(Math.sqrt(square));
      const i = map + row * stride + col;
      if (height > f32[i]) f32[i] = height;
    }
  }
}

export function lay(
  heap: Heap,
  chart: number,
  contacts: number,
  id: number,
  threshold: number,
  smoothed: number,
  diagonal: number,
  row0: number,
): number {
  const { f32, u32 } = heap;
  const stride = u32[chart + CHART.stride];
  const scratch = u32[chart + CHART.scratch];
  const still = u32[chart + CHART.still];
  const stillIds = u32[chart + CHART.stillIds];
  const ids = u32[chart + CHART.trailIds];
  const box = u32[chart + CHART.box];
  const row1 = u32[box + BOX.row1];
  const col0 = u32[box + BOX.col0];
  const col1 = u32[box + BOX.col1];
  const around = AROUND.self + diagonal * AROUND.diagonal;
  const floor = Math.fround(threshold); // rounded as in SIMD
  let added = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(u32, contacts, (col1 - col0) * (CONTACTS.entriesPerCell + 1))) break;
    for (let cell = row * stride + col0, end = row * stride + col1; cell < end; cell++) {
      const bare = f32[scratch + cell];
      let height = bare;
      if (smoothed !== 0) {
        height = ninth(sumOfNine(f32, scratch + cell, stride));
        if (height < floor) height = 0;
      }
      if (bare > 0) {
        touchMap(u32, ids, contacts, stride, cell, id, around, NONE_KNOWN);
        touchMap(u32, stillIds, contacts, stride, cell, id, around, NONE_KNOWN);
      }
      added += raise(heap, still, stillIds, cell, bare, height, id);
    }
  }
  u32[contacts + CONTACTS.resume] = row < row1 ? row : CONTACTS.done;
  return added;
}

/** Raises a cell of the still map to `height` and gives it to `id` if the bare shape covers it. Returns what was added. */
export function raise(
  { f32, u32 }: Heap,
  still: number,
  stillIds: number,
  cell: number,
  bare: number,
  height: number,
  id: number,
): number {
  const gain = height - f32[still + cell];
  if (bare > 0 && (gain > 0 || u32[stillIds + cell] === 0)) u32[stillIds + cell] = id;
  if (gain <= 0) return 0;
  f32[still + cell] = height;
  return gain;
}

function sumOfNine(f32: Float32Array, i: number, stride: number): number {
  return (
    f32[i - stride - 1] +
    f32[i - stride] +
    f32[i - stride + 1] +
    (f32[i - 1] + f32[i] + f32[i + 1]) +
    (f32[i + stride - 1] + f32[i + stride] + f32[i + stride + 1])
  );
}

export function lift(
  { f32, u32 }: Heap,
  chart: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  id: number,
): number {
  const stride = u32[chart + CHART.stride];
  const still = u32[chart + CHART.still];
  const stillIds = u32[chart + CHART.stillIds];
  const heights = u32[chart + CHART.trail];
  const ids = u32[chart + CHART.trailIds];
  let change = 0;
  for (let row = row0; row < row1; row++) {
    for (let cell = row * stride + col0, end = row * stride + col1; cell < end; cell++) {
      const height = f32[still + cell];
      const owner = u32[stillIds + cell];
      const rim = owner === 0 && !ownedByOthers(u32, stillIds + cell, stride, id);
      if (height === 0 ? owner !== id : owner !== id && !rim) continue;
      const gain = height - f32[heights + cell];
      if (gain > 0) {
        f32[heights + cell] = height;
        if (owner === id) u32[ids + cell] = id;
        change += gain;
      }
      f32[still + cell] = 0;
      u32[stillIds + cell] = 0;
      change -= height;
    }
  }
  return change;
}

/** Does a drop other than `id` own one of the 3×3 cells? Then the rim here is that drop's as well. */
function ownedByOthers(u32: Uint32Array, i: number, stride: number, id: number): boolean {
  for (let dr = -stride; dr <= stride; dr += stride) {
    for (let dc = -1; dc <= 1; dc++) {
      const owner = u32[i + dr + dc];
      if (owner !== 0 && owner !== id) return true;
    }
  }
  return false;
}
