import { BODY_REACH, MAX_LOBES, ROUND } from '../../core/body.js';
import { type Drops, FlagSearch } from '../../core/drops.js';
import type { ChartMemory } from '../../kernels/field-memory.js';
import { CONTACTS } from '../../kernels/kernels.js';
import type { Arrival } from '../../weather/rain.js';
import type { World } from '../model.js';
import { HAIR } from '../shared/on-layers.js';
import type { Fields } from './fields.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { askIfLoose, holds, staysHeld, watchStill } from './motion.js';

/** From arrival to rest and back: how drops come to lie on the glass, and how they let go. */

/** New water: puts a drop on the surface and returns its id. */
export function addDrop(state: MapState, world: World, drop: Arrival): number {
  state.supplied += drop.mass;
  return putDrop(state, world, drop);
}

/** Puts a drop on its chart and returns its id: it runs at once if it is too heavy to hold, or if it comes with a speed. */
export function putDrop(state: MapState, world: World, { chart, x, y, mass, vx, vy }: Arrival): number {
  const { drops } = state;
  const slot = drops.add(chart, x, y, mass);
  const id = drops.id[slot];
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
 * Lays a still drop that has its shape. It first takes up what lies under it, which makes it a little larger; then the wind
 * notes how much more the drop could bear.
 */
export function layStill(state: MapState, world: World, slot: number): void {
  coverLayers(state, world, slot);
  state.shapes.lay(slot);
  watchStill(state, world, slot);
}

/** Is a still drop in no map? A blade pushes it then, and lays it when it leaves it behind. */
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
  state.shapes.lift(slot);
  state.drops.crowded[slot] = 0;
  layTaken(state);
}

/** Tests whether every still drop still holds, after the world has changed or a gust has come. */
export function releaseStill(state: MapState, world: World): void {
  const { drops } = state;
  world.wind.testedAll();
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    // Letting go swaps this slot with the first still one, which has been tested already.
    if (!staysHeld(state, world, slot)) letGo(state, world, slot);
  }
}

/**
 * Lets a drop whose shape is in no map yet take up what lies under it: new still drops, merged drops, and still drops that
 * relax. If that makes a still drop too heavy, it lets go in the next step.
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

/** Reach of a chain of five lobes from its first lobe, with the margins of smoothing and of the exact test [cells]. */
export const LONGEST_CHAIN = MAX_LOBES + 2;

const SEARCH = new FlagSearch();

/** Lays those crowded still shapes again that reach into the boxes out of which others were taken. */
export function layTaken(state: MapState): void {
  for (const fields of state.charts) {
    const { row0, row1, col0, col1 } = fields.taken;
    if (row0 >= row1) continue;
    fields.taken.row1 = row0;
    layNeighbours(state, fields, { row0, row1, col0, col1 });
  }
}

/** A box of cells. */
type Cells = Readonly<Fields['box']>;

/** The chart and the box that `layNeighbours` searches, and whether the present shape reaches into it. */
const around: { fields: Fields | null; cells: Cells } = { fields: null, cells: { row0: 0, row1: 0, col0: 0, col1: 0 } };
let isReached = false;

function reachAroundCells({ fields }: Link): void {
  const { box } = fields;
  const { row0, row1, col0, col1 } = around.cells;
  if (fields !== around.fields) return;
  if (box.row0 < row1 && row0 < box.row1 && box.col0 < col1 && col0 < box.col1) isReached = true;
}

/** Lays those crowded still shapes again that reach into a box of a chart. */
function layNeighbours(state: MapState, fields: Fields, cells: Cells): void {
  const { drops, cellSize, halos } = state;
  const { x, y, chart, radius, stretch, crowded, laid, movingCount, count } = drops;
  const { rows, columns } = fields.grid;
  const rim = LONGEST_CHAIN * cellSize;
  const left = cells.col0 * cellSize - rim;
  const right = cells.col1 * cellSize + rim;
  const top = cells.row0 * cellSize - rim;
  const bottom = cells.row1 * cellSize + rim;
  // Shapes of other charts, or from around a closed one, reach the box only if it comes near an edge.
  const inside = left > 0 && right < columns * cellSize && top > 0 && bottom < rows * cellSize;
  const isAlone = halos === null || inside;
  around.fields = fields;
  around.cells = cells;
  for (
    let slot = SEARCH.next(crowded, movingCount, count);
    slot < count;
    slot = SEARCH.next(crowded, slot + 1, count)
  ) {
    // A quick test before the exact one: is the drop's middle near enough to the box?
    const reach = reachAround(radius[slot], stretch[slot]);
    if (
      (isAlone || isAmid(state, slot, reach + rim)) &&
      (chart[slot] !== fields.number ||
        y[slot] + reach < top ||
        y[slot] - reach > bottom ||
        x[slot] + reach < left ||
        x[slot] - reach > right)
    )
      continue;
    if (laid[slot] === 0) continue;
    isReached = false;
    state.shapes.forEachImage(slot, 2, reachAroundCells);
    if (isReached) state.shapes.layAgain(slot);
  }
}

/** Is a drop so far from every edge of its chart that its shape lies on no other one? */
function isAmid({ drops, charts }: MapState, slot: number, reach: number): boolean {
  const { rows, columns, cellSize } = charts[drops.chart[slot]].grid;
  const [x, y] = [drops.x[slot], drops.y[slot]];
  return x > reach && x < columns * cellSize - reach && y > reach && y < rows * cellSize - reach;
}

/** Lays those crowded still shapes again that reach into the regions out of which others were erased in this step. */
export function layErased(state: MapState): void {
  if (!state.charts.some(({ tiles }) => tiles.erased.count > 0)) return;
  const { drops } = state;
  const { crowded, laid, movingCount, count } = drops;
  for (
    let slot = SEARCH.next(crowded, movingCount, count);
    slot < count;
    slot = SEARCH.next(crowded, slot + 1, count)
  ) {
    if (laid[slot] === 0) continue;
    isReached = false;
    state.shapes.forEachImage(slot, 2, reachErased);
    if (isReached) state.shapes.layAgain(slot);
  }
  for (const { tiles } of state.charts) tiles.erased.clear();
}

function reachErased({ fields }: Link): void {
  const { row0, row1, col0, col1 } = fields.box;
  if (fields.tiles.erased.meets(row0, row1, col0, col1)) isReached = true;
}

/** Marks drops as crowded by shapes laid in this step: their contacts are still in the list, for the merging. */
export function noteCrowds({ drops, charts }: MapState): void {
  for (const { chart } of charts) noteCrowdsOn(drops, chart);
}

function noteCrowdsOn(drops: Drops, { heap, contacts }: ChartMemory): void {
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

/** How far a drop may reach from its middle [mm]: for a quick test before the exact one. */
export function reachAround(radius: number, stretch: number): number {
  return radius * (2 * BODY_REACH + stretch);
}
