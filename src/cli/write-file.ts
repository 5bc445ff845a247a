/**
 * Files that are there whole or not at all: written under a temporary name beside the target, then renamed. All of it
 * in one piece of synchronous work, so that no signal can come between.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { FailureError, fileProblem, systemCode } from './errors.js';

/** Writes a whole file, or leaves everything as it was and throws. A symbolic link stays, and what it leads to is replaced. */
export function writeFileWhole(path: string, bytes: Uint8Array): void {
  const target = targetOf(path);
  const temporary = temporaryName(target);
  try {
    writeFileSync(temporary, bytes, { flag: 'wx' });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannotWrite(path, error);
  }
}

/** Throws unless a file can be written at `path`; tries it with a file that is gone again at once. */
export function checkWritable(path: string): void {
  const temporary = temporaryName(targetOf(path));
  try {
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
    const taken = systemCode(error) === 'EEXIST';
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

/**
 * The file that `path` leads to, which need not be there yet. Throws if something else is there: a device that is renamed
 * over would be lost to all.
 */
function targetOf(path: string): string {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new FailureError(`cannot write ${path}: it is a folder.`);
    if (there && !there.isFile()) throw new FailureError(`cannot write ${path}: it is not a plain file.`);
    let target = path;
    // The system itself has refused circles by now.
    for (let link = linkAt(target); link !== undefined; link = linkAt(target)) {
      // As it stands, without folding "..", which may go by a folder that is a link itself.
      const whole = isAbsolute(link) ? link : `${dirname(target)}/${link}`;
      target = join(realpathSync.native(dirname(whole)), basename(whole));
    }
    return target;
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Where a symbolic link leads, or undefined if there is none. */
function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Hidden, beside the target (a rename does not cross disks), and of this process alone. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

function cannotWrite(path: string, error: unknown): FailureError {
  if (error instanceof FailureError) return error;
  const remedy = systemCode(error) === 'ENOENT' ? ' Make the folder first.' : '';
  return new FailureError(`cannot write ${path}: ${fileProblem(error)}.${remedy}`);
}
