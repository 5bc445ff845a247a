/**
 * The kinds of field a scene is made of, as valibot schemas whose messages are the tail of an error line: the path is
 * put in front in `parse-scene.ts`, when it is known.
 */
import * as v from 'valibot';
import { describeRange, describeValue, isWithin, type NumberRange } from '../core/errors.js';
import { type QuantityKind, withoutUnit } from '../core/units.js';
import { didYouMean, either } from './messages.js';
import { readWithin } from './read-within.js';
import type { JsonObject, Quantity } from './scene.js';

/** One schema for every option of `Part` and none besides: the compiler holds schema and types together. */
export type Fields<Part> = Readonly<Record<keyof Part, v.GenericSchema>>;

/** A number in the engine's unit, or a string with a unit of this kind. */
export function quantity(range: NumberRange, kind: QuantityKind) {
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
export function plainNumber(range: NumberRange) {
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
export function flag() {
  return v.boolean(({ input }) => `must be true or false; got ${describeValue(input)}.`);
}

/** A text of at most `most` characters. */
export function text(most: number) {
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

/** A place on the surface [mm]. How far the surface reaches, and that this is a number at all, is checked in `checks.ts`. */
export function position() {
  return v.pipe(
    anything<Quantity>(),
    v.transform((given) => withoutUnit(given, 'length') as number),
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

/** Whatever JSON can hold: nobody reads it, but it is saved with the scene. */
export function plainJson() {
  return v.custom<unknown>(
    (given) => copyJson(given, 0) !== undefined,
    ({ input }) => `must be plain JSON, without NaN or functions; got ${describeValue(input)}.`,
  );
}

/** A value that only one thing can be, so far. */
export function only<const Value>(value: Value, isIt: (given: unknown) => boolean, remedy: string) {
  return v.pipe(
    v.custom<Value>(isIt, ({ input }) => `must be ${describeValue(value)}; got ${describeValue(input)}. ${remedy}`),
    v.transform(() => value),
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

/** Typed as `Input` for whoever writes scenes, checked by what follows. */
function anything<Input>() {
  return v.custom<Input>(() => true);
}

function after(sentence: string): string {
  return sentence ? ` ${sentence}` : '';
}
