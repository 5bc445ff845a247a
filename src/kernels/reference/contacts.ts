import { wetBitsAt } from '../../core/tiles.js';
import { BOX, CHART, CONTACTS, type Heap } from '../kernels.js';

/** Adds a contact unless it repeats the last one: a cell may see the same drop on several sides. There must be room. */
export function pushContact(u32: Uint32Array, contacts: number, id: number, other: number, cell: number): void {
  const count = u32[contacts + CONTACTS.count];
  const entry = contacts + CONTACTS.first + count * CONTACTS.entry;
  if (count > 0 && u32[entry - 1] === cell && u32[entry - 2] === other && u32[entry - 3] === id) return;
  u32[entry] = id;
  u32[entry + 1] = other;
  u32[entry + 2] = cell;
  u32[contacts + CONTACTS.count] = count + 1;
}

/** Is there room for `entries` more? */
export function hasRoom(u32: Uint32Array, contacts: number, entries: number): boolean {
  return u32[contacts + CONTACTS.count] + entries <= u32[contacts + CONTACTS.capacity];
}

/** A value of `known` with which no contact is skipped, however often it occurs. */
export const NONE_KNOWN = 0;

/** Which cells around a cell `touchMap` looks at, besides the 4-neighbours: flags. */
export const AROUND = { self: 1, diagonal: 2 } as const;

/**
 * Lists a cell that `id` meets and that `other` owns, unless `other` is 0, `id` or `known`, the id listed last. Returns the id
 * that is known then.
 */
export function meet(
  u32: Uint32Array,
  contacts: number,
  id: number,
  other: number,
  cell: number,
  known: number,
): number {
  if (other === 0 || other === id || other === known) return known;
  pushContact(u32, contacts, id, other, cell);
  return known === NONE_KNOWN ? NONE_KNOWN : other;
}

/** Lists the owners in `map` that a cell of `id` meets, in the cells that `around` says. Returns the id that is known then. */
export function touchMap(
  u32: Uint32Array,
  map: number,
  contacts: number,
  stride: number,
  cell: number,
  id: number,
  around: number,
  known: number,
): number {
  let last = known;
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      if (dr === 0 && dc === 0 && !(around & AROUND.self)) continue;
      if (dr !== 0 && dc !== 0 && !(around & AROUND.diagonal)) continue;
      last = meet(u32, contacts, id, u32[map + cell + dr * stride + dc], cell, last);
    }
  }
  return last;
}

/** Visits every cell: the bits, and so `_hasStillBits`, only save work. */
export function scan(
  { u32 }: Heap,
  chart: number,
  count: number,
  diagonal: number,
  _hasStillBits: number,
  first: number,
  row0: number,
): void {
  const stride = u32[chart + CHART.stride];
  const ids = u32[chart + CHART.trailIds];
  const stillIds = u32[chart + CHART.stillIds];
  const contacts = u32[chart + CHART.contacts];
  const rectangles = u32[chart + CHART.rectangles];
  const around = diagonal * AROUND.diagonal;
  for (let n = first; n < count; n++) {
    const box = rectangles + BOX.words * n;
    const row1 = u32[box + BOX.row1];
    const col0 = u32[box + BOX.col0];
    const col1 = u32[box + BOX.col1];
    for (let row = n === first ? row0 : u32[box + BOX.row0]; row < row1; row++) {
      if (!hasRoom(u32, contacts, (col1 - col0) * CONTACTS.entriesPerCell)) {
        u32[contacts + CONTACTS.resume] = row;
        u32[contacts + CONTACTS.box] = n;
        return;
      }
      for (let cell = row * stride + col0, end = row * stride + col1; cell < end; cell++) {
        const id = u32[ids + cell];
        if (id === 0) continue;
        touchMap(u32, ids, contacts, stride, cell, id, around, NONE_KNOWN);
        touchMap(u32, stillIds, contacts, stride, cell, id, around + AROUND.self, NONE_KNOWN);
      }
    }
  }
  u32[contacts + CONTACTS.resume] = CONTACTS.done;
}

export function noteStill({ u32 }: Heap, chart: number, row0: number, row1: number, col0: number, col1: number): void {
  const stride = u32[chart + CHART.stride];
  const ring = u32[chart + CHART.ring];
  const stillIds = u32[chart + CHART.stillIds];
  const stillBits = u32[chart + CHART.stillBits];
  for (let row = row0; row < row1; row++) {
    for (let col = col0; col < col1; col++) {
      const word = stillBits + wetBitsAt(ring, row, col);
      if (u32[stillIds + row * stride + col] === 0) u32[word] &= ~(1 << col);
      else u32[word] |= 1 << col;
    }
  }
}
