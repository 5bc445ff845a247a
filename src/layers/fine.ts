import { ALL_SCENES, RECORDS } from '../core/build-flags.js';
import { type Chance, STREAM, streamOn } from '../core/chance.js';
import { FINE_QUANTUM, fineWater, lotAfter } from '../core/fine-caps.js';
import type { FineView, LayerMap } from '../core/frame.js';
import { exp, pow } from '../core/math.js';
import { capRadius } from '../core/profile.js';
import type { StateVisitor } from '../core/state-visitor.js';
import { WATER_DENSITY } from '../core/units.js';
import type { Chart } from '../surface/surface.js';
import { CONCENTRATION, sizeSlope, sphereMass } from '../weather/marshall-palmer.js';
import { type Arrival, createArrival } from '../weather/rain.js';
import { gainOf, gainsDiffer, setGains } from './fine-bands.js';
import { type Covered, LayerCells, lowestBit, stepsBetweenUpdates, UNCOVERED } from './layer-cells.js';
import type { LayerRegion } from './region.js';

/** The layer of fine still drops (NAK-1, NAK-12). */
export interface FineOptions {
  readonly seed: number;
  /** Drops where the layer is whole [1/mm²]. */
  readonly density: number;
  /** [mm] */
  readonly cellSize: number;
  /** Largest diameter in the air [mm]. */
  readonly largest: number;
  /** Rain that decides the sizes [mm/s]. */
  readonly rainRate: number;
  /** Contact angle of the caps [rad]. */
  readonly contactAngle: number;
  /**
   * Time constant of the refill [s]; null: from the flux of small drops at `rainRate`; 'rain': as fast as the rain brings
   * them, whichever way the glass stands; Infinity: none.
   */
  readonly refill: number | 'rain' | null;
  /** Amount everywhere at the start, 0 to 1. */
  readonly wetAtStart: number;
  /** Do fine drops grow in the rain, and become drops from `largest` on? Default false. */
  readonly grow?: boolean;
}

/** The step in which fine drops grow. */
export interface Growing {
  readonly chance: Chance;
  readonly step: number;
  readonly dt: number;
}

/** Half the diagonal of a cell of side 1, rounded up: no cap that stands in the way is missed. */
const HALF_DIAGONAL = 0.7072;
/** Updates of a cell in a time constant. Its caps still come one by one. */
const VISITS = 8;
/** A layer of hardly any drops would be full at once; no refill is faster than this [s]. */
const FASTEST = 0.1;
/** Parts of an amount in which the next cap's lot is kept, in a byte. */
const LOTS = 255;
/** Bits in which the water of a cell is kept; more than they hold is not. */
const WATER_BITS = 24;
const UNKNOWN = (1 << WATER_BITS) - 1;
/** A drop that grows past the largest gets at least this share of its water from the rain. */
const LEAST_RAIN = 0.02;
/** Nearer to 1 than this is whole: an exponential never arrives. */
const WHOLE = 1 / 256;
const GROWN = /* @__PURE__ */ createArrival();

/**
 * Fine drops as a share of a fixed arrangement of caps a cell (`core/fine-caps.ts`). A drop that runs over a cell takes its
 * caps; the amount comes back as 1 − e^(−t/τ) (NAK-O4) in another arrangement.
 */
export class FineLayer implements FineView {
  readonly seed: number;
  readonly density: number;
  readonly sizeRate: number;
  readonly largest: number;
  readonly cellSize: number;
  spread = 0;
  contactAngle = 0;
  readonly amount: LayerMap<Float32Array>;
  readonly generation: LayerMap<Uint32Array>;
  /** Water in the caps, and all that ever came [mg]; exact sums of quanta. */
  water = 0;
  supplied = 0;

