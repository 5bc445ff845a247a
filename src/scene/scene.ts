/**
 * What a scene is, in types. A scene is plain JSON; `Scene` is one that has passed `parseScene`: every option is there,
 * every number is in mm, mg, s or rad. `SceneInput` is what a user may write: any part left out, unit strings allowed.
 * Both come from the same interfaces, so that each option is documented once. `schema.ts` is checked against them.
 */

import type { PlacedDrop } from '../weather/rain.js';
import type { SceneFilm, SceneFilmInput, SceneFine, SceneFineInput, SceneFog, SceneFogInput } from './layers.js';
import type { SceneMotion, SceneMotionInput } from './motion.js';
import type { SceneRain, SceneRainInput } from './rain.js';
import type { SceneWind, SceneWindInput } from './wind.js';
import type { SceneWiper, SceneWiperInput } from './wiper.js';

/** A scene with every option filled in. Deep-frozen, and JSON all through: no NaN, no Infinity, no undefined. */
export interface Scene {
  /** Version of the scene format. Default 1, the only one so far. */
  readonly version: 1;
  /** A few words for lists. Default "". */
  readonly title: string;
  /** What the scene shows, in a sentence or two. Default "". */
  readonly about: string;
  /** Chance starts here: the same scene and seed give the same water, bit for bit. 0 to 4294967295. Default 1. */
  readonly seed: number;
  /** Fixed time step [s], 0.0001 to 0.1. Default 0.005 (Chen 2013). */
  readonly step: number;
  /** Whose account of the water, and that model's own options. Default `{ name: 'rivulet' }`. */
  readonly model: SceneModel;
  /** What the water lies on. */
  readonly surface: SceneSurface;
  /** How the surface holds drops. */
  readonly coating: SceneCoating;
  /** Drops that fall on the surface while time passes. */
  readonly rain: SceneRain;
  /** Acceleration of gravity [mm/s²], 0 to 100000. Default 9810. */
  readonly gravity: number;
  /** How the pane moves: turned over time, or in a car that brakes. Default null: it does not. */
  readonly motion: SceneMotion | null;
  /** Air that moves along the surface. */
  readonly wind: SceneWind;
  /** Wipers. Default `[]`. */
  readonly wipers: readonly SceneWiper[];
  /** The layer of fine still drops. Default null: none. */
  readonly fine: SceneFine | null;
  /** Fog on the glass. Default null: none. */
  readonly fog: SceneFog | null;
  /** The thin film that runners leave. Default null: none. */
  readonly film: SceneFilm | null;
  /** Drops that are there at the start. Default `[]`. */
  readonly drops: readonly SceneDrop[];
  /** What stands behind the glass; read by renderers, kept as it is. Default `{ kind: 'street' }`. */
  readonly backdrop: JsonObject;
  /** Where the eye is and what it looks at; read by renderers, kept as it is. Default `{ focus: 'glass' }`. */
  readonly camera: JsonObject;
}

/** A model's name and its options; `rivulet/models` lists them with meaning, unit and default. */
export interface SceneModel {
  /** One of `modelNames`. Default 'rivulet'. */
  readonly name: string;
  readonly [option: string]: OptionValue;
}

/** The value of a model's option. */
export type OptionValue = boolean | number | string;

/** A flat sheet of glass. */
export interface SceneSurface {
  /** The surface's shape. Default 'pane', the only one so far. */
  readonly kind: 'pane';
  /** Width across the slope [mm]. Default 300. At least 8 cells, at most 64000000 cells in all. */
  readonly width: number;
  /** Height along the slope [mm]. Default 200. Both are rounded up to whole cells. */
  readonly height: number;
  /** Side of a grid cell [mm], 0.01 to 10. Default 0.5. Half of it costs four times the memory. */
  readonly cellSize: number;
  /** Tilt from level [rad], 0 to π/2. Default π/2, an upright window. */
  readonly tilt: number;
  /** Direction of gravity in the plane of the pane [rad], −2π to 2π; 0 is along +y, positive turns towards +x. Default 0. */
  readonly turn: number;
}

/** The contact angles of water, from which the largest drop that stays follows. */
export interface SceneCoating {
  /** Advancing contact angle [rad], 1° to 179°. Default 50°, ordinary window glass. */
  readonly advancing: number;
  /** Receding contact angle [rad], 0 to `advancing`. Default 20°. */
  readonly receding: number;
  /** Largest mass that stays at rest on an upright pane [mg], 0.001 to 5000, whatever the angles; null: from them. Default null. */
  readonly critical: number | null;
}

/** A drop that is there at the start. */
export type SceneDrop = PlacedDrop;

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number in the engine's unit, or a string with a unit such as "80deg", "5uL", "30km/h". */
export type Quantity = number | string;

/** The same options, each of which may be left out; those named in `Units` may also be strings with a unit. */
export type Partly<Part, Units extends keyof Part = never> = {
  readonly [Key in keyof Part]?: Part[Key] | (Key extends Units ? string : never) | undefined;
};

/** A scene as users write it: plain JSON, every part optional, quantities with or without units. */
export type SceneInput = Partly<Omit<Scene, keyof SceneParts>, 'step' | 'gravity'> & SceneParts;

/** The parts of a scene that have parts of their own. */
export interface SceneParts {
  /** Whose account of the water, and that model's own options. Default `{ name: 'rivulet' }`. */
  readonly model?: SceneModelInput | undefined;
  /** What the water lies on. Default a pane of 300 × 200 mm, upright. */
  readonly surface?: SceneSurfaceInput | undefined;
  /** How the surface holds drops. Default 50° advancing, 20° receding. */
  readonly coating?: SceneCoatingInput | undefined;
  /** Drops that fall on the surface while time passes. Default uniform, 50 a second. */
  readonly rain?: SceneRainInput | undefined;
  /** How the pane moves. Default null: it does not. */
  readonly motion?: SceneMotionInput | null | undefined;
  /** Air that moves along the surface. Default none. */
  readonly wind?: SceneWindInput | undefined;
  /** Wipers. Default `[]`. */
  readonly wipers?: readonly SceneWiperInput[] | undefined;
  /** The layer of fine still drops; `{}` has every default. Default null: none. */
  readonly fine?: SceneFineInput | null | undefined;
  /** Fog on the glass; `{}` has every default. Default null: none. */
  readonly fog?: SceneFogInput | null | undefined;
  /** The thin film that runners leave; `{}` has every default. Default null: none. */
  readonly film?: SceneFilmInput | null | undefined;
  /** Drops that are there at the start. Default `[]`. */
  readonly drops?: readonly SceneDropInput[] | undefined;
}

export interface SceneModelInput {
  /** One of `modelNames`. Default 'rivulet'. Another name than before starts from that model's defaults. */
  readonly name?: string | undefined;
  readonly [option: string]: OptionValue | undefined;
}

export type SceneSurfaceInput = Partly<SceneSurface, 'width' | 'height' | 'cellSize' | 'tilt' | 'turn'>;

export type SceneCoatingInput = Partly<SceneCoating, 'advancing' | 'receding' | 'critical'>;

/** A drop needs a place and a mass; it is at rest unless it has a velocity. */
export type SceneDropInput = Partly<Pick<SceneDrop, 'vx' | 'vy'>, 'vx' | 'vy'> & {
  /** Position of its centre [mm]; it must lie on the surface. */
  readonly x: Quantity;
  /** Position of its centre [mm], growing with rows. */
  readonly y: Quantity;
  /** [mg], 0.001 to 5000. */
  readonly mass: Quantity;
};
