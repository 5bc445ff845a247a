import type { BodyShape } from '../../core/body-volume.js';
import type { Drops } from '../../core/drops.js';

/**
 * How bodies go from one shape to another (CHIN-L2, NAK-L2): every number of a shape follows that of its goal, in all
 * models whose drops deform.
 */

/** The goal of a drop: shape and heading. */
export interface Goal extends BodyShape {
  headingX: number;
  headingY: number;
}

/** Weight of sag and outline in a change of heading; the weight of a length of one radius is 1. */
const OBLONG = 0.4;
/** A number that differs from its goal by less than this takes its value, so that a round drop becomes exactly round. */
const NOTHING = 0.005;

/** Moves every number of a shape by `share` of what it lacks. */
export function moveTo(drops: Drops, slot: number, goal: Goal, share: number): void {
  drops.contactAngle[slot] = between(drops.contactAngle[slot], goal.angle, share);
  drops.stretch[slot] = between(drops.stretch[slot], goal.stretch, share);
  drops.sag[slot] = between(drops.sag[slot], goal.sag, share);
  drops.outlineC2[slot] = between(drops.outlineC2[slot], goal.c2, share);
  drops.outlineS2[slot] = between(drops.outlineS2[slot], goal.s2, share);
  drops.outlineC3[slot] = between(drops.outlineC3[slot], goal.c3, share);
  drops.outlineS3[slot] = between(drops.outlineS3[slot], goal.s3, share);
  // A neck is thinner than its ends and fills up twice as fast, before the rest is round.
  drops.waist[slot] = between(drops.waist[slot], goal.waist, share * (2 - share));
  const tail = between(drops.tail[slot], goal.tail, share);
  drops.tail[slot] = Math.max(tail, thinnestTail(drops.stretch[slot]));
  turnTo(drops, slot, goal, share);
}

/** Tail radius over head radius below which a short body would have a step in its side. */
export function thinnestTail(stretch: number): number {
  return Math.max(0.2, 1 - 0.7 * stretch);
}

/** A number moved by `share` of its distance to the goal. */
function between(now: number, goal: number, share: number): number {
  const left = (goal - now) * (1 - share);
  return left < NOTHING && left > -NOTHING ? goal : goal - left;
}

/** Turns the heading; a long body turns slowly: it draws in its ends first. */
function turnTo(drops: Drops, slot: number, goal: Goal, share: number): void {
  const long = drops.moving[slot] ? 0 : drops.stretch[slot];
  const turn = share === 1 ? 1 : share / (1 + 3 * long);
  const ux = drops.headingX[slot];
  const uy = drops.headingY[slot];
  let x = ux + (goal.headingX - ux) * turn;
  let y = uy + (goal.headingY - uy) * turn;
  // For opposite headings both ways are equally long: the drop turns to its left.
  if (ux * goal.headingX + uy * goal.headingY < -0.99 && turn < 1) {
    x = ux - uy * turn;
    y = uy + ux * turn;
  }
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return;
  drops.headingX[slot] = turn === 1 ? goal.headingX : x / length;
  drops.headingY[slot] = turn === 1 ? goal.headingY : y / length;
}

/** Is every number of a drop's shape as close as that to its goal? */
export function isWithin(limit: number, drops: Drops, slot: number, goal: Goal): boolean {
  if (isFar(limit, drops.stretch[slot], goal.stretch) || !leansAs(limit, drops, slot, goal)) return false;
  if (isFar(limit, drops.outlineC2[slot], goal.c2) || isFar(limit, drops.outlineS2[slot], goal.s2)) return false;
  if (isFar(limit, drops.outlineC3[slot], goal.c3) || isFar(limit, drops.outlineS3[slot], goal.s3)) return false;
  return !isFar(limit, drops.waist[slot], goal.waist) && !isFar(limit, drops.contactAngle[slot], goal.angle);
}

/** Does a drop lean and head as a goal says? */
export function leansAs(
  limit: number,
  drops: Drops,
  slot: number,
  goal: Readonly<Pick<Goal, 'sag' | 'headingX' | 'headingY'>>,
) {
  if (isFar(limit, drops.sag[slot], goal.sag)) return false;
  // A body that is nearly round looks the same whichever way it heads.
  const oblong = Math.min(1, drops.stretch[slot] + OBLONG);
  if (isFar(limit, oblong * drops.headingX[slot], oblong * goal.headingX)) return false;
  return !isFar(limit, oblong * drops.headingY[slot], oblong * goal.headingY);
}

function isFar(limit: number, now: number, goal: number): boolean {
  return now - goal > limit || goal - now > limit;
}
