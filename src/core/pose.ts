/** How a surface stands in the world: the rotation of its own frame, and the acceleration of that frame. */
import { cos, sin } from './math.js';

/** World frame: millimetres, right-handed, Y up, gravity along −Y. */
export interface Pose {
  /** Unit quaternion x, y, z, w that turns the surface's frame into the world's. */
  readonly rotation: Float64Array;
  /** Acceleration of the surface in the world [mm/s²]. */
  readonly acceleration: Float64Array;
}

export function createPose(): Pose {
  return { rotation: Float64Array.of(0, 0, 0, 1), acceleration: new Float64Array(3) };
}

/**
 * Sets the rotation of a pane by its tilt from level and by its turn in its own plane [rad]: Rx(π/2 − tilt) · Rz(−turn).
 * An upright pane that is not turned stands in the XY plane; its wet side faces −Z, away from a viewer at +Z.
 */
export function setPaneRotation({ rotation }: Pose, tilt: number, turn: number): void {
  const half = (Math.PI / 2 - tilt) / 2;
  const sx = sin(half);
  const cx = cos(half);
  const sz = sin(-turn / 2);
  const cz = cos(-turn / 2);
  rotation[0] = sx * cz;
  rotation[1] = -sx * sz;
  rotation[2] = cx * sz;
  rotation[3] = cx * cz;
}

/** Turns a vector of the surface's frame into the world's. */
export function toWorld({ rotation }: Pose, vector: Float64Array, out: Float64Array): void {
  rotate(rotation, 1, vector, out);
}

/** Turns a vector of the world into the surface's frame. */
export function toSurface({ rotation }: Pose, vector: Float64Array, out: Float64Array): void {
  rotate(rotation, -1, vector, out);
}

/** Rotates by a unit quaternion, or with `sense` −1 by its inverse: v + 2w(q × v) + 2q × (q × v). */
function rotate(q: Float64Array, sense: 1 | -1, v: Float64Array, out: Float64Array): void {
  const [x, y, z] = [sense * q[0], sense * q[1], sense * q[2]];
  const [vx, vy, vz] = v;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[0] = vx + q[3] * tx + y * tz - z * ty;
  out[1] = vy + q[3] * ty + z * tx - x * tz;
  out[2] = vz + q[3] * tz + x * ty - y * tx;
}
