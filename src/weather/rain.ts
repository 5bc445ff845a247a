import { type Chance, STREAM } from '../core/chance.js';

/** Rain as a model meets it: so many drops a step, each somewhere and of some mass. */
export interface Rain {
  /** How many drops arrive in this step, with `present` drops on the surface already. */
  count(chance: Chance, step: number, dt: number, present: number): number;
  /** The n-th of them: place in 0–1 of the chart's width and height, and mass [mg], written to `out`. */
  drop(chance: Chance, step: number, n: number, out: Float64Array): void;
}

/** Uniform in space; a share of heavy drops, the rest light (CHEN-4, CHEN-O11). */
export interface UniformRainOptions {
  /** Drops a second over the whole surface. */
  rate: number;
  /** Masses of the light drops, evenly between [mg]. */
  small: readonly [number, number];
  /** Masses of the heavy drops [mg]. */
  large: readonly [number, number];
  /** Share of heavy drops, 0 to 1. */
  largeShare: number;
  /** No more drops arrive while there are this many (Chin's n). */
  max: number;
}

/** The counter that stands for "how many" where a drop's number stands for "which". */
const COUNT = 0xffffffff;

export class UniformRain implements Rain {
  readonly #options: UniformRainOptions;

  constructor(options: UniformRainOptions) {
    this.#options = options;
  }

  count(chance: Chance, step: number, dt: number, present: number): number {
    const room = this.#options.max - present;
    if (room <= 0) return 0;
    return Math.min(room, chance.poisson(this.#options.rate * dt, STREAM.spawn, COUNT, step));
  }

  drop(chance: Chance, step: number, n: number, out: Float64Array): void {
    const { small, large, largeShare } = this.#options;
    const [low, high] = chance.uniform(STREAM.spawn, n, step, 2) < largeShare ? large : small;
    out[0] = chance.uniform(STREAM.spawn, n, step, 0);
    out[1] = chance.uniform(STREAM.spawn, n, step, 1);
    out[2] = chance.between(low, high, STREAM.spawn, n, step, 3);
  }
}

/** A dry day. */
export const NO_RAIN: Rain = { count: () => 0, drop: () => {} };
