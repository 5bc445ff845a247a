import { type Chance, STREAM } from '../core/chance.js';
import { cos, sin } from '../core/math.js';
import { SweptRegion, type Wear } from './swept-region.js';

/** One wiper. */
export interface WiperOptions {
  /** 'pivot': the blade turns with its arm. 'parallel': a parallelogram keeps its orientation while the arm turns. */
  readonly kind: 'pivot' | 'parallel';
  /** The pivot [mm]; it may lie off the glass. */
  readonly x: number;
  readonly y: number;
  /** From the pivot to the blade's near end ('pivot') or to its middle ('parallel') [mm]. Default 0. */
  readonly arm: number;
  /** Length of the blade [mm]. */
  readonly length: number;
  /** The arm's directions at rest and at the turning point [rad]: 0 along +x, positive turns towards +y. */
  readonly from: number;
  readonly to: number;
  /** Direction of the blade [rad]; only of 'parallel'. Default −π/2, upright. */
  readonly blade: number;
  /** Time from one end to the other [s]. Default 0.8. */
  readonly stroke: number;
  /** Rest after each wipe forth and back [s]. Default 0. */
  readonly interval: number;
  /** Time before the first wipe [s]. Default 0. */
  readonly delay: number;
  /** Thickness of the film it leaves [mm]. Default 0.002. */
  readonly film: number;
  /** How worn the blade is, 0 to 1. Default 0. */
  readonly wear: number;
}

/** One region turns by no more than this [rad]: the arc's end stands out by no more than 0.2 mm on a blade of 600 mm. */
const LARGEST_TURN = 0.05;
/** A blade that moves less than this [mm] stands still: of a shorter way rounding would decide which side is ahead. */
const LEAST_WAY = 1e-9;
/** Length of a fully worn blade for each spot [mm]. */
const SPOT_EVERY = 25;
/** Half widths of worn spots [mm]. */
const SPOT_HALF: readonly [number, number] = [0.5, 1.5];
/** How many times the film is thicker behind a spot. */
const SPOT_FILM = 5;
/** Way between two droplets that a spot of a fully worn blade leaves [mm]. */
const DROPLET_SPACING = 6;

/** A blade on an arm, as a function of time: there is nothing to save. */
export class Wiper {
  readonly #options: WiperOptions;
  readonly #wear: Wear | null;
  readonly #number: number;
  /** x and y of the blade's two ends before a part of its motion, then after it. */
  readonly #ends = new Float64Array(8);

  constructor(options: WiperOptions, number: number, chance: Chance) {
    this.#options = options;
    this.#number = number;
    this.#wear = options.wear > 0 ? wearOf(options, number, chance) : null;
  }

  /** The arm's direction at `time` [rad]: there and back as a cosine, so that it starts and stops gently; then a rest. */
  angle(time: number): number {
    const { from, to, stroke, interval, delay } = this.#options;
    const since = time - delay;
    if (since <= 0) return from;
    const cycle = 2 * stroke + interval;
    const inCycle = since - cycle * Math.floor(since / cycle);
    if (inCycle >= 2 * stroke) return from;
    return from + ((to - from) * (1 - cos((Math.PI * inCycle) / stroke))) / 2;
  }

  /** Visits the regions that the blade sweeps between two times [s], one after another. */
  sweep(from: number, to: number, region: SweptRegion, visit: (region: SweptRegion) => void): void {
    const { stroke, interval, delay } = this.#options;
    const cycle = 2 * stroke + interval;
    let first = this.angle(from);
    region.part = 0;
    // Where the blade reverses in between, another region begins. It reverses at rest for even n, at the far end for odd n.
    for (let n = 2 * Math.max(0, Math.floor((from - delay) / cycle)); ; n++) {
      const reversal = delay + cycle * Math.floor(n / 2) + stroke * (n % 2);
      if (reversal >= to) break;
      if (reversal <= from) continue;
      const end = this.angle(reversal);
      this.#sweepArc(first, end, region, visit);
      first = end;
    }
    this.#sweepArc(first, this.angle(to), region, visit);
  }

  #sweepArc(first: number, last: number, region: SweptRegion, visit: (region: SweptRegion) => void): void {
    if (first === last) return;
    const parts = Math.ceil(Math.abs(last - first) / LARGEST_TURN);
    for (let n = 0; n < parts; n++) {
      this.#place(first + ((last - first) * n) / parts, 0);
      this.#place(n + 1 === parts ? last : first + ((last - first) * (n + 1)) / parts, 4);
      region.setBlade(this.#ends);
      if (region.way < LEAST_WAY) continue;
      region.effect = 'push';
      region.film = this.#options.film;
      region.wear = this.#wear;
      region.wiper = this.#number;
      visit(region);
      region.part += 1;
    }
  }

  /** Writes x and y of the blade's two ends at an angle of the arm. */
  #place(angle: number, at: number): void {
    const { kind, x, y, arm, length, blade } = this.#options;
    const ax = cos(angle);
    const ay = sin(angle);
    const bx = kind === 'pivot' ? ax : cos(blade);
    const by = kind === 'pivot' ? ay : sin(blade);
    const start = kind === 'pivot' ? 0 : -length / 2;
    this.#ends[at] = x + arm * ax + start * bx;
    this.#ends[at + 1] = y + arm * ay + start * by;
    this.#ends[at + 2] = x + arm * ax + (start + length) * bx;
    this.#ends[at + 3] = y + arm * ay + (start + length) * by;
  }
}

/** Worn spots at random places along the blade. */
function wearOf({ length, wear }: WiperOptions, number: number, chance: Chance): Wear {
  const spots = Math.ceil((wear * length) / SPOT_EVERY);
  const at = new Float64Array(spots);
  const half = new Float64Array(spots);
  for (let n = 0; n < spots; n++) {
    at[n] = length * chance.uniform(STREAM.wiper, number, n, 0);
    half[n] = chance.between(SPOT_HALF[0], SPOT_HALF[1], STREAM.wiper, number, n, 1);
  }
  return { at, half, film: SPOT_FILM, spacing: DROPLET_SPACING / wear };
}

/** All wipers of a scene. */
export class Wipers {
  readonly #wipers: readonly Wiper[];
  readonly #region = new SweptRegion();

  /** @param around way around the chart [mm] if it is closed, else 0 */
  constructor(wipers: readonly WiperOptions[], chance: Chance, around = 0) {
    this.#region.around = around;
    this.#wipers = wipers.map((options, n) => new Wiper(options, n, chance));
  }

  /** Visits what the blades sweep between two times [s], one wiper after another; a region is valid during its visit. */
  sweep(from: number, to: number, visit: (region: SweptRegion) => void): void {
    for (let n = 0; n < this.#wipers.length; n++) this.#wipers[n].sweep(from, to, this.#region, visit);
  }
}
