/** Drops that fall through the air: balls of water. */
import type { Frame } from '../../core/frame.js';
import { cbrt } from '../../core/math.js';
import { toSurface } from '../../core/pose.js';
import { WATER_DENSITY } from '../../core/units.js';
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { refract } from '../../optics/refract.js';
import { BOX_SIZE, Bvh, type Segment } from './bvh.js';
import type { Beam } from './surroundings.js';

/** A ray that waits, and how a new one is made of another with a weight. */
interface Falling extends Beam, Segment {
  readonly weight: number;
}
type Push<P> = (path: P, weight: number) => P;

/** Numbers of a ball: its middle and its radius [mm], in the surface's frame. */
const BALL_SIZE = 4;
/** So far from where it left a ball a ray may meet it again, over the ball's radius. */
const AWAY = 1e-6;

export class Drops {
  readonly #balls: Float64Array;
  readonly #bvh: Bvh;
  readonly #normal = new Float64Array(3);
  readonly #inside = new Float64Array(3);
  readonly #out = new Float64Array(3);

  constructor(frame: Frame) {
    this.#balls = ballsOf(frame);
    const bounds = new Float64Array((BOX_SIZE * this.#balls.length) / BALL_SIZE);
    for (let n = 0; n < bounds.length; n++) {
      const ball = BALL_SIZE * Math.floor(n / BOX_SIZE);
      const radius = this.#balls[ball + 3];
      bounds[n] = this.#balls[ball + (n % 3)] + (n % BOX_SIZE < 3 ? -radius : radius);
    }
    this.#bvh = new Bvh(bounds);
  }

  /** If a ball is nearer than `limit`, pushes what leaves it and returns true. */
  meet<P extends Falling>(path: P, limit: number, push: Push<P>): boolean {
    if (this.#balls.length === 0) return false;
    let met = -1;
    const distance = this.#bvh.visit(path, limit, (ball, nearest) => {
      const way = this.#wayTo(ball, path);
      if (!(way > path.start && way < nearest)) return nearest;
      met = ball;
      return way;
    });
    if (met < 0) return false;
    this.#through(met, path, distance, push);
    return true;
  }

  /** The way along a ray to where it enters a ball; NaN if it does not. */
  #wayTo(ball: number, { origin, direction }: Segment): number {
    const at = BALL_SIZE * ball;
    const balls = this.#balls;
    const [x, y, z] = [balls[at] - origin[0], balls[at + 1] - origin[1], balls[at + 2] - origin[2]];
    const along = x * direction[0] + y * direction[1] + z * direction[2];
    const radius = balls[at + 3];
    return along - Math.sqrt(radius * radius - (x * x + y * y + z * z - along * along));
  }

  /**
   * A ball reflects F on the outside, and lets (1 − F) in, which leaves it at the same angle on the far side: of what would turn
   * back there once, all goes on with what leaves.
   */
  #through<P extends Falling>(ball: number, path: P, distance: number, push: Push<P>): void {
    const at = BALL_SIZE * ball;
    const radius = this.#balls[at + 3];
    const { origin, direction } = path;
    const normal = this.#normal;
    for (let n = 0; n < 3; n++) normal[n] = (this.#balls[at + n] - origin[n] - distance * direction[n]) / radius;
    // The normal points inwards.
    const c = Math.min(1, direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2]);
    const reflected = fresnel(c, 1 / WATER_INDEX);
    const width = path.width + path.spread * distance;
    const mirrored = push(path, path.weight * reflected);
    for (let n = 0; n < 3; n++) {
      mirrored.direction[n] = direction[n] - 2 * c * normal[n];
      mirrored.origin[n] = origin[n] + distance * direction[n] + AWAY * radius * mirrored.direction[n];
    }
    mirrored.width = width;
    mirrored.spread = path.spread + (2 * width) / (radius * Math.max(0.2, c));
    const inside = this.#inside;
    refract(direction, normal, 1 / WATER_INDEX, inside);
    const chord = 2 * radius * (inside[0] * normal[0] + inside[1] * normal[1] + inside[2] * normal[2]);
    const out = this.#out;
    const leaving = push(path, path.weight * (1 - reflected));
    const far = normal.map((value, n) => (chord / radius) * inside[n] - value);
    if (!refract(inside, far, WATER_INDEX, out)) out.set(inside);
    for (let n = 0; n < 3; n++) {
      leaving.direction[n] = out[n];
      leaving.origin[n] = origin[n] + distance * direction[n] + chord * inside[n] + AWAY * radius * out[n];
    }
    leaving.width = width;
    // A ball is a lens of focal length N·R/(2(N − 1)).
    leaving.spread = path.spread + (width * 2 * (WATER_INDEX - 1)) / (WATER_INDEX * radius);
  }
}

/** The balls of a frame: where they will be after its lag, turned from the world into the surface's frame. */
function ballsOf({ falling, lag, pose }: Frame): Float64Array {
  const balls = new Float64Array(BALL_SIZE * falling.count);
  const place = new Float64Array(3);
  for (let n = 0; n < falling.count; n++) {
    place[0] = falling.x[n] + lag * falling.vx[n];
    place[1] = falling.y[n] + lag * falling.vy[n];
    place[2] = falling.z[n] + lag * falling.vz[n];
    toSurface(pose, place, place);
    balls.set(place, BALL_SIZE * n);
    balls[BALL_SIZE * n + 3] = cbrt((3 * falling.mass[n]) / (4 * Math.PI * WATER_DENSITY));
  }
  return balls;
}
