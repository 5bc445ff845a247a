import { exp, pow } from '../core/math.js';
import { WATER_DENSITY } from '../core/units.js';
import { CONCENTRATION, sphereMass } from '../weather/marshall-palmer.js';

/** The sizes of small rain drops: the rain's own law, N(D) = N₀ e^(−ΛD), below a largest diameter. */

export { sizeSlope as sizeRate } from '../weather/marshall-palmer.js';

/**
 * Fall speed 3.78 D^0.67 m/s, D in mm (Atlas & Ulbrich 1977) [mm/s]. Not the rain's `fallSpeed`: that fit of 1973 is good
 * for larger drops, but 0 below 0.11 mm, and the drops of this layer are the small ones. This one goes to 0 with them.
 */
const FALL_SPEED = 3778;
const FALL_EXPONENT = 0.67;
/** Parts of Simpson's rule; twice as many change the flux by less than 1e-4. */
const PARTS = 64;

/** Mean of Dⁿ [mmⁿ] over drops of rate Λ [1/mm] below the largest diameter [mm]. */
export function meanPower(rate: number, largest: number, n: number): number {
  return simpson(largest, (d) => pow(d, n) * exp(-rate * d)) / simpson(largest, (d) => exp(-rate * d));
}

/** Water [mg] on a mm² of a whole layer of `density` drops a mm². */
export function layerMass(density: number, rate: number, largest: number): number {
  return density * WATER_DENSITY * (Math.PI / 6) * meanPower(rate, largest, 3);
}

/** Water [mg/(mm² s)] that falls on a level plane in drops below the largest diameter. */
export function smallDropFlux(rate: number, largest: number): number {
  const falling = (d: number) => CONCENTRATION * exp(-rate * d) * FALL_SPEED * pow(d, FALL_EXPONENT);
  return simpson(largest, (d) => sphereMass(d) * falling(d));
}

/** Integral from 0 to `end` by Simpson's rule. */
function simpson(end: number, f: (d: number) => number): number {
  const h = end / PARTS;
  let sum = f(0) + f(end);
  for (let n = 1; n < PARTS; n++) sum += (n % 2 === 1 ? 4 : 2) * f(n * h);
  return (sum * h) / 3;
}
