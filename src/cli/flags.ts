/** Values of flags, checked: what each must be, what came, and whether it has an effect. */

import { existsSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { describeRange, type NumberRange } from '../core/errors.js';
import type { SceneInput } from '../index.js';
import { misused } from './arguments.js';
import type { Arguments, Command } from './command.js';
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

/** How names of pictures, films and data end. */
const KNOWN_FILES =
  /^\.(apng|avi|avif|bmp|csv|exr|gif|hdr|heic|jfif|jpe?g|json|jxl|m4v|mkv|mov|mp4|mpe?g|npy|npz|ogv|pdf|pfm|p[gnp]m|png|psd|svg|tga|tiff?|webm|webp|wmv|zip)$/i;

/** What `-o` may be. */
export interface OutputRule {
  /** What is missing without it: `-o FOLDER`. */
  readonly missing: string;
  /** What it must be, in an error: `name a folder`. */
  readonly must: string;
  /** How the names of files end that can be written; others that look like files are refused. */
  readonly files?: RegExp;
}

/** The path of `-o`. A name like rain.jpg is refused: it means a kind of file that the command does not write. */
export function readOutput(given: Arguments, command: Command, { missing, must, files }: OutputRule): string {
  const output = given.value('output');
  if (!output) throw misused(command, `rivulet ${command.name} needs an output: ${missing}.`);
  const other = KNOWN_FILES.test(extname(output)) && !files?.test(output);
  if ((other && !isFolder(output)) || output === '-') throw new UsageError(`-o must ${must}; got "${output}".`);
  return output;
}

/** Is there a folder of this name? */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** What a command's options have an effect on; options that stand for everything are left out. */
export interface Effects {
  /** How the command calls what it draws, and the flag that chooses it: `views`, `view`. */
  readonly noun: string;
  readonly flag: string;
  /** Views that a flag has an effect on. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** The same for parts of the scene, which `--set` changes. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

/** Throws if an option or a change to the scene has no effect on the views that were `chosen`. */
export function checkIdleFlags(
  given: Arguments,
  changes: SceneInput,
  chosen: readonly string[],
  { noun, flag, flags, parts }: Effects,
): void {
  const check = (option: string, views: readonly string[]) => {
    if (chosen.some((view) => views.includes(view))) return;
    const remedy = `Leave it out, or take another --${flag}.`;
    throw new UsageError(`${option} is for ${listOf(noun, views)}; got it with ${chosen.join(', ')}. ${remedy}`);
  };
  for (const [name, views] of Object.entries(flags)) if (given.has(name)) check(`--${name}`, views);
  for (const [part, views] of Object.entries(parts)) if (Object.hasOwn(changes, part)) check(`--set ${part}`, views);
}

function listOf(noun: string, views: readonly string[]): string {
  if (views.length === 1) return `the ${noun.replace(/s$/, '')} ${views[0]}`;
  return `the ${noun} ${views.slice(0, -1).join(', ')} and ${views.at(-1)}`;
}
