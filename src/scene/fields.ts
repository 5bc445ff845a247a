/**
 * From entries to valibot schemas. The messages are the tail of an error line; `parse-scene.ts` puts the path in front,
 * where it is known.
 */
import * as v from 'valibot';
import { describeRange, describeValue, isWithin, type NumberRange } from '../core/errors.js';
import {
  kindOf,
  type Option,
  type OptionsInput,
  type OptionsOf,
  type OptionTable,
  type TextOption,
  type VectorOption,
  type WordsOption,
} from '../core/options.js';
import { type QuantityKind, withoutUnit } from '../core/units.js';
import { didYouMean, either } from './messages.js';
import { DROP_MASS } from './ranges.js';
import { readWithin } from './read-within.js';
import type { JsonObject, Quantity } from './scene.js';

/** What a table's entries cannot say. */
interface Besides {
  /** What to do about something that is no object, as a sentence. */
  readonly remedy?: string | undefined;
  /** Schemas in place of those that entries would give, by option; defaults and null stay the entry's. */
  readonly own?: Readonly<Record<string, v.GenericSchema>>;
}

/** An object with the options of a table and no others. */
export function options<Table extends OptionTable>(
  table: Table,
  { remedy, own }: Besides = {},
): v.GenericSchema<OptionsInput<Table>, OptionsOf<Table>> {
  // The compiler does not follow the entries into the schemas; the types are made from the same entries.
  return part(fieldsOf(table, own), remedy) as unknown as v.GenericSchema<OptionsInput<Table>, OptionsOf<Table>>;
}

/** One schema an option, which fills in its default. */
export function fieldsOf<Table extends OptionTable>(
  table: Table,
  own: Besides['own'] = {},
): Record<keyof Table, v.GenericSchema> {
  const fields = Object.entries(table).map(([name, entry]) => {
    const plain = Object.hasOwn(own, name) ? own[name] : optionSchema(entry);
    const given = 'default' in entry ? entry.default : undefined;
    const schema = given === null ? v.nullable(plain) : plain;
    return [name, given === undefined ? schema : v.optional(schema, given)];
  });
  return Object.fromEntries(fields) as Record<keyof Table, v.GenericSchema>;
}

/** What an option may be if it is given and not null. */
function optionSchema(entry: Option): v.GenericSchema {
  switch (entry.type) {
    case 'boolean':
      return flag();
    case 'number': {
      const kind = kindOf(entry);
      return kind === undefined ? plainNumber(entry) : quantity(entry, kind);
    }
    case 'choice':
      return choice(entry.choices);
    case 'text':
      return entry.hex ? hexText(entry.longest, entry.hex) : text(entry.longest);
    case 'coordinate':
      return coordinate();
    case 'place':
      return place();
    case 'masses':
      return masses();
    case 'numbers':
      return numbers(entry);
    case 'vector':
      return vector(entry);
    case 'rotation':
      return rotation();
    case 'words':
      return words(entry);
    case 'list':
      return list(options(entry.items), entry.most, entry.noun);
    case 'part':
      return options(entry.options, { remedy: entry.remedy });
  }
}

/** An object whose `kind` decides which options it has. A schema is made of the kind that came, or of the `usual` one. */
export function byKind<Input, Output>(
  kinds: Readonly<Record<string, (input: unknown) => v.GenericSchema>>,
  usual: string,
): v.GenericSchema<Input, Output> {
  return v.lazy((input: unknown) => {
    const kind = String((isPlainObject(input) ? input.kind : undefined) ?? usual);
    // An unknown kind fails at `kind`, whatever the other options are.
    const schema = Object.hasOwn(kinds, kind) ? kinds[kind](input) : v.object({ kind: choice(Object.keys(kinds)) });
    return schema as unknown as v.GenericSchema<Input, Output>;
  });
}

/** A number in the engine's unit, or a string with a unit of this kind. */
function quantity(range: NumberRange, kind: QuantityKind) {
  return v.pipe(
    anything<Quantity>(),
    v.rawTransform<Quantity, number>(({ dataset, addIssue, NEVER }) => {
      const read = readWithin(dataset.value, range, kind);
      if (typeof read === 'number') return read;
      addIssue({ message: read.fault });
      return NEVER;
    }),
  );
}

