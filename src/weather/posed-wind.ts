import type { Chance } from '../core/chance.js';
import { cos, sin } from '../core/math.js';
import { type Pose, toSurface } from '../core/pose.js';
import { createSurfacePoint, type Place, type Surface } from '../surface/surface.js';
import type { WindOptions } from './steady-wind.js';
import { Wind } from './wind.js';

/**
 * Wind in the world, on a surface that stands by its pose: at each place the part of the air's velocity along the surface
 * moves drops. A vehicle drives towards −Z, so its air moves towards +Z. No side lies in the lee of another.
 */
export class PosedWind extends Wind {
  readonly #surface: Surface;
  /** Unit vectors in the world: where the wind blows to, and the one across Z in the plane of both. */
  readonly #towards: Float64Array;
  readonly #aside = new Float64Array(3);
  /** Velocity of the air over its speed, in the world and in the surface's frame. */
  readonly #air = new Float64Array(3);
  readonly #local = new Float64Array(3);
  /** Its part along each planar chart: x, y, … */
  readonly #charts: Float64Array;
  /** The mean air in the middle of each chart along it [mm/s]: x, y, … */
  readonly #means: Float64Array;
  readonly #point = createSurfacePoint();
  #pose: Pose | null = null;

  constructor(options: WindOptions, surface: Surface, chance: Chance) {
    super(options, { charts: surface.charts, tilt: 0, turn: 0 }, chance);
    this.#surface = surface;
    this.#charts = new Float64Array(2 * surface.charts.length);
    this.#means = new Float64Array(2 * surface.charts.length);
    this.#towards = windDirection(this.options.towards, this.options.direction);
    const [x, y] = this.#towards;
    const across = Math.sqrt(x * x + y * y);
    // A wind along Z has no part across it; any direction then does.
    this.#aside.set(across > 0 ? [x / across, y / across, 0] : [1, 0, 0]);
    this.now(0);
  }

  /** The surface stands so from now on; `now` is to follow. */
  turnTo(pose: Pose): void {
    this.#pose = pose;
    if (this.options.layerGrowth > 0) this.#meet(pose);
  }

  override now(time: number): void {
    super.now(time);
    if (#pose in this && this.#pose) this.#project();
  }

  /** Gusts turn the air where a vehicle drives, and the surface always turns what is left of it. */
  protected override get canTurn(): boolean {
    return true;
  }

  /** (x, y) of this wind are the parts of the air's direction aside of Z and along it: what gusts change. */
  protected override blow(wind: number): void {
    // The base class sets a first wind before this one has a direction.
    if (!(#towards in this)) return;
    const { vehicle } = this.options;
    for (let n = 0; n < 3; n++) this.#air[n] = wind * this.#towards[n] + (n === 2 ? vehicle : 0);
    const speed = Math.sqrt(dot(this.#air, this.#air));
    this.speed = speed;
    for (let n = 0; n < 3; n++) this.#air[n] = speed && this.#air[n] / speed;
    this.x = dot(this.#air, this.#aside);
    this.y = this.#air[2];
  }

  protected override airAt(place: Place, out: Float64Array): void {
    const { chart } = place;
    if (this.#surface.charts[chart].isPlanar) {
      out[0] = this.#charts[2 * chart];
      out[1] = this.#charts[2 * chart + 1];
      return;
    }
    this.#surface.point(place, this.#point);
    out[0] = dot(this.#local, this.#point.tangentX);
    out[1] = dot(this.#local, this.#point.tangentY);
  }

  protected override meanAirOn(chart: number, out: Float64Array): void {
    out[0] = this.#means[2 * chart];
    out[1] = this.#means[2 * chart + 1];
  }

  /** Over which edges the mean air comes in this pose. */
  #meet(pose: Pose): void {
    const { speed, vehicle } = this.options;
    const mean = this.#towards.map((part, axis) => speed * part + (axis === 2 ? vehicle : 0));
    toSurface(pose, mean, this.#local);
    this.#surface.charts.forEach(({ width, height }, chart) => {
      this.#surface.point({ chart, x: width / 2, y: height / 2 }, this.#point);
      this.#means[2 * chart] = dot(this.#local, this.#point.tangentX);
      this.#means[2 * chart + 1] = dot(this.#local, this.#point.tangentY);
    });
  }

  #project(): void {
    toSurface(this.#pose as Pose, this.#air, this.#local);
    this.#surface.charts.forEach(({ isPlanar }, chart) => {
      if (!isPlanar) return;
      this.#surface.point({ chart, x: 0, y: 0 }, this.#point);
      this.#charts[2 * chart] = dot(this.#local, this.#point.tangentX);
      this.#charts[2 * chart + 1] = dot(this.#local, this.#point.tangentY);
    });
  }
}

/** Where a wind blows to in the world, a unit vector: as it is given, or as on an upright pane that faces −Z. */
export function windDirection(towards: readonly [number, number, number] | null, direction: number): Float64Array {
  const vector = Float64Array.from(towards ?? [cos(direction), -sin(direction), 0]);
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
