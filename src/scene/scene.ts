/**
 * What a scene is, in types. A scene is plain JSON; `Scene` is one that has passed `parseScene`: every option is there,
 * every number is in mm, mg, s or rad. `SceneInput` is what a user may write: any part left out, unit strings allowed.
 * Both types are made from the entries of the options (core/options.ts): those of the scene itself stand here, those of a
 * part in the file of that name.
 */

import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { GRAVITY } from '../core/units.js';
import type { SceneCoating, SceneCoatingInput } from './coating.js';
import type { SceneDrop, SceneDropInput } from './drop.js';
import type { SceneInside, SceneInsideInput } from './inside.js';
import type { SceneFilm, SceneFilmInput, SceneFine, SceneFineInput, SceneFog, SceneFogInput } from './layers.js';
import type { SceneMotion, SceneMotionInput } from './motion.js';
import type { SceneRain, SceneRainInput } from './rain.js';
import { SEED } from './ranges.js';
import type { SceneSurface, SceneSurfaceInput } from './surface.js';
import type { SceneWind, SceneWindInput } from './wind.js';
import type { SceneWiper, SceneWiperInput } from './wiper.js';

/** Options of the scene itself, beside its parts. */
export const SCENE = {
  /** A few words for lists. */
  title: { type: 'text', longest: 80, default: '' },
  /** What the scene shows, in a sentence or two. */
  about: { type: 'text', longest: 1000, default: '' },
  /** Start of all random numbers: the same scene and seed give the same water, bit for bit. */
  seed: { ...SEED, default: 1, fixed: true },
  /** Length of a time step, as in Chen 2013. */
  step: { type: 'number', unit: 's', min: 1e-4, max: 0.1, default: 0.005, fixed: true },
  /** How the surface stands in the world: the rotation of its own frame, Y up. Null: as `surface.tilt` and `turn` say. */
  pose: { type: 'rotation', default: null },
  /** Acceleration of gravity. */
  gravity: { type: 'number', unit: 'mm/s²', min: 0, max: 100_000, default: GRAVITY },
} as const satisfies OptionTable;

/** A scene with every option filled in. Deep-frozen, and JSON all through: no NaN, no Infinity, no undefined. */
export interface Scene extends OptionsOf<typeof SCENE> {
  /** Version of the scene format. Default 1, the only one so far. */
  readonly version: 1;
  /** The model of the water, and that model's own options. Default `{ name: 'rivulet' }`. */
  readonly model: SceneModel;
  /** What the water lies on. */
  readonly surface: SceneSurface;
  /** How the surface holds drops. */
  readonly coating: SceneCoating;
  /** Drops that fall on the surface while time passes. */
  readonly rain: SceneRain;
  /** How the surface moves: turned over time, or in a car that brakes. Default null: it does not. */
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
  /** Thickness and mirrors of a traced surface; read by the tracer, kept as it is. Default null: its defaults. */
  readonly glass: JsonObject | null;
  /** A model of triangles inside or behind the glass, in traced pictures. Default null: none. */
  readonly inside: SceneInside | null;
  /** The strongest light on ceramic and on models (docs/tracer.md), checked by renderers; null leaves it as it is. */
  readonly sun: JsonObject | null;
  /** What stands behind the glass; read by renderers, kept as it is. Default `{ kind: 'street' }`. */
  readonly backdrop: JsonObject;
  /** Where the eye is and what it looks at; read by renderers, kept as it is. Default `{ focus: 'glass' }`. */
  readonly camera: JsonObject;
}

/** A model's name and its options; `rivulet/models` lists them, docs/models/ says what they mean. */
export interface SceneModel {
  /** One of `modelNames`. Default 'rivulet'. */
  readonly name: string;
  readonly [option: string]: OptionValue;
}

/** The value of a model's option. */
export type OptionValue = boolean | number | string;

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number in the engine's unit, or a string with a unit such as "80deg", "5uL", "30km/h". */
export type Quantity = number | string;

/** A scene as users write it: plain JSON, every part optional, quantities with or without units. */
export type SceneInput = OptionsInput<typeof SCENE> & SceneParts;

/** The parts of a scene as users write them. */
export interface SceneParts {
  /** Version of the scene format. Default 1, the only one so far. */
  readonly version?: 1 | undefined;
  /** The model of the water, and that model's own options. Default `{ name: 'rivulet' }`. */
  readonly model?: SceneModelInput | undefined;
  /** What the water lies on. Default a pane of 300 × 200 mm, upright. */
  readonly surface?: SceneSurfaceInput | undefined;
  /** How the surface holds drops. Default 50° advancing, 20° receding. */
  readonly coating?: SceneCoatingInput | undefined;
  /** Drops that fall on the surface while time passes. Default uniform, 50 a second. */
  readonly rain?: SceneRainInput | undefined;
  /** How the surface moves. Default null: it does not. */
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
  /** Thickness and mirrors of a traced surface; read by the tracer. Default null: its defaults. */
  readonly glass?: JsonObject | null | undefined;
  /** A model of triangles inside or behind the glass, in traced pictures. Default null: none. */
  readonly inside?: SceneInsideInput | null | undefined;
  /** The strongest light on ceramic and on models of traced pictures (docs/tracer.md). Default null: as they have it. */
  readonly sun?: JsonObject | null | undefined;
  /** What stands behind the glass; read by renderers. Default `{ kind: 'street' }`. */
  readonly backdrop?: JsonObject | undefined;
  /** Where the eye is and what it looks at; read by renderers. Default `{ focus: 'glass' }`. */
  readonly camera?: JsonObject | undefined;
}

export interface SceneModelInput {
  /** One of `modelNames`. Default 'rivulet'. Another name than before starts from that model's defaults. */
  readonly name?: string | undefined;
  readonly [option: string]: OptionValue | undefined;
}
