import { BODY_REACH } from '../../core/body.js';
import { MAX_LOBES } from '../../core/shape.js';
import type { ParticleState } from './state.js';

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
  const { box } = fields;
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    if ((drops.crowded[slot] === 0 && !all) || drops.laid[slot] === 0) continue;
    if (!mayReach(state, slot, row0, row1, col0, col1) || !fields.frameDrop(drops, slot, 2)) continue;
    if (box.row0 < row1 && row0 < box.row1 && box.col0 < col1 && col0 < box.col1) state.layAgain(slot);
  }
}

/** A quick look before the exact one: is the drop's middle near enough to the box? Most are far away. */
function mayReach(
  { drops, fields }: ParticleState,
  slot: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
): boolean {
  const { cellSize } = fields.grid;
  // A chain of five lobes is four cells long.
  const reach = drops.radius[slot] * (2 * BODY_REACH + drops.stretch[slot]) + (MAX_LOBES + 2) * cellSize;
  const x = drops.x[slot];
  const y = drops.y[slot];
  if (x + reach < col0 * cellSize || x - reach > col1 * cellSize) return false;
  return y + reach >= row0 * cellSize && y - reach <= row1 * cellSize;
}
