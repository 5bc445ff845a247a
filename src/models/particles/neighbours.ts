import type { ParticleState } from './state.js';

/** Lays those crowded still shapes again that reach into a box out of which others were lifted. */
export function layNeighbours(state: ParticleState, row0: number, row1: number, col0: number, col1: number): void {
  const { drops, fields } = state;
  const { box } = fields;
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    if (drops.crowded[slot] === 0 || drops.laid[slot] === 0) continue;
    if (!fields.frameDrop(drops, slot, 2)) continue;
    if (box.row0 < row1 && row0 < box.row1 && box.col0 < col1 && col0 < box.col1) state.layAgain(slot);
  }
}
