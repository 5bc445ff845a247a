import { BODY, bodyBounds, bodyHeight, writeBody } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import { type Link, turnBody } from '../maps/links.js';

/** The two bodies being compared and the rectangles around them [mm]; scratch that holds nothing between calls. */
const FIRST = new Float64Array(BODY.size);
const SECOND = new Float64Array(BODY.size);
const AROUND_FIRST = new Float64Array(4);
const AROUND_SECOND = new Float64Array(4);

/** `lobesTouch` for bodies: do their covered cells coincide, or come within one cell of each other? */
export function bodiesTouch(drops: Drops, a: number, b: number, cellSize: number, link: Link | null): boolean {
  if (!link) return false;
  writeBody(drops, a, FIRST);
  writeBody(drops, b, SECOND);
  turnBody(SECOND, link);
  bodyBounds(FIRST, AROUND_FIRST);
  bodyBounds(SECOND, AROUND_SECOND);
  const row0 = Math.floor(Math.max(AROUND_FIRST[2] - cellSize, AROUND_SECOND[2]) / cellSize);
  const row1 = Math.floor(Math.min(AROUND_FIRST[3] + cellSize, AROUND_SECOND[3]) / cellSize);
  const col0 = Math.floor(Math.max(AROUND_FIRST[0] - cellSize, AROUND_SECOND[0]) / cellSize);
  const col1 = Math.floor(Math.min(AROUND_FIRST[1] + cellSize, AROUND_SECOND[1]) / cellSize);
  if (row0 > row1 || col0 > col1) return false;
  // If one drop covers the centre of the other, no further test is needed.
  const x = link.x(drops.x[b], drops.y[b]);
  const y = link.y(drops.x[b], drops.y[b]);
  if (bodyHeight(FIRST, x, y) > 0 || bodyHeight(SECOND, drops.x[a], drops.y[a]) > 0) return true;
  for (let row = row0; row <= row1; row++) {
    for (let col = col0; col <= col1; col++) {
      if (covers(SECOND, row, col, cellSize) && isNear(FIRST, row, col, cellSize)) return true;
    }
  }
  return false;
}

/** Does a body cover the cell or one of its eight neighbours? */
function isNear(body: Float64Array, row: number, col: number, cellSize: number): boolean {
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      if (covers(body, row + dr, col + dc, cellSize)) return true;
    }
  }
  return false;
}

function covers(body: Float64Array, row: number, col: number, cellSize: number): boolean {
  return bodyHeight(body, (col + 0.5) * cellSize, (row + 0.5) * cellSize) > 0;
}
