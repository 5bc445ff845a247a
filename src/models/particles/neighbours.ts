import { BODY_REACH } from '../../core/body.js';
import { MAX_LOBES } from '../../core/shape.js';
import type { ParticleState } from './state.js';

/** A chain of five lobes is four cells long, and smoothing and the exact look have their margin [cells]. */
const LONGEST_CHAIN = MAX_LOBES + 2;

/** Lays those still shapes again that reach into a box out of which others were lifted: the crowded ones, or `all`. */
export function layNeighbours(
  state: ParticleState,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  all = false,
): void {
  const { drops, fields } = state;
  const { x, y, radius, stretch, crowded, laid, movingCount, count } = drops;
  const { box } = fields;
  const { cellSize } = fields.grid;
  const rim = LONGEST_CHAIN * cellSize;
  const left = col0 * cellSize - rim;
  const right = col1 * cellSize + rim;
  const top = row0 * cellSize - rim;
  const bottom = row1 * cellSize + rim;
  for (let slot = movingCount; slot < count; slot++) {
    // A quick look before the exact one: is the drop's middle near enough to the box? Most are far away.
    const reach = radius[slot] * (2 * BODY_REACH + stretch[slot]);
    if (y[slot] + reach < top || y[slot] - reach > bottom || x[slot] + reach < left || x[slot] - reach > right)
      continue;
    if ((crowded[slot] === 0 && !all) || laid[slot] === 0 || !fields.frameDrop(drops, slot, 2)) continue;
    if (box.row0 < row1 && row0 < box.row1 && box.col0 < col1 && col0 < box.col1) state.layAgain(slot);
  }
}
