import type { Chance } from '../core/chance.js';
import { SweptRegion } from './swept-region.js';
import { Wiper, type WiperOptions } from './wiper.js';

/** All wipers of a scene. */
export class Wipers {
  readonly #wipers: readonly Wiper[];
  readonly #region = new SweptRegion();

  constructor(wipers: readonly WiperOptions[], chance: Chance) {
    this.#wipers = wipers.map((options, n) => new Wiper(options, n, chance));
  }

  /** Tells what the blades sweep between two times [s], one wiper after another; a region is valid during its visit. */
  sweep(from: number, to: number, visit: (region: SweptRegion) => void): void {
    for (let n = 0; n < this.#wipers.length; n++) this.#wipers[n].sweep(from, to, this.#region, visit);
  }
}
