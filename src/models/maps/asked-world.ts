import { toSurface } from '../../core/pose.js';
import type { StateVisitor, World } from '../model.js';

/** Still drops are asked again when the pull has changed by this share of itself, or the surface has turned so far in wind. */
const LEAST_CHANGE = 0.01;

/** Numbers that are kept: the weight (3), the rotation (4), retention, both contact angles, and the speed of the wind. */
const WEIGHT = 0;
const ROTATION = 3;
const OTHERS = 7;
const SIZE = 11;

/**
 * The world as still drops were last asked under. A surface that turns pulls a little differently in every step; drops at
 * rest, and their shapes, are looked at again only when that may be seen.
 */
export class AskedWorld {
  #asked = new Float64Array(SIZE).fill(Number.MAX_VALUE);
  readonly #now = new Float64Array(SIZE);
  readonly #weight = new Float64Array(3);

  /** Has the world changed since this was last true? */
  hasChanged({ pose, weight, retention, coating, wind }: World): boolean {
    const now = this.#now;
    toSurface(pose, weight, this.#weight);
    now.set(this.#weight, WEIGHT);
    now.set(pose.rotation, ROTATION);
    now[OTHERS] = retention;
    now[OTHERS + 1] = coating.advancing;
    now[OTHERS + 2] = coating.receding;
    now[OTHERS + 3] = wind.speed;
    if (!this.#differs(wind.speed !== 0)) return false;
    this.#asked.set(now);
    return true;
  }

  #differs(isWindy: boolean): boolean {
    const [now, asked] = [this.#now, this.#asked];
    for (let n = OTHERS; n < SIZE; n++) if (now[n] !== asked[n]) return true;
    const size = squareOf(now, WEIGHT, ROTATION);
    if (changeOf(now, asked, WEIGHT, ROTATION) > LEAST_CHANGE * LEAST_CHANGE * size) return true;
    // A quaternion turns by half the angle.
    return isWindy && 4 * changeOf(now, asked, ROTATION, OTHERS) > LEAST_CHANGE * LEAST_CHANGE;
  }

  visit(visitor: StateVisitor): void {
    const asked = visitor.array(this.#asked);
    visitor.check(asked.length === SIZE && asked.every(Number.isFinite));
    this.#asked = asked.slice();
  }
}

function squareOf(values: Float64Array, first: number, end: number): number {
  let sum = 0;
  for (let n = first; n < end; n++) sum += values[n] * values[n];
  return sum;
}

function changeOf(a: Float64Array, b: Float64Array, first: number, end: number): number {
  let sum = 0;
  for (let n = first; n < end; n++) sum += (a[n] - b[n]) * (a[n] - b[n]);
  return sum;
}
