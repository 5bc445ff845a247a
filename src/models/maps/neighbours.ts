import { BODY_REACH } from '../../core/body.js';
import { FlagSearch } from '../../core/flags.js';
import { MAX_LOBES } from '../../core/shape.js';
import type { TileBoxes } from '../../core/tile-boxes.js';
import { CONTACTS } from '../../kernels/kernels.js';
import type { MapState } from './map-state.js';

/** A chain of five lobes is four cells long, and smoothing and the exact look have their margin [cells]. */
export const LONGEST_CHAIN = MAX_LOBES + 2;

const SEARCH = new FlagSearch();

/** Lays those crowded still shapes again that reach into a box out of which others were lifted. */
export function layNeighbours(state: MapState, row0: number, row1: number, col0: number, col1: number): void {
  const { drops, fields } = state;
  const { x, y, radius, stretch, crowded, laid, movingCount, count } = drops;
  const { box } = fields;
  const { cellSize } = fields.grid;
  const rim = LONGEST_CHAIN * cellSize;
  const left = col0 * cellSize - rim;
  const right = col1 * cellSize + rim;
  const top = row0 * cellSize - rim;
  const bottom = row1 * cellSize + rim;
  for (
    let slot = SEARCH.next(crowded, movingCount, count);
    slot < count;
    slot = SEARCH.next(crowded, slot + 1, count)
  ) {
    // A quick look before the exact one: is the drop's middle near enough to the box?
    const reach = reachAround(radius[slot], stretch[slot]);
    if (y[slot] + reach < top || y[slot] - reach > bottom || x[slot] + reach < left || x[slot] - reach > right)
      continue;
    if (laid[slot] === 0 || !state.shapes.frame(slot, 2)) continue;
    if (box.row0 < row1 && row0 < box.row1 && box.col0 < col1 && col0 < box.col1) state.shapes.layAgain(slot);
  }
}

/** Lays those crowded still shapes again that reach into a region out of which others were taken. */
export function layWithin(state: MapState, region: TileBoxes): void {
  const { drops, fields } = state;
  const { crowded, laid, movingCount, count } = drops;
  const { box } = fields;
  for (
    let slot = SEARCH.next(crowded, movingCount, count);
    slot < count;
    slot = SEARCH.next(crowded, slot + 1, count)
  ) {
    if (laid[slot] === 0 || !state.shapes.frame(slot, 2)) continue;
    if (region.meets(box.row0, box.row1, box.col0, box.col1)) state.shapes.layAgain(slot);
  }
}

/** Notes who is crowded by those laid in this step already: their contacts wait in the list for the merging. */
export function noteCrowds({ drops, chart }: MapState): void {
  const { heap, contacts } = chart;
  const { u32 } = heap;
  const end = contacts + CONTACTS.first + u32[contacts + CONTACTS.count] * CONTACTS.entry;
  for (let entry = contacts + CONTACTS.first; entry < end; entry += CONTACTS.entry) {
    const a = drops.slotOf(u32[entry]);
    const b = drops.slotOf(u32[entry + 1]);
    if (a < 0 || b < 0 || drops.laid[a] === 0 || drops.laid[b] === 0) continue;
    drops.crowded[a] = 1;
    drops.crowded[b] = 1;
  }
}

/** How far a drop may reach from its middle [mm]: a quick look before the exact one. */
export function reachAround(radius: number, stretch: number): number {
  return radius * (2 * BODY_REACH + stretch);
}
