/** What lies on the glass besides drops, in types. Each layer costs only where it is not at rest. */
import type { Partly } from './scene.js';

/** Drops too small to run, as caps at random places (Nakata 2012). Only `refill` can change while a simulation runs. */
export interface SceneFine {
  /** Drops where the layer is whole [1/mm²], 0 to 100. Default 0.8, Nakata's 800000 a m². At most 12 a cell. */
  readonly density: number;
  /** Side of a cell of the layer [mm], 0.05 to 10: how sharply swept tracks are cut. Default 0.5. */
  readonly cellSize: number;
  /** Largest diameter of a drop in the air [mm], 0.05 to 2. Default 1. */
  readonly largest: number;
  /** Rain that decides how large the drops are [mm/s], "0.1mm/h" to "200mm/h" (Marshall & Palmer). Default "1mm/h". */
  readonly rainRate: number;
  /** Time constant with which swept glass fills again [s], 0.1 to 3600; null: as fast as Marshall–Palmer rain brings drops below its `smallest`, with other rain as fast as they fall at `rainRate`, and not at all without rain. Default null. */
  readonly refill: number | null;
  /** Share of the layer that is there at the start, 0 to 1. Default 1. */
  readonly wetAtStart: number;
}

/** Fog on the glass. `density` and `regrow` can change while a simulation runs. */
export interface SceneFog {
  /** Where the fog settles, 0 (clear) to 1 (dense). Default 0.8. */
  readonly density: number;
  /** Time constant with which it comes back [s], 0.1 to 3600. Default 20. */
  readonly regrow: number;
  /** Side of a cell of the layer [mm], 0.05 to 10. Default 1. */
  readonly cellSize: number;
  /** Water of dense fog [mg/mm²], 0 to 0.1. Default 0.005, 5 g a m². */
  readonly mass: number;
}

/** The thin film behind runners, on which the next one slides. All but `cellSize` can change while a simulation runs. */
export interface SceneFilm {
  /** Thickness a running drop leaves [mm], 0.0001 to 0.1. Default 0.005. */
  readonly thickness: number;
  /** What evaporates [mm/s], 0 to 1; "0.2um/s" dries the default film in 25 s. Default that. */
  readonly evaporation: number;
  /** Friction on a film of that thickness over friction on dry glass, 0 to 1. Default 0.5. */
  readonly friction: number;
  /** Side of a cell of the layer [mm], 0.05 to 10. Default 0.5. */
  readonly cellSize: number;
}

export type SceneFineInput = Partly<SceneFine, 'density' | 'cellSize' | 'largest' | 'rainRate' | 'refill'>;

export type SceneFogInput = Partly<SceneFog, 'regrow' | 'cellSize' | 'mass'>;

export type SceneFilmInput = Partly<SceneFilm, 'thickness' | 'evaporation' | 'cellSize'>;
