import { type Chance, STREAM } from '../core/chance.js';
import type { Pose } from '../core/pose.js';
import type { Chart, Place, Surface } from '../surface/surface.js';

/** A drop that comes onto a surface: its place, mass [mg], and velocity along the chart [mm/s]. */
export interface Arrival extends Place {
  mass: number;
  vx: number;
  vy: number;
}

export function createArrival(): Arrival {
  return { chart: 0, x: 0, y: 0, mass: 0, vx: 0, vy: 0 };
}

/** A drop with a place of its own, as scenes list them. */
export interface PlacedDrop {
  /** Number of the chart that it lies on, from 0. Default 0, the only one a pane has. */
  readonly chart: number;
  /** Position of its centre [mm]; it must lie on the surface. */
  readonly x: number;
  /** Position of its centre [mm], growing with rows. */
  readonly y: number;
  /** [mg], 0.001 to 5000. */
  readonly mass: number;
  /** Velocity along the glass [mm/s], −10000 to 10000. Default 0. */
  readonly vx: number;
  /** Velocity along the glass [mm/s], −10000 to 10000. Default 0. */
  readonly vy: number;
}

/**
 * Rain as a model meets it: so many drops a step, each somewhere and of some mass. What arrives in a step follows from
 * the seed and the step alone: rain has no state to save.
 */
export interface Rain {
  /**
   * Water that arrives on a chart in drops too small to be drops of their own [mm/s of depth]; the layer of fine drops may
   * take it.
   */
  fineDepthOn(chart: number): number;
  /** The same band by band of `FINE_BANDS`, a row after another, where a curved chart gets much more of it here than there; else null. */
  fineDepthsOn?(chart: number): Float64Array | null;
  /** The surface stands so from now on: a pane by its tilt [rad from level], others by their pose. */
  aim(tilt: number, pose: Pose): void;
  /** How many drops arrive in this step, with `present` drops on the surface already. */
  count(chance: Chance, step: number, dt: number, present: number): number;
  /** Writes the n-th drop of the step that `count` was called for last. */
  drop(chance: Chance, step: number, n: number, out: Arrival): void;
}

/** Into how many bands of equal width and height a chart is divided for drops too small to be drops. */
export const FINE_BANDS = { columns: 24, rows: 4 } as const;

/** What rain needs of a surface. */
export interface RainedOn extends Pick<Surface, 'sample'> {
  readonly charts: readonly Pick<Chart, 'width' | 'height'>[];
}

/** Where a rain falls, and which of several it is. */
export interface RainSite {
  readonly surface: RainedOn;
  /** Number of this rain among those that fall at once, from 0. */
  readonly index: number;
}

/** All random streams are below this number, so that adding it once for each further rain meets none of them. */
const STREAMS = 256;

/** The random stream of the rain with this number. */
export function rainStream(index: number): number {
  return STREAM.spawn + STREAMS * index;
}

/** The counter that stands for "how many" where a drop's number stands for "which". */
const COUNT = 0xffffffff;

/** How many drops of a steady rain arrive in a step where `mean` are expected, at most `room`. */
export function steadyCount(chance: Chance, stream: number, step: number, mean: number, room: number): number {
  return room <= 0 ? 0 : Math.min(room, chance.poisson(mean, stream, COUNT, step));
}

/** A dry day. */
export const NO_RAIN: Rain = { fineDepthOn: () => 0, aim: () => {}, count: () => 0, drop: () => {} };

/** Uniform in space; a share of heavy drops, the rest light (CHEN-4, CHEN-O11). */
export interface UniformRainOptions {
  /** Drops a second over the whole surface. */
  rate: number;
  /** Masses of the light drops, evenly between [mg]. */
  small: readonly [number, number];
  /** Masses of the heavy drops [mg]. */
  large: readonly [number, number];
  /** Share of heavy drops, 0 to 1. */
  largeShare: number;
  /** No more drops arrive while there are this many (Chin's n). */
  max: number;
}

/** The papers' rain: it falls on the glass as it stands, however that is tilted. */
export class UniformRain implements Rain {
  readonly #options: UniformRainOptions;
  readonly #surface: RainedOn;
  readonly #stream: number;

  constructor(options: UniformRainOptions, { surface, index }: RainSite) {
    this.#options = options;
    this.#surface = surface;
    this.#stream = rainStream(index);
  }

  fineDepthOn(): number {
    return 0;
  }

  aim(): void {}

  count(chance: Chance, step: number, dt: number, present: number): number {
    const { rate, max } = this.#options;
    return steadyCount(chance, this.#stream, step, rate * dt, max - present);
  }

  drop(chance: Chance, step: number, n: number, out: Arrival): void {
    const { small, large, largeShare } = this.#options;
    const [low, high] = chance.uniform(this.#stream, n, step, 2) < largeShare ? large : small;
    const u = chance.uniform(this.#stream, n, step, 0);
    this.#surface.sample(u, chance.uniform(this.#stream, n, step, 1), out);
    out.mass = chance.between(low, high, this.#stream, n, step, 3);
    out.vx = 0;
    out.vy = 0;
  }
}

/** Several rains at once: those of the first arrive first. */
export class SeveralRains implements Rain {
  readonly #rains: readonly Rain[];
  /** How many drops of the step each has. */
  readonly #many: Uint32Array;

  constructor(rains: readonly Rain[]) {
    this.#rains = rains;
    this.#many = new Uint32Array(rains.length);
  }

  fineDepthOn(chart: number): number {
    let depth = 0;
    for (const rain of this.#rains) depth += rain.fineDepthOn(chart);
    return depth;
  }

  fineDepthsOn(chart: number): Float64Array | null {
    const parts = this.#rains.map((rain) => rain.fineDepthsOn?.(chart) ?? rain.fineDepthOn(chart));
    if (parts.every((part) => typeof part === 'number')) return null;
    const sum = new Float64Array(FINE_BANDS.columns * FINE_BANDS.rows);
    for (const part of parts) for (let n = 0; n < sum.length; n++) sum[n] += typeof part === 'number' ? part : part[n];
    return sum;
  }

  aim(tilt: number, pose: Pose): void {
    for (const rain of this.#rains) rain.aim(tilt, pose);
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
