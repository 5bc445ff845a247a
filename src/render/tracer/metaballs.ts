/**
 * Drops as metaballs (KAN-14): their densities (wyvill.ts) add up, and the water's surface is where the sum is T*, so that drops
 * and streams flow into each other. Along a ray the sum is a Bernstein polynomial between any two places where a ball begins or
 * ends; Bezier clipping finds its zeros (bernstein.ts), as it does those of patches.
 */
import type { Frame } from '../../core/frame.js';
import type { Surface } from '../../surface/surface.js';
import { BALL, Balls } from './balls.js';
import { DEGREE, firstCrossing, partOf } from './bernstein.js';
import type { Bodies, Crossing } from './bodies.js';
import type { Segment } from './bvh.js';
import { density, densityAlongRay, densitySlope, THRESHOLD } from './wyvill.js';

/** Parts of a ray shorter than this hold nothing [mm]. */
const SHORTEST = 1e-9;

export class Metaballs implements Bodies {
  readonly #balls: Balls;
  readonly #stops: number[] = [];
  readonly #sum = new Float64Array(DEGREE + 1);
  readonly #one = new Float64Array(DEGREE + 1);
  readonly #place = new Float64Array(3);

  constructor(frame: Frame, surface: Surface) {
    this.#balls = new Balls(frame, surface, true);
  }

  get isEmpty(): boolean {
    return this.#balls.count === 0;
  }

  /** Sum of all densities at a place. */
  densityAt(place: Float64Array): number {
    let sum = 0;
    const { data } = this.#balls;
    this.#balls.around(place, (ball, u) => {
      sum += data[BALL.size * ball + BALL.weight] * density(u);
    });
    return sum;
  }

  ownerAt(place: Float64Array): number {
    let sum = 0;
    let owner = -1;
    let most = 0;
    const { data, ids } = this.#balls;
    this.#balls.around(place, (ball, u) => {
      const own = data[BALL.size * ball + BALL.weight] * density(u);
      sum += own;
      if (own > most) [most, owner] = [own, ids[ball]];
    });
    return sum >= THRESHOLD ? owner : -1;
  }

  enter(ray: Segment, limit: number, out: Crossing): boolean {
    const count = this.#balls.collect(ray, limit);
    if (count === 0 || this.#peaks(count, ray.start, limit) < THRESHOLD) return false;
    const stops = this.#findStops(count);
    for (let k = 0; k + 1 < stops.length; k++) {
      const [from, to] = [stops[k], stops[k + 1]];
      if (to - from < SHORTEST || !this.#addUp(count, from, to)) continue;
      const t = firstCrossing(this.#sum, 1);
      if (t >= 0) return this.#write(ray, from + t * (to - from), out);
    }
    return false;
  }

  leave(ray: Segment, limit: number, out: Crossing): boolean {
    const count = this.#balls.collect(ray, limit);
    const stops = this.#findStops(count);
    let end = ray.start;
    for (let k = 0; k + 1 < stops.length; k++) {
      const [from, to] = [stops[k], stops[k + 1]];
      if (to - from < SHORTEST) continue;
      // Where a ball is cut off, or between balls, the density may end at once.
      if (from > end + SHORTEST || !this.#addUp(count, from, to) || (k > 0 && this.#sum[0] < 0)) break;
      const t = firstCrossing(this.#sum, -1);
      if (t >= 0) return this.#write(ray, from + t * (to - from), out);
      if (this.#sum[DEGREE] < 0) break;
      end = to;
    }
    return end < limit && this.#write(ray, end, out);
  }

  /** Sorts where the collected balls begin and end. */
  #findStops(count: number): readonly number[] {
    const stops = this.#stops;
    stops.length = 0;
    const { enter, leave } = this.#balls;
    for (let n = 0; n < count; n++) stops.push(enter[n], leave[n]);
    return stops.sort(ascending);
  }

  /** No more than this can be anywhere on the ray: the sum of the densities that each ball has there at most. */
  #peaks(count: number, start: number, limit: number): number {
    const { ball, middle, half, data } = this.#balls;
    let sum = 0;
    for (let n = 0; n < count; n++) {
      const b = BALL.size * ball[n];
      const radius = data[b + BALL.reach];
      const off = Math.max(0, start - middle[n], middle[n] - limit);
      sum += data[b + BALL.weight] * density((half[n] * half[n] - off * off) / (radius * radius));
    }
    return sum;
  }

  /** Density less T* between two stops, in Bernstein form; false if it is surely below 0 all the way. */
  #addUp(count: number, from: number, to: number): boolean {
    const { ball, middle, half, enter, leave, data } = this.#balls;
    const sum = this.#sum.fill(-THRESHOLD);
    const one = this.#one;
    let found = false;
    for (let n = 0; n < count; n++) {
      if (enter[n] > from || leave[n] < to) continue;
      const b = BALL.size * ball[n];
      const radius = data[b + BALL.reach];
      densityAlongRay((4 * half[n] * half[n]) / (radius * radius), one);
      const begin = middle[n] - half[n];
      partOf(Math.max(0, (from - begin) / (2 * half[n])), Math.min(1, (to - begin) / (2 * half[n])), one);
      for (let k = 0; k <= DEGREE; k++) sum[k] += data[b + BALL.weight] * one[k];
    }
    for (let k = 0; k <= DEGREE; k++) if (sum[k] > 0) found = true;
    return found;
  }

  #write({ origin, direction }: Segment, distance: number, out: Crossing): boolean {
    const place = this.#place;
    for (let n = 0; n < 3; n++) place[n] = origin[n] + distance * direction[n];
    const { normal } = out;
    normal.fill(0);
    let most = -1;
    const { data, ids } = this.#balls;
    this.#balls.around(place, (ball, u) => {
      const b = BALL.size * ball;
      const radius = data[b + BALL.reach];
      const slope = (data[b + BALL.weight] * densitySlope(u)) / (radius * radius);
      for (let n = 0; n < 3; n++) normal[n] += slope * (place[n] - data[b + n]);
      const own = data[b + BALL.weight] * density(u);
      if (own <= most) return;
      most = own;
      out.id = ids[ball];
      out.radius = data[b + BALL.radius];
    });
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (let n = 0; n < 3; n++) normal[n] = length > 0 ? normal[n] / length : direction[n];
    out.distance = distance;
    return true;
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
