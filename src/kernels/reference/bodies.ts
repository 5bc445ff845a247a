import { heightIn } from '../../core/body.js';
import { BOX, CHART, CONTACTS, type Heap } from '../kernels.js';
import { AROUND, hasRoom, touchMap } from './contacts.js';
import { quantise } from './heights.js';
import { raise } from './stamps.js';

export function layBody(
  heap: Heap,
  chart: number,
  contacts: number,
  id: number,
  diagonal: number,
  row0: number,
): number {
  const { u32, f64 } = heap;
  const stride = u32[chart + CHART.stride];
  const cellSize = f64[(chart + CHART.cellSize) >> 1];
  const still = u32[chart + CHART.still];
  const stillIds = u32[chart + CHART.stillIds];
  const ids = u32[chart + CHART.trailIds];
  const body = u32[chart + CHART.body] >> 1;
  const box = u32[chart + CHART.box];
  const row1 = u32[box + BOX.row1];
  const col0 = u32[box + BOX.col0];
  const col1 = u32[box + BOX.col1];
  const around = AROUND.self + diagonal * AROUND.diagonal;
  let known = id;
  let knownStill = id;
  let added = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(u32, contacts, (col1 - col0) * (CONTACTS.entriesPerCell + 1))) break;
    for (let col = col0; col < col1; col++) {
      const height = quantise(heightIn(f64, body, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
      if (height <= 0) continue;
      const cell = row * stride + col;
      known = touchMap(u32, ids, contacts, stride, cell, id, around, known);
      knownStill = touchMap(u32, stillIds, contacts, stride, cell, id, around, knownStill);
      added += raise(heap, still, stillIds, cell, height, height, id);
    }
  }
  u32[contacts + CONTACTS.resume] = row < row1 ? row : CONTACTS.done;
  return added;
}

export function erase(
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
