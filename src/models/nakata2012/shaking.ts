import { type Chance, STREAM } from '../../core/chance.js';
import { BandNoise } from '../../weather/wind.js';

/** Ends of the band in which a vehicle shakes its windshield [1/s] (NAK-O7). */
const BAND = [5, 15] as const;

/**
 * What shakes all drops alike: a vehicle's fluctuation, as noise on the gravity along the glass (NAK-8). It follows from
 * time and seed: there is nothing to save.
 */
export class Shaking {
  readonly #x: BandNoise;
  readonly #y: BandNoise;
  /** Now [mm/s²]. */
  x = 0;
  y = 0;

  constructor(chance: Chance) {
    this.#x = new BandNoise(chance, STREAM.noise, 0, ...BAND);
    this.#y = new BandNoise(chance, STREAM.noise, 1, ...BAND);
  }

  /** Sets the instant [s]; `size` is the root mean square [mm/s²], half of the square each way. */
  now(time: number, size: number): void {
    this.x = size * Math.SQRT1_2 * this.#x.at(time);
    this.y = size * Math.SQRT1_2 * this.#y.at(time);
  }
}
