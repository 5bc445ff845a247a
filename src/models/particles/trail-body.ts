import { BODY } from '../../core/body.js';
import { writeBody } from '../../core/drop-body.js';
import type { ParticleState } from './state.js';

/**
 * Writes the body as the trail map is to hold it: drawn is the drop itself, and the map is what it leaves, lower by
 * `trailHeight`. Returns how far it is to be sunk [mm].
 */
export function writeTrailBody(state: ParticleState, slot: number): number {
  const { fields, drops, options } = state;
  writeBody(drops, slot, fields.body);
  fields.body[BODY.e] *= options.trailHeight;
  return sunkOf(state);
}

/** How far the body at hand must sink to be only as wide as `trailWidth` of itself: near its crest it is a paraboloid [mm]. */
export function sunkOf({ fields: { body }, options: { trailWidth } }: ParticleState): number {
  const k = body[BODY.k];
  const crest = body[BODY.head] * body[BODY.e] * (Math.sqrt(k * k + 1) - k);
  return (1 - trailWidth * trailWidth) * crest;
}
