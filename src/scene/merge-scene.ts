/** Overrides on scenes. */
import { RivuletError } from '../core/errors.js';
import { DEEPEST, isPlainObject } from './fields.js';
import { DEFAULT_RAIN, rainOptions } from './rain.js';
import type { SceneInput } from './scene.js';
import { DEFAULT_SURFACE } from './surface.js';

/**
 * A new scene: `base` with the options that `patch` gives. Objects are merged, anything else replaces what was there,
 * lists and null too; undefined counts as not given. A patch that names another model, another kind of rain or another
 * kind of surface starts from its defaults, because one model's options mean nothing to another. Neither argument is changed. `parseScene` checks the
 * result.
 */
export function mergeScene(base: SceneInput, patch: SceneInput): SceneInput {
  // The parser refuses a scene that is no object.
  if (!isPlainObject(base)) return base;
  if (!isPlainObject(patch)) return patch;
  const merged = mergeObjects(base, patch, 0);
  const rain = rainBeneath(base.rain, patch.rain);
  if (!Object.is(rain, base.rain)) merged.rain = mergeObjects(rain as object, patch.rain as object, 1);
  if (renames('name', base.model, patch.model)) merged.model = copy(patch.model, 1);
  if (renames('kind', { kind: DEFAULT_SURFACE, ...(base.surface as object) }, patch.surface))
    merged.surface = copy(patch.surface, 1);
  return merged;
}

/**
 * What of the rain `base` a patch is laid over. Rain that is switched off keeps its options for when it is switched on
 * again; a patch that names another kind starts from that kind's defaults, for a rate of drops is no rate of millimetres.
 */
function rainBeneath(base: unknown, patch: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(patch)) return base;
  const kind = base.kind ?? DEFAULT_RAIN;
  if (patch.kind === undefined || patch.kind === 'none' || patch.kind === kind) return base;
  if (kind !== 'none') return {};
  const known = rainOptions(patch.kind);
  return Object.fromEntries(Object.entries(base).filter(([option]) => known.includes(option)));
}

function mergeObjects(base: object, patch: object, depth: number): Record<string, unknown> {
  checkDepth(depth);
  // Keys are in a map until the end: if a scene calls one "__proto__", it is only a name.
  const merged = new Map<string, unknown>();
  for (const [key, value] of Object.entries(base)) merged.set(key, copy(value, depth + 1));
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const old = merged.get(key);
    const both = isPlainObject(old) && isPlainObject(value);
    merged.set(key, both ? mergeObjects(old, value, depth + 1) : copy(value, depth + 1));
  }
  return Object.fromEntries(merged);
}

function copy(value: unknown, depth: number): unknown {
  checkDepth(depth);
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, depth + 1));
  return isPlainObject(value) ? mergeObjects({}, value, depth) : value;
}

function checkDepth(depth: number): void {
  if (depth > DEEPEST + 2)
    throw new RivuletError(`scene must be at most ${DEEPEST} objects deep; got more, or a circle.`);
}

function renames(key: 'name' | 'kind', base: unknown, patch: unknown): boolean {
  if (!isPlainObject(base) || !isPlainObject(patch)) return false;
  return patch[key] !== undefined && base[key] !== undefined && patch[key] !== base[key];
}
