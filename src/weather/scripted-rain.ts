import type { Chance } from '../core/chance.js';
import { type Arrival, type PlacedDrop, type Rain, type RainSite, rainStream } from './rain.js';

/** A drop of scripted rain. */
export interface ScriptedDrop extends Omit<PlacedDrop, 'chart'> {
  /** Number of the chart that it lands on, from 0. Default 0. */
  readonly chart?: number;
  /** When it arrives [s], 0 to 1000000, and before the list starts again. */
  readonly t: number;
}

/** A billionth of a step early is in time: 0.1 s is the start of step 20 of 5 ms, however 0.1 is rounded. */
export const STEP_SLACK = 1e-9;
/** Rounds of the script that one step can meet: the one it is in, the one before and the one after. */
const ROUNDS = 3;

/** Rain from a list of times, places and masses. A drop arrives in the step during which its time comes. */
export class ScriptedRain implements Rain {
  /** By time; drops of the same time in the order they came. */
  readonly #drops: readonly ScriptedDrop[];
  /** Length of a round [s]; Infinity if there is only one. */
  readonly #period: number;
  /** First drop of the step in each round, and how many. */
  readonly #first = new Uint32Array(ROUNDS);
  readonly #many = new Uint32Array(ROUNDS);

  /** @param repeat length of a round [s], at least a step, or null for a single one */
  constructor(drops: readonly ScriptedDrop[], repeat: number | null) {
    this.#drops = [...drops].sort((a, b) => a.t - b.t);
    this.#period = repeat ?? Number.POSITIVE_INFINITY;
  }

  fineDepthOn(): number {
    return 0;
  }

  aim(): void {}

  count(_chance: Chance, step: number, dt: number, _present: number): number {
    const round = Math.floor((step * dt) / this.#period);
    let all = 0;
    for (let n = 0; n < ROUNDS; n++) {
      const start = round + n - 1 === 0 ? 0 : (round + n - 1) * this.#period;
      const isRound = start >= 0 && start < Number.POSITIVE_INFINITY;
      this.#first[n] = isRound ? this.#firstFrom(step, dt, start) : 0;
      this.#many[n] = isRound ? this.#firstFrom(step + 1, dt, start) - this.#first[n] : 0;
      all += this.#many[n];
    }
    return all;
  }

  drop(_chance: Chance, _step: number, n: number, out: Arrival): void {
    let left = n;
    let round = 0;
    while (left >= this.#many[round]) left -= this.#many[round++];
    const drop = this.#drops[this.#first[round] + left];
    out.chart = drop.chart ?? 0;
    out.x = drop.x;
    out.y = drop.y;
    out.mass = drop.mass;
    out.vx = drop.vx;
    out.vy = drop.vy;
  }

  /** The first drop that arrives in `step` or later, in the round that begins at `start` [s]. */
  #firstFrom(step: number, dt: number, start: number): number {
    let low = 0;
    let high = this.#drops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Math.floor((start + this.#drops[middle].t) / dt + STEP_SLACK) < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Drops that come off an edge, such as a gutter or the rubber of a window, at a few places of it. */
export interface DripsOptions {
  /** The chart of the edge, and its ends on it [mm]. */
  chart: number;
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  /** How many places drip. */
  places: number;
  /** Mean time between two drops of a place [s], at least a step. */
  period: number;
  /** Range within which a drop may come early or late, as a share of the period, 0 to 1. */
  jitter: number;
  /** Smallest and largest mass [mg]. */
  mass: readonly [number, number];
}

/** Uses of random numbers: of a place, and of a place's k-th drop. */
const PLACE = 0;
const PHASE = 1;
const JITTER = 2;
const MASS = 3;
/** Stands for a drop's number in random numbers of a whole place. */
const EVER = 0xffffffff;
/** Drops of one place that a step can meet, as a step is no longer than the period and jitter no more than one. */
const CANDIDATES = 4;

export class Drips implements Rain {
  readonly #options: DripsOptions;
  readonly #stream: number;
  /** The drops of the step: the number of the place, and of the drop at that place. */
  readonly #place: Uint32Array;
  readonly #nth: Uint32Array;

  constructor(options: DripsOptions, { index }: Pick<RainSite, 'index'>) {
    this.#options = options;
    this.#stream = rainStream(index);
    this.#place = new Uint32Array(CANDIDATES * options.places);
    this.#nth = new Uint32Array(CANDIDATES * options.places);
  }

  fineDepthOn(): number {
    return 0;
  }

  aim(): void {}

  count(chance: Chance, step: number, dt: number, _present: number): number {
    const { places, period, jitter } = this.#options;
    let count = 0;
    for (let place = 0; place < places; place++) {
      const phase = chance.uniform(this.#stream, place, EVER, PHASE);
      const near = Math.floor((step * dt) / period - phase) - 1;
      for (let k = Math.max(0, near); k < near + CANDIDATES; k++) {
        // Half the jitter to either side, and never before the start.
        const shift = phase + jitter * (chance.uniform(this.#stream, place, k, JITTER) - 0.5);
        const time = Math.max(0, k + shift) * period;
        if (Math.floor(time / dt + STEP_SLACK) !== step) continue;
        this.#place[count] = place;
        this.#nth[count] = k;
        count += 1;
      }
    }
    return count;
  }

  drop(chance: Chance, _step: number, n: number, out: Arrival): void {
    const { from, to, mass } = this.#options;
    const place = this.#place[n];
    const along = chance.uniform(this.#stream, place, EVER, PLACE);
    out.chart = this.#options.chart;
    out.x = from[0] + along * (to[0] - from[0]);
    out.y = from[1] + along * (to[1] - from[1]);
    out.mass = chance.between(mass[0], mass[1], this.#stream, place, this.#nth[n], MASS);
    out.vx = 0;
    out.vy = 0;
  }
}