  readonly #chart: Chart;
  readonly #cells: LayerCells;
  readonly #amounts: Float32Array;
  readonly #generations: Uint32Array;
  /**
   * What is known of a cell. The upper byte is the lot of the next cap to come, rounded down to a `LOTS`-th, and 0 if it
   * is not known: most cells have no caps and need not be searched at every update. Below is the water of those that came,
   * in quanta; all ones if it is not known. It follows from the rest, and is neither saved nor hashed.
   */
  readonly #known: Uint32Array;
  /** Which cells have an amount. */
  readonly #wet: Uint32Array;
  #taken = 0;
  #refill = 0;
  #followsRain = false;
  #grows = false;
  /** Water of the whole layer [mg/mm²], from its first use on. */
  #whole = 0;
  #gain = 0;
  #covered: Covered = UNCOVERED;

  constructor(chart: Chart, options: FineOptions) {
    this.seed = options.seed;
    this.density = options.density;
    this.sizeRate = sizeSlope(options.rainRate);
    this.largest = options.largest;
    this.cellSize = options.cellSize;
    this.#chart = chart;
    this.#cells = new LayerCells(chart, options.cellSize);
    this.#amounts = new Float32Array(this.#cells.grid.words).fill(options.wetAtStart);
    this.#generations = new Uint32Array(this.#cells.grid.words);
    this.#known = new Uint32Array(this.#cells.grid.words).fill(UNKNOWN);
    this.#wet = this.#cells.bits();
    this.amount = this.#cells.view(this.#amounts);
    this.generation = this.#cells.view(this.#generations);
    this.configure(options);
    this.water = this.recount();
    this.supplied = this.water;
  }

  /** Time constant of the refill [s]; Infinity if there is none. */
  get refill(): number {
    return this.#refill;
  }

  /** Takes what may change while it runs: the contact angle and the refill. */
  configure({ contactAngle, refill, grow }: Pick<FineOptions, 'contactAngle' | 'refill' | 'grow'>): void {
    this.contactAngle = contactAngle;
    if (ALL_SCENES) this.#grows = grow ?? false;
    // The cap holds the water of the sphere that fell.
    this.spread = capRadius((WATER_DENSITY * Math.PI) / 6, contactAngle);
    this.#followsRain = ALL_SCENES && refill === 'rain';
    const none = Number.POSITIVE_INFINITY;
    this.#refill = refill === 'rain' ? none : (refill ?? this.#refillBy(smallDropFlux(this.sizeRate, this.largest)));
    this.#cells.wakeAll();
  }

  /** How far from a region the middle of a cell may lie that the region touches [mm]. */
  get margin(): number {
    return HALF_DIAGONAL * this.cellSize;
  }

  /** Takes all caps whose cells the region touches and returns their water [mg]. */
  clear(region: LayerRegion): number {
    this.#taken = 0;
    this.#cells.sweep(region, this.margin, this.#amounts, 0, this.#wet, this.#clearCells);
    this.water -= this.#taken;
    return this.#taken;
  }

