/**
 * Light in a drop: from where a ray enters the water to where it leaves it, by refraction and reflection at its surface and
 * at the sheet below. All in the sheet's own plane: x and y of the chart [mm], z out of the sheet, water from z = 0 to the
 * height of the water map. The sheet's faces are parallel, so behind them only the way to the air beyond matters.
 *
 *     surface   c = d·n, F = F(c, N):   a ray of weight (1 − F) leaves, one of weight F turns back
 *     sheet     N·sin ≥ 1: all turns back; else it leaves to the dry side.   mirror: all turns back
 *
 * Weights that leave add up to the weight that came in. Of a ray that has lost nearly all of its weight the rest goes the way
 * of its stronger part.
 */
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { refract } from '../../optics/refract.js';
import { LOOK } from '../picture/look.js';
import { roomLight } from '../picture/shade.js';
import { SAMPLE, type WaterMap } from '../water/water-map.js';

/** A ray that leaves a drop: where, which way, with what weight, and by how much its cone grows [mm a mm]. */
export const EXIT = { x: 0, y: 1, z: 2, dx: 3, dy: 4, dz: 5, weight: 6, spread: 7, size: 8 } as const;

/** A ray in the water, or about to enter it. */
export interface WaterRay {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
  /** Width of its cone [mm], and by how much it grows in the air [mm a mm]. */
  width: number;
  spread: number;
  /** Are heights followed? Else water is as thin as the pane renderers take it: a ray leaves where it enters. */
  relief: boolean;
}

/** How the water is bounded. */
export interface Bounds {
  readonly water: WaterMap;
  /** Does the sheet below reflect all? */
  readonly isMirror: boolean;
  /** Does the surface reflect the room of the pane's pictures (look.ts, 6), and not what is there? */
  readonly room: boolean;
  /** Is the water a texture, which lies flat for many samples? Drops that are lower than a sample is wide are narrow too. */
  readonly isTexture: boolean;
}

/** What level water lets through at right angles. */
const LEVEL = 1 - fresnel(1, WATER_INDEX);
/** Rays that leave one drop at most: one a bounce, and the last one. */
const MOST_BOUNCES = 4;
/** A turned ray of less weight than this is not followed on its own. */
const LEAST_WEIGHT = 0.05;
/** Steps that a ray takes through the water before it counts as lost in it, and their length [mm]. */
const MOST_STEPS = 48;
const LEAST_STEP = 0.02;
const MOST_STEP = 1;
/** Steps that close in on the surface, until it is as near as this [mm]. */
const CLOSING = 5;
const NEAR = 1e-4;
/** Beside a drop that is lower than this share of a sample's width the next sample meets other water. */
const COARSE = 1;
/** Spread of a ray whose neighbours see something else altogether. */
const LONELY = 0.2;

/** Follows rays through drops; one is enough for all, one after another. */
export class SheetPaths {
  readonly exits = new Float64Array(EXIT.size * (MOST_BOUNCES + 1));
  /** How many rays left. */
  count = 0;
  /** Light of the room that the surface reflected, over the mean of the surroundings. */
  room = 0;
  /** The water where a ray enters; the caller writes it. */
  readonly sample = new Float64Array(SAMPLE.size);
  readonly #beside = new Float64Array(SAMPLE.size);
  readonly #ray: WaterRay = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0, width: 0, spread: 0, relief: true };
  readonly #out = new Float64Array(3);
  readonly #out2 = new Float64Array(3);
  readonly #way = new Float64Array(3);

  /** A ray from the air on the dry side, which has come through the sheet to its wet face: z = 0. */
  fromDry(bounds: Bounds, ray: WaterRay): void {
    this.count = 0;
    this.room = 0;
    const inside = Object.assign(this.#ray, ray);
    inside.dx = ray.dx / WATER_INDEX;
    inside.dy = ray.dy / WATER_INDEX;
    inside.dz = Math.sqrt(1 - inside.dx * inside.dx - inside.dy * inside.dy);
    this.#follow(bounds, inside, 1);
  }

  /** A ray from the air on the wet side that meets the water's surface where it is. */
  fromWet(bounds: Bounds, ray: WaterRay): void {
    this.count = 0;
    this.room = 0;
    const [gx, gy] = [this.sample[SAMPLE.gx], this.sample[SAMPLE.gy]];
    const per = 1 / Math.sqrt(1 + gx * gx + gy * gy);
    // The normal that points into the water.
    const [nx, ny, nz] = [gx * per, gy * per, -per];
    const c = ray.dx * nx + ray.dy * ny + ray.dz * nz;
    if (c <= 0) {
      // A slope that looks away, which the ray can only meet by rounding: it grazes.
      this.#leave(ray, ray.dx, ray.dy, ray.dz, 1, ray.spread);
      return;
    }
    const bend = this.#bendBeside(bounds, ray, gx, gy);
    const reflected = fresnel(c, 1 / WATER_INDEX);
    const spread = ray.spread + 2 * bend;
    this.#leave(ray, ray.dx - 2 * c * nx, ray.dy - 2 * c * ny, ray.dz - 2 * c * nz, reflected, spread);
    const inside = Object.assign(this.#ray, ray);
    this.#refract(ray.dx, ray.dy, ray.dz, [nx, ny, nz], 1 / WATER_INDEX, this.#out);
    [inside.dx, inside.dy, inside.dz] = this.#out;
    inside.spread = ray.spread + bend * (1 - 1 / WATER_INDEX);
    this.#follow(bounds, inside, 1 - reflected);
  }

  #refract(dx: number, dy: number, dz: number, normal: readonly number[], eta: number, out: Float64Array): boolean {
    const way = this.#way;
    way[0] = dx;
    way[1] = dy;
    way[2] = dz;
    return refract(way, normal, eta, out);
  }

  #isLonely({ isTexture }: Bounds, { relief, width }: WaterRay): boolean {
    return !relief && !isTexture && width > COARSE * this.sample[SAMPLE.height];
  }

