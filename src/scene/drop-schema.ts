/** A drop of a scene as valibot schemas, wherever one may stand. */
import * as v from 'valibot';
import { type Fields, position, quantity } from './fields.js';
import * as limits from './limits.js';
import type { SceneDrop } from './scene.js';

/** A place, a mass and a velocity; a drop that comes later has its time besides. */
export function dropFields() {
  return {
    x: position(),
    y: position(),
    mass: quantity(limits.DROP_MASS, 'mass'),
    vx: v.optional(quantity(limits.DROP_VELOCITY, 'speed'), 0),
    vy: v.optional(quantity(limits.DROP_VELOCITY, 'speed'), 0),
  } satisfies Fields<SceneDrop>;
}
