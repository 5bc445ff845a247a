/**
 * Drops as balls that the surface cuts (KAN-O9): each drop is a spherical cap of its mass and contact angle θ, whose ball of
 * radius R has its middle on the normal at height −R·cos θ. Works for the drops of every model, and over the seams of any
 * surface, since balls stand in space.
 */
import type { Frame } from '../../core/frame.js';
import { cbrt, cos, sin } from '../../core/math.js';
import { WATER_DENSITY } from '../../core/units.js';
import { createSurfacePoint, isOnSurface, type Place, placeOf, type Surface } from '../../surface/surface.js';
import { crossProduct, dot3, scaleToOne } from '../../surface/vectors.js';
import { BOX_SIZE, Bvh, type Segment } from './bvh.js';
import { Streams } from './streams.js';
import { type CapBall, capOf } from './wyvill.js';

/**
 * Numbers of a ball: middle and radius [mm], the normal of the surface below it, where along it the ball is cut off [mm], its
 * effective radius, which is how far its density reaches [mm], and what that is multiplied by.
 */
export const BALL = {
  x: 0,
  y: 1,
  z: 2,
  radius: 3,
  nx: 4,
  ny: 5,
  nz: 6,
  cut: 7,
  reach: 8,
  weight: 9,
  size: 10,
} as const;
/** A ball that is nothing but its sphere. */
const BARE: CapBall = { reach: 1, weight: 1 };
/**
 * Balls end so far below the surface's tangent plane, over the radius of the cap's base: a curved surface falls away from the
 * plane, but what comes out on the other side of a thin handle is no water.
 */
const BELOW = 0.3;
/** Contact angles of pictures [rad]: flatter water has no shape that could be seen, and a whole ball touches nothing. */
const FLATTEST = 0.05;
const ROUNDEST = 3.0;

export class Balls {
  readonly data: Float64Array;
  readonly ids: Uint32Array;
  /** Of the balls that were collected last: which, the middle of the way through it, half of it, and what counts of it [mm along the ray]. */
  readonly ball: number[] = [];
  readonly middle: number[] = [];
  readonly half: number[] = [];
  readonly enter: number[] = [];
  readonly leave: number[] = [];
  readonly #bvh: Bvh;
  /** The frame of the boxes. */
  readonly #axes: Float64Array;
  readonly #turned = { origin: new Float64Array(3), direction: new Float64Array(3), start: 0 };

  /** @param fields have balls a density around them (wyvill.ts)? */
  constructor(frame: Frame, surface: Surface, fields: boolean) {
    const { data, ids } = ballsOf(frame, surface, fields);
    this.data = data;
    this.ids = ids;
    this.#axes = axesOf(data);
    this.#bvh = new Bvh(boxesOf(data, this.#axes));
  }

  get count(): number {
    return this.ids.length;
  }

