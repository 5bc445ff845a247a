import { MOST_OUTLINE } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import { cbrt } from '../../core/math.js';
import { type Profile, profileOf } from '../../core/profile.js';
import { mostSag, outlineOf } from './goals.js';
import { thinnestTail } from './relaxing.js';

/**
 * The shape a merged drop starts with (CHIN-L2): a capsule about the common centre of mass that reaches as far as its
 * members do, so that nothing jumps. Its axis and length are those of the members' second moments, bodies and places
 * together: for a single drop that gives its own back, for two that touch one that spans both.
 */

/** A drop with more than this share of the mass swallows the others and keeps its shape. */
const SWALLOWS = 0.93;
/** Longest a merged drop may be, over its radius, and its thinnest tail. */
const LONGEST = 5;
const THINNEST = 0.4;

/** What `gather` found of the members: second moments over the mass, and what is theirs on average. */
const sums = { xx: 0, xy: 0, yy: 0, placesXX: 0, placesXY: 0, placesYY: 0, tail: 0, heaviest: -1 };

/** Shapes the drop in `merged`, whose mass, place and velocity are known, after the drops `ids[first … end − 1]`. */
export function uniteShapes(drops: Drops, merged: number, ids: Uint32Array, first: number, end: number): void {
  gather(drops, merged, ids, first, end);
  const { heaviest } = sums;
  drops.contactAngle[merged] = drops.contactAngle[heaviest];
  const half = (sums.xx - sums.yy) / 2;
  const root = Math.sqrt(half * half + sums.xy * sums.xy);
  if (drops.mass[heaviest] > SWALLOWS * drops.mass[merged] || !(root > 0)) copyShape(drops, heaviest, merged);
  else span(drops, merged, ids, first, end, half, root);
  drops.fit(merged);
}

function gather(drops: Drops, merged: number, ids: Uint32Array, first: number, end: number): void {
  sums.xx = 0;
  sums.xy = 0;
  sums.yy = 0;
  sums.placesXX = 0;
  sums.placesXY = 0;
  sums.placesYY = 0;
  sums.tail = 0;
  sums.heaviest = -1;
  for (let n = first; n < end; n++) {
    const slot = drops.slotOf(ids[n]);
    if (slot < 0) continue;
    if (sums.heaviest < 0 || drops.mass[slot] > drops.mass[sums.heaviest]) sums.heaviest = slot;
    const share = drops.mass[slot] / drops.mass[merged];
    const profile = profileOf(drops.contactAngle[slot]);
    const stretch = drops.stretch[slot];
    const size = (share * drops.radius[slot] * drops.radius[slot]) / (profile.cap + profile.strip * stretch);
    const along = size * momentAlong(profile, stretch);
    const across = size * momentAcross(profile, stretch);
    const ux = drops.headingX[slot];
    const uy = drops.headingY[slot];
    const dx = drops.x[slot] - drops.x[merged];
    const dy = drops.y[slot] - drops.y[merged];
    sums.placesXX += share * dx * dx;
    sums.placesXY += share * dx * dy;
    sums.placesYY += share * dy * dy;
    sums.xx += along * ux * ux + across * uy * uy;
    sums.xy += (along - across) * ux * uy;
    sums.yy += along * uy * uy + across * ux * ux;
    sums.tail += share * (stretch > 0 ? drops.tail[slot] : 1);
  }
  sums.xx += sums.placesXX;
  sums.xy += sums.placesXY;
  sums.yy += sums.placesYY;
}

