/**
 * The rays of one sample: those that still wait, and the light that the others have brought. All in the surface's own frame;
 * only the surroundings stand in the world's. Rays wait on a stack, which is emptied in one order, so that a picture does not
 * depend on where its pixels are drawn.
 */
import { type Pose, toWorld } from '../../core/pose.js';
import { type Beam, lookAround, roomAround, type Surroundings } from './surroundings.js';

/** A ray that waits. Its cone is `width` wide where it begins. */
export class Path implements Beam {
  readonly origin = new Float64Array(3);
  readonly direction = new Float64Array(3);
  /** From here on along it things are met [mm]. */
  start = 0;
  width = 0;
  spread = 0;
  weight = 0;
  /** Where it begins: 1 on the wet side of the sheet or of the water there, −1 on the dry side; 0 is anywhere. */
  side: -1 | 0 | 1 = 0;
  /** How often its light was bent or turned back. */
  bends = 0;
}

/** So far from where it left a thing a ray may meet it again [mm]. */
export const AWAY = 1e-6;

export class Rays {
  /** Light of the sample so far, linear. */
  readonly light = new Float64Array(3);
  /** Where most of it came from: a direction in the world. */
  readonly from = new Float64Array(3);
  readonly surroundings: Surroundings;
  /** A ray to look along, in the world; its light is in `colour` then. */
  readonly beam: Beam = new Path();
  readonly colour = new Float64Array(3);
  readonly #pose: Pose;
  readonly #stack: Path[] = [];
  #waiting = 0;
  #most = 0;

  constructor(surroundings: Surroundings, pose: Pose) {
    this.surroundings = surroundings;
    this.#pose = pose;
  }

  clear(): void {
    this.#waiting = 0;
    this.#most = 0;
    this.light.fill(0);
  }

  /** A new path on the stack, bent once more than another; where it begins and goes is still to be said. */
  readonly push = (path: Path, weight: number): Path => {
    if (this.#waiting === this.#stack.length) this.#stack.push(new Path());
    const next = this.#stack[this.#waiting++];
    next.start = 0;
    next.side = 0;
    next.weight = weight;
    next.bends = path.bends + 1;
    next.width = path.width;
    next.spread = path.spread;
    return next;
  };

  /** Takes the last path from the stack; false if none waits. It is copied, for what it meets may need its place there. */
  pop(out: Path): boolean {
    if (this.#waiting === 0) return false;
    const from = this.#stack[--this.#waiting];
    out.origin.set(from.origin);
    out.direction.set(from.direction);
    out.start = from.start;
    out.side = from.side;
    out.width = from.width;
    out.spread = from.spread;
    out.weight = from.weight;
    out.bends = from.bends;
    return true;
  }

  /** Adds `weight` times `colour`. */
  add(weight: number): void {
    for (let c = 0; c < 3; c++) this.light[c] += weight * this.colour[c];
  }

  /** Sets up the beam from a place and a direction of the surface's frame and finds its light. */
  look(origin: Float64Array, direction: Float64Array, width: number, spread: number): void {
    const { beam } = this;
    toWorld(this.#pose, origin, beam.origin);
    toWorld(this.#pose, direction, beam.direction);
    beam.width = width;
    beam.spread = spread;
    lookAround(this.surroundings, beam, this.colour);
  }

  /** Adds the light of the surroundings along a path; `seen` is that light where it is known already. */
  lookOut(path: Path, weight: number, seen: Float64Array | null = null): void {
    if (weight <= 0) return;
    if (seen) {
      toWorld(this.#pose, path.direction, this.beam.direction);
      this.colour.set(seen);
    } else this.look(path.origin, path.direction, path.width, path.spread);
    this.add(weight);
    if (weight <= this.#most) return;
    this.#most = weight;
    this.from.set(this.beam.direction);
  }

  /** Adds the light of the dim room of the pane's pictures. */
  addRoom(weight: number): void {
    roomAround(this.surroundings, 0, this.colour);
    this.add(weight);
  }
}