  /** Collects the balls whose effective spheres a ray passes between its start and `limit`; returns how many. */
  collect(ray: Segment, limit: number): number {
    this.#collected = 0;
    this.#ray = ray;
    const turned = this.#turned;
    turnInto(this.#axes, ray.origin, turned.origin);
    turnInto(this.#axes, ray.direction, turned.direction);
    turned.start = ray.start;
    this.#bvh.visit(turned, limit, this.#add);
    return this.#collected;
  }

  /** Visits the balls whose effective spheres hold a place, with u = 1 − (distance/effective radius)². */
  around(place: Float64Array, visit: (ball: number, u: number) => void): void {
    turnInto(this.#axes, place, this.#turned.origin);
    this.#bvh.visitAt(this.#turned.origin, (ball) => {
      const u = this.depthIn(ball, place);
      if (u > 0) visit(ball, u);
    });
  }

  /** u of a place in a ball's effective sphere; 0 outside and below where it is cut off. */
  depthIn(ball: number, place: Float64Array): number {
    const { data } = this;
    const b = BALL.size * ball;
    const above = data[b + 4] * place[0] + data[b + 5] * place[1] + data[b + 6] * place[2] - data[b + 7];
    if (above < 0) return 0;
    const [x, y, z] = [place[0] - data[b], place[1] - data[b + 1], place[2] - data[b + 2]];
    const radius = data[b + BALL.reach];
    return Math.max(0, 1 - (x * x + y * y + z * z) / (radius * radius));
  }

  #collected = 0;
  #ray: Segment = { origin: new Float64Array(3), direction: Float64Array.of(0, 0, 1), start: 0 };

  readonly #add = (ball: number, limit: number): number => {
    const { data } = this;
    const { origin, direction, start } = this.#ray;
    const b = BALL.size * ball;
    const [x, y, z] = [data[b] - origin[0], data[b + 1] - origin[1], data[b + 2] - origin[2]];
    const along = x * direction[0] + y * direction[1] + z * direction[2];
    const radius = data[b + BALL.reach];
    const left = radius * radius - (x * x + y * y + z * z - along * along);
    if (!(left > 0)) return limit;
    const half = Math.sqrt(left);
    let from = Math.max(start, along - half);
    let to = Math.min(limit, along + half);
    // What is above the cut: the height over it is s + t·rise.
    const s = data[b + 4] * origin[0] + data[b + 5] * origin[1] + data[b + 6] * origin[2] - data[b + 7];
    const rise = data[b + 4] * direction[0] + data[b + 5] * direction[1] + data[b + 6] * direction[2];
    if (rise > 0) from = Math.max(from, -s / rise);
    else if (rise < 0) to = Math.min(to, -s / rise);
    else if (s < 0) return limit;
    if (!(from < to)) return limit;
    const n = this.#collected++;
    this.ball[n] = ball;
    this.middle[n] = along;
    this.half[n] = half;
    this.enter[n] = from;
    this.leave[n] = to;
    return limit;
  };
}

/** The balls of a frame's drops, where they will be after its lag, in the surface's own frame. */
function ballsOf(frame: Frame, surface: Surface, fields: boolean): { data: Float64Array; ids: Uint32Array } {
  const { drops, lag } = frame;
  const data: number[] = [];
  const ids: number[] = [];
  const place: Place = { chart: 0, x: 0, y: 0 };
  const part: Place = { chart: 0, x: 0, y: 0 };
  const velocity = new Float64Array(2);
  const threads = new Float64Array(2 * MOST_THREADS);
  const streams = new Streams(drops, surface.charts);
  const caps = new Caps(fields);
  for (let slot = 0; slot < drops.count; slot++) {
    placeOf(drops, slot, place);
    if (lag > 0 && drops.moving[slot] === 1) {
      velocity[0] = drops.vx[slot];
      velocity[1] = drops.vy[slot];
      if (!surface.move(place, velocity, lag)) continue;
    }
    streams.moveAside(slot, place);
    if (!isOnSurface(surface, place.chart, place.x, place.y)) continue;
    caps.fit(drops.contactAngle[slot]);
    // Without fields a stream is a group of spheres (KAN-L4).
    const more = fields ? streams.threads(slot, threads) : 0;
    for (let n = -1; n < more; n++) {
      part.chart = place.chart;
      part.x = place.x + (n < 0 ? 0 : threads[2 * n]);
      part.y = place.y + (n < 0 ? 0 : threads[2 * n + 1]);
      if (!isOnSurface(surface, part.chart, part.x, part.y)) continue;
      if (caps.write(surface, part, drops.mass[slot] / (1 + more), data)) ids.push(drops.id[slot]);
    }
  }
  return { data: Float64Array.from(data), ids: Uint32Array.from(ids) };
}

/** Cells around one. */
const MOST_THREADS = 8;

/** Spherical caps of one contact angle after the other, and the metaballs of them. */
class Caps {
  readonly #fields: boolean;
  readonly #point = createSurfacePoint();
  #angle = Number.NaN;
  #cos = 0;
  #sin = 1;
  #ball = BARE;

