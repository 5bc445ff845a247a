import type { Chance } from '../core/chance.js';
import { cos, sin } from '../core/math.js';
import {
  LARGEST_DIAMETER,
  type SizeClasses,
  sizeClasses,
  sizeSlope,
  sphereMass,
  waterFlux,
} from './marshall-palmer.js';
import { type Arrival, type Rain, type RainedOn, type RainSite, rainStream, steadyCount } from './rain.js';

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
  /** Measured rain and fall speeds do not quite give `rate` together: concentrations are taken times this. */
  readonly #scale: number;
  /** Drops that arrive of all classes before this one [drops/(mm² s)]. */
  readonly #arriving = new Float64Array(CLASSES + 1);
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
    // Rain so thin that even its largest drops hang in the air is none.
    this.#scale = flux > 0 ? options.rate / flux : 0;
    this.aim(0);
  }

  get fineDepth(): number {
    return this.#fineDepth;
  }

  /** Drops a second that become drops on the whole glass, as it is tilted now. */
  get dropRate(): number {
    let rate = 0;
    for (const { width, height } of this.#surface.charts) rate += this.#arriving[CLASSES] * width * height;
    return rate;
  }

  aim(tilt: number): void {
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
    return steadyCount(chance, this.#stream, step, this.dropRate * dt, this.#options.max - present);
  }

  drop(chance: Chance, step: number, n: number, out: Arrival): void {
    const u = chance.uniform(this.#stream, n, step, 0);
    this.#surface.sample(u, chance.uniform(this.#stream, n, step, 1), out);
    out.mass = sphereMass(this.#diameterAt(chance.uniform(this.#stream, n, step, 2)));
    out.vx = 0;
    out.vy = 0;
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

/** Lets all drops fall as fast as the water does on average: then they arrive in the shares they have in the air. */
function levelSpeeds(all: readonly SizeClasses[]): void {
  let water = 0;
  let flux = 0;
  for (const classes of all) {
    flux += waterFlux(classes, 1, 0, 0);
    for (let k = 0; k < classes.mass.length; k++) water += classes.concentration[k] * classes.mass[k];
  }
  for (const { speed } of all) speed.fill(flux / water);
}
