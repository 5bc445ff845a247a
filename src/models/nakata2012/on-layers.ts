import { ALL_SCENES } from '../../core/build-flags.js';
import type { World } from '../model.js';
import { HAIR } from '../shared/on-layers.js';
import { holds } from './forces.js';
import { headAhead, takeShape } from './shape.js';
import type { NakataState } from './state.js';

/**
 * Lets a drop act on the layers. A running drop clears the way of its head in the last `time` [s] (the Lotus effect,
 * NAK-13) and leaves its film there. A drop at rest takes all that lies under it; if that makes it too heavy, it lets go
 * in the next step.
 */
export function meetLayers(state: NakataState, world: World, slot: number, time = 0): void {
  const { drops } = state;
  const layers = world.layers.on(drops.chart[slot]);
  if (layers.isEmpty) return;
  const mass = drops.mass[slot];
  const ahead = headAhead(drops, slot);
  const x = drops.x[slot] + ahead * drops.headingX[slot];
  const y = drops.y[slot] + ahead * drops.headingY[slot];
  const runs = drops.moving[slot] === 1;
  const wayX = time * drops.vx[slot];
  const wayY = time * drops.vy[slot];
  const radius = drops.radius[slot];
  const clear = (at: number, left: number) =>
    runs ? layers.passed(at - wayX, y - wayY, at, y, radius, left) : layers.landed(at, y, radius);
  let gain = clear(x, mass);
  // On a closed surface both ends of the chart see the drop.
  if (ALL_SCENES && state.around > 0) {
    gain += clear(x - state.around, mass + gain);
    gain += clear(x + state.around, mass + gain);
  }
  if (gain === 0) return;
  drops.mass[slot] = mass + gain;
  takeShape(state, slot);
  if (!runs && gain > HAIR * mass && !holds(state, world, slot)) state.restless = true;
}
