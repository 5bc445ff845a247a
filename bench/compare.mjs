/** The builds that are compared: the present one, and an older one from a folder or a revision. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');

/** @typedef {{ createSimulation: import('rivulet').CreateSimulation }} Build */

/** A failure that is told in one line. */
export class BenchError extends Error {}

/**
 * The build in a folder, or the present one.
 * @param {string | null} folder
 * @returns {Promise<Build>}
 */
export async function loadBuild(folder) {
  return import(folder === null ? 'rivulet' : pathToFileURL(join(folder, 'index.js')).href);
}

/**
 * Finds the older build: `against` is a folder with a build in it, or else a revision, which is built in a folder of
 * its own. `remove` takes that away again.
 * @param {string} against
 * @returns {{ folder: string, remove: () => void }}
 */
export function findOldBuild(against) {
  const folder = [against, join(against, 'dist')].find((path) => existsSync(join(path, 'index.js')));
  return folder ? { folder: realpathSync(folder), remove: () => {} } : buildRevision(against);
}

/** @param {string} revision */
function buildRevision(revision) {
  const commit = commitOf(revision);
  const tree = join(realpathSync(mkdtempSync(join(tmpdir(), 'rivulet-bench-'))), 'tree');
  const remove = () => {
    rmSync(resolve(tree, '..'), { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', tree, commit);
    // The present packages: what differs then is the project's own.
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction');
    execFileSync(process.execPath, [join(tree, 'scripts/build.mjs')], { cwd: tree, stdio: ['ignore', 2, 2] });
  } catch (error) {
    remove();
    throw new BenchError(`${revision} cannot be built: ${/** @type {Error} */ (error).message.split('\n')[0]}`);
  }
  return { folder: join(tree, 'dist'), remove };
}

/** @param {string} revision */
function commitOf(revision) {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  } catch {
    throw new BenchError(`--against must be a folder with a build or a revision of this repository; got ${revision}.`);
  }
}

/** @param {string[]} words */
function git(...words) {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
