/** How a surface stands in the world: the rotation of its own frame, and the acceleration of that frame. */
import { atan2, cos, sin } from './math.js';

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

/** Writes the rotation that turns by `b` first and by `a` then: the product of the quaternions. `out` may be one of them. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  const x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
  const z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
  const w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  setUnit(out, x, y, z, w);
}

/** Writes the rotation a share of the shorter way from `a` to `b`, at an even rate (Shoemake 1985). */
export function slerp(a: ArrayLike<number>, b: ArrayLike<number>, share: number, out: Float64Array): void {
  const product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  // A quaternion and its negative are the same rotation.
  const sign = product < 0 ? -1 : 1;
  const cosine = Math.min(1, sign * product);
  const angle = atan2(Math.sqrt(1 - cosine * cosine), cosine);
  const isNear = angle < NEAR;
  const from = isNear ? 1 - share : sin((1 - share) * angle);
  const to = sign * (isNear ? share : sin(share * angle));
  const at = (n: number) => from * a[n] + to * b[n];
  setUnit(out, at(0), at(1), at(2), at(3));
}

/** Writes the angular velocity [rad/s] of the way from `a` to `b` that `slerp` takes in `time` [s]; 0 without any time. */
export function rateOf(a: ArrayLike<number>, b: ArrayLike<number>, time: number, out: Float64Array): void {
  out.fill(0);
  if (!(time > 0)) return;
  // The rotation b · a⁻¹ that is left to do, as seen from the world.
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const x = sign * (b[0] * a[3] - b[3] * a[0] - b[1] * a[2] + b[2] * a[1]);
  const y = sign * (b[1] * a[3] - b[3] * a[1] - b[2] * a[0] + b[0] * a[2]);
  const z = sign * (b[2] * a[3] - b[3] * a[2] - b[0] * a[1] + b[1] * a[0]);
  const w = sign * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return;
  const size = (2 * atan2(sine, w)) / (sine * time);
  out[0] = size * x;
  out[1] = size * y;
  out[2] = size * z;
}

/** Below this angle a straight line is as good as an arc [rad]. */
const NEAR = 1e-4;

/** Writes the rotation by `angle` [rad] about an axis of any length above 0. */
export function aboutAxis([x, y, z]: readonly [number, number, number], angle: number, out: Float64Array): void {
  const size = sin(angle / 2) / Math.sqrt(x * x + y * y + z * z);
  setUnit(out, x * size, y * size, z * size, cos(angle / 2));
}

/** Rounding must not add up over many turns. */
function setUnit(out: Float64Array, x: number, y: number, z: number, w: number): void {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  out[3] = w / length;
}
