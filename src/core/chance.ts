import { cos, exp, log } from './math.js';

/**
 * Random numbers by counter (spec 0.3): each is a hash of its purpose, not the next of a sequence. It depends neither on the
 * order of the drops nor on threads, and switching one feature off does not change the numbers of another.
 */
export const STREAM = {
  spawn: 1,
  affinity: 2,
  direction: 3,
  residual: 4,
  shape: 5,
  noise: 6,
  fine: 7,
  kin: 8,
  growth: 9,
  gust: 21,
  wiper: 22,
} as const;

/** Streams and rains are below this number, so that adding it once for each further chart meets none of them. */
const STREAMS_OF_A_CHART = 1 << 16;

/** The stream of a chart of its own; that of chart 0 is the stream itself. */
export function streamOn(stream: number, chart: number): number {
  return stream + STREAMS_OF_A_CHART * chart;
}

export class Chance {
  readonly #seed: number;
  /** The mean of the last call of `poisson`, and e^−mean: a layer uses the same mean for every cell. */
  #mean = 0;
  #none = 1;

  /** @param seed whole number, 0 to 2³² − 1 */
  constructor(seed: number) {
    this.#seed = mix(seed ^ 0x5bd1e995, 0x9e3779b9);
  }

  /** 32 random bits for use `n` of `stream`, for drop (or cell) `id`, at `step`. */
  bits(stream: number, id: number, step: number, n: number): number {
    return mix(this.of(stream, id, step), n) >>> 0;
  }

  /** The hash that all uses of `stream` for `id` at `step` share. To draw several numbers, pass it to `uniformOf`. */
  of(stream: number, id: number, step: number): number {
    return mix(mix(mix(this.#seed, stream), id), step);
  }

  /** Uniform in the open interval (0, 1). */
  uniform(stream: number, id: number, step: number, n: number): number {
    return uniformOf(this.of(stream, id, step), n);
  }

  /** Uniform between `low` and `high`. */
  between(low: number, high: number, stream: number, id: number, step: number, n: number): number {
    return low + (high - low) * this.uniform(stream, id, step, n);
  }

  /** Normally distributed with mean 0 and standard deviation 1 (Box–Muller; uses n and n + 1). */
  normal(stream: number, id: number, step: number, n: number): number {
    const u = this.uniform(stream, id, step, n);
    const v = this.uniform(stream, id, step, n + 1);
    return Math.sqrt(-2 * log(u)) * cos(2 * Math.PI * v);
  }

  /** How many events fall into one step where `mean` are expected (Poisson). */
  poisson(mean: number, stream: number, id: number, step: number): number {
    let events = 0;
    let left = mean;
    // Parts of at most 16 keep e^−mean well above zero; a sum of Poisson counts is one.
    for (let part = 0; left > 0; part++) {
      events += this.#poissonPart(left > 16 ? 16 : left, stream, id, step, part);
      left -= 16;
    }
    return events;
  }

  #poissonPart(mean: number, stream: number, id: number, step: number, part: number): number {
    if (mean !== this.#mean) {
      this.#mean = mean;
      this.#none = exp(-mean);
    }
    let term = this.#none;
    let sum = term;
    let count = 0;
    const u = this.uniform(stream, id, step, part);
    while (u > sum && count < 200) {
      count += 1;
      term *= mean / count;
      sum += term;
    }
    return count;
  }
}

/** `Chance.uniform` for use `n`, from the result of `Chance.of`. */
export function uniformOf(common: number, n: number): number {
  return ((mix(common, n) >>> 0) + 0.5) / 4294967296;
}

/** Mixes a word into the state, so that each bit of the result depends on every bit of both. */
function mix(state: number, word: number): number {
  let h = Math.imul(state ^ word, 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  h ^= h >>> 15;
  h = Math.imul(h + 0x6d2b79f5, 0x85ebca6b);
  return h ^ (h >>> 13);
}
