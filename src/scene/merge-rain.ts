/** Overrides on rain. */
import { isPlainObject } from './fields.js';
import { DEFAULT_RAIN, rainOptions } from './rain-schema.js';

/**
 * What of the rain `base` a patch is laid over. Rain that is switched off keeps its options for when it is switched on
 * again; a patch that names another kind starts from that kind's defaults, for a rate of drops is no rate of millimetres.
 */
export function rainBeneath(base: unknown, patch: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(patch)) return base;
  const kind = base.kind ?? DEFAULT_RAIN;
  if (patch.kind === undefined || patch.kind === 'none' || patch.kind === kind) return base;
  if (kind !== 'none') return {};
  const known = rainOptions(patch.kind);
  return Object.fromEntries(Object.entries(base).filter(([option]) => known.includes(option)));
}
