import { exp, pow } from '../core/math.js';
import { WATER_DENSITY } from '../core/units.js';

/** The sizes of small rain drops: Marshall and Palmer 1948, N(D) = N0 e^(−ΛD), below a largest diameter (spec 5.2). */

/** Λ = 4.1 R^(−0.21) [1/mm], R in mm/h (Marshall & Palmer 1948, eq. 3). */
const SIZE_RATE = 4.1;
const SIZE_EXPONENT = -0.21;
/** N0 = 8000 m⁻³mm⁻¹, as drops per mm³ of air and mm of diameter (Marshall & Palmer 1948, eq. 2). */
const INTERCEPT = 8e-6;
/** Fall speed 3.78 D^0.67 m/s, D in mm (Atlas & Ulbrich 1977) [mm/s]. */
const FALL_SPEED = 3778;
const FALL_EXPONENT = 0.67;
/** Parts of Simpson's rule; twice as many change the flux by less than 1e-4. */
const PARTS = 64;

/** Λ [1/mm] of rain of `depth` [mm/s]. */
export function sizeRate(depth: number): number {
  return SIZE_RATE * pow(depth * 3600, SIZE_EXPONENT);
}

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
  const volume = (d: number) => (Math.PI / 6) * d * d * d;
  const falling = (d: number) => INTERCEPT * exp(-rate * d) * FALL_SPEED * pow(d, FALL_EXPONENT);
  return WATER_DENSITY * simpson(largest, (d) => volume(d) * falling(d));
}

/** Integral from 0 to `end` by Simpson's rule. */
function simpson(end: number, f: (d: number) => number): number {
  const h = end / PARTS;
  let sum = f(0) + f(end);
  for (let n = 1; n < PARTS; n++) sum += (n % 2 === 1 ? 4 : 2) * f(n * h);
  return (sum * h) / 3;
}
