import { BODY, BODY_REACH } from './body.js';
import { headOffset } from './body-volume.js';
import type { DropsView } from './frame.js';
import { profileOf } from './profile.js';
import { lobeCount, lobeOffsets, MAX_LOBES } from './shape.js';

/**
 * From the drops' arrays to bodies. A drop is one body, or, where models chain hemispheres (CHEN-12), one for each lobe:
 *
 *     for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
 *       writeLobe(drops, slot, lobe, cellSize, lag, body);
 *       …
 *     }
 *
 * and the drop's height is the highest of them. (x, y) of a drop is the middle of its water along its axis; the head's
 * centre lies ahead of it.
 */

/** How many bodies a drop is drawn with. */
export function bodyCount(drops: Pick<DropsView, 'lobes'>, slot: number): number {
  return lobeCount(drops.lobes[slot]);
}

/** Writes the body of a drop of one lobe, or its first, to `out`; see `BODY`. */
export function writeBody(drops: DropsView, slot: number, out: Float64Array): void {
  const profile = profileOf(drops.contactAngle[slot]);
  const radius = drops.radius[slot];
  const stretch = drops.stretch[slot];
  const tail = drops.tail[slot];
  const waist = drops.waist[slot];
  const ahead = radius * headOffset(profile, stretch, tail, waist);
  out[BODY.x] = drops.x[slot] + ahead * drops.headingX[slot];
  out[BODY.y] = drops.y[slot] + ahead * drops.headingY[slot];
  out[BODY.ux] = drops.headingX[slot];
  out[BODY.uy] = drops.headingY[slot];
  out[BODY.length] = stretch * radius;
  out[BODY.head] = radius;
  out[BODY.tail] = tail * radius;
  out[BODY.k] = profile.k;
  out[BODY.e] = profile.e;
  out[BODY.sag] = drops.sag[slot];
  out[BODY.c2] = drops.outlineC2[slot];
  out[BODY.s2] = drops.outlineS2[slot];
  out[BODY.c3] = drops.outlineC3[slot];
  out[BODY.s3] = drops.outlineS3[slot];
  out[BODY.waist] = waist * radius;
}

const OFFSETS = new Float64Array(2 * MAX_LOBES);

/**
 * Writes the body of one lobe of a drop, 0 to `bodyCount` − 1, where it will be in `lag` [s]; chains go from cell to cell of
 * `cellSize` [mm].
 */
export function writeLobe(
  drops: DropsView,
  slot: number,
  lobe: number,
  cellSize: number,
  lag: number,
  out: Float64Array,
): void {
  writeBody(drops, slot, out);
  out[BODY.x] += lag * drops.vx[slot];
  out[BODY.y] += lag * drops.vy[slot];
  if (lobe === 0) return;
  lobeOffsets(drops.lobes[slot], cellSize, OFFSETS);
  out[BODY.x] += OFFSETS[2 * lobe];
  out[BODY.y] += OFFSETS[2 * lobe + 1];
}

/** How far a body of this outline reaches from its axis, in local radii. */
export function reachOf(body: Float64Array): number {
  const outline = Math.abs(body[BODY.c2]) + Math.abs(body[BODY.s2]) + Math.abs(body[BODY.c3]) + Math.abs(body[BODY.s3]);
  return Math.min(BODY_REACH, 1 + outline);
}

/** Writes the rectangle that holds a body [mm] to `out`: left, right, top, bottom. */
export function bodyBounds(body: Float64Array, out: Float64Array): void {
  const reach = reachOf(body);
  const x = body[BODY.x];
  const y = body[BODY.y];
  const tailX = x - body[BODY.length] * body[BODY.ux];
  const tailY = y - body[BODY.length] * body[BODY.uy];
  const head = reach * body[BODY.head];
  // A body without length has no tail of its own.
  const tail = body[BODY.length] > 0 ? reach * body[BODY.tail] : head;
  out[0] = Math.min(x - head, tailX - tail);
  out[1] = Math.max(x + head, tailX + tail);
  out[2] = Math.min(y - head, tailY - tail);
  out[3] = Math.max(y + head, tailY + tail);
}

/** How far a drop reaches ahead of its place along its heading [mm]; the radius of a round one. */
export function reachAhead(drops: DropsView, slot: number): number {
  const radius = drops.radius[slot];
  if (drops.stretch[slot] === 0) return radius;
  const profile = profileOf(drops.contactAngle[slot]);
  return radius * (1 + headOffset(profile, drops.stretch[slot], drops.tail[slot], drops.waist[slot]));
}

/** The front that a drop shows the wind [mm²]: its cross-section where it is widest. */
export function frontOf(drops: DropsView, slot: number): number {
  const { strip, e } = profileOf(drops.contactAngle[slot]);
  return e * strip * drops.radius[slot] * drops.radius[slot];
}

/** How high a drop stands [mm]. */
export function crestOf(drops: DropsView, slot: number): number {
  const { k, e } = profileOf(drops.contactAngle[slot]);
  return e * drops.radius[slot] * (Math.sqrt(k * k + 1) - k);
}
