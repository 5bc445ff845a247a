/**
 * Light in drops that are bodies in space (bodies.ts): refraction and reflection at their free surface, and at the sheet below.
 *
 *     both branches   F turns back, 1 − F passes; weights add up to the weight that came in
 *     principal       the branch with the larger share alone, with weight 1 (KAN-13, KAN-O8): from air into water refraction up to
 *                     83.5° of incidence, in water reflection beyond 48.2°
 *     no reflection   refraction alone, with weight 1, unless all is reflected
 */
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { refract } from '../../optics/refract.js';
import { dot3 } from '../../surface/vectors.js';
import { type Bodies, createCrossing } from './bodies.js';
import type { Ceramic } from './ceramic.js';
import { enterWet, leaveDry } from './glass.js';
import { Meeting } from './meeting.js';
import { AWAY, Path, type Rays } from './rays.js';
import type { Setting } from './setting.js';
import type { FoundWater, SheetWater } from './sheet-water.js';

/** Turns of light in one drop, after which it leaves the way it goes. */
const MOST_BOUNCES = 5;
/** A turned ray of less weight than this is not followed on its own. */
const LEAST_WEIGHT = 0.03;
/** Spread of a ray whose neighbours see something else altogether. */
const LONELY = 0.2;
/** A ray that leaves the sheet at more than this slope does not come back to it before it leaves the drop. */
const OUTWARD = 0.1;

export class BodyWater implements SheetWater {
  readonly found: FoundWater = { id: 0, normal: new Float64Array(3) };
  readonly #set: Setting;
  readonly #bodies: Bodies;
  readonly #rays: Rays;
  readonly #ceramic: Ceramic;
  readonly #crossing = createCrossing();
  /** The ray in the water. */
  readonly #inside = new Path();
  readonly #sheet = new Meeting();
  readonly #inwards = new Float64Array(3);
  readonly #out = new Float64Array(3);

  constructor(set: Setting, bodies: Bodies, rays: Rays, ceramic: Ceramic) {
    this.#set = set;
    this.#bodies = bodies;
    this.#rays = rays;
    this.#ceramic = ceramic;
  }

