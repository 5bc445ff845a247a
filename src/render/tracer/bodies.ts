/** Water as bodies in space, in the surface's own frame; the surface cuts them off. */
import type { Segment } from './bvh.js';

/** Where a ray passes through the free surface of the water. */
export interface Crossing {
  /** Way along the ray [mm]; Infinity if it does not. */
  distance: number;
  /** Unit normal out of the water. */
  readonly normal: Float64Array;
  /** The drop that is nearest there, and the radius of its ball [mm], which is how much its surface is curved. */
  id: number;
  radius: number;
}

export function createCrossing(): Crossing {
  return { distance: Number.POSITIVE_INFINITY, normal: new Float64Array(3), id: 0, radius: 1 };
}

/** Implemented by spherical caps (`cap-bodies.ts`) and metaballs (`metaballs.ts`). */
export interface Bodies {
  /** Is there any water? */
  readonly isEmpty: boolean;
  /** The drop whose water holds a place; −1 if none does. */
  ownerAt(place: Float64Array): number;
  /** Finds where a ray in the air first enters water between its start and `limit`. */
  enter(ray: Segment, limit: number, out: Crossing): boolean;
  /** Finds where a ray in the water first leaves it between its start and `limit`. */
  leave(ray: Segment, limit: number, out: Crossing): boolean;
}