/** A number without a unit. */
function plainNumber(range: NumberRange) {
  return v.custom<number>(
    (given) => isWithin(given, range),
    ({ input }) => {
      const quoted = typeof input === 'string' && isWithin(Number(input), range) && input.trim() !== '';
      return `must be ${describeRange(range)}; got ${describeValue(input)}.${quoted ? ' Write it without quotes.' : ''}`;
    },
  );
}

/** One of a few words. Numbers that read the same pass too: a flag's `--set model.adjacency=4` means "4". */
export function choice<const Word extends string>(words: readonly Word[]) {
  return v.pipe(
    anything<Word>(),
    v.rawTransform<Word, Word>(({ dataset, addIssue, NEVER }) => {
      const given: unknown = dataset.value;
      const word = typeof given === 'number' ? String(given) : given;
      const found = words.find((known) => known === word);
      if (found !== undefined) return found;
      const allowed = either(words.map((known) => `"${known}"`));
      addIssue({ message: `must be ${allowed}; got ${describeValue(given)}.${after(didYouMean(given, words))}` });
      return NEVER;
    }),
  );
}

/** Yes or no. */
function flag() {
  return v.boolean(({ input }) => `must be true or false; got ${describeValue(input)}.`);
}

/** Bytes as two hex digits each, as many as `hex` says, or nothing. */
function hexText(most: number, { min, max, square = false }: NonNullable<TextOption['hex']>) {
  const isRight = (digits: string): boolean => {
    const bytes = digits.length / 2;
    const count = square ? Math.sqrt(bytes) : bytes;
    return digits === '' || (Number.isInteger(count) && count >= min && count <= max && /^[0-9a-f]*$/i.test(digits));
  };
  const what = square ? `of a square with ${min} to ${max} texels a side` : `of ${min} to ${max} values`;
  const message = ({ input }: { input: string }): string => {
    const came = input.length > 12 ? `a text of ${input.length} characters` : describeValue(input);
    return `must be two hex digits each ${what}; got ${came}. On the command line name a PNG or JPEG picture.`;
  };
  return v.pipe(text(most), v.check(isRight, message));
}

/** A text of at most `most` characters. */
function text(most: number) {
  return v.custom<string>(
    (given) => typeof given === 'string' && given.length <= most,
    ({ input }) => {
      const came = typeof input === 'string' ? `${input.length} characters` : describeValue(input);
      return `must be a text of at most ${most} characters; got ${came}.`;
    },
  );
}

/** An object with these fields and no others. */
export function part<Entries extends v.ObjectEntries>(entries: Entries, remedy = '') {
  const known = Object.keys(entries);
  return v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<Entries, undefined>>>(
      isPlainObject,
      ({ input }) => `must be an object; got ${describeValue(input)}.${after(remedy)}`,
    ),
    v.strictObject(entries, (issue) => {
      if (issue.expected !== 'never') return `must be given; got nothing.`;
      const meant = didYouMean(issue.input, known);
      return `has no ${describeValue(issue.input)}${meant ? `. ${meant}` : `; it has ${known.join(', ')}.`}`;
    }),
  );
}

/** A list of at most `most` such items. */
export function list<Item extends v.GenericSchema>(item: Item, most: number, noun: string) {
  return v.pipe(
    v.custom<readonly v.InferInput<Item>[]>(
      (given) => Array.isArray(given) && given.length <= most,
      ({ input }) => {
        const came = Array.isArray(input) ? `${input.length} ${noun}` : describeValue(input);
        return `must be a list of at most ${most} ${noun}; got ${came}.`;
      },
    ),
    v.array(item),
  );
}

/** One coordinate of a place [mm]. That it is a number, and lies on the surface, is checked once the surface is known. */
function coordinate() {
  return v.pipe(
    anything<Quantity>(),
    v.transform((given) => withoutUnit(given, 'length') as number),
  );
}

/** A place on the surface, [x, y] [mm]. */
function place() {
  return v.pipe(
    v.custom<readonly [Quantity, Quantity]>(
      (given) => Array.isArray(given) && given.length === 2,
      ({ input }) => `must be [x, y] in mm, or null; got ${describeValue(input)}.`,
    ),
    v.tuple([coordinate(), coordinate()]),
  );
}

