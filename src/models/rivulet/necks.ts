import { NECK, NECK_SQUARE } from '../../core/body-volume.js';
import type { Drops } from '../../core/drops.js';
import { profileOf } from '../../core/profile.js';
import { WATER_DENSITY } from '../../core/units.js';
import { thinnestTail } from './relaxing.js';

/**
 * Drops that have just become one hang together by a neck (CHIN-L2): the body ends where the outermost of them did, as
 * round as those, and between its ends it is as narrow as their water asks. So neither outline nor height jumps at the
 * ends, and the water goes on from there.
 */

/** Most that a waist takes of the mean radius of both ends. */
const NARROWEST = 0.6;
/** A tail may be so many times as wide as its head: more would reach further than others look for it (`reachAround`). */
const WIDEST_TAIL = 2;
/** Longest a merged drop may be, over its radius. */
const LONGEST = 5;

/** The outermost discs: how far they reach ahead of the middle and behind it, and their radii [mm]. */
const ends = { ahead: 0, behind: 0, head: 0, tail: 0 };

export function resetEnds(): void {
  ends.ahead = Number.NEGATIVE_INFINITY;
  ends.behind = Number.NEGATIVE_INFINITY;
}

/** Notes a disc so far ahead of the middle [mm]. */
export function noteDisc(middle: number, radius: number): void {
  if (middle + radius > ends.ahead) {
    ends.ahead = middle + radius;
    ends.head = radius;
  }
  if (radius - middle > ends.behind) {
    ends.behind = radius - middle;
    ends.tail = radius;
  }
}

/** Gives a drop, whose mass and contact angle are known, length, tail and waist such that it reaches from end to end. */
export function hangTogether(drops: Drops, slot: number): void {
  const { e, cap, strip } = profileOf(drops.contactAngle[slot]);
  const long = ends.ahead + ends.behind;
  const tail = Math.min(WIDEST_TAIL, ends.tail / ends.head);
  const caps = (cap / 2) * (1 + tail * tail * tail);
  const straight = (strip * (1 + tail + tail * tail)) / 3;
  const volume = drops.mass[slot] / (WATER_DENSITY * e);
  // Drops that lie in each other have more water than fits between their ends. These are larger then: at a given length
  // what they hold goes about with the square of the radius.
  const least = Math.max(ends.head, long / (1 + tail + LONGEST));
  const fits = least * least * (caps * least + straight * (long - (1 + tail) * least));
  const head = Math.min(long / (1 + tail), least * Math.sqrt(Math.max(1, volume / fits)));
  const stretch = Math.max(0, long / head - 1 - tail);
  drops.stretch[slot] = stretch;
  drops.tail[slot] = Math.max(tail, thinnestTail(stretch));
  // And those side by side have less: NECK_SQUARE·w² − most·w + spare = 0.
  const spare = (caps + straight * stretch - volume / (head * head * head)) / (strip * stretch);
  const most = NECK * (1 + tail);
  const waist = (most - Math.sqrt(Math.max(0, most * most - 4 * NECK_SQUARE * spare))) / (2 * NECK_SQUARE);
  drops.waist[slot] = stretch > 0 && spare > 0 ? Math.min((NARROWEST * (1 + tail)) / 2, waist) : 0;
}