  /**
   * Lets one step pass, with so much water falling on the glass in small drops [mm/s], band by band where it is not even. Where
   * the model's own water lies nothing grows.
   */
  step(step: number, dt: number, fineDepth: number, covered: Covered, depths?: Float64Array | null): void {
    if (ALL_SCENES && this.#followsRain) this.#refill = this.#refillBy(WATER_DENSITY * fineDepth);
    if (this.#refill === Number.POSITIVE_INFINITY) return;
    const period = stepsBetweenUpdates(this.#refill / VISITS, dt);
    this.#gain = 1 - exp((-period * dt) / this.#refill);
    if (ALL_SCENES) setGains((this.#followsRain && depths) || null, (period * dt) / (this.#refill * fineDepth));
    this.#covered = covered;
    this.#cells.passTime(step, period, this.#grow);
  }

  /**
   * Calls `add` with each drop that grows past the largest in this step, by rain that falls on the drops [mm/s]: its place, and
   * what rain brings to the drops there to make one of the largest size. The model takes those drops when this one lands on them.
   */
  release(growing: Growing, chart: number, fineDepth: number, add: (drop: Arrival) => void): void {
    if (!ALL_SCENES || !this.#grows || fineDepth === 0) return;
    const count = this.#grownIn(growing, chart, fineDepth);
    for (let n = 0; n < count; n++) if (this.#isGrown(growing, chart, n)) add(GROWN);
  }

  /** The water in the caps [mg], counted cell by cell. */
  recount(): number {
    const { columns, words } = this.#cells.grid;
    let sum = 0;
    for (let cell = 0; cell < words; cell++) {
      const row = Math.floor(cell / columns);
      sum += fineWater(this, 0, this.#amounts[cell], this.#generations[cell], cell - row * columns, row);
    }
    return sum;
  }

  visit(visitor: StateVisitor): void {
    if (!RECORDS) return;
    const { grid } = this.#cells;
    this.water = visitor.number(this.water);
    this.supplied = visitor.number(this.supplied, 0);
    visitor.map(new Uint32Array(this.#amounts.buffer), 0, grid);
    visitor.map(this.#generations, 0, grid);
    if (!visitor.loads) return;
    visitor.check(this.#amounts.every((amount) => amount >= 0 && amount <= 1));
    visitor.check(this.recount() === this.water);
    this.#known.fill(UNKNOWN);
    this.#wet.fill(-1);
    this.#cells.wakeAll();
  }

  /** The time constant with which a flux [mg/(mm² s)] fills the layer, bare glass at first [s]. */
  #refillBy(flux: number): number {
    return flux > 0 ? Math.max(FASTEST, this.#wholeMass() / flux) : Number.POSITIVE_INFINITY;
  }

  #wholeMass(): number {
    this.#whole ||= layerMass(this.density, this.sizeRate, this.largest);
    return this.#whole;
  }

  /**
   * How many places rain hits in a step where a fine drop is about to grow past the largest, were the layer whole (NAK-1): rain that
   * falls on the drops of a whole layer [mm/s] makes them grow, and each takes `largest` in all. Random, but on average all
   * of that water.
   */
  #grownIn({ chance, step, dt }: Growing, chart: number, fineDepth: number): number {
    const { width, height } = this.#chart;
    const brought = sphereMass(this.largest) - this.#wholeMass() * this.cellSize * this.cellSize;
    const mean =
      (WATER_DENSITY * fineDepth * width * height * dt) / Math.max(LEAST_RAIN * sphereMass(this.largest), brought);
    return chance.poisson(mean, streamOn(STREAM.growth, chart), 0, step);
  }

  /** Writes the n-th of them to `GROWN`. False where the glass is bare, and the rain only fills it. */
  #isGrown({ chance, step }: Growing, chart: number, n: number): boolean {
    const stream = streamOn(STREAM.growth, chart);
    const { columns, rows } = this.#cells.grid;
    GROWN.chart = chart;
    GROWN.x = chance.uniform(stream, n + 1, step, 0) * this.#chart.width;
    GROWN.y = chance.uniform(stream, n + 1, step, 1) * this.#chart.height;
    GROWN.vx = 0;
    GROWN.vy = 0;
    const col = Math.min(columns - 1, Math.floor(GROWN.x / this.cellSize));
    const row = Math.min(rows - 1, Math.floor(GROWN.y / this.cellSize));
    const cell = row * columns + col;
    if (chance.uniform(stream, n + 1, step, 2) > this.#amounts[cell]) return false;
    const full = sphereMass(this.largest);
    GROWN.mass = Math.max(LEAST_RAIN * full, full - this.#waterIn(cell, col, row));
    return true;
  }

  readonly #clearCells = (cells: number, first: number, row: number, col: number): void => {
    let taken = 0;
    for (let left = cells; left !== 0; left &= left - 1) {
      const place = lowestBit(left);
      const cell = first + place;
      if (this.#amounts[cell] === 0) continue;
      taken += this.#waterIn(cell, col + place, row);
      this.#amounts[cell] = 0;
      const life = this.#generations[cell] + 1;
      this.#generations[cell] = life;
      // The time of its first cap is computed now, while the cell is in the cache, and not at its next update.
      fineWater(this, 0, 0, life, col + place, row);
      this.#known[cell] = Math.floor(LOTS * lotAfter[0]) << WATER_BITS;
    }
    this.#taken += taken;
  };

  /** The water in a cell [mg]. */
  #waterIn(cell: number, col: number, row: number): number {
    const water = this.#known[cell] & UNKNOWN;
    if (water !== UNKNOWN) return water * FINE_QUANTUM;
    return fineWater(this, 0, this.#amounts[cell], this.#generations[cell], col, row);
  }

  /** The water that comes to a cell whose amount grows to `now` [mg]; also computes when the next cap comes. */
  #receive(cell: number, now: number, col: number, row: number): number {
    const before = this.#waterIn(cell, col, row);
    const came = fineWater(this, this.#amounts[cell], now, this.#generations[cell], col, row);
    const water = Math.min(UNKNOWN, (before + came) / FINE_QUANTUM);
    this.#known[cell] = (Math.floor(LOTS * lotAfter[0]) << WATER_BITS) | water;
    return came;
  }

  readonly #grow = (first: number, end: number, row: number, col: number): boolean => {
    const amounts = this.#amounts;
    const known = this.#known;
    let gain = this.#gain;
    const differ = ALL_SCENES && gainsDiffer();
    const { chartRow, chartCol } = this.#cells;
    let covered = 0;
    let came = 0;
    let isOpen = false;
    for (let cell = first; cell < end; cell++) {
      const share = amounts[cell];
      if (share === 1) continue;
      if (!isOpen) covered = this.#covered(chartRow[row], chartCol, col, col + end - first);
      isOpen = true;
      if (covered & (1 << (cell - first))) continue;
      if (ALL_SCENES && differ) gain = gainOf(this.#cells.grid, row, col + cell - first);
      const grown = Math.fround(share + (1 - share) * gain);
      const now = 1 - grown < WHOLE ? 1 : grown;
      if (now * LOTS >= known[cell] >>> WATER_BITS) came += this.#receive(cell, now, col + cell - first, row);
      amounts[cell] = now;
    }
    if (isOpen) this.#wet[this.#cells.wordOf(row, col)] = -1;
    if (came > 0) {
      this.water += came;
      this.supplied += came;
    }
    return isOpen;
  };
}

// The sizes of small rain drops follow the rain's own law, N(D) = N₀ e^(−ΛD), below a largest diameter.

/**
 * Fall speed 3.78 D^0.67 m/s, D in mm (Atlas & Ulbrich 1977) [mm/s]. Not the rain's `fallSpeed`: that fit of 1973 is good
 * for larger drops, but 0 below 0.11 mm, and the drops of this layer are the small ones. This one goes to 0 with them.
 */
const FALL_SPEED = 3778;
const FALL_EXPONENT = 0.67;
/** Parts of Simpson's rule; twice as many change the flux by less than 1e-4. */
const PARTS = 64;

/** Mean of Dⁿ [mmⁿ] over drops of rate Λ [1/mm] below the largest diameter [mm]. */
export function meanPower(rate: number, largest: number, n: number): number {
  return simpson(largest, (d) => pow(d, n) * exp(-rate * d)) / simpson(largest, (d) => exp(-rate * d));
}

/** Water [mg] on a mm² of a whole layer of `density` drops a mm². */
export function layerMass(density: number, rate: number, largest: number): number {
  return density * WATER_DENSITY * (Math.PI / 6) * meanPower(rate, largest, 3);
}

/** Water [mg/(mm² s)] that falls on a level plane in drops below the largest diameter. */
export function smallDropFlux(rate: number, largest: number): number {
  const falling = (d: number) => CONCENTRATION * exp(-rate * d) * FALL_SPEED * pow(d, FALL_EXPONENT);
  return simpson(largest, (d) => sphereMass(d) * falling(d));
}

/** Integral from 0 to `end` by Simpson's rule. */
function simpson(end: number, f: (d: number) => number): number {
  const h = end / PARTS;
  let sum = f(0) + f(end);
  for (let n = 1; n < PARTS; n++) sum += (n % 2 === 1 ? 4 : 2) * f(n * h);
  return (sum * h) / 3;
}
