/** Drops as spherical caps (KAN-13): each is its own sphere, and a stream is a group of them (KAN-L4). */
import type { Frame } from '../../core/frame.js';
import type { Surface } from '../../surface/surface.js';
import { BALL, Balls } from './balls.js';
import type { Bodies, Crossing } from './bodies.js';
import type { Segment } from './bvh.js';

/** Spheres that end so near each other are one body [mm]. */
const TOUCHING = 1e-9;

export class CapBodies implements Bodies {
  readonly #balls: Balls;

  constructor(frame: Frame, surface: Surface) {
    this.#balls = new Balls(frame, surface, false);
  }

  get isEmpty(): boolean {
    return this.#balls.count === 0;
  }

  ownerAt(place: Float64Array): number {
    let owner = -1;
    let deepest = 0;
    this.#balls.around(place, (ball, u) => {
      if (u > deepest) [deepest, owner] = [u, this.#balls.ids[ball]];
    });
    return owner;
  }

  enter(ray: Segment, limit: number, out: Crossing): boolean {
    const balls = this.#balls;
    const count = balls.collect(ray, limit);
    let nearest = limit;
    let met = -1;
    for (let n = 0; n < count; n++) {
      const from = balls.middle[n] - balls.half[n];
      // A ball that the ray begins in, or enters through its cut, has no surface there.
      if (from >= ray.start && from === balls.enter[n] && from < nearest) [nearest, met] = [from, balls.ball[n]];
    }
    return met >= 0 && this.#write(ray, nearest, met, out);
  }

  leave(ray: Segment, limit: number, out: Crossing): boolean {
    const balls = this.#balls;
    const count = balls.collect(ray, limit);
    let end = ray.start;
    let last = -1;
    // From ball to ball, as long as the next one begins in this one.
    for (let grown = true; grown; ) {
      grown = false;
      for (let n = 0; n < count; n++) {
        if (balls.enter[n] > end + TOUCHING || balls.leave[n] <= end) continue;
        end = balls.leave[n];
        last = balls.ball[n];
        grown = true;
      }
    }
    return last >= 0 && end < limit && this.#write(ray, end, last, out);
  }

  #write({ origin, direction }: Segment, distance: number, ball: number, out: Crossing): boolean {
    const { data, ids } = this.#balls;
    const b = BALL.size * ball;
    const radius = data[b + BALL.radius];
    for (let n = 0; n < 3; n++) out.normal[n] = (origin[n] + distance * direction[n] - data[b + n]) / radius;
    out.distance = distance;
    out.id = ids[ball];
    out.radius = radius;
    return true;
  }
}
