import type { Chance } from '../core/chance.js';
import { pow, sin } from '../core/math.js';

/** How many waves a noise is made of: enough that its values are nearly normal, few enough to cost nothing. */
const WAVES = 16;

/**
 * Noise in a band of frequencies: a sum of waves of equal size whose frequencies lie evenly by octave, one in each of
 * `WAVES` equal parts of the band, with chance for place and phase. Mean 0, standard deviation 1 over a long time. It is
 * a function of time and seed alone, so that there is nothing to save and any instant can be asked for.
 */
export class BandNoise {
  readonly #frequency = new Float64Array(WAVES);
  readonly #phase = new Float64Array(WAVES);

  /** @param low and high ends of the band [1/s] */
  constructor(chance: Chance, stream: number, id: number, low: number, high: number) {
    for (let n = 0; n < WAVES; n++) {
      const part = (n + chance.uniform(stream, id, n, 0)) / WAVES;
      this.#frequency[n] = low * pow(high / low, part);
      this.#phase[n] = chance.uniform(stream, id, n, 1);
    }
  }

  /** The noise at `time` [s]. */
  at(time: number): number {
    let sum = 0;
    for (let n = 0; n < WAVES; n++) {
      const turns = this.#frequency[n] * time + this.#phase[n];
      sum += sin(2 * Math.PI * (turns - Math.floor(turns)));
    }
    return sum * Math.sqrt(2 / WAVES);
  }
}
