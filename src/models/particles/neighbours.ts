import { BODY_REACH } from '../../core/body.js';
import { FlagSearch } from '../../core/flags.js';
import { MAX_LOBES } from '../../core/shape.js';
import type { TileBoxes } from '../../core/tiles.js';
import type { ParticleState } from './state.js';

/** A chain of five lobes is four cells long, and smoothing and the exact look have their margin [cells]. */
const LONGEST_CHAIN = MAX_LOBES + 2;

const SEARCH = new FlagSearch();

/** Lays those crowded still shapes again that reach into a box out of which others were lifted. */
export function layNeighbours(state: ParticleState, row0: number, row1: number, col0: number, col1: number): void {
  const { drops, fields } = state;
  const { x, y, radius, stretch, crowded, laid, movingCount, count } = drops;
  const { box } = fields;
  const { cellSize } = fields.grid;
  const rim = LONGEST_CHAIN * cellSize;
  const left = col0 * cellSize - rim;
  const right = col1 * cellSize + rim;
  const top = row0 * cellSize - rim;
  const bottom = row1 * cellSize + rim;
  for (let slot = movingCount; ; slot++) {
    slot = SEARCH.next(crowded, slot, count);
    if (slot === count) return;
    // A quick look before the exact one: is the drop's middle near enough to the box?
    const reach = reachAround(radius[slot], stretch[slot]);
    if (y[slot] + reach < top || y[slot] - reach > bottom || x[slot] + reach < left || x[slot] - reach > right)
      continue;
    if (laid[slot] === 0 || !fields.frameDrop(drops, slot, 2)) continue;
    if (box.row0 < row1 && row0 < box.row1 && box.col0 < col1 && col0 < box.col1) state.layAgain(slot);
  }
}

/**
 * Lays all still shapes again that reach into a region out of which others were taken. Whom they touched has not been
 * found out yet where one of them was laid in this very step, so it is not only the crowded ones.
 */
export function layWithin(state: ParticleState, region: TileBoxes): void {
  const { drops, fields } = state;
  const { x, y, radius, stretch, laid } = drops;
  const { box } = fields;
  const { cellSize } = fields.grid;
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    if (laid[slot] === 0) continue;
    const reach = reachAround(radius[slot], stretch[slot]) + LONGEST_CHAIN * cellSize;
    const row0 = Math.floor((y[slot] - reach) / cellSize);
    const row1 = Math.floor((y[slot] + reach) / cellSize) + 1;
    const col0 = Math.floor((x[slot] - reach) / cellSize);
    const col1 = Math.floor((x[slot] + reach) / cellSize) + 1;
    if (!region.meets(row0, row1, col0, col1) || !fields.frameDrop(drops, slot, 2)) continue;
    if (region.meets(box.row0, box.row1, box.col0, box.col1)) state.layAgain(slot);
  }
}

/** How far a drop may reach from its middle [mm]: a quick look before the exact one. */
function reachAround(radius: number, stretch: number): number {
  return radius * (2 * BODY_REACH + stretch);
}
