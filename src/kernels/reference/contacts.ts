import { ringAcross, wetBitsAt } from '../../core/wet-bits.js';
import { CONTACTS, ENTRIES_A_CELL, type Heap } from '../kernels.js';

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

/** As `known`: everybody is to be listed, however often. */
export const EVERYBODY = 0;

/**
 * Lists whose a cell is that `id` meets, unless it is nobody's, its own or that of `known`, who was listed last. Returns who
 * is known then.
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
  return known === EVERYBODY ? EVERYBODY : other;
}

/**
 * Lists whom the cell of `id` meets in `map`: itself if `self` is 1, its 4-neighbours, and the diagonal ones if `diagonal` is
 * 1. Returns who is known then.
 */
export function touchMap(
  u32: Uint32Array,
  map: number,
  contacts: number,
  stride: number,
  cell: number,
  id: number,
  self: number,
  diagonal: number,
  known: number,
): number {
  let last = known;
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      if (dr === 0 && dc === 0 && self === 0) continue;
      if (dr !== 0 && dc !== 0 && diagonal === 0) continue;
      last = meet(u32, contacts, id, u32[map + cell + dr * stride + dc], cell, last);
    }
  }
  return last;
}

export function scan(
  { u32 }: Heap,
  ids: number,
  stillIds: number,
  contacts: number,
  stride: number,
  _columns: number,
  _wet: number,
  _stillBits: number,
  _owners: number,
  rectangles: number,
  count: number,
  diagonal: number,
  first: number,
  row0: number,
): void {
  for (let n = first; n < count; n++) {
    const rectangle = rectangles + 4 * n;
    const row1 = u32[rectangle + 1];
    const col0 = u32[rectangle + 2];
    const col1 = u32[rectangle + 3];
    for (let row = n === first ? row0 : u32[rectangle]; row < row1; row++) {
      if (!hasRoom(u32, contacts, (col1 - col0) * ENTRIES_A_CELL)) {
        u32[contacts + CONTACTS.resume] = row;
        u32[contacts + CONTACTS.box] = n;
        return;
      }
      for (let cell = row * stride + col0, end = row * stride + col1; cell < end; cell++) {
        const id = u32[ids + cell];
        if (id === 0) continue;
        touchMap(u32, ids, contacts, stride, cell, id, 0, diagonal, EVERYBODY);
        touchMap(u32, stillIds, contacts, stride, cell, id, 1, diagonal, EVERYBODY);
      }
    }
  }
  u32[contacts + CONTACTS.resume] = CONTACTS.done;
}

export function noteStill(
  { u32 }: Heap,
  stillIds: number,
  stillBits: number,
  stride: number,
  columns: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
): void {
  const ring = ringAcross(columns);
  for (let row = row0; row < row1; row++) {
    for (let col = col0; col < col1; col++) {
      const word = stillBits + wetBitsAt(ring, row, col);
      if (u32[stillIds + row * stride + col] === 0) u32[word] &= ~(1 << col);
      else u32[word] |= 1 << col;
    }
  }
}
