/** The rain of a scene, in types: as it has passed `parseScene`, and as users write it. */
import type { ScriptedDrop } from '../weather/scripted-rain.js';
import type { Partly, Quantity, SceneDropInput } from './scene.js';

/** Rain of one kind, several at once, or none. */
export type SceneRain = SceneSingleRain | SeveralRains;

/** Rain of one kind, or none. */
export type SceneSingleRain = UniformRain | MarshallPalmerRain | ScriptRain | DripsRain | NoRain;

/** Drops at uniform random places, most of them small enough to stay (CHEN-4); the tilt does not matter. */
export interface UniformRain {
  /** 'uniform'. The default kind. */
  readonly kind: 'uniform';
  /** Drops a second on the whole surface, 0 to 1000000. Default 50. A string such as "17mm/h" gives the depth instead. */
  readonly rate: number;
  /** Masses of the small drops, [min, max] [mg]; null: an eighth of the coating's static limit upright, to the limit. Default null. */
  readonly small: MassRange | null;
  /** Masses of the large drops, [min, max] [mg]; null: the coating's static limit upright, to twice that. Default null. */
  readonly large: MassRange | null;
  /** Share of large drops, 0 to 1. Default 0.2 (CHEN-4: about 80 % are below the limit). */
  readonly largeShare: number;
  /** No new drops while there are this many, 0 to 1000000; null: no such limit. Default null. */
  readonly max: number | null;
}

/** Rain as it is measured: sizes after Marshall and Palmer 1948, each falling at its own speed (NAK-10, NAK-O8). */
export interface MarshallPalmerRain {
  readonly kind: 'marshall-palmer';
  /** Depth of water that falls on level ground [mm/s], 0 to 1000 mm/h; write "10mm/h". Default 10 mm/h. */
  readonly rate: number;
  /** Level speed of the drops towards the front of the pane [mm/s], −100000 to 100000; `wind.vehicle` comes on top. Default 0. */
  readonly drift: number;
  /** Diameter from which on drops are simulated one by one [mm], 0.125 to 4. Default 1 (NAK-1). Finer water is not supplied. */
  readonly smallest: number;
  /** 'arrival': fast sizes arrive more often than they are in the air; 'air': in the shares of the air, as in the paper. Default 'arrival'. */
  readonly weighting: 'air' | 'arrival';
  /** No new drops while there are this many, 0 to 1000000; null: no such limit. Default null. */
  readonly max: number | null;
}

/** Rain from a list. `parseRainScript` reads one from a file's text; the command line does with `"file": "rain.csv"`. */
export interface ScriptRain {
  readonly kind: 'script';
  /** The drops, in any order. Default `[]`. */
  readonly drops: readonly SceneScriptedDrop[];
  /** After this time the list starts again [s], 0.1 to 1000000; null: never. Default null. */
  readonly repeat: number | null;
}

/** A drop of scripted rain with every option filled in. */
export type SceneScriptedDrop = ScriptedDrop;

/** Drops that come off an edge, at a few places of it. */
export interface DripsRain {
  readonly kind: 'drips';
  /** One end of the edge, [x, y] [mm]; null: the pane's upper left corner. Default null. */
  readonly from: Place | null;
  /** The other end, [x, y] [mm]; null: the pane's upper right corner. Default null. */
  readonly to: Place | null;
  /** How many places drip, 0 to 1000; where they are is chance. Default 8. */
  readonly places: number;
  /** Mean time between two drops of a place [s], 0.1 to 1000000. Default 2. */
  readonly period: number;
  /** Spread of the times as a share of the period, 0 to 1; 0 is a clock. Default 0.3. */
  readonly jitter: number;
  /** Masses, [min, max] [mg]; null: the coating's static limit upright, to twice that. Default null. */
  readonly mass: MassRange | null;
}

/** Several rains at once. */
export interface SeveralRains {
  readonly kind: 'several';
  /** Up to 8 rains. Default `[]`. */
  readonly rains: readonly SceneSingleRain[];
}

/** No rain at all. */
export interface NoRain {
  readonly kind: 'none';
}

/** Smallest and largest mass [mg], 0.001 to 5000 each. */
export type MassRange = readonly [min: number, max: number];

/** A place on the surface [mm]. */
export type Place = readonly [x: number, y: number];

/** A patch that names another kind of rain starts from that kind's defaults. */
export type SceneRainInput = SceneSingleRainInput | SeveralRainsInput;

export type SceneSingleRainInput =
  | UniformRainInput
  | MarshallPalmerRainInput
  | ScriptRainInput
  | DripsRainInput
  | NoRainInput;

export type UniformRainInput = Partly<Omit<UniformRain, 'small' | 'large'>, 'rate'> & {
  /** Masses of the small drops, [min, max] [mg]; null: from the coating. Default null. */
  readonly small?: MassRangeInput | null | undefined;
  /** Masses of the large drops, [min, max] [mg]; null: from the coating. Default null. */
  readonly large?: MassRangeInput | null | undefined;
};

export type MarshallPalmerRainInput = OfKind<MarshallPalmerRain, 'rate' | 'drift' | 'smallest'>;

export type ScriptRainInput = OfKind<Omit<ScriptRain, 'drops'>, 'repeat'> & {
  /** The drops, in any order. Default `[]`. */
  readonly drops?: readonly SceneScriptedDropInput[] | undefined;
};

/** A scripted drop needs a time, a place and a mass. */
export type SceneScriptedDropInput = SceneDropInput & {
  /** When it arrives [s], 0 to 1000000, and before `repeat`. */
  readonly t: Quantity;
};

export type DripsRainInput = OfKind<Omit<DripsRain, 'from' | 'to' | 'mass'>, 'period'> & {
  /** One end of the edge, [x, y] [mm]; null: the pane's upper left corner. Default null. */
  readonly from?: readonly [x: Quantity, y: Quantity] | null | undefined;
  /** The other end, [x, y] [mm]; null: the pane's upper right corner. Default null. */
  readonly to?: readonly [x: Quantity, y: Quantity] | null | undefined;
  /** Masses, [min, max] [mg]; null: from the coating. Default null. */
  readonly mass?: MassRangeInput | null | undefined;
};

export interface SeveralRainsInput {
  readonly kind: 'several';
  /** Up to 8 rains. Default `[]`. */
  readonly rains?: readonly SceneSingleRainInput[] | undefined;
}

/** Options of the other kinds may stay and do nothing, so that rain can be switched off and on again. */
export interface NoRainInput {
  readonly kind: 'none';
  readonly [option: string]: unknown;
}

export type MassRangeInput = readonly [min: Quantity, max: Quantity];

/** All options but the kind may be left out. */
type OfKind<Rain extends { readonly kind: string }, Units extends keyof Rain> = Partly<
  Omit<Rain, 'kind'>,
  Exclude<Units, 'kind'>
> &
  Pick<Rain, 'kind'>;
