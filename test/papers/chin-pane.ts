/** What the tests of Chin's report share: her pane without rain, and short ways to read a simulation. */
import {
  createSimulation,
  type DropsView,
  type Frame,
  type SceneInput,
  type Simulation,
  type SurfaceInfo,
} from 'rivulet';
import { cellsOf, dropAt } from '../support/reading.ts';

/** What can be seen of a simulation, whether it comes from the package or straight from the sources. */
export interface Watched {
  readonly drops: DropsView;
  readonly surface: SurfaceInfo;
  frame(): Frame;
}

/** Chin's gravity [mm/s²], Table 1. */
export const GRAVITY = 9800;
/** Critical mass m_c on the test panes [mg]. */
export const CRITICAL = 4;
/** Time step of the test panes [s]: four a frame at 30 frames a second. */
export const STEP = 1 / 120;

/** Nothing turns a drop aside: no region counts as better than another, and the turn is 0. */
export const STRAIGHT = { meander: 0, affinityTie: 10 };
/** All four operations off (Fig. 7a). */
export const ALL_OFF = { smoothing: false, erosion: false, residuals: false, merging: false };

/** A dry pane of 40 × 120 mm with Chin's model; `model` changes her defaults, `more` anything else. */
export function chinPane(model: SceneInput['model'] = {}, more: SceneInput = {}): SceneInput {
  return {
    step: STEP,
    surface: { kind: 'pane', width: 40, height: 120, cellSize: 0.5 },
    coating: { critical: CRITICAL },
    rain: { kind: 'none' },
    gravity: GRAVITY,
    ...more,
    model: { name: 'chin', ...model },
  };
}

/** A simulation of `chinPane`. */
export function chin(model: SceneInput['model'] = {}, more: SceneInput = {}): Simulation {
  return createSimulation(chinPane(model, more));
}

export function run(simulation: Simulation, steps: number): void {
  for (let step = 0; step < steps; step++) simulation.step();
}

/** Steps until `done`; a state that never comes is an error, not a test that hangs. */
export function runUntil(simulation: Simulation, done: () => boolean): void {
  for (let step = 0; !done(); step++) {
    if (step === 1000) throw new Error(`after ${simulation.time} s it is still not so: ${done}`);
    simulation.step();
  }
}

/** Everything one drop is, by name; undefined if there is no drop of that id. */
export function dropOf({ drops }: Watched, id: number) {
  const slot = drops.id.subarray(0, drops.count).indexOf(id);
  return slot < 0 ? undefined : dropAt(drops, slot);
}

/** All drops by id. */
export function dropsById({ drops }: Watched): Map<number, ReturnType<typeof dropAt>> {
  return new Map(Array.from({ length: drops.count }, (_, slot) => [drops.id[slot], dropAt(drops, slot)]));
}

/** The height map now, as a copy without padding. */
export function heightsOf(simulation: Watched): Float32Array {
  return cellsOf(simulation.frame().charts[0].height);
}

/** The ID map now, as a copy without padding. */
export function idsOf(simulation: Watched): Uint32Array {
  return cellsOf(simulation.frame().charts[0].id);
}

export function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The first cell in which two maps differ, or −1: a diff of 100,000 cells is unreadable. */
export function firstDifference(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let cell = 0; cell < a.length; cell++) if (a[cell] !== b[cell]) return cell;
  return -1;
}

/** How many cells hold water, or an id. */
export function wetCount(values: Float32Array | Uint32Array): number {
  let wet = 0;
  for (const value of values) if (value !== 0) wet += 1;
  return wet;
}

export function highest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/**
 * Fig. 3: of `count` drops that start a radius beside the straight trail of a drop that has left, how many end within a
 * radius of it? Options are those that ship, but for residual droplets, which would merge with the follower.
 */
export function followers(scene: SceneInput | string, mass: number, count: number): number {
  const radius = Math.cbrt((3 * mass) / (2 * Math.PI));
  let followed = 0;
  for (let seed = 1; seed <= count; seed++) {
    const offset = seed % 2 === 0 ? radius : -radius;
    if (Math.abs(endBesideTrail(scene, seed, mass, offset)) <= radius) followed += 1;
  }
  return followed;
}

/** How far from a straight trail a drop leaves the pane that started `offset` beside it [mm]; NaN if it stays. */
function endBesideTrail(scene: SceneInput | string, seed: number, mass: number, offset: number): number {
  const simulation = createSimulation(scene, {
    seed,
    surface: { width: 30 },
    rain: { kind: 'none' },
    model: { residuals: false },
  });
  const { meander, affinityTie } = simulation.scene.model as unknown as { meander: number; affinityTie: number };
  const middle = simulation.surface.width / 2;
  simulation.set({ model: STRAIGHT });
  simulation.addDrop({ x: middle, y: 1, mass });
  runUntil(simulation, () => simulation.drops.count === 0);
  simulation.set({ model: { meander, affinityTie } });
  const id = simulation.addDrop({ x: middle + offset, y: 1, mass });
  let x = Number.NaN;
  for (let step = 0; step < 400; step++) {
    const drop = dropOf(simulation, id);
    if (!drop) return x - middle;
    x = drop.x;
    simulation.step();
  }
  return Number.NaN;
}
