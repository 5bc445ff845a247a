/** How long steps take, in a fixed amount of memory for any number of them, and what the process holds. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long steps take: medians and percentiles of any number of them in a fixed amount of memory. */

/** Shortest time that is resolved [ms]. */
const SHORTEST = 1e-4;
/** Bins a factor of ten: a bin is 0.58 % wide, finer than any machine repeats itself. */
const BINS_PER_DECADE = 400;
/** From 0.1 µs to 100 s. */
const BINS = 9 * BINS_PER_DECADE;

/** A histogram of durations [ms] over a logarithmic scale; a run of 10⁸ steps must not keep 10⁸ numbers. */
export class Durations {
  readonly #bins = new Float64Array(BINS);
  #count = 0;

  add(milliseconds: number): void {
    const bin = Math.round(BINS_PER_DECADE * Math.log10(Math.max(milliseconds, SHORTEST) / SHORTEST));
    this.#bins[Math.min(BINS - 1, bin)]++;
    this.#count++;
  }

  /** The duration [ms] that the given share of all stays at or below, to 0.3 %; 0 if there were none. */
  quantile(share: number): number {
    let left = share * this.#count;
    for (let bin = 0; bin < BINS && this.#count > 0; bin++) {
      left -= this.#bins[bin];
      if (left <= 0 && this.#bins[bin] > 0) return bin === 0 ? 0 : SHORTEST * 10 ** (bin / BINS_PER_DECADE);
    }
    return 0;
  }

  /** Rounded to four digits: more would be noise. */
  get median(): number {
    return Number(this.quantile(0.5).toPrecision(4));
  }

  get p95(): number {
    return Number(this.quantile(0.95).toPrecision(4));
  }
}

/** The part of a simulation that is timed. */
export interface Steppable {
  step(): void;
  profile(now: (() => number) | null): { readonly fields: number; readonly drops: number };
}

/** Steps a simulation and keeps the time of each step, and of its two parts: fields (Chen's part A) and drops (B). */
export class StepTimer {
  readonly whole = new Durations();
  readonly fields = new Durations();
  readonly drops = new Durations();
  readonly #simulation: Steppable;
  readonly #profile: { readonly fields: number; readonly drops: number };

  constructor(simulation: Steppable) {
    this.#simulation = simulation;
    this.#profile = simulation.profile(() => performance.now());
  }

  step(): void {
    const { fields, drops } = this.#profile; // before; the same object holds the sums after
    const start = performance.now();
    this.#simulation.step();
    this.whole.add(performance.now() - start);
    this.fields.add(this.#profile.fields - fields);
    this.drops.add(this.#profile.drops - drops);
  }
}

/** [bytes]. */
export interface MemoryUse {
  readonly heap: number;
  /** Outside the heap: typed arrays and wasm memory. */
  readonly arrayBuffers: number;
}

/** The memory in use now; without collecting first it would be mostly garbage. */
export function measureMemory(): MemoryUse {
  const collect = collector();
  // Twice: what finalisers let go of in the first round is freed in the second.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers };
}

/** `global.gc` of `node --expose-gc`, or the same function from a context made after switching that flag on. */
function collector(): () => void {
  const exposed = (globalThis as { gc?: () => void }).gc;
  if (exposed) return () => exposed();
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
