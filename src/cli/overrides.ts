/** `--set path=value` and `--seed`: changes to a scene from the command line. */
import { RivuletError } from '../core/errors.js';
import type { SceneInput } from '../index.js';
import { mergeScene } from '../scene/merge-scene.js';
import { SEED } from '../scene/ranges.js';
import type { Arguments, Flag } from './command.js';
import { UsageError } from './errors.js';
import { numberFlag } from './flags.js';

/** The flags of every command that takes a scene and lets it be changed. */
export const OVERRIDE_FLAGS = {
  seed: { value: 'N', doc: `Seed, ${SEED.min} to ${SEED.max}. Default: the scene's.` },
  set: {
    value: 'PATH=VALUE',
    doc: 'Changes the scene: rain.rate=50, rain.small[0]=2, surface.tilt=60deg. As often as you like.',
  },
} as const satisfies Record<string, Flag>;

/** The changes to lay over the scene. The parser of scenes checks whether such paths exist. */
export function readOverrides(given: Arguments): SceneInput {
  const overrides: Tree = {};
  for (const setting of given.values('set')) applySetting(overrides, setting);
  const seed = numberFlag(given, 'seed', SEED, undefined);
  if (seed === undefined) return overrides as SceneInput;
  if (Object.hasOwn(overrides, 'seed')) throw new UsageError('--seed and --set seed are the same; got both. Give one.');
  overrides.seed = seed;
  return overrides as SceneInput;
}

interface Tree {
  [key: string]: unknown;
}

const INDEX = /^\d{1,6}$/;

/**
 * Puts one `path=value` into the tree; a later setting wins over an earlier one. Entries of lists are written `wipers[0].x` or
 * `rain.small.0`; they become objects whose keys are numbers, which `fillLists` lays over the scene's lists.
 */
export function applySetting(tree: Tree, setting: string): void {
  const path = pathOf(setting);
  if (!path) throw new UsageError(`--set must be path=value, such as model.viscosity=0; got "${setting}".`);
  const last = path.pop() as string;
  let branch = tree;
  for (const [n, key] of path.entries()) {
    const next = Object.hasOwn(branch, key) ? branch[key] : undefined;
    const isList = Array.isArray(next) && INDEX.test(path[n + 1] ?? last);
    branch = branch[key] = isTree(next) || isList ? (next as Tree) : {};
  }
  if (Array.isArray(branch)) checkIndex(setting, Number(last), branch.length);
  branch[last] = parseValue(setting.slice(setting.indexOf('=') + 1).trim());
}

/** The keys before `=`, or undefined if they are none: only words that can be scene keys, so that `__proto__` does not come in. */
function pathOf(setting: string): string[] | undefined {
  const equals = setting.indexOf('=');
  const path = setting
    .slice(0, Math.max(0, equals))
    .trim()
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  const known = path.every((key, n) => /^[a-z][a-z0-9]*$/i.test(key) || (n > 0 && INDEX.test(key)));
  return known ? path : undefined;
}

function checkIndex(setting: string, index: number, length: number): void {
  if (index <= length) return;
  const there = length === 1 ? 'one entry' : `${length} entries`;
  throw new UsageError(`--set ${setting}: the list has ${there}, so the number must be 0 to ${length}.`);
}

/** Replaces changes to entries of lists by whole lists: the scene's own, with the changed entries. */
export function fillLists(changes: SceneInput, scene: SceneInput): SceneInput {
  return filled(changes, scene, '') as SceneInput;
}

function filled(change: unknown, beneath: unknown, path: string): unknown {
  if (!isTree(change)) return change;
  const base = isTree(beneath) ? beneath : {};
  if (!isListChange(change)) {
    const entries = Object.entries(change);
    return Object.fromEntries(
      entries.map(([key, value]) => [key, filled(value, base[key], path ? `${path}.${key}` : key)]),
    );
  }
  if (beneath !== undefined && beneath !== null && !Array.isArray(beneath)) {
    throw new UsageError(`--set ${path}[${Object.keys(change)[0]}]: scene.${path} is no list.`);
  }
  const list: unknown[] = Array.isArray(beneath) ? [...beneath] : [];
  for (const [index, value] of Object.entries(change)) {
    const n = Number(index);
    checkIndex(`${path}[${n}]`, n, list.length);
    const entry = filled(value, list[n], `${path}[${n}]`);
    list[n] = isTree(entry) && isTree(list[n]) ? mergeScene(list[n], entry) : entry;
  }
  return list;
}

/** An error at a place that `--set` changed is a misuse of the flag, not a fault of the scene. */
export function blameSettings(error: unknown, given: Arguments): unknown {
  if (!(error instanceof RivuletError)) return error;
  const at = pathOf(`${error.path}=`)?.slice(1) ?? [];
  // A missing option is due to the settings beside it.
  if (/got nothing\.$/.test(error.message)) at.pop();
  const caused = given.values('set').some((setting) => {
    const path = pathOf(setting) ?? [];
    const shared = Math.min(path.length, at.length);
    return shared > 0 && path.slice(0, shared).join() === at.slice(0, shared).join();
  });
  return caused ? new UsageError(error.message) : error;
}

/** JSON if it is JSON, otherwise the text itself: `0`, `true`, `[1,2]`, but also `80deg` without quotes, and `.5` as people write it. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return /^[+-]?\d*\.?\d+$/.test(text) ? Number(text) : text;
  }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No key of a scene is a number. */
function isListChange(value: unknown): value is Tree {
  if (!isTree(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => INDEX.test(key));
}
