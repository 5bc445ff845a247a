import type { World } from '../model.js';
import { holds } from './motion.js';
import { sweepBody } from './on-layers.js';
import { takeShape } from './relaxing.js';
import { shapeStill } from './resting.js';
import type { ParticleState } from './state.js';
import { writeTrailBody } from './trail-body.js';

/** Stamps a drop that runs from the start. */
export function stampNew(state: ParticleState, world: World, slot: number, arrives = false): void {
  const { drops, fields } = state;
  if (state.caps) {
    takeShape(state, world, slot, arrives);
    fields.stampCapsule(drops.id[slot], writeTrailBody(state, slot));
    sweepBody(state, world, slot);
  } else {
    fields.stampHemisphere(drops.x[slot], drops.y[slot], drops.radius[slot], drops.id[slot]);
  }
}

/** Puts a drop on the pane and returns its id: it runs at once if it is too heavy to hold, or if it comes with a speed. */
export function addDrop(
  state: ParticleState,
  world: World,
  chart: number,
  x: number,
  y: number,
  mass: number,
  vx: number,
  vy: number,
): number {
  const { drops } = state;
  const slot = drops.add(chart, x, y, mass);
  const id = drops.id[slot];
  state.supplied += mass;
  if (vx !== 0 || vy !== 0 || !holds(state, world, slot)) {
    drops.vx[slot] = vx;
    drops.vy[slot] = vy;
    const running = drops.setMoving(slot, true);
    stampNew(state, world, running, true);
  } else {
    shapeStill(state, world, slot, true);
  }
  return id;
}
