/** What the build tasks share: when a task is due, how its output is written, how it fails. Plain Node, no packages. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A failure that is reported in one line, without a stack. */
export class TaskError extends Error {}

/** Throws unless `path` (from the root) exists; `what` says what it is. */
export function needs(path, what) {
  if (!exists(path)) throw new TaskError(`${path} is missing: ${what}.`);
}

export function exists(path) {
  return statSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;
}

/**
 * True if an output is missing or older than an input. Folders count with all they hold, and with their own time, since
 * a file that was taken away leaves no other sign.
 */
export function isDue(inputs, outputs, skip = () => false) {
  const oldest = Math.min(...outputs.map((path) => timeOf(join(ROOT, path)) ?? Number.NEGATIVE_INFINITY));
  return inputs.some((path) => newest(join(ROOT, path), skip) >= oldest);
}

function newest(path, skip) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat || skip(path)) return Number.NEGATIVE_INFINITY;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name), skip)), stat.mtimeMs);
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Writes a file whole or not at all. */
export function writeWhole(path, text) {
  const target = join(ROOT, path);
  const draft = `${target}.${process.pid}.tmp`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, target);
}

/** Puts the folder `draft` in the place of `target`, so that no reader finds a half-built one. */
export function swapFolder(draft, target) {
  const old = `${target}-old-${process.pid}`;
  if (exists(target)) renameSync(join(ROOT, target), join(ROOT, old));
  renameSync(join(ROOT, draft), join(ROOT, target));
  rmSync(join(ROOT, old), { recursive: true, force: true });
}

/** Gives a file the present time: it is newer than all that led to it, the folder it was just put into included. */
export function touch(path) {
  const now = new Date();
  utimesSync(join(ROOT, path), now, now);
}

export function remove(path) {
  rmSync(join(ROOT, path), { recursive: true, force: true });
}

/** Runs `main` and turns a TaskError into one line, headed by `name`, and exit code 1. */
export async function run(name, main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof TaskError ? `${name}: ${error.message}` : error);
    process.exitCode = 1;
  }
}
