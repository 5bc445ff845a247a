import { lobeOffsets, MAX_LOBES } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import type { Link } from './links.js';

/** Half the diagonal of a cell of side 1, rounded up. */
const HALF_DIAGONAL = 0.7072;

/** Lobes of the two drops being compared [mm]; scratch that holds nothing between calls. */
const FIRST = new Float64Array(2 * MAX_LOBES);
const SECOND = new Float64Array(2 * MAX_LOBES);

/**
 * Do two drops' geometric footprints (all cells whose centre a lobe covers) share a cell, or come within one cell of
 * each other? `link` leads from the chart of `b` to that of `a`; null if none does. The ID map cannot answer this: a new droplet lies wholly under its parent and wins no cell (CHEN-O3).
 */
export function lobesTouch(drops: Drops, a: number, b: number, cellSize: number, link: Link | null): boolean {
  if (!link) return false;
  const lobesA = placeLobes(drops, a, cellSize, FIRST);
  const lobesB = placeLobes(drops, b, cellSize, SECOND);
  for (let n = 0; n < 2 * lobesB; n += 2) {
    const [x, y] = [SECOND[n], SECOND[n + 1]];
    SECOND[n] = link.x(x, y);
    SECOND[n + 1] = link.y(x, y);
  }
  const ra = drops.radius[a];
  const rb = drops.radius[b];
  const reach = ra + rb + 3 * cellSize;
  // Two lobes that share a disc of half a cell's diagonal share a cell's centre: only near misses need a closer look.
  const both = Math.min(ra, rb) >= HALF_DIAGONAL * cellSize;
  const overlap = ra + rb - 2 * HALF_DIAGONAL * cellSize;
  for (let i = 0; i < lobesA; i++) {
    for (let j = 0; j < lobesB; j++) {
      const dx = FIRST[2 * i] - SECOND[2 * j];
      const dy = FIRST[2 * i + 1] - SECOND[2 * j + 1];
      const square = dx * dx + dy * dy;
      if (square > reach * reach) continue;
      if (both && square <= overlap * overlap) return true;
      if (lobesMeet(i, ra, j, rb, cellSize)) return true;
    }
  }
  return false;
}

/** Is a covered cell of lobe i a neighbour of, or the same as, a covered cell of lobe j? */
function lobesMeet(i: number, ra: number, j: number, rb: number, cellSize: number): boolean {
  const x = FIRST[2 * i];
  const y = FIRST[2 * i + 1];
  // Only those cells of the first that lie no further than one from the second's rectangle can be.
  const x2 = SECOND[2 * j];
  const y2 = SECOND[2 * j + 1];
  const row1 = Math.floor(Math.min(y + ra, y2 + rb + cellSize) / cellSize);
  const col1 = Math.floor(Math.min(x + ra, x2 + rb + cellSize) / cellSize);
  const col0 = Math.floor(Math.max(x - ra, x2 - rb - cellSize) / cellSize);
  for (let row = Math.floor(Math.max(y - ra, y2 - rb - cellSize) / cellSize); row <= row1; row++) {
    for (let col = col0; col <= col1; col++) {
      if (!covers(x, y, ra, row, col, cellSize)) continue;
      for (let dr = -1; dr <= 1; dr++) {
        for (let dc = -1; dc <= 1; dc++) {
          if (covers(x2, y2, rb, row + dr, col + dc, cellSize)) return true;
        }
      }
    }
  }
  return false;
}

function covers(x: number, y: number, radius: number, row: number, col: number, cellSize: number): boolean {
  const dx = (col + 0.5) * cellSize - x;
  const dy = (row + 0.5) * cellSize - y;
  return radius * radius - (dx * dx + dy * dy) > 0;
}

function placeLobes(drops: Drops, slot: number, cellSize: number, out: Float64Array): number {
  const count = lobeOffsets(drops.lobes[slot], cellSize, out);
  for (let lobe = 0; lobe < count; lobe++) {
    out[2 * lobe] += drops.x[slot];
    out[2 * lobe + 1] += drops.y[slot];
  }
  return count;
}
