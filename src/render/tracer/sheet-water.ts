/** The interface between rays and the water on a surface. */
import type { Meeting } from './meeting.js';
import type { Path } from './rays.js';

/** What a ray found of the water. */
export interface FoundWater {
  /** The drop; 0 for fine drops. */
  id: number;
  /** Unit normal of the water, out of it, in the surface's frame. */
  readonly normal: Float64Array;
}

/**
 * Implemented by `MappedWater`, the water map of each chart, which lies in the sheet's plane, and by `BodyWater`, the drops as bodies
 * in space, spherical caps or metaballs. Rays that leave the water are put on the stack; their weights add up to the weight
 * that came in.
 */
export interface SheetWater {
  readonly found: FoundWater;
  /**
   * Follows a path in the air into water that it meets before it has gone `limit` [mm]. Returns the way to the water, and puts the
   * rays that leave it on the stack; without such water returns `limit`.
   */
  meetBefore(path: Path, limit: number): number;
  /** Share of a ray, 0 to 1, that finds water where it meets the sheet. From the wet side the ray is moved to its surface. */
  cover(meeting: Meeting): number;
  /** Follows that share on, right after `cover`; `weight` is its own. */
  follow(meeting: Meeting, path: Path, weight: number): void;
}