/** Gives `merged` the capsule of the members' second moments; `half` and `root` are those of the tensor's eigenvalues. */
function span(
  drops: Drops,
  merged: number,
  ids: Uint32Array,
  first: number,
  end: number,
  half: number,
  root: number,
): void {
  const { heaviest, placesXX, placesXY, placesYY } = sums;
  const mean = (sums.xx + sums.yy) / 2;
  // Half the angle of (half, xy)/root.
  let ux = Math.sqrt(Math.max(0, (1 + half / root) / 2));
  let uy = Math.sqrt(Math.max(0, (1 - half / root) / 2));
  if (sums.xy < 0) uy = -uy;
  const dx = drops.x[heaviest] - drops.x[merged];
  const dy = drops.y[heaviest] - drops.y[merged];
  if (isBackwards(drops, merged, ux, uy, dx, dy)) {
    ux = -ux;
    uy = -uy;
  }
  drops.headingX[merged] = ux;
  drops.headingY[merged] = uy;
  const profile = profileOf(drops.contactAngle[merged]);
  drops.stretch[merged] = stretchOf(profile, (mean + root) / Math.max(mean - root, 1e-12));

  // How much of the length comes from the places: that much of the tail is the smaller member's.
  const apart = (placesXX * ux * ux + 2 * placesXY * ux * uy + placesYY * uy * uy) / (mean + root);
  const rest = drops.mass[merged] / drops.mass[heaviest] - 1;
  const pair = dx * ux + dy * uy > 0 ? Math.max(THINNEST, Math.min(1, cbrt(rest))) : 1;
  const tail = (1 - apart) * sums.tail + apart * pair;
  drops.tail[merged] = Math.max(tail, thinnestTail(drops.stretch[merged]));
  turnOutline(drops, heaviest, merged, (1 - apart) * (drops.mass[heaviest] / drops.mass[merged]));
  leanAsBefore(drops, merged, ids, first, end);
}

/** A running drop heads where it runs, a still one where most of its water is. */
function isBackwards(drops: Drops, merged: number, ux: number, uy: number, dx: number, dy: number): boolean {
  const vx = drops.vx[merged];
  const vy = drops.vy[merged];
  return vx !== 0 || vy !== 0 ? vx * ux + vy * uy < 0 : dx * ux + dy * uy < 0;
}

/** The outline of one drop in the axes of another, `share` of it. */
function turnOutline(drops: Drops, from: number, to: number, share: number): void {
  const ux = drops.headingX[to];
  const uy = drops.headingY[to];
  const c = ux * drops.headingX[from] + uy * drops.headingY[from];
  const s = ux * drops.headingY[from] - uy * drops.headingX[from];
  const cos2 = share * (c * c - s * s);
  const sin2 = share * 2 * s * c;
  const cos3 = share * c * (4 * c * c - 3);
  const sin3 = share * s * (3 - 4 * s * s);
  drops.outlineC2[to] = drops.outlineC2[from] * cos2 - drops.outlineS2[from] * sin2;
  drops.outlineS2[to] = drops.outlineC2[from] * sin2 + drops.outlineS2[from] * cos2;
  drops.outlineC3[to] = drops.outlineC3[from] * cos3 - drops.outlineS3[from] * sin3;
  drops.outlineS3[to] = drops.outlineC3[from] * sin3 + drops.outlineS3[from] * cos3;
  // Turned, the same wave may have larger parts.
  const outline = outlineOf(drops.shapeOf(to));
  if (outline <= MOST_OUTLINE) return;
  const scale = MOST_OUTLINE / outline;
  drops.outlineC2[to] *= scale;
  drops.outlineS2[to] *= scale;
  drops.outlineC3[to] *= scale;
  drops.outlineS3[to] *= scale;
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
  drops.sag[merged] = Math.min(sag, mostSag(drops.shapeOf(merged)));
}

function copyShape(drops: Drops, from: number, to: number): void {
  drops.stretch[to] = drops.stretch[from];
  drops.tail[to] = drops.tail[from];
  drops.headingX[to] = drops.headingX[from];
  drops.headingY[to] = drops.headingY[from];
  drops.sag[to] = drops.sag[from];
  drops.outlineC2[to] = drops.outlineC2[from];
  drops.outlineS2[to] = drops.outlineS2[from];
  drops.outlineC3[to] = drops.outlineC3[from];
  drops.outlineS3[to] = drops.outlineS3[from];
}

/** Second moments of a capsule of radius 1, along its axis and across, both about its middle. */
function momentAlong({ cap, strip, moment, spread }: Profile, s: number): number {
  return spread + 2 * s * moment + (s * s * cap) / 4 + (s * s * s * strip) / 12;
}

function momentAcross({ moment, spread }: Profile, s: number): number {
  return spread + s * moment;
}

/** The stretch of a capsule with this ratio of second moments, by halving. */
function stretchOf(profile: Profile, ratio: number): number {
  let low = 0;
  let high = LONGEST;
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2;
    if (momentAlong(profile, middle) < ratio * momentAcross(profile, middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
