/** The rain of a scene as valibot schemas, one a kind. */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import { exampleOf, readQuantity } from '../core/units.js';
import { dropFields } from './drop-schema.js';
import {
  choice,
  type Fields,
  isPlainObject,
  list,
  part,
  plainJson,
  plainNumber,
  position,
  quantity,
} from './fields.js';
import * as limits from './limits.js';
import type {
  DripsRain,
  MarshallPalmerRain,
  MassRangeInput,
  NoRain,
  SceneRainInput,
  SceneScriptedDrop,
  ScriptRain,
  SeveralRains,
  UniformRain,
} from './rain.js';
import { type RainRate, readRainRate } from './rain-rate.js';
import type { Quantity } from './scene.js';

/** Uniform rain before the depth is turned into drops, which takes the pane's area and the drops' masses. */
export interface UniformDraft extends Omit<UniformRain, 'rate'> {
  readonly rate: RainRate;
}

export type SingleRainDraft = UniformDraft | MarshallPalmerRain | ScriptRain | DripsRain | NoRain;

/** Rain each of whose fields is valid by itself. */
export type RainDraft =
  | SingleRainDraft
  | (Omit<SeveralRains, 'rains'> & { readonly rains: readonly SingleRainDraft[] });

/** The default kind of rain. */
export const DEFAULT_RAIN = 'uniform';
const REMEDY = 'For no rain write {"kind": "none"}.';
/** Depth of rain if none is given [mm/s]: 10 mm/h, a steady rain. */
const DEFAULT_DEPTH = 10 / 3600;

const FIELDS = {
  uniform: {
    kind: v.optional(choice(['uniform']), 'uniform'),
    rate: v.optional(rainRate(), 50),
    small: v.optional(v.nullable(massRange()), null),
    large: v.optional(v.nullable(massRange()), null),
    largeShare: v.optional(plainNumber(limits.SHARE), 0.2),
    max: v.optional(v.nullable(plainNumber(limits.RAIN_MAX)), null),
  } satisfies Fields<UniformRain>,
  'marshall-palmer': {
    kind: choice(['marshall-palmer']),
    rate: v.optional(rainDepth(), DEFAULT_DEPTH),
    drift: v.optional(quantity(limits.RAIN_DRIFT, 'speed'), 0),
    smallest: v.optional(quantity(limits.RAIN_SMALLEST, 'length'), 1),
    weighting: v.optional(choice(['arrival', 'air']), 'arrival'),
    max: v.optional(v.nullable(plainNumber(limits.RAIN_MAX)), null),
  } satisfies Fields<MarshallPalmerRain>,
  script: {
    kind: choice(['script']),
    drops: v.optional(list(scriptedDrop(), limits.MOST_DROPS, 'drops'), []),
    repeat: v.optional(v.nullable(quantity(limits.PERIOD, 'time')), null),
  } satisfies Fields<ScriptRain>,
  drips: {
    kind: choice(['drips']),
    from: v.optional(v.nullable(place()), null),
    to: v.optional(v.nullable(place()), null),
    places: v.optional(plainNumber(limits.DRIP_PLACES), 8),
    period: v.optional(quantity(limits.PERIOD, 'time'), 2),
    jitter: v.optional(plainNumber(limits.SHARE), 0.3),
    mass: v.optional(v.nullable(massRange()), null),
  } satisfies Fields<DripsRain>,
};

type KindWithFields = keyof typeof FIELDS;

const SINGLE_KINDS = [...(Object.keys(FIELDS) as KindWithFields[]), 'none'] as const;
const ALL_KINDS = [...SINGLE_KINDS, 'several'] as const;

/** The options that a kind of rain has; `kind` is one of them. */
export function rainOptions(kind: unknown): readonly string[] {
  if (kind === 'several') return ['kind', 'rains'];
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind)
    ? Object.keys(FIELDS[kind as KindWithFields])
    : ['kind'];
}