  /** How fast the normal turns across the cone's width, as an angle. */
  #bendBeside(bounds: Bounds, ray: WaterRay, gx: number, gy: number): number {
    if (this.#isLonely(bounds, ray)) return LONELY;
    const { water } = bounds;
    const { x, y, width } = ray;
    const beside = this.#beside;
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for (let axis = 0; axis < 2; axis++) {
      const wet = water.at(axis === 0 ? x + width : x, axis === 0 ? y : y + width, width, beside);
      const [hx, hy] = [beside[SAMPLE.gx] - gx, beside[SAMPLE.gy] - gy];
      const turned = wet ? Math.min(LONELY, Math.sqrt(hx * hx + hy * hy) / (1 + gx * gx + gy * gy)) : LONELY;
      least = Math.min(least, turned);
      most = Math.max(most, turned);
    }
    return Math.max(least, most / LOOK.anisotropy);
  }

  /** From inside the water to the air, with all that turns back on the way. */
  #follow(bounds: Bounds, ray: WaterRay, given: number): void {
    let weight = given;
    // A mirror turns light back once on its way, in an order that the eye still sees.
    const orderly = bounds.isMirror ? 1 : 0;
    for (let bounce = 0; bounce < MOST_BOUNCES; bounce++) {
      if (this.#toSurface(bounds, ray)) {
        weight = this.#throughSurface(bounds, ray, weight, bounce > orderly);
        if (weight === 0) return;
        continue;
      }
      // It has come down to the sheet.
      const sine2 = WATER_INDEX * WATER_INDEX * (ray.dx * ray.dx + ray.dy * ray.dy);
      if (!bounds.isMirror && sine2 < 1) {
        this.#leave(ray, WATER_INDEX * ray.dx, WATER_INDEX * ray.dy, -Math.sqrt(1 - sine2), weight, ray.spread);
        return;
      }
      ray.dz = -ray.dz;
    }
    // Light that is caught in a drop leaves somewhere, in an unknown direction.
    this.#leave(ray, ray.dx, ray.dy, ray.dz, weight, Math.max(ray.spread, 1));
  }

  /**
   * Refracts what leaves and turns the rest back; returns its weight, 0 if it is not worth following. Light that was turned back
   * before (`turned`) comes from all over the place.
   */
  #throughSurface(bounds: Bounds, ray: WaterRay, weight: number, turned: boolean): number {
    const [gx, gy] = [this.sample[SAMPLE.gx], this.sample[SAMPLE.gy]];
    const per = 1 / Math.sqrt(1 + gx * gx + gy * gy);
    const [nx, ny, nz] = [-gx * per, -gy * per, per];
    const c = ray.dx * nx + ray.dy * ny + ray.dz * nz;
    // By rounding a ray may come to the surface from behind: it goes on as it is.
    const reflected = c <= 0 ? 0 : fresnel(Math.min(1, c), WATER_INDEX);
    // The pane's pictures measure light over what level water lets through.
    const share = bounds.room ? Math.min(1, (1 - reflected) / LEVEL) : 1 - reflected;
    if (share > 0) {
      const out = this.#out;
      if (c <= 0 || !this.#refract(ray.dx, ray.dy, ray.dz, [nx, ny, nz], WATER_INDEX, out)) {
        out[0] = ray.dx;
        out[1] = ray.dy;
        out[2] = ray.dz;
      }
      const left = !bounds.room && weight * reflected < LEAST_WEIGHT ? weight : weight * share;
      const spread = turned ? ray.spread + LONELY : this.#spreadBeside(bounds, ray, out);
      this.#leave(ray, out[0], out[1], out[2], left, spread);
      if (left === weight) return 0;
    }
    if (bounds.room) {
      this.room += weight * (1 - share) * roomLight(gx, gy);
      return 0;
    }
    ray.spread += turned ? LONELY : 2 * this.#bendBeside(bounds, ray, gx, gy);
    ray.dx -= 2 * c * nx;
    ray.dy -= 2 * c * ny;
    ray.dz -= 2 * c * nz;
    return weight * reflected;
  }

  /** How far apart, as an angle, two rays leave that come in beside each other, a cone's width apart (look.ts, 5). */
  #spreadBeside(bounds: Bounds, ray: WaterRay, out: Float64Array): number {
    if (this.#isLonely(bounds, ray)) return LONELY;
    const { water } = bounds;
    const { x, y, dx, dy, dz, width, spread } = ray;
    const beside = this.#beside;
    const other = this.#out2;
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    const apart = spread / WATER_INDEX;
    for (let axis = 0; axis < 2; axis++) {
      const wet = water.at(axis === 0 ? x + width : x, axis === 0 ? y : y + width, width, beside);
      const [gx, gy] = [beside[SAMPLE.gx], beside[SAMPLE.gy]];
      const per = 1 / Math.sqrt(1 + gx * gx + gy * gy);
      const [ex, ey] = [axis === 0 ? dx + apart : dx, axis === 0 ? dy : dy + apart];
      let step = LONELY;
      if (wet && this.#refract(ex, ey, dz, [-gx * per, -gy * per, per], WATER_INDEX, other)) {
        const [sx, sy, sz] = [other[0] - out[0], other[1] - out[1], other[2] - out[2]];
        step = Math.min(LONELY, Math.sqrt(sx * sx + sy * sy + sz * sz));
      }
      least = Math.min(least, step);
      most = Math.max(most, step);
    }
    return Math.max(least, most / LOOK.anisotropy);
  }

  #leave({ x, y, z }: WaterRay, dx: number, dy: number, dz: number, weight: number, spread: number): void {
    const at = EXIT.size * this.count;
    const { exits } = this;
    exits[at + EXIT.x] = x;
    exits[at + EXIT.y] = y;
    exits[at + EXIT.z] = z;
    exits[at + EXIT.dx] = dx;
    exits[at + EXIT.dy] = dy;
    exits[at + EXIT.dz] = dz;
    exits[at + EXIT.weight] = weight;
    exits[at + EXIT.spread] = spread;
    this.count += 1;
  }

  /**
   * Moves a ray that is in the water to where it meets the surface, and samples the water there. False if it meets the sheet
   * first, where it then is.
   */
  #toSurface({ water }: Bounds, ray: WaterRay): boolean {
    const { sample } = this;
    const { x, y, z, dx, dy, dz, width } = ray;
    if (!ray.relief) return dz > 0;
    /** How far below the surface the ray is after a way t. */
    const below = (t: number) => {
      water.at(x + t * dx, y + t * dy, width, sample);
      return sample[SAMPLE.height] - z - t * dz;
    };
    const floor = dz < 0 ? z / -dz : Number.POSITIVE_INFINITY;
    let near = 0;
    let deep = sample[SAMPLE.height] - z;
    // After turning back at the surface it is on it: the first step must lead away.
    let t = 0;
    for (let n = 0; n < MOST_STEPS; n++) {
      const closing = dz - sample[SAMPLE.gx] * dx - sample[SAMPLE.gy] * dy;
      const guess = closing > 0 && deep > 0 ? deep / closing : MOST_STEP;
      t = Math.min(floor, near + Math.min(MOST_STEP, Math.max(LEAST_STEP, guess)));
      const there = below(t);
      if (there <= 0) break;
      if (t === floor) {
        moveTo(ray, t);
        ray.z = 0;
        return false;
      }
      near = t;
      deep = there;
    }
    // Between near, in the water, and t, in the air, by halves and chords in turn.
    let far = t;
    let high = below(far);
    for (let n = 0; n < CLOSING && deep > NEAR; n++) {
      const share = n % 2 === 0 && deep > high ? deep / (deep - high) : 0.5;
      t = near + (far - near) * share;
      const there = below(t);
      if (there > 0) [near, deep] = [t, there];
      else [far, high] = [t, there];
      if (Math.abs(there) < NEAR) break;
    }
    // Just outside an upright rim there is no water, and no slope.
    if (sample[SAMPLE.cover] === 0) below(near);
    moveTo(ray, t);
    return true;
  }
}

function moveTo(ray: WaterRay, t: number): void {
  ray.x += t * ray.dx;
  ray.y += t * ray.dy;
  ray.z += t * ray.dz;
}
