import type { Chance } from '../core/chance.js';
import type { Arrival, Rain } from './rain.js';

/** Several rains at once: those of the first arrive first. */
export class SeveralRains implements Rain {
  readonly #rains: readonly Rain[];
  /** How many drops of the step each has. */
  readonly #many: Uint32Array;

  constructor(rains: readonly Rain[]) {
    this.#rains = rains;
    this.#many = new Uint32Array(rains.length);
  }

  get fineDepth(): number {
    let depth = 0;
    for (const rain of this.#rains) depth += rain.fineDepth;
    return depth;
  }

  aim(tilt: number): void {
    for (const rain of this.#rains) rain.aim(tilt);
  }

  count(chance: Chance, step: number, dt: number, present: number): number {
    let all = 0;
    for (let k = 0; k < this.#rains.length; k++) {
      this.#many[k] = this.#rains[k].count(chance, step, dt, present + all);
      all += this.#many[k];
    }
    return all;
  }

  drop(chance: Chance, step: number, n: number, out: Arrival): void {
    let left = n;
    let k = 0;
    while (left >= this.#many[k]) left -= this.#many[k++];
    this.#rains[k].drop(chance, step, left, out);
  }
}
