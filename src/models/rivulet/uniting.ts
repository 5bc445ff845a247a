import { headOffset } from '../../core/body-volume.js';
import type { Drops } from '../../core/drops.js';
import { profileOf } from '../../core/profile.js';
import { hangTogether, noteDisc, resetEnds } from './necks.js';

/**
 * The shape a merged drop starts with (CHIN-L2): a body about the common centre of mass that reaches as far as its members
 * do, so that nothing jumps. A member is taken for the discs of its head and its tail, with half its water each: their
 * second moments give the axis, the outermost of them its ends (necks.ts). Between them no outline is left to keep.
 */

/** A drop with more than this share of the mass swallows the others and keeps its shape. */
const SWALLOWS = 0.93;

/** What is found of the members: second moments over the mass, their mean contact angle, and who is the heaviest. */
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
