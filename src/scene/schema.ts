/**
 * The scene as a valibot schema: which fields there are, what each may be, and what stands there if nothing is given.
 * What no single field can know (a drop outside the pane, too many cells) is checked in `checks.ts`.
 */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import { GRAVITY } from '../core/units.js';
import type { ModelDefinition } from '../models/model.js';
import { PANE_DEFAULTS } from '../surface/pane.js';
import { dropFields } from './drop-schema.js';
import { choice, type Fields, jsonObject, list, part, plainNumber, quantity, text } from './fields.js';
import { film, fine, fog } from './layers-schema.js';
import * as limits from './limits.js';
import { modelSchema } from './model-schema.js';
import { motionSchema } from './motion-schema.js';
import { type RainDraft, rainSchema } from './rain-schema.js';
import type { Scene, SceneCoating, SceneInput, SceneSurface } from './scene.js';
import { windSchema } from './wind-schema.js';
import { wipersSchema } from './wiper-schema.js';

/** The version of scenes that this package writes and reads. */
const VERSION = 1;
/** Ordinary window glass [rad]. */
const WINDOW_ADVANCING = (50 * Math.PI) / 180;
const WINDOW_RECEDING = (20 * Math.PI) / 180;

/** A scene each of whose fields is valid by itself. */
export interface SceneDraft extends Omit<Scene, 'rain'> {
  readonly rain: RainDraft;
}

/** The schema of a scene that may name one of `models`. */
export function sceneSchema(models: readonly ModelDefinition[]): v.GenericSchema<SceneInput, SceneDraft> {
  return part({
    // First, so that a newer scene is called newer and not misspelt.
    version: v.optional(version(), VERSION),
    title: v.optional(text(limits.TITLE_LENGTH), ''),
    about: v.optional(text(limits.ABOUT_LENGTH), ''),
    seed: v.optional(plainNumber(limits.SEED), 1),
    step: v.optional(quantity(limits.STEP, 'time'), 0.005),
    model: v.optional(modelSchema(models), {}),
    surface: v.optional(surface(), {}),
    coating: v.optional(coating(), {}),
    rain: v.optional(rainSchema(), {}),
    gravity: v.optional(quantity(limits.GRAVITY_RANGE, 'acceleration'), GRAVITY),
    motion: v.optional(v.nullable(motionSchema()), null),
    wind: v.optional(windSchema(), {}),
    wipers: v.optional(wipersSchema(), []),
    fine: v.optional(v.nullable(fine()), null),
    fog: v.optional(v.nullable(fog()), null),
    film: v.optional(v.nullable(film()), null),
    drops: v.optional(drops(), []),
    backdrop: v.optional(jsonObject(), { kind: 'street' }),
    camera: v.optional(jsonObject(), { focus: 'glass' }),
  } satisfies Fields<Scene>);
}

function version() {
  return v.custom<1>(
    (given) => given === VERSION,
    ({ input }) => {
      const newer = typeof input === 'number' && input > VERSION;
      const remedy = newer ? ' This scene was written by a newer rivulet; update rivulet.' : '';
      return `must be ${VERSION}; got ${describeValue(input)}.${remedy}`;
    },
  );
}

function surface() {
  return part({
    kind: v.optional(choice(['pane']), 'pane'),
    width: v.optional(quantity(limits.SIDE, 'length'), PANE_DEFAULTS.width),
    height: v.optional(quantity(limits.SIDE, 'length'), PANE_DEFAULTS.height),
    cellSize: v.optional(quantity(limits.CELL_SIZE, 'length'), PANE_DEFAULTS.cellSize),
    tilt: v.optional(quantity(limits.TILT, 'angle'), PANE_DEFAULTS.tilt),
    turn: v.optional(quantity(limits.DIRECTION, 'angle'), PANE_DEFAULTS.turn),
  } satisfies Fields<SceneSurface>);
}

function coating() {
  return part({
    advancing: v.optional(quantity(limits.ADVANCING, 'angle'), WINDOW_ADVANCING),
    receding: v.optional(quantity(limits.RECEDING, 'angle'), WINDOW_RECEDING),
    critical: v.optional(v.nullable(quantity(limits.DROP_MASS, 'mass')), null),
  } satisfies Fields<SceneCoating>);
}

function drops() {
  return list(part(dropFields()), limits.MOST_DROPS, 'drops');
}
