/** `--set path=value` and `--seed`: changes to a scene from the command line. */
import type { SceneInput } from '../index.js';
import type { Arguments, Flag } from './command.js';
import { UsageError } from './errors.js';
import { numberFlag } from './values.js';

/** The flags of every command that takes a scene and lets it be changed. */
export const OVERRIDE_FLAGS = {
  seed: { value: 'N', doc: "Seed, 0 to 4294967295. Default: the scene's." },
  set: { value: 'PATH=VALUE', doc: 'Changes the scene, for example rain.rate=50. As often as you like.' },
} as const satisfies Record<string, Flag>;

/** The changes to lay over the scene. Whether such paths exist is the scene's own check, not ours. */
export function readOverrides(given: Arguments): SceneInput {
  const overrides: Tree = {};
  for (const setting of given.values('set')) applySetting(overrides, setting);
  const seed = numberFlag(given, 'seed', { min: 0, max: 2 ** 32 - 1, integer: true }, undefined);
  if (seed === undefined) return overrides as SceneInput;
  if (Object.hasOwn(overrides, 'seed')) throw new UsageError('--seed and --set seed are the same; got both. Give one.');
  overrides.seed = seed;
  return overrides as SceneInput;
}

interface Tree {
  [key: string]: unknown;
}

/** Puts one `path=value` into the tree; a later setting wins over an earlier one. */
export function applySetting(tree: Tree, setting: string): void {
  const equals = setting.indexOf('=');
  const path = setting.slice(0, equals).split('.');
  // Only words that can be scene keys: `__proto__` must not come in here.
  if (equals < 0 || !path.every((key) => /^[a-z][a-z0-9]*$/i.test(key))) {
    throw new UsageError(`--set must be path=value, such as model.viscosity=0; got "${setting}".`);
  }
  const last = path.pop() as string;
  let branch = tree;
  for (const key of path) {
    const next = Object.hasOwn(branch, key) ? branch[key] : undefined;
    branch = branch[key] = isTree(next) ? next : {};
  }
  branch[last] = parseValue(setting.slice(equals + 1));
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
