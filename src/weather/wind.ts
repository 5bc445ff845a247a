import { type Chance, STREAM } from '../core/chance.js';
import { pow, sin } from '../core/math.js';
import type { StateVisitor } from '../core/state-visitor.js';
import type { Place } from '../surface/surface.js';
import { type Pull, SteadyWind, type WindOptions, type WindSite } from './steady-wind.js';
import { createWindField, GrowingLayer, type WindField } from './wind-field.js';

const AIR = new Float64Array(2);
const MEAN = new Float64Array(2);

/** The wind with gusts, and with a field where it is faster or turned aside. */
export class Wind extends SteadyWind {
  readonly #gusts: BandNoise | null;
  readonly #field: WindField | null;
  readonly #layer: GrowingLayer | null;
  readonly #site: WindSite;
  readonly #local = new Float64Array(2);
  readonly #watch: GustWatch;

  constructor(options: WindOptions, site: WindSite, chance: Chance) {
    super(options, site);
    const { gusts, field, speed, layerGrowth } = this.options;
    const isGusty = gusts !== null && gusts.strength > 0 && speed > 0;
    this.#gusts = isGusty ? new BandNoise(chance, STREAM.gust, 0, 1 / gusts.slowest, 1 / gusts.fastest) : null;
    this.#field = field && createWindField(field);
    this.#layer = layerGrowth > 0 ? new GrowingLayer(layerGrowth, site) : null;
    this.#watch = new GustWatch(this.canTurn);
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
    if (!this.#field && !this.#layer) {
      super.force(place, front, height, out);
      return;
    }
    const drag = this.drag(front, height, this.speed, this.#thickAt(place));
    if (!this.#field) {
      this.airAt(place, out);
      out[0] *= drag;
      out[1] *= drag;
      return;
    }
    const local = this.#local;
    const size = this.#askField(place);
    this.airAt(place, out);
    const [x, y] = out;
    out[0] = drag * size * (local[0] * x - local[1] * y);
    out[1] = drag * size * (local[0] * y + local[1] * x);
  }

  /** Largest drag on a drop at a place, from any side, over |a|² of the air's velocity a: for `force`'s front and height. */
  mostDrag(place: Place, front: number, height: number): number {
    const size = this.#field ? this.#askField(place) : 1;
    return this.drag(front, height, 1, this.#thickAt(place)) * size * size;
  }

  override testedAll(): void {
    this.#watch.restart(this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  override noteStill(place: Place, front: number, height: number, pull: Readonly<Pull>, held: number): void {
    const { speed } = this;
    const local = this.#local;
    const size = this.#field ? this.#askField(place) : 1;
    // The drag's direction, as `force` has it.
    this.airAt(place, AIR);
    const [x, y] = AIR;
    const alongX = this.#field ? (local[0] * x - local[1] * y) / size : x;
    const alongY = this.#field ? (local[0] * y + local[1] * x) / size : y;
    const along = pull.force * (pull.x * alongX + pull.y * alongY);
    const weight = this.drag(front, height, 1, this.#thickAt(place)) * size * size;
    this.#watch.note(pull.force, along, held, weight, speed * speed * this.x, speed * speed * this.y);
  }

  override get shakes(): boolean {
    if (!this.gusty) return false;
    return this.#watch.isPassed(this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  override visit(visitor: Pick<StateVisitor, 'number'>): void {
    if (this.gusty) this.#watch.visit(visitor);
  }

  /** δ at a place over that in the middle of its chart. */
  #thickAt(place: Place): number {
    if (!this.#layer) return 1;
    this.meanAirOn(place.chart, MEAN);
    return this.#layer.at(place, MEAN);
  }

  /** Writes the mean air along a chart in its middle: gusts do not change over which edge the air comes. */
  protected meanAirOn(_chart: number, out: Float64Array): void {
    this.meanAir(out);
  }

  /** May its direction change with a gust? */
  protected get canTurn(): boolean {
    return this.options.vehicle !== 0;
  }

  /** Fills `local` with the air at a place over the free air, and returns its speed over the free air's. */
  #askField({ chart, x, y }: Place): number {
    const local = this.#local;
    const { width, height } = this.#site.charts[chart];
    this.#field?.at(x / (width / 2) - 1, y / (height / 2) - 1, local);
    return Math.sqrt(local[0] * local[0] + local[1] * local[1]);
  }
}

/** How many waves a noise is made of: enough that its values are nearly normal, few enough to cost nothing. */
const WAVES = 16;

/**
 * Noise in a band of frequencies: a sum of waves of equal size whose frequencies lie evenly by octave, one in each of
 * `WAVES` equal parts of the band, with random place and phase. Mean 0, standard deviation 1 over a long time. It is a
 * function of time and seed alone, so that there is nothing to save and any instant can be computed.
 */
export class BandNoise {
  readonly #frequency = new Float64Array(WAVES);
  readonly #phase = new Float64Array(WAVES);

  /** @param low and high ends of the band [1/s] */
  constructor(chance: Chance, stream: number, id: number, low: number, high: number) {
    for (let n = 0; n < WAVES; n++) {
      const part = (n + chance.uniform(stream, id, n, 0)) / WAVES;
      this.#frequency[n] = low * pow(high / low, part);
      this.#phase[n] = chance.uniform(stream, id, n, 1);
    }
  }

  /** The noise at `time` [s]. */
  at(time: number): number {
    let sum = 0;
    for (let n = 0; n < WAVES; n++) {
      const turns = this.#frequency[n] * time + this.#phase[n];
      sum += sin(2 * Math.PI * (turns - Math.floor(turns)));
    }
    return sum * Math.sqrt(2 / WAVES);
  }
}

/**
 * Keeps how far the wind may change before a still drop may let go, so that not every drop has to be tested in every
 * step. The wind is a vector q = |a|·a of the air's velocity a; the drag on a drop is its weight times q, so that it is
 * known at which q friction is overcome. If the wind keeps its direction, q may grow and fall to known values.
 * If a vehicle drives into it, its direction changes, and a pull grows by at most weight·|Δq|. The bounds are never too wide,
 * and testing more often than needed changes nothing.
 */
export class GustWatch {
  readonly #turns: boolean;
  /** The wind when all drops were tested. */
  #x = 0;
  #y = 0;
  /** How much stronger and how much weaker it may be; how far from that in any direction, if it turns. */
  #more = Number.POSITIVE_INFINITY;
  #less = Number.POSITIVE_INFINITY;

  /** @param turns can the wind change its direction? */
  constructor(turns: boolean) {
    this.#turns = turns;
  }

  /** All still drops are tested now, with the wind at (x, y). */
  restart(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#more = Number.POSITIVE_INFINITY;
    this.#less = Number.POSITIVE_INFINITY;
  }

  /**
   * Notes a drop at rest: `pull` acts on it, of which `along` is along the drag, friction holds up to `held` [mg·mm/s²], and
   * the wind is (x, y); `weight` is its drag over |q|.
   */
  note(pull: number, along: number, held: number, weight: number, x: number, y: number): void {
    if (this.#turns) {
      this.#narrow(((held - pull) / weight) * CAREFUL - this.#distance(x, y), Number.POSITIVE_INFINITY);
      return;
    }
    // A drop that does not hold now must be tested at once.
    if (pull > held) {
      this.#narrow(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
      return;
    }
    // Where pull² + 2·along·Δ + Δ² = held².
    const root = Math.sqrt(along * along + (held - pull) * (held + pull));
    const grown = this.#growth(x, y);
    this.#narrow(((root - along) / weight) * CAREFUL + grown, ((root + along) / weight) * CAREFUL - grown);
  }

  /** Has the wind changed so much that a drop may let go? */
  isPassed(x: number, y: number): boolean {
    if (this.#turns) return this.#distance(x, y) >= this.#more;
    const grown = this.#growth(x, y);
    return grown >= this.#more || -grown >= this.#less;
  }

  /** Visits the state, for saving, loading and hashing. */
  visit(visitor: Pick<StateVisitor, 'number'>): void {
    this.#x = visitor.number(this.#x);
    this.#y = visitor.number(this.#y);
    this.#more = visitor.number(this.#more, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    this.#less = visitor.number(this.#less, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  #narrow(more: number, less: number): void {
    if (more < this.#more) this.#more = more;
    if (less < this.#less) this.#less = less;
  }

  #distance(x: number, y: number): number {
    const dx = x - this.#x;
    const dy = y - this.#y;
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** How much stronger the wind is than when all drops were tested. */
  #growth(x: number, y: number): number {
    return Math.sqrt(x * x + y * y) - Math.sqrt(this.#x * this.#x + this.#y * this.#y);
  }
}

/** Slightly below 1, so that rounding never keeps a drop from being tested. */
const CAREFUL = 1 - 1e-9;
