/** Values of flags, checked: what it must be, what came. */
import { describeRange, type NumberRange } from '../core/errors.js';
import type { Arguments } from './command.js';
import { UsageError } from './errors.js';

/** A range that may leave out its lower end. */
export interface FlagRange extends NumberRange {
  /** `min` itself is not allowed. */
  readonly above?: boolean;
}

/** The number a flag gives, or `fallback` if it is not there. */
export function numberFlag<T>(given: Arguments, name: string, range: FlagRange, fallback: T): number | T {
  const text = given.value(name);
  if (text === undefined) return fallback;
  // Number('') is 0 and Number('0x10') 16; neither is what a hand on a command line means.
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  const inside =
    value <= range.max &&
    (range.above ? value > range.min : value >= range.min) &&
    (!range.integer || Number.isInteger(value));
  if (inside) return value;
  const words = range.above
    ? `more than ${range.min} and at most ${range.max}${range.unit ? ` ${range.unit}` : ''}`
    : describeRange(range);
  throw new UsageError(`--${name} must be ${words}; got "${text}".`);
}

/** One of some words, or `fallback` if the flag is not there. */
export function choiceFlag<T extends string>(given: Arguments, name: string, choices: readonly T[], fallback: T): T {
  const text = given.value(name);
  if (text === undefined) return fallback;
  const choice = choices.find((word) => word === text);
  if (choice) return choice;
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}; got "${text}".`);
}

/** Most pixels of a picture: 64 megapixels take half a gigabyte to draw and encode. */
const MAX_PIXELS = 2 ** 26;

/** A size written WxH, each side 1 to `maxSide` px, or undefined if the flag is not there. */
export function sizeFlag(
  given: Arguments,
  name: string,
  maxSide: number,
): { width: number; height: number } | undefined {
  const text = given.value(name);
  if (text === undefined) return undefined;
  const match = /^(\d{1,9})x(\d{1,9})$/i.exec(text);
  const width = Number(match?.[1]);
  const height = Number(match?.[2]);
  const inside = width >= 1 && height >= 1 && width <= maxSide && height <= maxSide && width * height <= MAX_PIXELS;
  if (inside) return { width, height };
  const range = `each 1 to ${maxSide} px and at most ${MAX_PIXELS} px in all, such as 1280x720`;
  throw new UsageError(`--${name} must be WxH, ${range}; got "${text}".`);
}

/** Longest simulated time [s]: eleven days. */
const MAX_SECONDS = 1e6;

/** A time in simulated seconds. */
export function secondsFlag<T>(given: Arguments, name: string, fallback: T): number | T {
  return numberFlag(given, name, { min: 0, max: MAX_SECONDS, unit: 's' }, fallback);
}
