import { type Chance, STREAM } from '../core/chance.js';
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
  /** Water that arrives in drops too small to be drops of their own [mm/s of depth]; the layer of fine drops may take it. */
  readonly fineDepth: number;
  /** The pane is tilted so from now on [rad from level]. */
  aim(tilt: number): void;
  /** How many drops arrive in this step, with `present` drops on the surface already. */
  count(chance: Chance, step: number, dt: number, present: number): number;
  /** Writes the n-th drop of the step that `count` was called for last. */
  drop(chance: Chance, step: number, n: number, out: Arrival): void;
}

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
export const NO_RAIN: Rain = { fineDepth: 0, aim: () => {}, count: () => 0, drop: () => {} };
