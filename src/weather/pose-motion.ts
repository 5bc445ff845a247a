/** A surface that moves by its pose: key frames, a steady spin on top of them, and the acceleration of its frame. */
import { aboutAxis, createPose, multiply, type Pose, rateOf, slerp, toWorld } from '../core/pose.js';

/** What is known of the surface at a time [s]; what is null lies between the nearest keys that say it. */
export interface PoseKey {
  readonly t: number;
  /** Unit quaternion x, y, z, w. */
  readonly pose: ArrayLike<number> | null;
  /** In the world [mm/s²]. */
  readonly acceleration: ArrayLike<number> | null;
}

export interface PoseMotionOptions {
  /** By time. */
  readonly keys: readonly PoseKey[];
  /** Length of a round [s], or null to stay as at the last key. */
  readonly repeat: number | null;
  /** A steady turn about an axis in the world [rad/s]; rounds of the keys do not start it again. */
  readonly spin: { readonly axis: readonly [number, number, number]; readonly rate: number } | null;
}

/** Values over time. */
interface Track {
  readonly times: readonly number[];
  readonly values: readonly ArrayLike<number>[];
}

export class PoseMotion {
  readonly #poses: Track;
  readonly #accelerations: Track;
  readonly #period: number;
  readonly #spin: PoseMotionOptions['spin'];
  readonly #turned = createPose();

  /** @param rest the rotation where no key says otherwise */
  constructor({ keys, repeat, spin }: PoseMotionOptions, rest: ArrayLike<number>) {
    this.#period = repeat ?? Number.POSITIVE_INFINITY;
    this.#spin = spin;
    this.#poses = trackOf(keys, 'pose', rest);
    this.#accelerations = trackOf(keys, 'acceleration', [0, 0, 0]);
  }

  /** Writes how the surface is at `time` [s], and to `turning` how it turns: its angular velocity in the world [rad/s]. */
  at(time: number, { rotation, acceleration }: Pose, turning: Float64Array): void {
    const t = time < this.#period ? time : time - Math.floor(time / this.#period) * this.#period;
    const pose = findIn(this.#poses, t);
    slerp(pose.from, pose.to, pose.share, rotation);
    rateOf(pose.from, pose.to, pose.apart, turning);
    const { from, to, share } = findIn(this.#accelerations, t);
    for (let n = 0; n < 3; n++) acceleration[n] = from[n] + (to[n] - from[n]) * share;
    if (!this.#spin) return;
    const { axis, rate } = this.#spin;
    aboutAxis(axis, rate * time, this.#turned.rotation);
    multiply(this.#turned.rotation, rotation, rotation);
    // The spin also carries the axis about which the keys turn.
    toWorld(this.#turned, turning, turning);
    const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (let n = 0; n < 3; n++) turning[n] += (rate * axis[n]) / length;
  }
}

function trackOf(keys: readonly PoseKey[], channel: 'pose' | 'acceleration', rest: ArrayLike<number>): Track {
  const given = keys.filter((key) => key[channel] !== null);
  if (given.length === 0) return { times: [0], values: [rest] };
  return { times: given.map(({ t }) => t), values: given.map((key) => key[channel] as ArrayLike<number>) };
}

/** The two values around a time, how far it is from the first to the second, and the time between them [s]. Of two at one time the later holds. */
function findIn({ times, values }: Track, t: number) {
  let next = 0;
  while (next < times.length && times[next] <= t) next += 1;
  const before = Math.max(0, next - 1);
  const after = Math.min(next, times.length - 1);
  const apart = times[after] - times[before];
  return { from: values[before], to: values[after], apart, share: apart > 0 ? (t - times[before]) / apart : 0 };
}
