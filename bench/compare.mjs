/** The builds that are compared: the present one, and an older one from a folder or a revision. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');

/** @typedef {{ createSimulation: import('rivulet').CreateSimulation }} Build */

/** A failure that is reported in one line. */
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
 * The folder of the older build: `against` is a folder with a build in it, or else a revision, which is built in a
 * folder of its own. That is gone when this process ends.
 * @param {string} against
 */
export async function findOldBuild(against) {
  const folder = [against, join(against, 'dist')].find((path) => existsSync(join(path, 'index.js')));
  return folder ? realpathSync(folder) : buildRevision(against);
}

/** @param {string} revision */
async function buildRevision(revision) {
  const commit = commitOf(revision);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rivulet-bench-')));
  const tree = join(folder, 'tree');
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    git('worktree', 'prune');
  });
  git('worktree', 'add', '--detach', tree, commit);
  // The present packages: what differs then is the project's own.
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction');
  const code = await runNode([join(tree, 'scripts/build.mjs')], { cwd: tree, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new BenchError(`${revision} cannot be built; see above.`);
  return join(tree, 'dist');
}

/**
 * Runs a script in a process that does not outlive this one, and returns its exit code.
 * @param {string[]} words
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(text: string) => void} [onOutput]
 * @returns {Promise<number | null>}
 */
export function runNode(words, options, onOutput = () => {}) {
  const child = spawn(process.execPath, words, options);
  const stop = () => child.kill();
  process.prependOnceListener('exit', stop);
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve(code);
    });
  });
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
