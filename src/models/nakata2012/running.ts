import { ALL_SCENES } from '../../core/build-flags.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { World } from '../model.js';
import { frictionAhead } from '../shared/on-layers.js';
import { pullOn } from './forces.js';
import { meetLayers } from './on-layers.js';
import { comeToRest } from './resting.js';
import { takeShape } from './shape.js';
import type { NakataState } from './state.js';

const PULL: Pull = { x: 0, y: 1, force: 0 };
const PLACE: Place = { chart: 0, x: 0, y: 0 };

/** Moves all running drops by a step; a drop whose centre leaves the glass is drained, or falls. */
export function runDrops(state: NakataState, world: World): void {
  const { drops } = state;
  // From the last to the first: a drop that fills a gap has moved already.
  for (let slot = drops.movingCount - 1; slot >= 0; slot--) {
    if (!speedUp(state, world, slot)) {
      comeToRest(state, world, slot);
      continue;
    }
    const isOn = state.shift(slot, drops.vx[slot] * world.dt, drops.vy[slot] * world.dt);
    if (ALL_SCENES) state.deforming?.follow(slot, world.dt);
    takeShape(state, slot);
    meetLayers(state, world, slot, world.dt);
    if (!isOn) state.leave(world, slot);
  }
}

/**
 * Changes a drop's velocity by what acts on it in a step. Hysteresis resists as friction does: it takes from the speed and
 * never turns a drop round. Viscosity is stiff, so it is implicit (eq. 5). False if the drop stops.
 */
function speedUp(state: NakataState, world: World, slot: number): boolean {
  const { drops, options, grip } = state;
  const resistance = ALL_SCENES ? state.resistance : options.viscosity;
  const isAtRest = drops.vx[slot] === 0 && drops.vy[slot] === 0;
  // Where the pull changes along the way, velocities are those between two places: from rest half a step leads there.
  const dt = ALL_SCENES && state.falling && isAtRest ? world.dt / 2 : world.dt;
  const mass = drops.mass[slot];
  const radius = state.radiusOf(slot);
  pullOn(state, world, slot, radius, PULL);
  const gain = (PULL.force / mass) * dt;
  const vx = drops.vx[slot] + gain * PULL.x;
  const vy = drops.vy[slot] + gain * PULL.y;
  const speed = Math.sqrt(vx * vx + vy * vy);
  const held = grip * radius * frictionAhead(drops, world, slot, PULL);
  const left = speed - (held / mass) * dt;
  if (!(left > 0)) return false;
  const share = left / (speed * (1 + ((resistance * radius) / mass) * dt));
  drops.vx[slot] = vx * share;
  drops.vy[slot] = vy * share;
  return true;
}

/** Drops that are too heavy to hang where they are come off. */
export function comeOff(state: NakataState, world: World): void {
  const { drops } = state;
  for (let slot = drops.count - 1; slot >= 0; slot--) {
    placeOf(drops, slot, PLACE);
    if (drops.mass[slot] > world.hang(PLACE)) state.comeOff(world, slot);
  }
}
