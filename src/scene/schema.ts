/**
 * The scene as a valibot schema: which fields there are, what each may be, and what stands there if nothing is given.
 * What no single field can know (a drop outside the pane, too many cells) is checked in `checks.ts`.
 */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import { exampleOf, GRAVITY, readQuantity } from '../core/units.js';
import type { ModelDefinition } from '../models/model.js';
import { PANE_DEFAULTS } from '../surface/pane.js';
import { WIND_DEFAULTS } from '../weather/wind.js';
import { choice, jsonObject, only, part, plainNumber, quantity, text } from './fields.js';
import { film, fine, fog } from './layers-schema.js';
import * as limits from './limits.js';
import { modelSchema } from './model-schema.js';
import type {
  Quantity,
  Scene,
  SceneCoating,
  SceneDrop,
  SceneInput,
  SceneSurface,
  SceneWind,
  UniformRain,
} from './scene.js';

/** The version of scenes that this package writes and reads. */
const VERSION = 1;
/** Ordinary window glass [rad]. */
const WINDOW_ADVANCING = (50 * Math.PI) / 180;
const WINDOW_RECEDING = (20 * Math.PI) / 180;

/** How much it rains: drops a second, or the depth of water that falls [mm/s]. */
export type RainRate = { readonly drops: number } | { readonly depth: number };

/** Rain before the depth is turned into drops, which takes the pane's area and the drops' masses. */
export interface RainDraft extends Omit<UniformRain, 'kind' | 'rate'> {
  readonly kind: 'uniform' | 'none';
  readonly rate: RainRate;
}

/** A scene each of whose fields is valid by itself. */
export interface SceneDraft extends Omit<Scene, 'rain'> {
  readonly rain: RainDraft;
}

/** One schema for every option of `Part` and none besides: the compiler holds schema and types together. */
export type Fields<Part> = Readonly<Record<keyof Part, v.GenericSchema>>;

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
    rain: v.optional(rain(), {}),
    gravity: v.optional(quantity(limits.GRAVITY_RANGE, 'acceleration'), GRAVITY),
    wind: v.optional(wind(), {}),
    wipers: v.optional(only([], isEmptyArray, 'There are no wipers yet.'), []),
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

function rain() {
  const fields = {
    kind: v.optional(choice(['uniform', 'none']), 'uniform'),
    rate: v.optional(rainRate(), 50),
    small: v.optional(v.nullable(massRange()), null),
    large: v.optional(v.nullable(massRange()), null),
    largeShare: v.optional(plainNumber(limits.SHARE), 0.2),
    max: v.optional(v.nullable(plainNumber(limits.RAIN_MAX)), null),
  } satisfies Fields<UniformRain>;
  return part(fields, 'For no rain write {"kind": "none"}.');
}

function rainRate() {
  return v.pipe(
    v.custom<Quantity>(() => true),
    v.rawTransform<Quantity, RainRate>(({ dataset, addIssue, NEVER }) => {
      const given: unknown = dataset.value;
      const depth = typeof given === 'string' ? readQuantity(given, 'rain depth') : undefined;
      const count = typeof given === 'string' ? readQuantity(given, 'drops per time') : given;
      const { min, max } = limits.RAIN_RATE;
      if (typeof count === 'number' && count >= min && count <= max) return { drops: count };
      // How many drops a depth of rain makes is checked once the pane is known.
      if (depth !== undefined && depth >= 0 && Number.isFinite(depth)) return { depth };
      const remedy = typeof given === 'string' && count === undefined ? ` ${exampleOf('rain depth')}` : '';
      addIssue({
        message: `must be ${min} to ${max} drops/s or a depth in mm/h; got ${describeValue(given)}.${remedy}`,
      });
      return NEVER;
    }),
  );
}

function massRange() {
  const mass = quantity(limits.DROP_MASS, 'mass');
  return v.pipe(
    v.custom<readonly [Quantity, Quantity]>(
      (given) => Array.isArray(given) && given.length === 2,
      ({ input }) => `must be [min, max] in mg, or null; got ${describeValue(input)}.`,
    ),
    v.tuple([mass, mass]),
    v.check(
      ([min, max]) => min <= max,
      ({ input }) => `must be [min, max] with min at most max; got ${describeValue(input)}. Swap the two.`,
    ),
  );
}

function wind() {
  return part({
    speed: v.optional(quantity(limits.WIND_SPEED, 'speed'), WIND_DEFAULTS.speed),
    direction: v.optional(quantity(limits.DIRECTION, 'angle'), WIND_DEFAULTS.direction),
    boundaryLayer: v.optional(quantity(limits.BOUNDARY_LAYER, 'length'), WIND_DEFAULTS.boundaryLayer),
    exponent: v.optional(plainNumber(limits.WIND_EXPONENT), WIND_DEFAULTS.exponent),
  } satisfies Fields<SceneWind>);
}

function drops() {
  const drop = part({
    x: position(),
    y: position(),
    mass: quantity(limits.DROP_MASS, 'mass'),
    vx: v.optional(quantity(limits.DROP_VELOCITY, 'speed'), 0),
    vy: v.optional(quantity(limits.DROP_VELOCITY, 'speed'), 0),
  } satisfies Fields<SceneDrop>);
  return v.pipe(
    v.custom<readonly v.InferInput<typeof drop>[]>(
      (given) => Array.isArray(given) && given.length <= limits.MOST_DROPS,
      ({ input }) => {
        const came = Array.isArray(input) ? `${input.length} drops` : describeValue(input);
        return `must be a list of at most ${limits.MOST_DROPS} drops; got ${came}.`;
      },
    ),
    v.array(drop),
  );
}

/** A place on the surface [mm]. How far the surface reaches, and that this is a number at all, is checked in `checks.ts`. */
function position() {
  return v.pipe(
    v.custom<Quantity>(() => true),
    v.transform((given) => (typeof given === 'string' ? (readQuantity(given, 'length') ?? given) : given) as number),
  );
}

function isEmptyArray(given: unknown): boolean {
  return Array.isArray(given) && given.length === 0;
}
