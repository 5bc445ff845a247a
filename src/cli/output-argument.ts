/** `-o`: where to write. */
import { existsSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { misused } from './arguments.js';
import type { Arguments, Command } from './command.js';
import { UsageError } from './errors.js';

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

/** A name like rain.jpg is no folder's: who writes it wants what we cannot make. */
export function readOutput(given: Arguments, command: Command, { missing, must, files }: OutputRule): string {
  const output = given.value('output');
  if (!output) throw misused(command, `rivulet ${command.name} needs an output: ${missing}.`);
  const other = KNOWN_FILES.test(extname(output)) && !files?.test(output);
  if ((other && !isFolder(output)) || output === '-') throw new UsageError(`-o must ${must}; got "${output}".`);
  return output;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