/** Rain of any kind: one schema a kind, chosen by the one that came. */
export function rainSchema(): v.GenericSchema<SceneRainInput, RainDraft> {
  return v.lazy((input: unknown) => {
    if (kindOf(input) !== 'several') return singleRain(input, ALL_KINDS);
    const rain = v.lazy((item: unknown) => singleRain(item, SINGLE_KINDS));
    return part({
      kind: choice(['several']),
      rains: v.optional(list(rain, limits.MOST_RAINS, 'rains'), []),
    }) as unknown as v.GenericSchema<SceneRainInput, RainDraft>;
  });
}

function singleRain(input: unknown, kinds: readonly string[]): v.GenericSchema<SceneRainInput, SingleRainDraft> {
  const kind = kindOf(input);
  const known = kinds.includes(String(kind));
  const schema =
    known && kind === 'none' ? noRain() : known ? rainOf(kind as KindWithFields, input) : unknownKind(kinds);
  // Which of the types it is depends on a value that the compiler does not see.
  return schema as unknown as v.GenericSchema<SceneRainInput, SingleRainDraft>;
}

function kindOf(input: unknown): unknown {
  return isPlainObject(input) ? (input.kind ?? DEFAULT_RAIN) : DEFAULT_RAIN;
}

function rainOf(kind: KindWithFields, input: unknown) {
  if (kind === 'script' && isPlainObject(input) && input.file !== undefined) return unreadFile();
  return part(FIELDS[kind], REMEDY);
}

/** Fails at `file`: scenes are checked where there may be no files. */
function unreadFile() {
  const remedy = 'Only the command line reads it; put what parseRainScript makes of its text into drops.';
  return v.object({
    file: v.custom<never>(
      () => false,
      ({ input }) => `must not be here; got ${describeValue(input)}. ${remedy}`,
    ),
  });
}

/** Options of all kinds may be there, unread; those that no kind has are still told. */
function noRain() {
  const names = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));
  const unread = Object.fromEntries([...names, 'rains', 'file'].map((name) => [name, v.optional(plainJson())]));
  return v.pipe(
    part({ ...unread, kind: choice(['none']) }),
    v.transform((): NoRain => ({ kind: 'none' })),
  );
}

/** Fails at `kind`, whatever the other options are. */
function unknownKind(kinds: readonly string[]) {
  return v.object({ kind: choice(kinds) });
}

function rainRate() {
  return v.pipe(
    v.custom<Quantity>(() => true),
    v.rawTransform<Quantity, RainRate>(({ dataset, addIssue, NEVER }) => {
      const rate = readRainRate(dataset.value);
      if (!('fault' in rate)) return rate;
      addIssue({ message: rate.fault });
      return NEVER;
    }),
  );
}

/** A depth of rain [mm/s]; a bare number is most likely meant in mm/h, which nobody writes in mm/s. */
function rainDepth() {
  const { min, max } = limits.RAIN_DEPTH;
  return v.pipe(
    v.custom<Quantity>(() => true),
    v.rawTransform<Quantity, number>(({ dataset, addIssue, NEVER }) => {
      const given: unknown = dataset.value;
      const depth = typeof given === 'string' ? readQuantity(given, 'rain depth') : given;
      if (typeof depth === 'number' && depth >= min && depth <= max) return depth;
      const remedy = exampleOf('rain depth');
      addIssue({ message: `must be ${min} to 1000 mm/h; got ${describeValue(given)}. ${remedy}` });
      return NEVER;
    }),
  );
}

function massRange() {
  const mass = quantity(limits.DROP_MASS, 'mass');
  return v.pipe(
    v.custom<MassRangeInput>(
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

function place() {
  return v.pipe(
    v.custom<readonly [Quantity, Quantity]>(
      (given) => Array.isArray(given) && given.length === 2,
      ({ input }) => `must be [x, y] in mm, or null; got ${describeValue(input)}.`,
    ),
    v.tuple([position(), position()]),
  );
}

function scriptedDrop() {
  const when = quantity(limits.SCRIPT_TIME, 'time');
  return part({ t: when, ...dropFields() } satisfies Fields<SceneScriptedDrop>);
}
