/** The rain of a scene: one table of options a kind, and the schemas made from them. */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { exampleOf, readQuantity } from '../core/units.js';
import { DROP } from './drop.js';
import { byKind, choice, isPlainObject, list, options, part, plainJson } from './fields.js';
import { type RainRate, readRainRate } from './rain-rate.js';
import { MOST_DROPS, PERIOD, RAIN_RATE, SCRIPT_TIME, SHARE } from './ranges.js';
import type { Quantity } from './scene.js';

const MOST_AT_ONCE = { type: 'number', unit: 'drops', min: 0, max: 1_000_000, integer: true } as const;

/** Diameter of a round drop just heavier than the least mass [mm]. */
const SMALLEST_DROP = 0.125;

/** Drops at uniform random places, most of them small enough to stay (CHEN-4); the tilt does not matter. */
export const UNIFORM_RAIN = {
  kind: { type: 'choice', choices: ['uniform'], default: 'uniform' },
  /** Drops on the whole surface, however it is tilted; a string such as `"17mm/h"` gives the depth of water instead. */
  rate: { ...RAIN_RATE, kind: 'drops per time', default: 50 },
  /** Light drops; null: an eighth of the static limit upright, to the limit. */
  small: { type: 'masses', default: null },
  /** Heavy drops; null: the static limit upright, to twice that. */
  large: { type: 'masses', default: null },
  /** Share of heavy drops; about 80 % are below the limit (CHEN-4). */
  largeShare: { ...SHARE, default: 0.2 },
  /** No new drops while there are this many; null: no such limit. */
  max: { ...MOST_AT_ONCE, default: null },
} as const satisfies OptionTable;

/** Rain as it is measured: sizes after Marshall and Palmer 1948, each falling at its own speed (NAK-10, NAK-O8). */
export const MARSHALL_PALMER_RAIN = {
  kind: { type: 'choice', choices: ['marshall-palmer'] },
  /** Depth of water that falls on level ground. */
  rate: { type: 'number', kind: 'rain depth', unit: 'mm/s', min: 0, max: 1000 / 3600, default: 10 / 3600 },
  /** Level speed of the drops towards the front of the pane; the speed of a vehicle (`wind.vehicle`) comes on top. */
  drift: { type: 'number', unit: 'mm/s', min: -100_000, max: 100_000, default: 0 },
  /** Diameter from which on drops are simulated one by one (NAK-1); finer water is not supplied. */
  smallest: { type: 'number', unit: 'mm', min: SMALLEST_DROP, max: 4, default: 1 },
  /** Sizes as they arrive, fast ones more often, or in the shares of the air, as Nakata 2012 draws them. */
  weighting: { type: 'choice', choices: ['arrival', 'air'], default: 'arrival' },
  /** Drops on the whole surface, with the sizes of `rate`; null: as many as `rate` brings. Nakata's 5 a frame are 500. */
  arrivals: { ...RAIN_RATE, default: null },
  /** Share of its velocity along the glass, relative to it, that a drop keeps when it lands; 0: it starts at rest. */
  impact: { ...SHARE, default: 0 },
  /** No new drops while there are this many; null: no such limit. */
  max: { ...MOST_AT_ONCE, default: null },
} as const satisfies OptionTable;

/** A drop of scripted rain needs a time, a place and a mass. */
export const SCRIPTED_DROP = {
  /** When it arrives, before `repeat`. */
  t: SCRIPT_TIME,
  ...DROP,
} as const satisfies OptionTable;

/** Rain from a list. `parseRainScript` reads one from a file's text; the command line does with `"file": "rain.csv"`. */
export const SCRIPT_RAIN = {
  kind: { type: 'choice', choices: ['script'] },
  /** Each `{ t, x, y, mass, vx?, vy? }`: time [s], place [mm], mass [mg], velocity [mm/s]; in any order. */
  drops: { type: 'list', items: SCRIPTED_DROP, most: MOST_DROPS, noun: 'drops', default: [] },
  /** After this time the list starts again; null: never. */
  repeat: { ...PERIOD, default: null },
} as const satisfies OptionTable;

/** Drops that come off an edge, at a few places of it. */
export const DRIPS_RAIN = {
  kind: { type: 'choice', choices: ['drips'] },
  /** Number of the chart that the edge lies on; a pane has only 0. */
  chart: { type: 'number', min: 0, max: 65_535, integer: true, default: 0 },
  /** One end of the edge; null: the chart's upper left corner. */
  from: { type: 'place', default: null },
  /** The other end; null: the chart's upper right corner. */
  to: { type: 'place', default: null },
  /** How many places drip; where they are is random. */
  places: { type: 'number', unit: 'places', min: 0, max: 1000, integer: true, default: 8 },
  /** Mean time between two drops of a place. */
  period: { ...PERIOD, default: 2 },
  /** Spread of the times as a share of the period; 0 is a clock. */
  jitter: { ...SHARE, default: 0.3 },
  /** Masses of the drops; null: the static limit upright, to twice that. */
  mass: { type: 'masses', default: null },
} as const satisfies OptionTable;

