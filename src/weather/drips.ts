import type { Chance } from '../core/chance.js';
import { type Arrival, type Rain, type RainSite, rainStream } from './rain.js';
import { STEP_SLACK } from './scripted-rain.js';

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
  /** How far a drop may come early or late, together, as a share of the period, 0 to 1. */
  jitter: number;
  /** Smallest and largest mass [mg]. */
  mass: readonly [number, number];
}

/** What chance is asked for: of a place, and of a place's k-th drop. */
const PLACE = 0;
const PHASE = 1;
const JITTER = 2;
const MASS = 3;
/** The counter of a place where that of a drop would stand. */
const EVER = 0xffffffff;
/** Drops of one place that a step can meet, as a step is no longer than the period and jitter no more than one. */
const CANDIDATES = 4;

export class Drips implements Rain {
  readonly fineDepth = 0;
  readonly #options: DripsOptions;
  readonly #stream: number;
  /** The drops of the step: which place's, and its how manieth. */
  readonly #place: Uint32Array;
  readonly #nth: Uint32Array;

  constructor(options: DripsOptions, { index }: Pick<RainSite, 'index'>) {
    this.#options = options;
    this.#stream = rainStream(index);
    this.#place = new Uint32Array(CANDIDATES * options.places);
    this.#nth = new Uint32Array(CANDIDATES * options.places);
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
