import type { Chance } from '../core/chance.js';
import type { Arrival, PlacedDrop, Rain } from './rain.js';

/** A drop of scripted rain. */
export interface ScriptedDrop extends PlacedDrop {
  /** When it arrives [s], 0 to 1000000, and before the list starts again. */
  readonly t: number;
}

/** A billionth of a step early is in time: 0.1 s is the start of step 20 of 5 ms, however 0.1 is rounded. */
export const STEP_SLACK = 1e-9;
/** Rounds of the script that one step can meet: the one it is in, the one before and the one after. */
const ROUNDS = 3;

/** Rain from a list of times, places and masses. A drop arrives in the step during which its time comes. */
export class ScriptedRain implements Rain {
  readonly fineDepth = 0;
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
    // Scripts list places of the first chart.
    out.chart = 0;
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
