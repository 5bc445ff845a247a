import { ALL_SCENES } from '../../core/build-flags.js';
import type { Drops } from '../../core/drops.js';
import type { Arrival } from '../../weather/rain.js';
import type { World } from '../model.js';
import { holds } from './forces.js';
import { meetLayers } from './on-layers.js';
import { takeShape } from './shape.js';
import type { NakataState } from './state.js';

/** Lets a drop with its place, mass and velocity run or rest, and marks it for a test of contacts. Returns its slot. */
export function settle(state: NakataState, world: World, slot: number): number {
  const { drops } = state;
  const isThrown = drops.vx[slot] !== 0 || drops.vy[slot] !== 0;
  const at = drops.setMoving(slot, isThrown || !holds(state, world, slot));
  // A speed of −0 is 0.
  if (!isThrown) halt(drops, at);
  drops.crowded[at] = 1;
  if (ALL_SCENES && drops.moving[at] === 0) state.deforming?.begin(at);
  takeShape(state, at);
  meetLayers(state, world, at);
  state.cells.isStale = true;
  return at;
}

/** Puts a new drop on the glass and returns its id. */
export function addDrop(state: NakataState, world: World, drop: Arrival): number {
  state.supplied += drop.mass;
  return putDrop(state, world, drop);
}

/** Puts a drop on the glass whose water is in the book already, and returns its id. */
export function putDrop(state: NakataState, world: World, { chart, x, y, mass, vx, vy }: Arrival): number {
  const { drops } = state;
  const slot = drops.add(chart, x, y, mass);
  const id = drops.id[slot];
  drops.vx[slot] = vx;
  drops.vy[slot] = vy;
  settle(state, world, slot);
  return id;
}

/** A running drop comes to rest. */
export function comeToRest(state: NakataState, world: World, slot: number): void {
  const { drops } = state;
  const still = drops.setMoving(slot, false);
  halt(drops, still);
  // It may have run against a pull that turns it round.
  if (!holds(state, world, still)) state.restless = true;
  if (ALL_SCENES) state.deforming?.begin(still);
  takeShape(state, still);
  meetLayers(state, world, still);
}

function halt({ vx, vy }: Drops, slot: number): void {
  vx[slot] = 0;
  vy[slot] = 0;
}

/** Tests whether every still drop still holds, after the world has changed or while it changes all the time. */
export function releaseStill(state: NakataState, world: World): void {
  const { drops, options } = state;
  if (ALL_SCENES && state.restless) {
    state.margins?.forget();
    state.deforming?.beginAll();
  }
  // Only what changes all the time is worth noting; a steady wind is tested once.
  const margins = ALL_SCENES && (world.wind.gusty || options.noise > 0) ? state.margins : null;
  state.restless = false;
  const inFull = !margins || margins.begin(state, world);
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    if (margins && !inFull && margins.isSure(drops, slot)) continue;
    // Letting go swaps this slot with the first still one, which has been tested already.
    const isHeld = margins && inFull ? margins.holds(state, world, slot) : holds(state, world, slot);
    if (!isHeld) drops.setMoving(slot, true);
  }
}