  meetBefore(path: Path, limit: number): number {
    const crossing = this.#crossing;
    if (this.#bodies.isEmpty || !this.#bodies.enter(path, limit, crossing)) return limit;
    const { distance, normal } = crossing;
    this.found.id = crossing.id;
    this.found.normal.set(normal);
    const c = Math.min(1, Math.max(0, -dot3(path.direction, normal)));
    const reflected = this.#shareBack(fresnel(c, 1 / WATER_INDEX));
    const width = path.width + Math.abs(path.spread) * distance;
    const bend = Math.min(LONELY, width / (crossing.radius * Math.max(0.2, c)));
    const inside = this.#inside;
    for (let n = 0; n < 3; n++) inside.origin[n] = path.origin[n] + distance * path.direction[n];
    if (reflected > 0) {
      const mirrored = this.#rays.push(path, path.weight * reflected);
      for (let n = 0; n < 3; n++) mirrored.direction[n] = path.direction[n] + 2 * c * normal[n];
      this.#begin(mirrored, width, path.spread + 2 * bend);
    }
    if (reflected === 1) return distance;
    for (let n = 0; n < 3; n++) this.#inwards[n] = -normal[n];
    refract(path.direction, this.#inwards, 1 / WATER_INDEX, inside.direction);
    inside.width = width;
    inside.spread = path.spread + bend * (1 - 1 / WATER_INDEX);
    inside.weight = path.weight * (1 - reflected);
    this.#follow(path, false);
    return distance;
  }

  /** From the wet side water is met before the sheet; from the dry side it stands on the wet face. */
  cover(meeting: Meeting): number {
    if (!meeting.fromDry || this.#bodies.isEmpty) return 0;
    const { ray, hit, point, across } = meeting;
    const { origin } = this.#inside;
    const [dx, dy] = [ray.x - hit.x, ray.y - hit.y];
    for (let n = 0; n < 3; n++) origin[n] = point.position[n] + dx * point.tangentX[n] + dy * across[n];
    const owner = this.#bodies.ownerAt(origin);
    if (owner < 0) return 0;
    this.found.id = owner;
    this.found.normal.set(point.normal);
    return 1;
  }

  follow(meeting: Meeting, path: Path, weight: number): void {
    const { ray, point, across } = meeting;
    const inside = this.#inside;
    const [dx, dy] = [ray.dx / WATER_INDEX, ray.dy / WATER_INDEX];
    const dz = Math.sqrt(1 - dx * dx - dy * dy);
    for (let n = 0; n < 3; n++) inside.direction[n] = dx * point.tangentX[n] + dy * across[n] + dz * point.normal[n];
    inside.width = ray.width;
    inside.spread = ray.spread;
    const both = !this.#set.principal && this.#set.reflection !== 'none';
    inside.weight = both ? enterWet(this.#set, meeting, path, this.#rays, weight) : weight;
    this.#follow(path, dz > OUTWARD);
  }

  /** How much of the light is followed back from an interface that reflects F. */
  #shareBack(reflected: number): number {
    if (reflected >= 1) return 1;
    if (this.#set.reflection === 'none') return 0;
    if (this.#set.principal) return reflected > 0.5 ? 1 : 0;
    return reflected;
  }

  /** From inside the water to the air, with all that turns back on the way. `outward`: away from the sheet, so it is not met. */
  #follow(path: Path, outward: boolean): void {
    const ray = this.#inside;
    ray.start = AWAY;
    let free = outward;
    for (let bounce = 0; bounce < MOST_BOUNCES; bounce++) {
      const toSheet = free ? Number.POSITIVE_INFINITY : this.#wayToSheet(ray);
      free = false;
      if (this.#bodies.leave(ray, toSheet, this.#crossing)) {
        if (!this.#throughSurface(path, bounce)) return;
      } else if (toSheet === Number.POSITIVE_INFINITY || !this.#atSheet(path, toSheet)) return;
    }
    // Light that is caught in a drop leaves somewhere, in an unknown direction.
    this.#leave(path, ray.direction, ray.weight, 1);
  }

  /** The way to the sheet from its wet side; Infinity if it is not met. */
  #wayToSheet(ray: Path): number {
    const { surface } = this.#set;
    const sheet = this.#sheet;
    if (surface.crossing?.(ray.direction) === 1) return Number.POSITIVE_INFINITY;
    if (!surface.intersect(ray, sheet.hit)) return Number.POSITIVE_INFINITY;
    const { distance } = sheet.hit;
    if (distance < AWAY) return Number.POSITIVE_INFINITY;
    sheet.set(surface, ray, distance);
    return sheet.fromDry ? Number.POSITIVE_INFINITY : distance;
  }

  /** At the free surface: refracts what leaves and turns the rest back; false if nothing of it is worth following. */
  #throughSurface(path: Path, bounce: number): boolean {
    const { distance, normal, radius } = this.#crossing;
    const ray = this.#inside;
    const c = Math.min(1, dot3(ray.direction, normal));
    for (let n = 0; n < 3; n++) ray.origin[n] += distance * ray.direction[n];
    ray.width += Math.abs(ray.spread) * distance;
    // By rounding a ray may come to the surface from behind: it goes on as it is.
    let back = c <= 0 ? 0 : this.#shareBack(fresnel(c, WATER_INDEX));
    if (back < 1 && ray.weight * back < LEAST_WEIGHT) back = 0;
    const bend = bounce > 0 ? LONELY : Math.min(LONELY, ray.width / (radius * Math.max(0.2, c)));
    if (back < 1) {
      const out = this.#out;
      if (c <= 0 || !refract(ray.direction, normal, WATER_INDEX, out)) out.set(ray.direction);
      this.#leave(path, out, ray.weight * (1 - back), ray.spread + bend * (WATER_INDEX - 1));
    }
    if (back === 0) return false;
    for (let n = 0; n < 3; n++) ray.direction[n] -= 2 * c * normal[n];
    ray.spread += 2 * bend;
    ray.weight *= back;
    return true;
  }

  /** At the sheet: on to the dry side, back into the water, or onto what is opaque. True if it goes on in the water. */
  #atSheet(path: Path, distance: number): boolean {
    const set = this.#set;
    const sheet = this.#sheet;
    const ray = this.#inside;
    const { dx, dy, dz } = sheet.ray;
    const { chart } = sheet.hit;
    const { normal, position } = sheet.point;
    if (set.opaque[chart]) {
      this.#ceramic.shadeWet(position, normal, ray.weight);
      return false;
    }
    const sine2 = WATER_INDEX * WATER_INDEX * (dx * dx + dy * dy);
    if (!set.mirrors[chart] && sine2 < 1) {
      const place = [0, 0, 0];
      const way = [WATER_INDEX * dx, WATER_INDEX * dy, -Math.sqrt(1 - sine2)];
      leaveDry(set, place, way);
      const next = sheet.push(this.#rays, path, place, way, ray.weight);
      next.width = ray.width;
      next.spread = ray.spread;
      return false;
    }
    for (let n = 0; n < 3; n++) {
      ray.origin[n] += distance * ray.direction[n];
      ray.direction[n] -= 2 * dz * normal[n];
    }
    return true;
  }

  /** Puts a ray on the stack that leaves the water where the inner one is. */
  #leave(path: Path, direction: Float64Array, weight: number, spread: number): void {
    const next = this.#rays.push(path, weight);
    next.direction.set(direction);
    this.#begin(next, this.#inside.width, spread);
  }

  #begin(next: Path, width: number, spread: number): void {
    const { origin } = this.#inside;
    for (let n = 0; n < 3; n++) next.origin[n] = origin[n] + AWAY * next.direction[n];
    next.width = width;
    next.spread = spread;
    next.side = 1;
  }
}
