/**
 * Options that renderers read, checked by their entries (core/options.ts). Scenes keep them as they are, and small files have no
 * other parser, so this one is short.
 */
import { checkNumber, describeValue, type NumberRange, RivuletError } from '../../core/errors.js';
import { kindOf, type OptionsOf, type PictureOption, type PictureTable } from '../../core/options.js';
import { type QuantityKind, withoutUnit } from '../../core/units.js';

/**
 * Checks the options of a scene or a caller and fills in the rest; null stands for the default. `path` stands before the names in
 * errors, `example` shows how an object is written.
 */
export function readOptions<Table extends PictureTable>(
  given: unknown,
  table: Table,
  path: string,
  example = '',
): OptionsOf<Table> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new RivuletError(
      `${path} must be an object${example && ` such as ${example}`}; got ${describeValue(given)}.`,
      path,
    );
  }
  const read: Record<string, unknown> = defaultsOf(table);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(table, name))
      throw new RivuletError(`${path} has no "${name}"; it has ${Object.keys(table).join(', ')}.`, path);
    if (value !== undefined && value !== null) read[name] = readOption(value, table[name], `${path}.${name}`);
  }
  return read as OptionsOf<Table>;
}

/** The defaults of a table; an option that must be given has none. */
export function defaultsOf<Table extends PictureTable>(table: Table): OptionsOf<Table> {
  const entries = Object.entries(table).filter(([, entry]) => entry.default !== undefined);
  return Object.fromEntries(entries.map(([name, entry]) => [name, entry.default])) as OptionsOf<Table>;
}

/** A value in the engine's unit. Which charts there are, the reader of the surface knows. */
function readOption(given: unknown, entry: PictureOption, path: string): unknown {
  if (entry.type === 'choice') checkWord(given, entry.choices, path);
  if (entry.type === 'choice' || entry.type === 'charts') return given;
  if (entry.type === 'blur' && typeof given === 'string') {
    checkNumber(pixelsOf(given), entry.pixels, path, 'Write it like "3px".', describeValue(given));
    return given;
  }
  const value = inUnit(given, kindOf(entry));
  if (entry.type === 'tuple') checkNumbers(value, entry.names.length, entry, path);
  else checkNumber(value, entry, path);
  return value;
}

/** Strings with units as numbers, also in a list; anything else as it is. */
function inUnit(given: unknown, kind: QuantityKind | undefined): unknown {
  if (kind === undefined) return given;
  return Array.isArray(given) ? given.map((one) => withoutUnit(one, kind)) : withoutUnit(given, kind);
}

/** Throws unless `value` is one of some words. */
export function checkWord(value: unknown, words: readonly string[], path: string): void {
  if (words.includes(value as string)) return;
  const all = words.map((word) => `"${word}"`).join(', ');
  throw new RivuletError(`${path} must be one of ${all}; got ${describeValue(value)}.`, path);
}

/** The number of a text such as "3px"; NaN if it is none. */
export function pixelsOf(text: string): number {
  return Number(/^\s*(.*\d)px\s*$/.exec(text)?.[1]);
}

function checkNumbers(value: unknown, count: number, range: NumberRange, path: string): void {
  if (!Array.isArray(value) || value.length !== count) {
    throw new RivuletError(`${path} must be a list of ${count} numbers; got ${describeValue(value)}.`, path);
  }
  for (let n = 0; n < count; n++) checkNumber(value[n], range, `${path}[${n}]`);
}