/** Rains that fall at once. */
export const MOST_RAINS = 8;

export type UniformRain = OptionsOf<typeof UNIFORM_RAIN>;
export type MarshallPalmerRain = OptionsOf<typeof MARSHALL_PALMER_RAIN>;
export type ScriptRain = OptionsOf<typeof SCRIPT_RAIN>;
export type SceneScriptedDrop = OptionsOf<typeof SCRIPTED_DROP>;
export type DripsRain = OptionsOf<typeof DRIPS_RAIN>;

/** No rain at all. */
export interface NoRain {
  readonly kind: 'none';
}

/** Rain of one kind, or none. */
export type SceneSingleRain = UniformRain | MarshallPalmerRain | ScriptRain | DripsRain | NoRain;

/** Several rains at once. */
export interface SeveralRains {
  readonly kind: 'several';
  /** Up to 8 rains. Default `[]`. */
  readonly rains: readonly SceneSingleRain[];
}

/** Rain of one kind, several at once, or none. */
export type SceneRain = SceneSingleRain | SeveralRains;

/** Smallest and largest mass [mg]. */
export type MassRange = readonly [min: number, max: number];

/** Options of the other kinds may stay and do nothing, so that rain can be switched off and on again. */
export interface NoRainInput {
  readonly kind: 'none';
  readonly [option: string]: unknown;
}

export type SceneSingleRainInput =
  | OptionsInput<typeof UNIFORM_RAIN>
  | OptionsInput<typeof MARSHALL_PALMER_RAIN>
  | OptionsInput<typeof SCRIPT_RAIN>
  | OptionsInput<typeof DRIPS_RAIN>
  | NoRainInput;

export interface SeveralRainsInput {
  readonly kind: 'several';
  /** Up to 8 rains. Default `[]`. */
  readonly rains?: readonly SceneSingleRainInput[] | undefined;
}

/** A patch that names another kind of rain starts from that kind's defaults. */
export type SceneRainInput = SceneSingleRainInput | SeveralRainsInput;

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

/** The kinds that have options of their own. */
const TABLES = {
  uniform: UNIFORM_RAIN,
  'marshall-palmer': MARSHALL_PALMER_RAIN,
  script: SCRIPT_RAIN,
  drips: DRIPS_RAIN,
} as const satisfies Readonly<Record<string, OptionTable>>;

/** The options that a kind of rain has; `kind` is one of them. */
export function rainOptions(kind: unknown): readonly string[] {
  if (kind === 'several') return ['kind', 'rains'];
  const isKnown = typeof kind === 'string' && Object.hasOwn(TABLES, kind);
  return isKnown ? Object.keys(TABLES[kind as keyof typeof TABLES]) : ['kind'];
}

/** How rain of each kind is checked. */
const SINGLE_KINDS = {
  uniform: () => options(UNIFORM_RAIN, { remedy: REMEDY, own: { rate: rainRate() } }),
  'marshall-palmer': () => options(MARSHALL_PALMER_RAIN, { remedy: REMEDY, own: { rate: rainDepth() } }),
  script: (input: unknown) =>
    isPlainObject(input) && input.file !== undefined ? unreadFile() : options(SCRIPT_RAIN, { remedy: REMEDY }),
  drips: () => options(DRIPS_RAIN, { remedy: REMEDY }),
  none: noRain,
};

/** Rain of any kind. */
export function rainSchema(): v.GenericSchema<SceneRainInput, RainDraft> {
  return byKind<SceneRainInput, RainDraft>({ ...SINGLE_KINDS, several }, DEFAULT_RAIN);
}

function several() {
  const rain = byKind<SceneSingleRainInput, SingleRainDraft>(SINGLE_KINDS, DEFAULT_RAIN);
  return part({ kind: choice(['several']), rains: v.optional(list(rain, MOST_RAINS, 'rains'), []) });
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

/** Options of all kinds may be there, unread; those that no kind has are still refused. */
function noRain() {
  const names = new Set(Object.values(TABLES).flatMap((table) => Object.keys(table)));
  const unread = Object.fromEntries([...names, 'rains', 'file'].map((name) => [name, v.optional(plainJson())]));
  return v.pipe(
    part({ ...unread, kind: choice(['none']) }),
    v.transform((): NoRain => ({ kind: 'none' })),
  );
}

/** A rate of drops, or a depth of water. */
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

/** A depth of rain [mm/s]. A bare number out of range was most likely meant in mm/h, so the error line speaks of mm/h. */
function rainDepth() {
  const { min, max } = MARSHALL_PALMER_RAIN.rate;
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
