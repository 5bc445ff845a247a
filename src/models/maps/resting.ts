import { BODY_REACH, MAX_LOBES, ROUND } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import { FlagSearch } from '../../core/flags.js';
import type { TileBoxes } from '../../core/tile-boxes.js';
import { CONTACTS } from '../../kernels/kernels.js';
import type { Arrival } from '../../weather/rain.js';
import type { World } from '../model.js';
import { HAIR } from '../shared/on-layers.js';
import type { MapState } from './map-state.js';
import { askIfLoose, holds, staysHeld, watchStill } from './motion.js';

/** From arrival to rest and back: how drops come to lie on the glass, and how they let go. */

/** Puts a drop on the chart and returns its id: it runs at once if it is too heavy to hold, or if it comes with a speed. */
export function addDrop(state: MapState, world: World, { chart, x, y, mass, vx, vy }: Arrival): number {
  const { drops } = state;
  const slot = drops.add(chart, x, y, mass);
  const id = drops.id[slot];
  state.supplied += mass;
  if (vx !== 0 || vy !== 0 || !holds(state, world, slot)) {
    drops.vx[slot] = vx;
    drops.vy[slot] = vy;
    const running = drops.setMoving(slot, true);
    state.shapes.stampNew(world, running, true);
  } else {
    shapeStill(state, world, slot, true);
  }
  return id;
}

/** Gives a new still drop its shape and lays it into the still map. */
export function shapeStill(state: MapState, world: World, slot: number, arrives = false): void {
  state.shapes.shape(world, slot, arrives);
  layStill(state, world, slot);
}

/**
 * Lays a still drop that has its shape: it takes up what lies under it first, which makes it a little larger, and the
 * wind is told what it could bear as it lies there.
 */
export function layStill(state: MapState, world: World, slot: number): void {
  coverLayers(state, world, slot);
  state.shapes.lay(slot);
  watchStill(state, world, slot);
}

/** Is a still drop in no map? a blade pushes it, and lays it when it leaves it. */
export function isPushed({ moving, laid }: Drops, slot: number): boolean {
  return moving[slot] === 0 && laid[slot] === 0;
}

/** A running drop comes to rest. */
export function comeToRest(state: MapState, world: World, slot: number): void {
  const { drops } = state;
  drops.vx[slot] = 0;
  drops.vy[slot] = 0;
  const still = drops.setMoving(slot, false);
  // It may have run against a pull that turns it round.
  askIfLoose(state, world, still);
  state.shapes.rest(world, still);
}

/** A still drop lets go: its shape moves into the trail map and it runs. */
export function letGo(state: MapState, world: World, slot: number): void {
  const { drops, shapes } = state;
  liftStill(state, slot);
  drops.setLobes(slot, ROUND);
  drops.relaxing[slot] = 0;
  drops.tau[slot] = 0;
  shapes.beginRun(world, drops.setMoving(slot, true));
}

/** Takes a still drop's shape out of the still map; neighbours that shared cells with it are laid again. */
function liftStill(state: MapState, slot: number): void {
  const { drops, fields } = state;
  state.shapes.lift(slot);
  if (drops.crowded[slot] === 0) return;
  drops.crowded[slot] = 0;
  const { row0, row1, col0, col1 } = fields.box;
  layNeighbours(state, row0, row1, col0, col1);
}

/** Asks every still drop whether it still holds (the world has changed, or a gust has come). */
export function releaseStill(state: MapState, world: World): void {
  const { drops } = state;
  world.wind.askedAll();
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    // Letting go swaps this slot with the first still one, which has been asked already.
    if (!staysHeld(state, world, slot)) letGo(state, world, slot);
  }
}

/**
 * A drop has a shape that is in no map yet, and takes up what lies under it: new and still ones, merged ones, still ones
 * on their way to another shape. If that makes a still one too heavy, it lets go in the next step.
 */
export function coverLayers(state: MapState, world: World, slot: number): void {
  const { drops } = state;
  if (world.layers.on(drops.chart[slot]).isEmpty) return;
  const gain = state.shapes.clearUnder(world, slot);
  if (gain === 0) return;
  const held = holds(state, world, slot);
  drops.setMass(slot, drops.mass[slot] + gain);
  if (held && gain > HAIR * drops.mass[slot] && !holds(state, world, slot)) state.restless = true;
}

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

/** Notes which drops are crowded by those laid in this step already: their contacts wait in the list for the merging. */
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
