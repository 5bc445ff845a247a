import { headOffset, NECK, NECK_SQUARE } from '../../core/body-volume.js';
import type { Drops } from '../../core/drops.js';
import { profileOf } from '../../core/profile.js';
import { WATER_DENSITY } from '../../core/units.js';
import { thinnestTail } from './body-motion.js';

/**
 * The shape a merged drop starts with (CHIN-L2): a body about the common centre of mass that reaches as far as its members
 * do, so that nothing jumps. A member is taken for the discs of its head and its tail, with half its water each: their
 * second moments give the axis, and the outermost discs its ends (below). The merged body has no outline.
 */

/** A drop with more than this share of the mass swallows the others and keeps its shape. */
const SWALLOWS = 0.93;

/** What is found of the members: second moments over the mass, their mean contact angle, and the slot of the heaviest. */
const sums = { xx: 0, xy: 0, yy: 0, angle: 0, heaviest: -1 };

/** Shapes the drop in `merged`, whose mass, place and velocity are known, after the drops `ids[first … end − 1]`. */
export function uniteShapes(drops: Drops, merged: number, ids: Uint32Array, first: number, end: number): void {
  gather(drops, merged, ids, first, end);
  const { heaviest } = sums;
  const half = (sums.xx - sums.yy) / 2;
  const root = Math.sqrt(half * half + sums.xy * sums.xy);
  drops.contactAngle[merged] = sums.angle;
  if (drops.mass[heaviest] > SWALLOWS * drops.mass[merged] || !(root > 0)) {
    drops.copyShape(heaviest, merged);
  } else {
    turnTo(drops, merged, half / root);
    resetEnds();
    for (let n = first; n < end; n++) noteEnds(drops, merged, drops.slotOf(ids[n]));
    hangTogether(drops, merged);
    leanAsBefore(drops, merged, ids, first, end);
  }
  drops.fit(merged);
}

/** The discs of a member on the glass [mm]: the head's place, the way to the tail's, their radii. */
const discs = { x: 0, y: 0, backX: 0, backY: 0, head: 0, tail: 0 };

/** Writes those of the drop in `slot`, as seen from the middle of the one in `merged`. */
function findDiscs(drops: Drops, merged: number, slot: number): void {
  const radius = drops.radius[slot];
  const stretch = drops.stretch[slot];
  const tail = stretch > 0 ? drops.tail[slot] : 1;
  const ahead = radius * headOffset(profileOf(drops.contactAngle[slot]), stretch, tail, drops.waist[slot]);
  discs.x = drops.x[slot] - drops.x[merged] + ahead * drops.headingX[slot];
  discs.y = drops.y[slot] - drops.y[merged] + ahead * drops.headingY[slot];
  discs.backX = stretch * radius * drops.headingX[slot];
  discs.backY = stretch * radius * drops.headingY[slot];
  discs.head = radius;
  discs.tail = tail * radius;
}

function gather(drops: Drops, merged: number, ids: Uint32Array, first: number, end: number): void {
  let base = 0;
  sums.xx = 0;
  sums.xy = 0;
  sums.yy = 0;
  sums.heaviest = -1;
  for (let n = first; n < end; n++) {
    const slot = drops.slotOf(ids[n]);
    if (slot < 0) continue;
    const share = drops.mass[slot] / drops.mass[merged];
    // One that has just landed is flat. The mean of equal angles is that angle, to the last bit.
    if (sums.heaviest < 0) sums.angle = base = drops.contactAngle[slot];
    sums.angle += share * (drops.contactAngle[slot] - base);
    if (sums.heaviest < 0 || drops.mass[slot] > drops.mass[sums.heaviest]) sums.heaviest = slot;
    findDiscs(drops, merged, slot);
    addMoments(discs.x, discs.y, share / 2);
    addMoments(discs.x - discs.backX, discs.y - discs.backY, share / 2);
  }
}

function addMoments(x: number, y: number, share: number): void {
  sums.xx += share * x * x;
  sums.xy += share * x * y;
  sums.yy += share * y * y;
}

