import { heightIn } from '../../core/body.js';
import { CONTACTS, ENTRIES_A_CELL, type Heap } from '../kernels.js';
import { hasRoom, touchMap } from './contacts.js';
import { quantise } from './heights.js';
import { raise } from './stamps.js';

export function layBody(
  heap: Heap,
  still: number,
  stillIds: number,
  ids: number,
  contacts: number,
  stride: number,
  cellSize: number,
  body: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  id: number,
  diagonal: number,
  rowByRow: number,
): number {
  const { u32, f64 } = heap;
  let known = id;
  let knownStill = id;
  let added = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(u32, contacts, (col1 - col0) * (ENTRIES_A_CELL + 1))) break;
    if (rowByRow) {
      known = id;
      knownStill = id;
    }
    for (let col = col0; col < col1; col++) {
      const height = quantise(heightIn(f64, body >> 1, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
      if (height <= 0) continue;
      const cell = row * stride + col;
      known = touchMap(u32, ids, contacts, stride, cell, id, 1, diagonal, known);
      knownStill = touchMap(u32, stillIds, contacts, stride, cell, id, 1, diagonal, knownStill);
      added += raise(heap, still, stillIds, cell, height, height, id);
    }
  }
  u32[contacts + CONTACTS.resume] = row < row1 ? row : CONTACTS.done;
  return added;
}

export function erase(
  { f32, u32 }: Heap,
  still: number,
  stillIds: number,
  stride: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  id: number,
): number {
  let change = 0;
  for (let row = row0; row < row1; row++) {
    for (let cell = row * stride + col0, end = row * stride + col1; cell < end; cell++) {
      if (u32[stillIds + cell] !== id) continue;
      change -= f32[still + cell];
      f32[still + cell] = 0;
      u32[stillIds + cell] = 0;
    }
  }
  return change;
}
