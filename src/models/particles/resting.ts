import { STREAM } from '../../core/chance.js';
import { chainCode, chainLink, ROUND } from '../../core/shape.js';
import type { World } from '../model.js';
import { lowerLifted } from './draining.js';
import { layStill } from './laying.js';
import { askIfLoose, staysHeld, watchStill } from './motion.js';
import { layNeighbours } from './neighbours.js';
import { sweepBody } from './on-layers.js';
import { beginRest, takeShape } from './relaxing.js';
import type { ParticleState } from './state.js';

/** Gives a new still drop its shape and lays it into the still map. */
export function shapeStill(state: ParticleState, world: World, slot: number, arrives = false): void {
  if (state.caps) takeShape(state, world, slot, arrives);
  else chainUp(state, world, slot);
  layStill(state, world, slot);
}

/** Gives a still drop its chain of hemispheres (CHEN-12). */
function chainUp(state: ParticleState, world: World, slot: number): void {
  const { drops, chance, options } = state;
  const id = drops.id[slot];
  const count = 1 + Math.floor(chance.uniform(STREAM.shape, id, 0, 0) * options.lobes);
  const gx = world.gravity[0];
  const gy = world.gravity[1];
  const link = (n: number) => chainLink(Math.floor(chance.uniform(STREAM.shape, id, 0, n + 1) * 5), gx, gy);
  drops.setLobes(slot, chainCode(count, link));
}

/** A running drop comes to rest. Returns its new slot. */
export function comeToRest(state: ParticleState, world: World, slot: number): number {
  const { drops } = state;
  drops.vx[slot] = 0;
  drops.vy[slot] = 0;
  const still = drops.setMoving(slot, false);
  // It may have run against a pull that turns it round.
  askIfLoose(state, world, still);
  if (state.caps) {
    beginRest(state, world, still);
    layStill(state, world, still);
    return still;
  }
  chainUp(state, world, still);
  state.lay(still);
  watchStill(state, world, still);
  return still;
}

/** A still drop lets go: its shape moves into the trail map and it runs as one hemisphere, or as the body it is. Returns its new slot. */
export function letGo(state: ParticleState, world: World, slot: number): number {
  const { drops } = state;
  liftStill(state, slot);
  drops.setLobes(slot, ROUND);
  drops.relaxing[slot] = 0;
  drops.tau[slot] = 0;
  const running = drops.setMoving(slot, true);
  if (state.caps) sweepBody(state, world, running);
  return running;
}

/** Takes a still drop's shape out of the still map; neighbours that shared cells with it are laid again. */
export function liftStill(state: ParticleState, slot: number): void {
  const { drops, fields } = state;
  fields.lift(drops, slot);
  lowerLifted(state, drops.id[slot]);
  if (drops.crowded[slot] === 0) return;
  drops.crowded[slot] = 0;
  const { row0, row1, col0, col1 } = fields.box;
  layNeighbours(state, row0, row1, col0, col1);
}

/** Asks every still drop whether it still holds (the world has changed, or a gust has come). */
export function releaseStill(state: ParticleState, world: World): void {
  const { drops } = state;
  world.wind.askedAll();
  for (let slot = drops.movingCount; slot < drops.count; slot++) {
    // Letting go swaps this slot with the first still one, which has been asked already.
    if (!staysHeld(state, world, slot)) letGo(state, world, slot);
  }
}
