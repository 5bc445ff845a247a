/**
 * One entry an option. An entry holds type, unit, range and default as data; the doc comment above it is its meaning:
 * `cellSize: { type: 'number', unit: 'mm', min: 0.01, max: 10, default: 0.5, fixed: true }`. A table of entries is a
 * constant `as const satisfies OptionTable`, from which `OptionsOf` and `OptionsInput` make types. Checks, error lines and the
 * tables in docs/ are made from it as well. Editors show the comment on the types. No program carries its text:
 * `scripts/option-tables.mjs` reads it from the source.
 */
import { ALL_SCENES } from './build-flags.js';
import type { NumberRange } from './errors.js';
import type { QuantityKind } from './units.js';

/** What every entry may have. */
interface Entry {
  /** True of an option that a running simulation cannot change. */
  readonly fixed?: boolean;
}

/** Yes or no. */
export interface BooleanOption extends Entry {
  readonly type: 'boolean';
  readonly default: boolean;
}

/** A number. If its unit measures a kind of quantity, users may also write a string with a unit. */
export interface NumberOption extends Entry, Readonly<NumberRange> {
  readonly type: 'number';
  /** The kind of quantity, where it does not follow from the unit. */
  readonly kind?: QuantityKind;
  /** Left out: the option must be given. Null: it may be null. */
  readonly default?: number | null;
}

/** One of a few words. */
export interface ChoiceOption extends Entry {
  readonly type: 'choice';
  readonly choices: readonly string[];
  /** Left out: the option must be given. */
  readonly default?: string;
}

/** A text. */
export interface TextOption extends Entry {
  readonly type: 'text';
  /** Most characters. */
  readonly longest: number;
  /** Bytes as two hex digits each: how many, or with `square` how many in each row of a square. An empty text is none. */
  readonly hex?: { readonly min: number; readonly max: number; readonly square?: boolean };
  readonly default: string;
}

/** One coordinate of a place on the surface [mm]; how far it reaches is checked once the surface is known. */
export interface CoordinateOption extends Entry {
  readonly type: 'coordinate';
}

/** A place on the surface, [x, y] [mm], or null. */
export interface PlaceOption extends Entry {
  readonly type: 'place';
  readonly default: null;
}

/** Two masses, [min, max] [mg], or null. */
export interface MassesOption extends Entry {
  readonly type: 'masses';
  readonly default: null;
}

/** A list of numbers. */
export interface NumbersOption extends Entry, Readonly<NumberRange> {
  readonly type: 'numbers';
  readonly default: readonly number[] | null;
}

/** A vector in the world, [x, y, z]: X to the right, Y up, Z towards the viewer. */
export interface VectorOption extends Entry, Readonly<NumberRange> {
  readonly type: 'vector';
  /** A direction may have any length but 0. */
  readonly direction?: boolean;
  readonly default: readonly [number, number, number] | null;
}

/** A rotation as a unit quaternion, [x, y, z, w], or null. */
export interface RotationOption extends Entry {
  readonly type: 'rotation';
  readonly default: null;
}

/** A list of different words. */
export interface WordsOption extends Entry {
  readonly type: 'words';
  readonly choices: readonly string[];
  /** Most of them, and what they are called. */
  readonly most: number;
  readonly noun: string;
  readonly default: readonly never[];
}

/** A list of objects with the same options. */
export interface ListOption extends Entry {
  readonly type: 'list';
  readonly items: OptionTable;
  /** Most items, and what they are called. */
  readonly most: number;
  readonly noun: string;
  readonly default: readonly never[];
}

/** An object with options of its own. */
export interface PartOption extends Entry {
  readonly type: 'part';
  readonly options: OptionTable;
  /** What to do about something that is no object. */
  readonly remedy?: string;
  /** `{}` has every default; null: it may be null. */
  readonly default: null | Readonly<Record<string, never>>;
}

/** The entry of an option of any type. */
export type Option =
  | BooleanOption
  | NumberOption
  | ChoiceOption
  | TextOption
  | CoordinateOption
  | PlaceOption
  | MassesOption
  | NumbersOption
  | VectorOption
  | RotationOption
  | WordsOption
  | ListOption
  | PartOption;

/** The options of one thing, by name, in the order of its table in docs/. */
export type OptionTable = Readonly<Record<string, Option>>;

/** As many numbers as there are names, each within the range: a point, a colour. */
export interface TupleOption extends Entry, Readonly<NumberRange> {
  readonly type: 'tuple';
  readonly names: readonly string[];
  /** Left out: the option must be given. */
  readonly default?: readonly number[] | null;
}

/** A size in the picture, over its height; or in pixels, as a text such as "3px". */
export interface BlurOption extends Entry, Readonly<NumberRange> {
  readonly type: 'blur';
  readonly pixels: Readonly<NumberRange>;
  readonly default: number;
}

