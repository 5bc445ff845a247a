import { BOX, CHART, type Heap } from '../kernels.js';

export function growIds(
  { f32, u32 }: Heap,
  chart: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  threshold: number,
): void {
  const stride = u32[chart + CHART.stride];
  const heights = u32[chart + CHART.trail];
  const ids = u32[chart + CHART.trailIds];
  const target = u32[chart + CHART.scratch];
  const floor = Math.fround(threshold); // rounded as in SIMD
  for (let row = row0; row < row1; row++) {
    for (let col = col0; col < col1; col++) {
      const cell = row * stride + col;
      const height = f32[heights + cell];
      let id = height === 0 ? 0 : u32[ids + cell];
      if (id === 0 && height !== 0 && height >= floor) {
        id = highestOwner(f32, u32, heights + cell, ids + cell, stride);
      }
      u32[target + cell] = id;
    }
  }
}

/** Id of the highest owned 4-neighbour, the first of up, left, right, down if several are as high; 0 if none is owned. */
function highestOwner(f32: Float32Array, u32: Uint32Array, height: number, id: number, stride: number): number {
  let best = 0;
  let owner = 0;
  for (let side = 0; side < 4; side++) {
    const offset = side === 0 ? -stride : side === 1 ? -1 : side === 2 ? 1 : stride;
    const other = u32[id + offset];
    if (other !== 0 && f32[height + offset] > best) {
      best = f32[height + offset];
      owner = other;
    }
  }
  return owner;
}

/** First place of `id` in a table of mask + 1 entries. */
export function tableHome(id: number, mask: number): number {
  const h = Math.imul(id, 0x9e3779b1);
  return (h ^ (h >>> 15)) & mask;
}

/** Enters `from → to` into an open-addressing table of pairs; unused entries are 0. */
export function enterLabel(u32: Uint32Array, table: number, mask: number, from: number, to: number): void {
  let i = tableHome(from, mask);
  while (u32[table + 2 * i] !== 0 && u32[table + 2 * i] !== from) i = (i + 1) & mask;
  u32[table + 2 * i] = from;
  u32[table + 2 * i + 1] = to;
}

/** The label of `id` in the table; `id` itself without an entry. */
export function lookUpLabel(u32: Uint32Array, table: number, mask: number, id: number): number {
  for (let i = tableHome(id, mask); u32[table + 2 * i] !== 0; i = (i + 1) & mask) {
    if (u32[table + 2 * i] === id) return u32[table + 2 * i + 1];
  }
  return id;
}

export function relabel({ u32 }: Heap, chart: number, count: number, mask: number): void {
  const stride = u32[chart + CHART.stride];
  const ids = u32[chart + CHART.trailIds];
  const table = u32[chart + CHART.labels];
  const rectangles = u32[chart + CHART.rectangles];
  const found = u32[chart + CHART.found];
  for (let n = 0; n < count; n++) {
    const box = rectangles + BOX.words * n;
    const row1 = u32[box + BOX.row1];
    const col0 = u32[box + BOX.col0];
    const col1 = u32[box + BOX.col1];
    let changed = 0;
    for (let row = u32[box + BOX.row0]; row < row1; row++) {
      for (let i = ids + row * stride + col0, end = ids + row * stride + col1; i < end; i++) {
        const id = u32[i];
        if (id === 0) continue;
        const label = lookUpLabel(u32, table, mask, id);
        if (label === id) continue;
        u32[i] = label;
        changed = 1;
      }
    }
    u32[found + n] = changed;
  }
}
