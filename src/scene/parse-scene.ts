/** The parser: any input leaves it as a valid, frozen scene, or as one error with one line. */
import * as v from 'valibot';
import { describeValue, RivuletError } from '../core/errors.js';
import type { ModelDefinition } from '../models/model.js';
import { COATING, checkCoating } from './coating.js';
import { checkPlace, DROP } from './drop.js';
import { fieldsOf, jsonObject, list, options, part } from './fields.js';
import { INSIDE, INSIDE_REMEDY } from './inside.js';
import { checkLayers, FILM, FINE, FOG, LAYER_REMEDY } from './layers.js';
import { formatPath } from './messages.js';
import { checkPairs, modelSchema } from './model-schema.js';
import { checkMotion, checkStance, MOTION, MOTION_REMEDY } from './motion.js';
import { type RainDraft, rainSchema } from './rain.js';
import { finishRain } from './rain-checks.js';
import { MOST_DROPS } from './ranges.js';
import { SCENE, type Scene, type SceneInput } from './scene.js';
import { checkCells, surfaceSchema } from './surface.js';
import { windSchema } from './wind.js';
import { checkWipers, MOST_WIPERS, WIPER } from './wiper.js';

/** The version of scenes that this package writes and reads. */
const VERSION = 1;

/**
 * Checks a scene, fills in the defaults of every option, turns strings with units into mm, mg, s and rad, and freezes the
 * result. Throws a RivuletError about the first problem. `input` itself is left as it is.
 */
export function parseScene(input: unknown, models: readonly ModelDefinition[]): Scene {
  const result = v.safeParse(sceneSchema(models), input, { abortEarly: true, abortPipeEarly: true });
  if (!result.success) throw sceneError(result.issues[0]);
  return deepFreeze(finishScene(result.output));
}

/** A scene each of whose fields is valid by itself. */
interface SceneDraft extends Omit<Scene, 'rain'> {
  readonly rain: RainDraft;
}

/** The schema of a scene that may name one of `models`: which parts there are, and what stands there if nothing is given. */
function sceneSchema(models: readonly ModelDefinition[]): v.GenericSchema<SceneInput, SceneDraft> {
  const { title, about, seed, step, pose, gravity } = fieldsOf(SCENE);
  const schema = part({
    // First, so that a newer scene is called newer and not misspelt.
    version: v.optional(version(), VERSION),
    title,
    about,
    seed,
    step,
    model: v.optional(modelSchema(models), {}),
    surface: v.optional(surfaceSchema(), {}),
    pose,
    coating: v.optional(options(COATING), {}),
    rain: v.optional(rainSchema(), {}),
    gravity,
    motion: v.optional(v.nullable(options(MOTION, { remedy: MOTION_REMEDY })), null),
    wind: v.optional(windSchema(), {}),
    wipers: v.optional(list(options(WIPER), MOST_WIPERS, 'wipers'), []),
    fine: v.optional(v.nullable(options(FINE, { remedy: LAYER_REMEDY })), null),
    fog: v.optional(v.nullable(options(FOG, { remedy: LAYER_REMEDY })), null),
    film: v.optional(v.nullable(options(FILM, { remedy: LAYER_REMEDY })), null),
    drops: v.optional(list(options(DROP), MOST_DROPS, 'drops'), []),
    glass: v.optional(v.nullable(jsonObject()), null),
    inside: v.optional(v.nullable(options(INSIDE, { remedy: INSIDE_REMEDY })), null),
    sun: v.optional(v.nullable(jsonObject()), null),
    backdrop: v.optional(jsonObject(), { kind: 'street' }),
    camera: v.optional(jsonObject(), { focus: 'glass' }),
  } satisfies Readonly<Record<keyof Scene, v.GenericSchema>>);
  return schema as unknown as v.GenericSchema<SceneInput, SceneDraft>;
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

/** Checks how the parts fit together, which no single option can. Returns the scene, with the rain in drops a second. */
function finishScene(draft: SceneDraft): Scene {
  checkPairs(draft.model);
  const glass = checkCells(draft.surface);
  checkCoating(draft);
  checkLayers(draft, glass.charts);
  if (draft.motion) checkMotion(draft.motion);
  checkStance(draft);
  checkWipers(draft);
  const rain = finishRain(draft.rain, { coating: draft.coating, glass, vehicle: draft.wind.vehicle });
  draft.drops.forEach((drop, n) => {
    checkPlace(drop, glass, `scene.drops[${n}]`);
  });
  return { ...draft, rain };
}

/** The issue as one line, led by its place in the scene. */
function sceneError(issue: v.BaseIssue<unknown>): RivuletError {
  const keys = (issue.path ?? []).map(({ key }) => key as PropertyKey);
  // An unknown key is reported of the part that has it.
  const unknownKey = issue.type === 'strict_object' && issue.expected === 'never';
  const subject = formatPath(unknownKey ? keys.slice(0, -1) : keys);
  return new RivuletError(`${subject} ${issue.message}`, formatPath(keys));
}

function deepFreeze<Part>(value: Part): Part {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}