/** Some charts of a surface, by name or number, or `'all'`. */
export interface ChartsOption extends Entry {
  readonly type: 'charts';
  readonly default: readonly never[];
}

/** The entry of an option that renderers read (render/picture/read-options.ts); scenes keep these unread. */
export type PictureOption = NumberOption | ChoiceOption | TupleOption | BlurOption | ChartsOption;

/** Options that renderers read, by name. */
export type PictureTable = Readonly<Record<string, PictureOption>>;

/** A table of either kind. */
type AnyTable = Readonly<Record<string, Option | PictureOption>>;

/** What a table's options are once they are checked: all there, in the engine's units. */
export type OptionsOf<Table extends AnyTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** What users may write: options with a default left out, quantities with units. */
export type OptionsInput<Table extends AnyTable> = {
  readonly [Name in keyof Table as Table[Name] extends Needed ? never : Name]?: InputOf<Table[Name]> | undefined;
} & { readonly [Name in keyof Table as Table[Name] extends Needed ? Name : never]: InputOf<Table[Name]> };

/** An entry without a default. */
type Needed = { readonly default?: never };

type ValueOf<Entry> = OrNull<Entry> | PlainValue<Entry>;

type OrNull<Entry> = Entry extends { readonly default: null } ? null : never;

type PlainValue<Entry> = Entry extends { readonly type: 'boolean' }
  ? boolean
  : Entry extends { readonly type: 'number' | 'coordinate' }
    ? number
    : Entry extends { readonly type: 'choice'; readonly choices: readonly (infer Word)[] }
      ? Word
      : Entry extends { readonly type: 'text' }
        ? string
        : Entry extends { readonly type: 'place' | 'masses' }
          ? readonly [number, number]
          : Entry extends { readonly type: 'numbers' }
            ? readonly number[]
            : Entry extends { readonly type: 'vector' }
              ? readonly [x: number, y: number, z: number]
              : Entry extends { readonly type: 'rotation' }
                ? readonly [x: number, y: number, z: number, w: number]
                : Entry extends { readonly type: 'words'; readonly choices: readonly (infer Word)[] }
                  ? readonly Word[]
                  : Entry extends { readonly type: 'list'; readonly items: infer Table extends OptionTable }
                    ? readonly OptionsOf<Table>[]
                    : Entry extends { readonly type: 'part'; readonly options: infer Table extends OptionTable }
                      ? OptionsOf<Table>
                      : PictureValue<Entry>;

type PictureValue<Entry> = Entry extends { readonly type: 'tuple'; readonly names: infer Names }
  ? { readonly [n in keyof Names]: number }
  : Entry extends { readonly type: 'blur' }
    ? number | string
    : Entry extends { readonly type: 'charts' }
      ? 'all' | readonly (string | number)[]
      : never;

type InputOf<Entry> =
  | OrNull<Entry>
  | (Entry extends Measured
      ? number | string
      : Entry extends { readonly type: 'place' | 'masses' }
        ? readonly [number | string, number | string]
        : Entry extends { readonly type: 'tuple'; readonly unit: MeasuredUnit; readonly names: infer Names }
          ? { readonly [n in keyof Names]: number | string }
          : Entry extends { readonly type: 'list'; readonly items: infer Table extends OptionTable }
            ? readonly OptionsInput<Table>[]
            : Entry extends { readonly type: 'part'; readonly options: infer Table extends OptionTable }
              ? OptionsInput<Table>
              : PlainValue<Entry>);

/** An entry of a number that users may write as a string with a unit. */
type Measured =
  | { readonly type: 'coordinate' }
  | { readonly type: 'number'; readonly kind: QuantityKind }
  | { readonly type: 'number'; readonly unit: MeasuredUnit };

/** Units that measure a kind of quantity; of those that only some scenes use, core/units.ts has the strings in the same files. */
const UNIT_KINDS = {
  mm: 'length',
  rad: 'angle',
  'mm/s': 'speed',
  ...(ALL_SCENES && {
    mg: 'mass',
    s: 'time',
    'mm/s²': 'acceleration',
    'rad/s': 'angular speed',
    '/mm²': 'count per area',
    'mg/mm²': 'mass per area',
  }),
} as const satisfies Readonly<Record<string, QuantityKind>>;

type MeasuredUnit = keyof typeof UNIT_KINDS;

/** The kind of quantity that a number is, or undefined: then strings with units are refused. */
export function kindOf({ kind, unit = '' }: Pick<NumberOption, 'kind' | 'unit'>): QuantityKind | undefined {
  return kind ?? (Object.hasOwn(UNIT_KINDS, unit) ? UNIT_KINDS[unit as MeasuredUnit] : undefined);
}