/** Two masses in order, [min, max] [mg]. */
function masses() {
  const mass = quantity(DROP_MASS, 'mass');
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

/** A list of numbers in a range; the first wrong one is named by its place. */
function numbers(range: NumberRange) {
  return v.pipe(
    v.custom<readonly number[]>(
      (given) => Array.isArray(given),
      ({ input }) => `must be a list of numbers; got ${describeValue(input)}.`,
    ),
    v.array(plainNumber(range)),
  );
}

/** Three numbers, each within a range; of a direction not all of them 0. */
function vector(entry: VectorOption) {
  return v.pipe(
    v.custom<readonly number[]>(
      (given) => Array.isArray(given) && given.length === 3 && given.every((value) => isWithin(value, entry)),
      ({ input }) => `must be [x, y, z], each ${describeRange(entry)}; got ${describeValue(input)}.`,
    ),
    v.check(
      (given) => !entry.direction || given.some((value) => value !== 0),
      () => 'must be a direction; got [0,0,0], which is none.',
    ),
  );
}

/** How far from 1 the length of a quaternion may be: four digits are enough to write one. */
const QUATERNION_ROUNDING = 1e-3;

/** A unit quaternion; one that was rounded by hand is made as long as rounding allows. */
function rotation() {
  const isFour = (given: unknown): given is number[] =>
    Array.isArray(given) && given.length === 4 && given.every((value) => Number.isFinite(value));
  const lengthOf = (given: readonly number[]) => Math.sqrt(given.reduce((sum, value) => sum + value * value, 0));
  return v.pipe(
    v.custom<readonly number[]>(
      (given) => isFour(given) && Math.abs(lengthOf(given) - 1) <= QUATERNION_ROUNDING,
      ({ input }) => {
        const length = isFour(input) ? `, of length ${Number(lengthOf(input).toPrecision(5))}` : '';
        const remedy = length ? 'Divide it by its length.' : '';
        const came = `${describeValue(input)}${length}.${after(remedy)}`;
        return `must be a rotation, a quaternion [x, y, z, w] of length 1; got ${came}`;
      },
    ),
    v.transform((given) => given.map((value) => value / lengthOf(given))),
  );
}

/** A list of different words. */
function words({ choices, most, noun }: WordsOption) {
  return v.pipe(
    v.custom<readonly string[]>(
      (given) => Array.isArray(given) && given.length <= most && new Set(given).size === given.length,
      ({ input }) => `must be a list of at most ${most} different ${noun}; got ${describeValue(input)}.`,
    ),
    v.array(choice(choices)),
  );
}

/** A JSON object that only renderers read: copied, otherwise kept as it is. */
export function jsonObject() {
  return v.pipe(
    anything<JsonObject>(),
    v.rawTransform<JsonObject, JsonObject>(({ dataset, addIssue, NEVER }) => {
      const given: unknown = dataset.value;
      const copy = isPlainObject(given) ? copyJson(given, 0) : undefined;
      if (copy !== undefined) return copy as JsonObject;
      addIssue({ message: `must be an object of plain JSON, without NaN or functions; got ${describeValue(given)}.` });
      return NEVER;
    }),
  );
}

/** Whatever JSON can hold: nothing reads it, but it is saved with the scene. */
export function plainJson() {
  return v.custom<unknown>(
    (given) => copyJson(given, 0) !== undefined,
    ({ input }) => `must be plain JSON, without NaN or functions; got ${describeValue(input)}.`,
  );
}

/** `{}` and its like; no arrays, no class instances. Also from another realm, as scenes come through workers and frames. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}

/** Deeper than any sensible scene; a circular one is deeper than anything. */
export const DEEPEST = 32;

/** A copy of plain JSON, or `undefined` if it is not plain or too deep. */
function copyJson(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const items = Array.from(value, (item) => copyJson(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  if (!isPlainObject(value)) return undefined;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const copies = entries.map(([key, item]) => [key, copyJson(item, depth + 1)] as const);
  // fromEntries defines its keys, so that "__proto__" is a key like any other.
  return copies.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(copies);
}

/** Typed as `Input` for users' code; the rest of the pipe checks it. */
function anything<Input>() {
  return v.custom<Input>(() => true);
}

function after(sentence: string): string {
  return sentence ? ` ${sentence}` : '';
}
