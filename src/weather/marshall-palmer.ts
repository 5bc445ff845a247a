import type { Chance } from '../core/chance.js';
import { cos, exp, pow, sin } from '../core/math.js';
import { createPose, type Pose, toSurface } from '../core/pose.js';
import { type Arrival, type Rain, type RainedOn, type RainSite, rainStream, steadyCount } from './rain.js';

/**
 * How large the drops of real rain are, and how fast they fall. Marshall & Palmer 1948: a cubic metre of air holds
 * N(D) dD = N₀ e^(−ΛD) dD drops of diameter D; Atlas, Srivastava & Sekhon 1973 fitted the fall speed.
 */

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

/** Rain as it is measured: so many millimetres an hour, in drops of all sizes that fall at their own speed. */
export interface MarshallPalmerOptions {
  /** Depth of water that falls on level ground [mm/s], above 0. */
  rate: number;
  /** Level speed of the drops towards the front of the glass [mm/s]; below 0 they drift away from it. */
  drift: number;
  /** Diameter from which on drops are simulated one by one [mm], above 0. */
  smallest: number;
  /** 'arrival': fast sizes arrive more often than they are in the air; 'air': as they are in the air (Nakata 2012). */
  weighting: 'air' | 'arrival';
  /** No more drops arrive while there are this many. */
  max: number;
  /** Drops a second on the whole surface, of these sizes; null: as many as `rate` brings. Default null. */
  arrivals?: number | null;
  /** Share of its velocity along the glass that a drop keeps when it lands, 0 to 1. Default 0. */
  impact?: number;
}

/** Size classes of the drops that are simulated, and of those too small for it. */
const CLASSES = 1024;
const FINE_CLASSES = 256;

/**
 * Marshall–Palmer rain on a tilted pane. Of a class of drops, its concentration times the part of its velocity that is
 * normal to the glass arrives: v cos(tilt) + drift sin(tilt), if that is above 0.
 */
export class MarshallPalmerRain implements Rain {
  readonly #options: MarshallPalmerOptions;
  readonly #surface: RainedOn;
  readonly #stream: number;
  readonly #classes: SizeClasses;
  readonly #fine: SizeClasses;
  /** Factor of the concentrations: without it the two fits together would not quite give `rate`. */
  readonly #scale: number;
  /** Drops that arrive of all classes below this one [drops/(mm² s)]. */
  readonly #arriving = new Float64Array(CLASSES + 1);
  readonly #pose = createPose();
  readonly #velocity = new Float64Array(3);
  #tilt = Number.NaN;
  #fineDepth = 0;

  constructor(options: MarshallPalmerOptions, { surface, index }: RainSite) {
    this.#options = options;
    this.#surface = surface;
    this.#stream = rainStream(index);
    const slope = sizeSlope(options.rate);
    this.#classes = sizeClasses(slope, options.smallest, LARGEST_DIAMETER, CLASSES);
    this.#fine = sizeClasses(slope, 0, options.smallest, FINE_CLASSES);
    if (options.weighting === 'air') levelSpeeds([this.#classes, this.#fine]);
    const flux = waterFlux(this.#classes, 1, 0, 0) + waterFlux(this.#fine, 1, 0, 0);
    // In rain so thin that even its largest drops would not fall, nothing arrives.
    this.#scale = flux > 0 ? options.rate / flux : 0;
    this.aim(0);
  }

  get fineDepth(): number {
    return this.#fineDepth;
  }

  fineDepthOn(): number {
    return this.#fineDepth;
  }

  /** Drops a second that arrive on the whole glass at its present tilt. */
  get dropRate(): number {
    let rate = 0;
    for (const { width, height } of this.#surface.charts) rate += this.#arriving[CLASSES] * width * height;
    return rate;
  }

  aim(tilt: number, pose?: Pose): void {
    if (pose) this.#pose.rotation.set(pose.rotation);
    if (tilt === this.#tilt) return;
    this.#tilt = tilt;
    const { concentration, speed } = this.#classes;
    const cosine = cos(tilt);
    const sine = sin(tilt);
    const { drift } = this.#options;
    for (let k = 0; k < CLASSES; k++) {
      const drops = this.#scale * concentration[k] * Math.max(0, speed[k] * cosine + drift * sine);
      this.#arriving[k + 1] = this.#arriving[k] + drops;
    }
    this.#fineDepth = this.#scale * waterFlux(this.#fine, cosine, sine, drift);
  }

  count(chance: Chance, step: number, dt: number, present: number): number {
    const brought = this.dropRate;
    const rate = brought > 0 ? (this.#options.arrivals ?? brought) : 0;
    return steadyCount(chance, this.#stream, step, rate * dt, this.#options.max - present);
  }

  drop(chance: Chance, step: number, n: number, out: Arrival): void {
    const u = chance.uniform(this.#stream, n, step, 0);
    this.#surface.sample(u, chance.uniform(this.#stream, n, step, 1), out);
    const diameter = this.#diameterAt(chance.uniform(this.#stream, n, step, 2));
    out.mass = sphereMass(diameter);
    this.#land(diameter, out);
  }

  /** Gives a drop what it keeps of its velocity along the glass. */
  #land(diameter: number, out: Arrival): void {
    const { impact = 0, weighting, drift } = this.#options;
    out.vx = 0;
    out.vy = 0;
    if (impact === 0) return;
    const { speed } = this.#classes;
    this.#velocity.set([0, weighting === 'air' ? -speed[0] : -fallSpeed(diameter), drift]);
    toSurface(this.#pose, this.#velocity, this.#velocity);
    out.vx = impact * this.#velocity[0];
    out.vy = -impact * this.#velocity[1];
  }

  /** The diameter that the share `u` of all arriving drops does not reach [mm]. */
  #diameterAt(u: number): number {
    const { edges } = this.#classes;
    const sought = u * this.#arriving[CLASSES];
    let low = 0;
    let high = CLASSES;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#arriving[middle] <= sought) low = middle;
      else high = middle;
    }
    const inside = (sought - this.#arriving[low]) / (this.#arriving[high] - this.#arriving[low]);
    return edges[low] + inside * (edges[high] - edges[low]);
  }
}

/** Gives all drops the mean fall speed of the water: then sizes arrive in the shares they have in the air. */
export function levelSpeeds(all: readonly SizeClasses[]): void {
  let water = 0;
  let flux = 0;
  for (const classes of all) {
    flux += waterFlux(classes, 1, 0, 0);
    for (let k = 0; k < classes.mass.length; k++) water += classes.concentration[k] * classes.mass[k];
  }
  for (const { speed } of all) speed.fill(flux / water);
}
