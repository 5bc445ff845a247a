/**
 * Files that are there whole or not at all: written under a temporary name beside the target, then renamed. All of it
 * in one piece of synchronous work, so that no signal can come between.
 */
import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FailureError, fileProblem } from './errors.js';

/** Writes a whole file, or leaves everything as it was and throws. */
export function writeFileWhole(path: string, bytes: Uint8Array): void {
  const temporary = temporaryName(path);
  try {
    writeFileSync(temporary, bytes, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannotWrite(path, error);
  }
}

/** Throws unless a file can be written at `path`; tries it with a file that is gone again at once. */
export function checkWritable(path: string): void {
  const temporary = temporaryName(path);
  try {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder) throw new FailureError(`cannot write ${path}: it is a folder.`);
    closeSync(openSync(temporary, 'wx'));
    rmSync(temporary);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Makes a folder and all above it; returns those that were new, deepest first, for `removeFolders`. */
export function makeFolder(path: string): string[] {
  let first: string | undefined;
  try {
    first = mkdirSync(path, { recursive: true });
  } catch (error) {
    // EEXIST: there is something of that name, and it is not a folder.
    const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const problem = taken ? 'there is a file of that name' : fileProblem(error);
    throw new FailureError(`cannot make the folder ${path}: ${problem}.`);
  }
  const made: string[] = [];
  if (first === undefined) return made;
  for (let folder = resolve(path); folder.length >= resolve(first).length; folder = dirname(folder)) made.push(folder);
  return made;
}

/** Removes folders that `makeFolder` made, as far as they are still empty. */
export function removeFolders(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // Something was put there: then it is not ours to take away.
  }
}

/** Hidden, beside the target (a rename does not cross disks), and of this process alone. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

function cannotWrite(path: string, error: unknown): FailureError {
  return error instanceof FailureError ? error : new FailureError(`cannot write ${path}: ${fileProblem(error)}.`);
}
