import type { Chance } from '../core/chance.js';
import { type Arrival, type Rain, type RainedOn, type RainSite, rainStream, steadyCount } from './rain.js';

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

/** The papers' rain: it falls on the glass as it stands, however that is tilted. */
export class UniformRain implements Rain {
  readonly fineDepth = 0;
  readonly #options: UniformRainOptions;
  readonly #surface: RainedOn;
  readonly #stream: number;

  constructor(options: UniformRainOptions, { surface, index }: RainSite) {
    this.#options = options;
    this.#surface = surface;
    this.#stream = rainStream(index);
  }

  aim(): void {}

  count(chance: Chance, step: number, dt: number, present: number): number {
    const { rate, max } = this.#options;
    return steadyCount(chance, this.#stream, step, rate * dt, max - present);
  }

  drop(chance: Chance, step: number, n: number, out: Arrival): void {
    const { small, large, largeShare } = this.#options;
    const [low, high] = chance.uniform(this.#stream, n, step, 2) < largeShare ? large : small;
    const u = chance.uniform(this.#stream, n, step, 0);
    this.#surface.sample(u, chance.uniform(this.#stream, n, step, 1), out);
    out.mass = chance.between(low, high, this.#stream, n, step, 3);
    out.vx = 0;
    out.vy = 0;
  }
}
