import type { World } from '../model.js';
import { HAIR } from '../shared/on-layers.js';
import { holds } from './forces.js';
import { headAhead, takeShape } from './shape.js';
import type { NakataState } from './state.js';

/**
 * A drop meets what else is on the glass. A running one clears the way that its head has made in the last `time` [s]
 * (the Lotus effect, NAK-13) and leaves its film there; one at rest takes all that lies under it. If that makes it too
 * heavy, it lets go in the next step.
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
  const gain = runs
    ? layers.passed(x - time * drops.vx[slot], y - time * drops.vy[slot], x, y, drops.radius[slot], mass)
    : layers.landed(x, y, drops.radius[slot]);
  if (gain === 0) return;
  drops.mass[slot] = mass + gain;
  takeShape(state, slot);
  if (!runs && gain > HAIR * mass && !holds(state, world, slot)) state.restless = true;
}
