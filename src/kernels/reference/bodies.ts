import { heightIn } from '../../core/body.js';
import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { CONTACTS, ENTRIES_A_CELL, type Heap } from '../kernels.js';
import { hasRoom, pushContact } from './contacts.js';
import { quantise } from './heights.js';
import { layCell } from './stamps.js';

export function stampBody(
  { f32, u32, f64 }: Heap,
  heights: number,
  ids: number,
  stillIds: number,
  contacts: number,
  stride: number,
  cellSize: number,
  body: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  id: number,
  sunk: number,
): number {
  const lower = quantise(sunk);
  let added = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(u32, contacts, (col1 - col0) * 2)) break;
    let lastOwner = id;
    let lastStill = id;
    for (let col = col0; col < col1; col++) {
      const height = quantise(heightIn(f64, body >> 1, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
      if (height <= 0) continue;
      // Who else has this cell? Asked of the whole footprint, won or not (CHEN-O3, O12).
      const cell = row * stride + col;
      const owner = u32[ids + cell];
      const still = u32[stillIds + cell];
      if (owner !== 0 && owner !== id && owner !== lastOwner) pushContact(u32, contacts, id, owner, cell);
      if (still !== 0 && still !== id && still !== lastStill) pushContact(u32, contacts, id, still, cell);
      lastOwner = owner;
      lastStill = still;
      const left = Math.max(HEIGHT_QUANTUM, height - lower);
      const gain = left - f32[heights + cell];
      if (gain <= 0) continue;
      f32[heights + cell] = left;
      u32[ids + cell] = id;
      added += gain;
    }
  }
  u32[contacts + CONTACTS.resume] = row < row1 ? row : CONTACTS.done;
  return added;
}

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
): number {
  const { u32, f64 } = heap;
  let added = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(u32, contacts, (col1 - col0) * (ENTRIES_A_CELL + 1))) break;
    for (let col = col0; col < col1; col++) {
      const height = quantise(heightIn(f64, body >> 1, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
      const cell = row * stride + col;
      added += layCell(heap, still, stillIds, ids, contacts, stride, cell, height, height, id, diagonal);
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
