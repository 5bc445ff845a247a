import type { Drops } from '../../core/drops.js';
import { ROUND } from '../../core/shape.js';
import type { Arrival } from '../../weather/rain.js';
import type { World } from '../model.js';
import type { MapState } from './map-state.js';
import { askIfLoose, holds, staysHeld, watchStill } from './motion.js';
import { layNeighbours } from './neighbours.js';
import { coverLayers } from './on-layers.js';

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

/** Is a still drop in no map? An edge pushes it, and lays it when it leaves it. */
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
