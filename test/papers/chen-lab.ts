/** Chen's model on a small, bare pane, and a way to look inside it: what the paper claims is shown by drops placed by hand. */
import { type SceneInput, type Simulation, simulationFactory } from 'rivulet';
import { chen2013, type ModelDefinition, rivulet } from 'rivulet/models';
import type { MapState } from '../../src/models/maps/map-state.js';
import { cellsOf, dropAt } from '../support/reading.ts';

/** Heaviest drop that stays, in all scenes here [mg]. */
export const M_STATIC = 2;
/** [mm/s²] */
export const G = 9810;
/** [s] */
export const DT = 0.005;

/** No chance in the direction: the regions never differ, and the turn is 0. */
export const STRAIGHT = { affinityTie: 10, meander: 0 } as const;

/** A pane of 40 × 60 mm without rain, its drops alone with the glass: every feature is off by default. */
export const BARE: SceneInput = {
  seed: 1,
  step: DT,
  model: { name: 'chen2013', residuals: false, merging: false, smoothing: false, erosion: false },
  surface: { width: 40, height: 60, cellSize: 0.5 },
  coating: { critical: M_STATIC },
  rain: { kind: 'none' },
  gravity: G,
};

/** A simulation and the state inside its model. */
export interface Lab {
  readonly simulation: Simulation;
  readonly state: MapState;
}

/** A simulation of the bare pane with these changes, opened up. */
export function openLab(changes: SceneInput = {}, scene: SceneInput | string = BARE): Lab {
  let state: MapState | undefined;
  const opened = (definition: ModelDefinition): ModelDefinition => ({
    ...definition,
    create(setup) {
      const model = definition.create(setup);
      state = (model as unknown as { state: MapState }).state;
      return model;
    },
  });
  const simulation = simulationFactory([opened(chen2013), opened(rivulet)])(scene, changes);
  return { simulation, state: state as MapState };
}

/** A simulation of the bare pane with these changes. */
export function onBarePane(changes: SceneInput = {}): Simulation {
  return openLab(changes).simulation;
}

/** One drop of a simulation, as an object. */
export type Drop = Readonly<Omit<ReturnType<typeof dropAt>, 'moving'> & { moving: boolean }>;

/** All drops, in the order of their ids. */
export function dropsOf({ drops }: Simulation): Drop[] {
  const all = Array.from({ length: drops.count }, (_, slot) => dropAt(drops, slot));
  return all.map((drop) => ({ ...drop, moving: drop.moving === 1 })).sort((a, b) => a.id - b.id);
}

/** The drop with this id. */
export function dropOf(simulation: Simulation, id: number): Drop | undefined {
  return dropsOf(simulation).find((drop) => drop.id === id);
}

/** The cells of the frame's height map, row after row [mm]. */
export function heightsOf(simulation: Simulation): { heights: Float32Array; columns: number; rows: number } {
  const { height } = simulation.frame().charts[0];
  return { heights: cellsOf(height), columns: height.width, rows: height.height };
}

/** The seeds 1 to `count`. */
export function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n + 1);
}
