/**
 * Light that a dull surface gathers from all around, over what a white one sends back: the surroundings as nine spherical
 * harmonics, of which dull surfaces need no more (Ramamoorthi & Hanrahan 2001). Even over the edges of a room's walls.
 */
import { cos, sin } from '../../core/math.js';
import { luminance } from '../picture/shade.js';
import type { Rays } from './rays.js';

/** Directions in which the surroundings are looked at, and the cone of each: tangent of the angle across it. */
const COUNT = 640;
const CONE = 0.15;
/** Turn between two directions that spreads them evenly [rad]: the golden angle. */
const GOLDEN = 2.399963229728653;
/** Sources brighter than this many times the mean are left to the sun: nine harmonics would ring. */
const BRIGHTEST = 6;
/** How much of the harmonics of degree 0, 1, 2 a dull surface keeps, over π. */
const KEPT = [1, 2 / 3, 1 / 4] as const;
const DEGREES = [0, 1, 1, 1, 2, 2, 2, 2, 2] as const;

export class DullLight {
  readonly #sums = new Float64Array(27);
  readonly #basis = new Float64Array(9);

  /** Looks at the surroundings from the middle of the surface's frame, in which normals are given too. */
  constructor(rays: Rays) {
    const origin = new Float64Array(3);
    const direction = new Float64Array(3);
    const [red, green, blue] = rays.surroundings.mean;
    const most = BRIGHTEST * luminance(red, green, blue);
    for (let n = 0; n < COUNT; n++) {
      const y = 1 - (2 * n + 1) / COUNT;
      const flat = Math.sqrt(1 - y * y);
      direction.set([flat * cos(n * GOLDEN), y, flat * sin(n * GOLDEN)]);
      rays.look(origin, direction, 0, CONE);
      const bright = luminance(rays.colour[0], rays.colour[1], rays.colour[2]);
      const held = bright > most ? most / bright : 1;
      writeBasis(direction, this.#basis);
      for (let k = 0; k < 27; k++) {
        const harmonic = Math.floor(k / 3);
        const weight = (4 * Math.PI * KEPT[DEGREES[harmonic]] * held) / COUNT;
        this.#sums[k] += weight * rays.colour[k % 3] * this.#basis[harmonic];
      }
    }
  }

  /** Writes the light at a normal to `out[0…2]`. */
  at(normal: Float64Array, out: Float64Array): void {
    writeBasis(normal, this.#basis);
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let n = 0; n < 9; n++) sum += this.#sums[3 * n + c] * this.#basis[n];
      out[c] = Math.max(0, sum);
    }
  }
}

/** The real spherical harmonics up to degree 2 along a unit vector. */
function writeBasis([x, y, z]: Float64Array, out: Float64Array): void {
  out[0] = 0.28209479177387814;
  out[1] = 0.4886025119029199 * y;
  out[2] = 0.4886025119029199 * z;
  out[3] = 0.4886025119029199 * x;
  out[4] = 1.0925484305920792 * x * y;
  out[5] = 1.0925484305920792 * y * z;
  out[6] = 0.31539156525252005 * (3 * z * z - 1);
  out[7] = 1.0925484305920792 * x * z;
  out[8] = 0.5462742152960396 * (x * x - y * y);
}
