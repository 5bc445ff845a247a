/**
 * Drops as balls that the surface cuts (KAN-O9): each drop is a spherical cap of its mass and contact angle θ, whose ball of
 * radius R has its middle on the normal at height −R·cos θ. Works for the drops of every model, and over the seams of any
 * surface, since balls stand in space.
 */
import type { Frame } from '../../core/frame.js';
import { cbrt, cos, sin } from '../../core/math.js';
import { WATER_DENSITY } from '../../core/units.js';
import { createSurfacePoint, isOnSurface, type Place, placeOf, type Surface } from '../../surface/surface.js';
import { dot3 } from '../../surface/vectors.js';
import { BOX_SIZE, Bvh, type Segment } from './bvh.js';

/** Numbers of a ball: middle and radius [mm], the normal of the surface below it, and where along it the ball is cut off [mm]. */
export const BALL = { x: 0, y: 1, z: 2, radius: 3, nx: 4, ny: 5, nz: 6, cut: 7, size: 8 } as const;
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
  /** Middle of a ray's way through each ball that was collected, half of it, and the part of it that counts [mm along the ray]. */
  readonly ball: number[] = [];
  readonly middle: number[] = [];
  readonly half: number[] = [];
  readonly enter: number[] = [];
  readonly leave: number[] = [];
  /** Effective radius over that of the ball: how far its density reaches. */
  readonly reach: number;
  readonly #bvh: Bvh;

  constructor(frame: Frame, surface: Surface, reach: number) {
    this.reach = reach;
    const { data, ids } = ballsOf(frame, surface);
    this.data = data;
    this.ids = ids;
    this.#bvh = new Bvh(boxesOf(data, reach));
  }

  get count(): number {
    return this.ids.length;
  }

  /** Collects the balls whose effective spheres a ray passes between its start and `limit`; returns how many. */
  collect(ray: Segment, limit: number): number {
    this.ball.length = 0;
    this.middle.length = 0;
    this.half.length = 0;
    this.enter.length = 0;
    this.leave.length = 0;
    this.#ray = ray;
    this.#bvh.visit(ray, limit, this.#add);
    return this.ball.length;
  }

  /** Visits the balls whose effective spheres hold a place, with u = 1 − (distance/effective radius)². */
  around(place: Float64Array, visit: (ball: number, u: number) => void): void {
    const at = this.#at;
    at.origin.set(place);
    this.#bvh.visit(at, NEAR, (ball, limit) => {
      const u = this.depthIn(ball, place);
      if (u > 0) visit(ball, u);
      return limit;
    });
  }

  /** u of a place in a ball's effective sphere; 0 outside and below where it is cut off. */
  depthIn(ball: number, place: Float64Array): number {
    const { data, reach } = this;
    const b = BALL.size * ball;
    const above = data[b + 4] * place[0] + data[b + 5] * place[1] + data[b + 6] * place[2] - data[b + 7];
    if (above < 0) return 0;
    const [x, y, z] = [place[0] - data[b], place[1] - data[b + 1], place[2] - data[b + 2]];
    const radius = reach * data[b + 3];
    return Math.max(0, 1 - (x * x + y * y + z * z) / (radius * radius));
  }

  #ray: Segment = { origin: new Float64Array(3), direction: Float64Array.of(0, 0, 1), start: 0 };
  readonly #at = { origin: new Float64Array(3), direction: Float64Array.of(0.6, 0.64, 0.48), start: -NEAR };

  readonly #add = (ball: number, limit: number): number => {
    const { data, reach } = this;
    const { origin, direction, start } = this.#ray;
    const b = BALL.size * ball;
    const [x, y, z] = [data[b] - origin[0], data[b + 1] - origin[1], data[b + 2] - origin[2]];
    const along = x * direction[0] + y * direction[1] + z * direction[2];
    const radius = reach * data[b + 3];
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
    this.ball.push(ball);
    this.middle.push(along);
    this.half.push(half);
    this.enter.push(from);
    this.leave.push(to);
    return limit;
  };
}

/** Boxes within this of a place are asked about it [mm]. */
const NEAR = 1e-6;

/** The balls of a frame's drops, where they will be after its lag, in the surface's own frame. */
function ballsOf({ drops, lag }: Frame, surface: Surface): { data: Float64Array; ids: Uint32Array } {
  const data = new Float64Array(BALL.size * drops.count);
  const ids = new Uint32Array(drops.count);
  const point = createSurfacePoint();
  const place: Place = { chart: 0, x: 0, y: 0 };
  const velocity = new Float64Array(2);
  let count = 0;
  for (let slot = 0; slot < drops.count; slot++) {
    placeOf(drops, slot, place);
    if (lag > 0 && drops.moving[slot] === 1) {
      velocity[0] = drops.vx[slot];
      velocity[1] = drops.vy[slot];
      if (!surface.move(place, velocity, lag)) continue;
    }
    if (!isOnSurface(surface, place.chart, place.x, place.y)) continue;
    surface.point(place, point);
    const angle = Math.min(ROUNDEST, Math.max(FLATTEST, drops.contactAngle[slot]));
    const [c, s] = [cos(angle), sin(angle)];
    // V = π/3·R³(2 − 3cos θ + cos³ θ).
    const radius = cbrt((3 * drops.mass[slot]) / (Math.PI * WATER_DENSITY * (2 - 3 * c + c * c * c)));
    if (!(radius > 0)) continue;
    const b = BALL.size * count;
    for (let n = 0; n < 3; n++) data[b + n] = point.position[n] - radius * c * point.normal[n];
    data[b + BALL.radius] = radius;
    data.set(point.normal, b + BALL.nx);
    data[b + BALL.cut] = dot3(point.normal, point.position) - BELOW * radius * s;
    ids[count] = drops.id[slot];
    count += 1;
  }
  return { data: data.slice(0, BALL.size * count), ids: ids.slice(0, count) };
}

/** Boxes around what is left of the effective spheres above their cuts. */
function boxesOf(data: Float64Array, reach: number): Float64Array {
  const boxes = new Float64Array((BOX_SIZE * data.length) / BALL.size);
  for (let b = 0, at = 0; b < data.length; b += BALL.size, at += BOX_SIZE) {
    const normal = data.subarray(b + BALL.nx, b + BALL.nx + 3);
    const radius = reach * data[b + BALL.radius];
    // A cut above the middle leaves less than half a ball, which the ball over the cut's circle holds.
    const up = Math.max(0, data[b + BALL.cut] - dot3(normal, data.subarray(b, b + 3)));
    const wide = Math.sqrt(Math.max(0, radius * radius - up * up));
    for (let n = 0; n < 3; n++) {
      const middle = data[b + n] + up * normal[n];
      boxes[at + n] = middle - wide;
      boxes[at + n + 3] = middle + wide;
    }
  }
  return boxes;
}
