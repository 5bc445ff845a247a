import { BODY } from '../../core/body.js';
import { HEIGHT_LIMIT, HEIGHT_QUANTUM } from '../../core/grid.js';
import { BOX, CHART, CONTACTS, type Heap } from '../kernels.js';
import { hasRoom, meet } from './contacts.js';
import { quantise, ROUNDER_32 } from './heights.js';

const HIGHEST = HEIGHT_LIMIT - HEIGHT_QUANTUM;

/** The SIMD kernel works in float32, four cells at once: each step is rounded as it is there. */
export function stampCapsule(heap: Heap, chart: number, id: number, sunk: number, row0: number): number {
  const { f32, u32, f64 } = heap;
  const stride = u32[chart + CHART.stride];
  const cellSize = f64[(chart + CHART.cellSize) >> 1];
  const heights = u32[chart + CHART.trail];
  const ids = u32[chart + CHART.trailIds];
  const stillIds = u32[chart + CHART.stillIds];
  const contacts = u32[chart + CHART.contacts];
  const body = u32[chart + CHART.body] >> 1;
  const box = u32[chart + CHART.box];
  const row1 = u32[box + BOX.row1];
  const col0 = u32[box + BOX.col0];
  const col1 = u32[box + BOX.col1];
  const lower = quantise(sunk);
  let known = id;
  let knownStill = id;
  let added = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(u32, contacts, (col1 - col0) * 2)) break;
    for (let col = col0; col < col1; col++) {
      const height = capsuleHeight(heap, body, row, col, (col - col0) & 3, cellSize);
      if (height < 0) continue;
      // Other owners count in the whole footprint, whether the stamp wins the cell or not (CHEN-O3, O12).
      const cell = row * stride + col;
      known = meet(u32, contacts, id, u32[ids + cell], cell, known);
      knownStill = meet(u32, contacts, id, u32[stillIds + cell], cell, knownStill);
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

/** Rounded to float32. */
function single(value: number): number {
  return Math.fround(value);
}

/** Height at the centre of a cell, the `lane`-th of its four; −1 beside the capsule. */
function capsuleHeight({ f64 }: Heap, at: number, row: number, col: number, lane: number, cellSize: number): number {
  const radius = f64[at + BODY.head];
  const ux = single(f64[at + BODY.ux]);
  const uy = single(f64[at + BODY.uy]);
  const x = single(single((col - lane + 0.5) * cellSize - f64[at + BODY.x]) + single(lane * single(cellSize)));
  const y = single((row + 0.5) * cellSize - f64[at + BODY.y]);
  const along = single(single(x * ux) + single(y * uy));
  const across = single(single(y * ux) - single(x * uy));
  const back = Math.min(Math.max(-along, 0), single(f64[at + BODY.length]));
  const ahead = single(along + back);
  const square = single(single(ahead * ahead) + single(across * across));
  const w = single(1 - single(square * single(1 / (radius * radius))));
  if (!(w > 0)) return -1;
  const k = single(f64[at + BODY.k]);
  const rise = single(single(Math.sqrt(single(single(k * k) + w))) - k);
  const height = single(rise * single(radius * f64[at + BODY.e]));
  return Math.min(single(height + ROUNDER_32) - ROUNDER_32, HIGHEST);
}
