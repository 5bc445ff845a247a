import { type Chance, STREAM } from '../core/chance.js';
import type { StateVisitor } from '../core/state-visitor.js';
import type { Place } from '../surface/surface.js';
import { BandNoise } from './band-noise.js';
import { GustWatch } from './gust-watch.js';
import { type Pull, SteadyWind, type WindSite } from './steady-wind.js';
import { createWindField, type WindField } from './wind-field.js';
import type { WindOptions } from './wind-options.js';

/** The wind with gusts, and with a field where it is faster or turned aside. */
export class Wind extends SteadyWind {
  readonly #gusts: BandNoise | null;
  readonly #field: WindField | null;
  readonly #site: WindSite;
  readonly #local = new Float64Array(2);
  readonly #watch: GustWatch;

  constructor(options: WindOptions, site: WindSite, chance: Chance) {
    super(options, site);
    const { gusts, field, speed } = this.options;
    const isGusty = gusts !== null && gusts.strength > 0 && speed > 0;
    this.#gusts = isGusty ? new BandNoise(chance, STREAM.gust, 0, 1 / gusts.slowest, 1 / gusts.fastest) : null;
    this.#field = field && createWindField(field);
    this.#watch = new GustWatch(this.options.vehicle !== 0);
    this.#site = site;
    this.now(0);
  }

  override get gusty(): boolean {
    return this.#gusts !== null;
  }

  /** Mean speed of the wind times its gust at `time` [s], never below 0 [mm/s]. */
  gustAt(time: number): number {
    const { speed, gusts } = this.options;
    if (!this.#gusts || !gusts) return speed;
    return Math.max(0, speed * (1 + gusts.strength * this.#gusts.at(time)));
  }

  override now(time: number): void {
    this.blow(this.gustAt(time));
  }

  override force(place: Place, front: number, height: number, out: Float64Array): void {
    if (!this.#field) {
      super.force(place, front, height, out);
      return;
    }
    const drag = this.drag(front, height, this.speed);
    const local = this.#local;
    const size = this.#askField(place);
    out[0] = drag * size * (local[0] * this.x - local[1] * this.y);
    out[1] = drag * size * (local[0] * this.y + local[1] * this.x);
  }

  override askedAll(): void {
    this.#watch.restart(this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  override noteStill(place: Place, front: number, height: number, pull: Readonly<Pull>, held: number): void {
    const { speed } = this;
    const local = this.#local;
    const size = this.#field ? this.#askField(place) : 1;
    // The drag's direction, as `force` has it.
    const alongX = this.#field ? (local[0] * this.x - local[1] * this.y) / size : this.x;
    const alongY = this.#field ? (local[0] * this.y + local[1] * this.x) / size : this.y;
    const along = pull.force * (pull.x * alongX + pull.y * alongY);
    const weight = this.drag(front, height, 1) * size * size;
    this.#watch.note(pull.force, along, held, weight, speed * speed * this.x, speed * speed * this.y);
  }

  override get shakes(): boolean {
    if (!this.gusty) return false;
    return this.#watch.isPassed(this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  override visit(visitor: Pick<StateVisitor, 'number'>): void {
    if (this.gusty) this.#watch.visit(visitor);
  }

  /** Fills `local` with the air at a place over the free air, and returns its speed over the free air's. */
  #askField({ chart, x, y }: Place): number {
    const local = this.#local;
    const { width, height } = this.#site.charts[chart];
    this.#field?.at(x / (width / 2) - 1, y / (height / 2) - 1, local);
    return Math.sqrt(local[0] * local[0] + local[1] * local[1]);
  }
}
