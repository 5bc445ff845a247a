import { toSurface } from '../../core/pose.js';
import type { StateVisitor, World } from '../model.js';

/** Still drops are tested again when the pull has changed by this share of itself, or, in wind, when the surface has turned so far [rad]. */
const LEAST_CHANGE = 0.01;

/** Numbers that are kept: the weight (3), the rotation (4), retention, both contact angles, and the speed of the wind. */
const WEIGHT = 0;
const ROTATION = 3;
const OTHERS = 7;
const SIZE = 11;

/**
 * The world in which still drops were last tested. On a surface that turns the pull changes a little in every step; drops at
 * rest, and their shapes, are tested again only when the difference may be seen.
 */
export class TestedWorld {
  #tested = new Float64Array(SIZE).fill(Number.MAX_VALUE);
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
    this.#tested.set(now);
    return true;
  }

  #differs(isWindy: boolean): boolean {
    const [now, tested] = [this.#now, this.#tested];
    for (let n = OTHERS; n < SIZE; n++) if (now[n] !== tested[n]) return true;
    const size = squareOf(now, WEIGHT, ROTATION);
    if (changeOf(now, tested, WEIGHT, ROTATION) > LEAST_CHANGE * LEAST_CHANGE * size) return true;
    // A quaternion turns by half the angle.
    return isWindy && 4 * changeOf(now, tested, ROTATION, OTHERS) > LEAST_CHANGE * LEAST_CHANGE;
  }

  visit(visitor: StateVisitor): void {
    const tested = visitor.array(this.#tested);
    visitor.check(tested.length === SIZE && tested.every(Number.isFinite));
    this.#tested = tested.slice();
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