/** Turns the merged drop along the axis of the moments; `cosine` is that of twice the axis's angle. */
function turnTo(drops: Drops, merged: number, cosine: number): void {
  const { heaviest } = sums;
  let ux = Math.sqrt(Math.max(0, (1 + cosine) / 2));
  let uy = Math.sqrt(Math.max(0, (1 - cosine) / 2));
  if (sums.xy < 0) uy = -uy;
  // A running drop heads where it runs, a still one where most of its water is.
  let x = drops.vx[merged];
  let y = drops.vy[merged];
  if (x === 0 && y === 0) {
    x = drops.x[heaviest] - drops.x[merged];
    y = drops.y[heaviest] - drops.y[merged];
  }
  if (x * ux + y * uy < 0) {
    ux = -ux;
    uy = -uy;
  }
  drops.headingX[merged] = ux;
  drops.headingY[merged] = uy;
}

/** Notes how far a member reaches along the merged drop's heading. */
function noteEnds(drops: Drops, merged: number, slot: number): void {
  if (slot < 0) return;
  const ux = drops.headingX[merged];
  const uy = drops.headingY[merged];
  findDiscs(drops, merged, slot);
  const along = discs.x * ux + discs.y * uy;
  noteDisc(along, discs.head);
  noteDisc(along - discs.backX * ux - discs.backY * uy, discs.tail);
}

/** The members' mean sag along the new heading. */
function leanAsBefore(drops: Drops, merged: number, ids: Uint32Array, first: number, end: number): void {
  let sag = 0;
  for (let n = first; n < end; n++) {
    const slot = drops.slotOf(ids[n]);
    if (slot < 0) continue;
    const along = drops.headingX[slot] * drops.headingX[merged] + drops.headingY[slot] * drops.headingY[merged];
    sag += (drops.mass[slot] / drops.mass[merged]) * drops.sag[slot] * Math.max(0, along);
  }
  drops.sag[merged] = sag;
}

/**
 * Drops that have just become one hang together by a neck (CHIN-L2): the body ends where the outermost of them did, as
 * round as those, and between its ends it is as narrow as their water requires. So neither outline nor height jumps at the
 * ends, and the water goes on from there.
 */

/** Largest waist over the mean radius of both ends. */
const NARROWEST = 0.6;
/** Largest ratio of tail to head radius: a wider tail would reach beyond where other drops search (`reachAround`). */
const WIDEST_TAIL = 2;
/** Longest a merged drop may be, over its radius. */
const LONGEST = 5;

/** The outermost discs: how far they reach ahead of the middle and behind it, and their radii [mm]. */
const ends = { ahead: 0, behind: 0, head: 0, tail: 0 };

function resetEnds(): void {
  ends.ahead = Number.NEGATIVE_INFINITY;
  ends.behind = Number.NEGATIVE_INFINITY;
}

/** Notes a disc so far ahead of the middle [mm]. */
function noteDisc(middle: number, radius: number): void {
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
function hangTogether(drops: Drops, slot: number): void {
  const { e, cap, strip } = profileOf(drops.contactAngle[slot]);
  const long = ends.ahead + ends.behind;
  const tail = Math.min(WIDEST_TAIL, ends.tail / ends.head);
  const caps = (cap / 2) * (1 + tail * tail * tail);
  const straight = (strip * (1 + tail + tail * tail)) / 3;
  const volume = drops.mass[slot] / (WATER_DENSITY * e);
  // Overlapping drops have more water than fits between their ends. The ends become larger then: at a given length the
  // volume grows about with the square of the radius.
  const least = Math.max(ends.head, long / (1 + tail + LONGEST));
  const fits = least * least * (caps * least + straight * (long - (1 + tail) * least));
  const head = Math.min(long / (1 + tail), least * Math.sqrt(Math.max(1, volume / fits)));
  const stretch = Math.max(0, long / head - 1 - tail);
  drops.stretch[slot] = stretch;
  drops.tail[slot] = Math.max(tail, thinnestTail(stretch));
  // Drops side by side have less water than fits. The waist w takes the rest away: NECK_SQUARE·w² − most·w + spare = 0.
  const spare = (caps + straight * stretch - volume / (head * head * head)) / (strip * stretch);
  const most = NECK * (1 + tail);
  const waist = (most - Math.sqrt(Math.max(0, most * most - 4 * NECK_SQUARE * spare))) / (2 * NECK_SQUARE);
  drops.waist[slot] = stretch > 0 && spare > 0 ? Math.min((NARROWEST * (1 + tail)) / 2, waist) : 0;
}