  constructor(fields: boolean) {
    this.#fields = fields;
  }

  fit(contactAngle: number): void {
    const angle = Math.min(ROUNDEST, Math.max(FLATTEST, contactAngle));
    if (angle === this.#angle) return;
    this.#angle = angle;
    this.#cos = cos(angle);
    this.#sin = sin(angle);
    if (this.#fields) this.#ball = capOf(angle);
  }

  /** Adds the numbers of a ball at a place; false if there is no water in it. */
  write(surface: Surface, place: Place, mass: number, data: number[]): boolean {
    const c = this.#cos;
    // V = π/3·R³(2 − 3cos θ + cos³ θ).
    const radius = cbrt((3 * mass) / (Math.PI * WATER_DENSITY * (2 - 3 * c + c * c * c)));
    if (!(radius > 0)) return false;
    surface.point(place, this.#point);
    const { position, normal } = this.#point;
    for (let n = 0; n < 3; n++) data.push(position[n] - radius * c * normal[n]);
    data.push(radius, normal[0], normal[1], normal[2], dot3(normal, position) - BELOW * radius * this.#sin);
    data.push(this.#ball.reach * radius, this.#ball.weight);
    return true;
  }
}

/** Where drops all lie more or less on one plane, their mean normal is this long at least. */
const LEAST_MEAN = 0.7;

/**
 * Three axes across each other, one after the other, the last one along the mean normal: boxes in this frame are flat, so that
 * rays which leave the sheet soon leave the boxes. Where drops lie all around, the axes are those of the surface.
 */
function axesOf(data: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let b = 0; b < data.length; b += BALL.size) for (let n = 0; n < 3; n++) mean[n] += data[b + BALL.nx + n];
  const length = Math.sqrt(dot3(mean, mean));
  if (!(length > (LEAST_MEAN * data.length) / BALL.size)) return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let n = 0; n < 3; n++) mean[n] /= length;
  const first = new Float64Array(3);
  const second = new Float64Array(3);
  const steep = Math.abs(mean[0]) > Math.SQRT1_2;
  crossProduct(steep ? Float64Array.of(0, 1, 0) : Float64Array.of(1, 0, 0), mean, first);
  scaleToOne(first);
  crossProduct(mean, first, second);
  return Float64Array.of(...first, ...second, ...mean);
}

function turnInto(axes: Float64Array, vector: Float64Array, out: Float64Array): void {
  const [x, y, z] = [vector[0], vector[1], vector[2]];
  out[0] = axes[0] * x + axes[1] * y + axes[2] * z;
  out[1] = axes[3] * x + axes[4] * y + axes[5] * z;
  out[2] = axes[6] * x + axes[7] * y + axes[8] * z;
}

/** Boxes around what is left of the effective spheres above their cuts, in the frame of some axes. */
function boxesOf(data: Float64Array, axes: Float64Array): Float64Array {
  const middle = new Float64Array(3);
  const boxes = new Float64Array((BOX_SIZE * data.length) / BALL.size);
  for (let b = 0, at = 0; b < data.length; b += BALL.size, at += BOX_SIZE) {
    const normal = data.subarray(b + BALL.nx, b + BALL.nx + 3);
    const radius = data[b + BALL.reach];
    // A cut above the middle leaves less than half a ball, which the ball over the cut's circle holds.
    const up = Math.max(0, data[b + BALL.cut] - dot3(normal, data.subarray(b, b + 3)));
    const wide = Math.sqrt(Math.max(0, radius * radius - up * up));
    for (let n = 0; n < 3; n++) middle[n] = data[b + n] + up * normal[n];
    turnInto(axes, middle, middle);
    for (let n = 0; n < 3; n++) {
      boxes[at + n] = middle[n] - wide;
      boxes[at + n + 3] = middle[n] + wide;
    }
  }
  return boxes;
}
