/**
 * Opaque sheets: glazed ceramic, such as a teapot's. It scatters what it gathers from around its normal and the light of a sun,
 * which other parts of the surface shade, and water bends:
 *
 *     beside a drop    what would have come straight has been bent away, all but a rest
 *     under a drop     light comes in through the free surface: (1 − F)·cos at it over cos at the sheet
 */
import { type Pose, toSurface } from '../../core/pose.js';
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { createSurfacePoint } from '../../surface/surface.js';
import { dot3 } from '../../surface/vectors.js';
import { type Bodies, createCrossing } from './bodies.js';
import { DullLight } from './dull-light.js';
import type { Meeting } from './meeting.js';
import { AWAY, type Path, type Rays } from './rays.js';
import type { Setting } from './setting.js';

/** Refractive index of glaze. */
const GLAZE = 1.5;
/** Share of the sun's light that still falls behind a drop, which bends the rest away. */
const BEHIND_WATER = 0.45;
/** Lenses gather no more than this many times the sun's light. */
const MOST_GATHERED = 2.2;

export class Ceramic {
  readonly #set: Setting;
  readonly #rays: Rays;
  readonly #bodies: Bodies | null;
  /** To the sun, in the surface's frame. */
  readonly #sun = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  readonly #ray = { origin: new Float64Array(3), direction: this.#sun, start: AWAY };
  readonly #hit = { chart: 0, x: 0, y: 0, distance: 0 };
  readonly #point = createSurfacePoint();
  readonly #crossing = createCrossing();

  constructor(set: Setting, rays: Rays, pose: Pose, bodies: Bodies | null) {
    this.#set = set;
    this.#rays = rays;
    this.#bodies = bodies;
    toSurface(pose, Float64Array.from(set.sun.direction), this.#sun);
  }

  /** The end of a path at a dry sheet, from either side; what the glaze reflects waits on the stack. */
  shade(meeting: Meeting, path: Path): void {
    const { point, ray, fromDry, width } = meeting;
    const normal = this.#normal;
    for (let n = 0; n < 3; n++) normal[n] = fromDry ? 0 - point.normal[n] : point.normal[n];
    const c = Math.min(1, Math.abs(ray.dz));
    const share = fresnel(c, 1 / GLAZE);
    const back = this.#set.reflection === 'none' || (this.#set.principal && share <= 0.5) ? 0 : share;
    if (back > 0) {
      const next = meeting.push(this.#rays, path, [0, 0, 0], [ray.dx, ray.dy, -ray.dz], path.weight * back);
      next.width = width;
    }
    this.#scatter(normal, path.weight * (1 - back), this.#sunAt(point.position, normal));
    path.weight = 0;
  }

  /** Light from a sheet under water. */
  shadeWet(position: Float64Array, normal: Float64Array, weight: number): void {
    this.#scatter(normal, weight, this.#sunUnder(position, normal));
  }

  #sky: DullLight | null = null;

  #scatter(normal: Float64Array, weight: number, sun: number): void {
    const rays = this.#rays;
    const { colour, sun: lamp } = this.#set;
    this.#sky ??= new DullLight(rays);
    this.#sky.at(normal, rays.colour);
    for (let c = 0; c < 3; c++) {
      rays.colour[c] = colour[c] * (rays.colour[c] + sun * lamp.strength * rays.surroundings.mean[c]);
    }
    rays.add(weight);
  }

  /** Light of the sun at a dry place, over that which falls at right angles. */
  #sunAt(position: Float64Array, normal: Float64Array): number {
    const c = dot3(this.#sun, normal);
    if (c <= 0) return 0;
    const { origin } = this.#ray;
    for (let n = 0; n < 3; n++) origin[n] = position[n] + SKIN * normal[n];
    if (this.#isShaded()) return 0;
    const behind = this.#bodies?.enter(this.#ray, Number.POSITIVE_INFINITY, this.#crossing);
    return behind ? c * BEHIND_WATER : c;
  }

  /** The same at a place under water. */
  #sunUnder(position: Float64Array, normal: Float64Array): number {
    const c = dot3(this.#sun, normal);
    if (c <= 0) return 0;
    const { origin } = this.#ray;
    for (let n = 0; n < 3; n++) origin[n] = position[n] + SKIN * normal[n];
    if (this.#isShaded()) return 0;
    const crossing = this.#crossing;
    if (!this.#bodies?.leave(this.#ray, Number.POSITIVE_INFINITY, crossing)) return c;
    const outside = Math.min(1, Math.max(0, dot3(this.#sun, crossing.normal)));
    return c * Math.min(MOST_GATHERED, ((1 - fresnel(outside, 1 / WATER_INDEX)) * outside) / c);
  }

  /** Does another part of the surface stand before the sun? The sheet itself, met from behind by rounding, does not. */
  #isShaded(): boolean {
    const { surface } = this.#set;
    if (!surface.intersect(this.#ray, this.#hit)) return false;
    if (this.#hit.distance > NEAR_SKIN) return true;
    surface.point(this.#hit, this.#point);
    return dot3(this.#point.normal, this.#sun) < 0;
  }
}

/** Shadow rays begin so far above the sheet [mm], and meet the sheet itself again up to here. */
const SKIN = 1e-3;
const NEAR_SKIN = 0.05;
