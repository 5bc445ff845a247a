/**
 * How large the drops of real rain are, and how fast they fall. Marshall & Palmer 1948: a cubic metre of air holds
 * N(D) dD = N₀ e^(−ΛD) dD drops of diameter D; Atlas, Srivastava & Sekhon 1973 fitted the fall speed.
 */
import { exp, pow } from '../core/math.js';

/** N₀, 8000 drops per m³ and mm of diameter [mm⁻⁴] (Marshall & Palmer 1948). */
export const CONCENTRATION = 8000e-9;
/** Λ = 4.1 R^−0.21 [mm⁻¹], R in mm/h (Marshall & Palmer 1948). */
const SLOPE = 4.1;
const SLOPE_EXPONENT = -0.21;
/** v = 9.65 − 10.3 e^(−0.6 D) [m/s], D in mm (Atlas et al. 1973). */
const SPEED = [9650, 10_300, 0.6] as const;
const SECONDS_AN_HOUR = 3600;

/** Diameter of the largest drops [mm]: still larger ones break up on their way down. */
export const LARGEST_DIAMETER = 8;

/** Λ for a rain of `rate` [mm/s of depth], above 0: the larger, the finer the rain [mm⁻¹]. */
export function sizeSlope(rate: number): number {
  return SLOPE * pow(rate * SECONDS_AN_HOUR, SLOPE_EXPONENT);
}

/** Speed at which a drop of this diameter [mm] falls in still air [mm/s]; 0 below 0.11 mm, where the fit ends. */
export function fallSpeed(diameter: number): number {
  const [most, slower, decay] = SPEED;
  return Math.max(0, most - slower * exp(-decay * diameter));
}

/** Mass of a round drop of this diameter [mg]; 1 mm³ of water is 1 mg. */
export function sphereMass(diameter: number): number {
  return (Math.PI / 6) * diameter * diameter * diameter;
}

/** Drops by size: class k holds those from `edges[k]` to `edges[k + 1]`, evenly spread. */
export interface SizeClasses {
  /** Diameters [mm], one more than classes. */
  readonly edges: Float64Array;
  /** Drops in a mm³ of air. */
  readonly concentration: Float64Array;
  /** Speed at which they fall [mm/s]. */
  readonly speed: Float64Array;
  /** Their mean mass [mg]. */
  readonly mass: Float64Array;
}

/** Marshall and Palmer's drops between two diameters [mm], in `count` classes. */
export function sizeClasses(slope: number, from: number, to: number, count: number): SizeClasses {
  const edges = Float64Array.from({ length: count + 1 }, (_, k) => from + ((to - from) * k) / count);
  const concentration = new Float64Array(count);
  const speed = new Float64Array(count);
  const mass = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const low = edges[k];
    const high = edges[k + 1];
    concentration[k] = (CONCENTRATION * (exp(-slope * low) - exp(-slope * high))) / slope;
    speed[k] = fallSpeed((low + high) / 2);
    // The mean of D³ over an even spread, so that what is drawn weighs on average what is booked here.
    mass[k] = (Math.PI / 24) * (high + low) * (high * high + low * low);
  }
  return { edges, concentration, speed, mass };
}

/**
 * Water that passes a surface [mm/s of depth] whose normal leans back from the vertical by an angle of this cosine and
 * sine, while the drops drift level towards it at `drift` [mm/s].
 */
export function waterFlux(classes: SizeClasses, cosine: number, sine: number, drift: number): number {
  const { concentration, speed, mass } = classes;
  let flux = 0;
  for (let k = 0; k < mass.length; k++) {
    flux += concentration[k] * mass[k] * Math.max(0, speed[k] * cosine + drift * sine);
  }
  return flux;
}
