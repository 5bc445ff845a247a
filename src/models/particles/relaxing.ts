import type { Drops } from '../../core/drops.js';
import { FlagSearch } from '../../core/flags.js';
import { exp } from '../../core/math.js';
import { ROUND } from '../../core/shape.js';
import { SURFACE_TENSION } from '../../core/units.js';
import type { World } from '../model.js';
import type { Goal } from './goals.js';
import { layStill } from './laying.js';
import { watchStill } from './motion.js';
import { layWithin, noteCrowds } from './neighbours.js';
import { stepsBetweenPictures } from './pictures.js';
import type { ParticleState } from './state.js';

/**
 * Bodies on their way from one shape to another (CHIN-L2): letting go, coming to rest, after a merger. All of it follows
 * the shape that the drop strives for over the capillary time; a still drop that has reached it costs nothing any more.
 */

/** A shape this close to its goal has reached it: a thirtieth of a radius is less than eye and map can tell. */
const NEAR = 0.03;
/** From here on it takes every other turn: so slow that nobody sees it go by steps. */
const SLOW = 0.3;
/** How much a drop's sag and outline make of its heading, over what a length of a radius does. */
const OBLONG = 0.4;
/**
 * `relaxing` of a drop on its way, of one that is to take its last shape in this step, of one that an edge may push on before
 * it relaxes, of one that takes every other turn, and of one that is to do so after this step.
 */
const FAR = 1;
const ARRIVED = 2;
const PUSHED = 3;
const CLOSE = 4;
const NEARING = 5;
/** What a running drop's shape lacks is dropped below this, so that round becomes round. */
const NOTHING = 0.005;

const SEARCH = new FlagSearch();

/** Gives a new drop the coating's angle: a round cap, spread if it has just come, or at once what it strives for. */
export function takeShape(state: ParticleState, world: World, slot: number, arrives = false): void {
  const { drops, goals, options } = state;
  const goal = drops.moving[slot] ? goals.running(world, slot) : goals.still(world, slot);
  drops.lobes[slot] = ROUND;
  drops.contactAngle[slot] = arrives ? arrivalAngle(state, goal.angle) : goal.angle;
  drops.headingX[slot] = goal.headingX;
  drops.headingY[slot] = goal.headingY;
  drops.relaxing[slot] = 0;
  if (!options.relax) moveTo(state, slot, goal, 1);
  else if (!drops.moving[slot]) drops.relaxing[slot] = FAR;
  drops.fit(slot);
}

/** Contact angle of a drop that has just come, where one at rest has `angle`. */
export function arrivalAngle({ options }: ParticleState, angle: number): number {
  return options.relax ? options.impact * angle : angle;
}

/** Makes a drop round again, as if it were new; `takeShape` is to follow. */
export function roundOff({ drops, goals }: ParticleState, world: World, slot: number): void {
  drops.roundOff(slot);
  drops.contactAngle[slot] = goals.shape(world).angle;
}

/**
 * Leaves a round drop that an edge has pushed here and may push on in the next step. It begins to relax when it has been left
 * alone, and lies in no map till then: whom it touches the edge finds. One that is shed past the edge's end lies in its map at
 * once, so that water which follows can join it. It takes up what lies under it when it has its shape.
 */
export function setDown(state: ParticleState, world: World, slot: number, isShed: boolean): void {
  state.drops.relaxing[slot] = PUSHED;
  if (isShed) state.lay(slot);
  watchStill(state, world, slot);
}

/** Lets the body of a running drop follow its motion for `dt`. */
export function relaxRunning(state: ParticleState, world: World, slot: number, dt: number): void {
  moveTo(state, slot, state.goals.running(world, slot), shareIn(state, slot, dt));
  state.drops.fit(slot);
}

/** Lets a drop that comes to rest begin to take its shape at rest. */
export function beginRest(state: ParticleState, world: World, slot: number): void {
  const { drops, goals, options } = state;
  if (options.relax) {
    drops.relaxing[slot] = FAR;
    return;
  }
  moveTo(state, slot, goals.still(world, slot), 1);
  drops.fit(slot);
}

/**
 * Lets the bodies of still drops relax for a step, and lays them anew: all are taken out before the first is laid, so that
 * what lies beneath several of them is laid again once.
 */
export function relaxStill(state: ParticleState, world: World): void {
  const { drops, fields } = state;
  const every = stepsBetweenPictures(world.dt);
  const { erased } = fields.tiles;
  noteCrowds(state);
  for (let slot = nextRelaxing(drops, drops.movingCount); slot < drops.count; slot = nextRelaxing(drops, slot + 1)) {
    if (!isDue(drops, world, slot, every) || drops.relaxing[slot] === PUSHED) continue;
    reshape(state, world, slot, every * world.dt);
  }
  if (erased.count > 0) layWithin(state, erased);
  erased.clear();
  for (let slot = nextRelaxing(drops, drops.movingCount); slot < drops.count; slot = nextRelaxing(drops, slot + 1)) {
    if (isDue(drops, world, slot, every)) layReshaped(state, world, slot);
  }
}

/** Lays a drop that `reshape` took out. */
function layReshaped(state: ParticleState, world: World, slot: number): void {
  const { relaxing } = state.drops;
  if (relaxing[slot] === PUSHED) {
    relaxing[slot] = FAR;
  } else if (relaxing[slot] === ARRIVED) {
    // Once is enough for the layers: what has come under the rim meanwhile is not seen.
    relaxing[slot] = 0;
    layStill(state, world, slot);
  } else {
    if (relaxing[slot] === NEARING) relaxing[slot] = CLOSE;
    state.lay(slot);
    watchStill(state, world, slot);
  }
}

/** The first drop from `slot` on that relaxes, or the number of drops. */
function nextRelaxing({ relaxing, count }: Drops, slot: number): number {
  return SEARCH.next(relaxing, slot, count);
}

/** Is it this still drop's turn to relax? They take turns. */
function isDue(drops: Drops, world: World, slot: number, every: number): boolean {
  const state = drops.relaxing[slot];
  if (state === NEARING) return true;
  return (world.step + drops.id[slot]) % (state === CLOSE ? 2 * every : every) === 0;
}

/** Takes a still body out of its map and moves its shape on by a turn of `dt`, or by two. */
function reshape(state: ParticleState, world: World, slot: number, dt: number): void {
  const { drops, fields, goals } = state;
  const goal = goals.still(world, slot);
  const share = shareIn(state, slot, drops.relaxing[slot] === CLOSE ? 2 * dt : dt);
  // What would be left after this turn counts: so it need not come again to find that it has arrived.
  if (isWithin(NEAR / (1 - share), drops, slot, goal)) drops.relaxing[slot] = ARRIVED;
  else if (!isWithin(SLOW, drops, slot, goal)) drops.relaxing[slot] = FAR;
  else if (drops.relaxing[slot] !== CLOSE) drops.relaxing[slot] = NEARING;
  if (fields.erase(drops, slot) && drops.crowded[slot] !== 0) {
    drops.crowded[slot] = 0;
    const { row0, row1, col0, col1 } = fields.box;
    fields.tiles.erased.add(row0, row1, col0, col1);
  }
  moveTo(state, slot, goal, drops.relaxing[slot] === ARRIVED ? 1 : share);
  drops.fit(slot);
}

/** The world has changed, and with it perhaps every still shape. */
export function reshapeAll({ drops }: ParticleState): void {
  for (let slot = drops.movingCount; slot < drops.count; slot++) drops.relaxing[slot] = FAR;
}

/**
 * How much of its way to the goal a shape makes in `dt`: e-fold in `relaxation` times √(ρR³/γ), R the radius of the
 * hemisphere of as much water. Everything at once without `relax`.
 */
function shareIn({ drops, options }: ParticleState, slot: number, dt: number): number {
  if (!options.relax) return 1;
  const time = options.relaxation * Math.sqrt((3 * drops.mass[slot]) / (2 * Math.PI * SURFACE_TENSION));
  return 1 - exp(-dt / time);
}

/** Moves every number of a shape by `share` of what it lacks. */
function moveTo({ drops }: ParticleState, slot: number, goal: Goal, share: number): void {
  drops.contactAngle[slot] = between(drops.contactAngle[slot], goal.angle, share);
  drops.stretch[slot] = between(drops.stretch[slot], goal.stretch, share);
  drops.sag[slot] = between(drops.sag[slot], goal.sag, share);
  drops.outlineC2[slot] = between(drops.outlineC2[slot], goal.c2, share);
  drops.outlineS2[slot] = between(drops.outlineS2[slot], goal.s2, share);
  drops.outlineC3[slot] = between(drops.outlineC3[slot], goal.c3, share);
  drops.outlineS3[slot] = between(drops.outlineS3[slot], goal.s3, share);
  // A neck is thinner than what hangs on it, and fills up before the rest is round: twice as fast.
  drops.waist[slot] = between(drops.waist[slot], goal.waist, share * (2 - share));
  const tail = between(drops.tail[slot], goal.tail, share);
  drops.tail[slot] = Math.max(tail, thinnestTail(drops.stretch[slot]));
  turnTo(drops, slot, goal, share);
}

/** Tail radius over head radius below which a short body would have a step in its side. */
export function thinnestTail(stretch: number): number {
  return Math.max(0.2, 1 - 0.7 * stretch);
}

/** A number on its way. */
function between(now: number, goal: number, share: number): number {
  const left = (goal - now) * (1 - share);
  return left < NOTHING && left > -NOTHING ? goal : goal - left;
}

/** Turns the heading; a long body turns slowly, for it would rather draw in its ends. */
function turnTo(drops: Drops, slot: number, goal: Goal, share: number): void {
  const long = drops.moving[slot] ? 0 : drops.stretch[slot];
  const turn = share === 1 ? 1 : share / (1 + 3 * long);
  const ux = drops.headingX[slot];
  const uy = drops.headingY[slot];
  let x = ux + (goal.headingX - ux) * turn;
  let y = uy + (goal.headingY - uy) * turn;
  // About face: there is no shorter way, so it goes to its left.
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
function isWithin(limit: number, drops: Drops, slot: number, goal: Goal): boolean {
  if (isFar(limit, drops.stretch[slot], goal.stretch) || isFar(limit, drops.sag[slot], goal.sag)) return false;
  if (isFar(limit, drops.outlineC2[slot], goal.c2) || isFar(limit, drops.outlineS2[slot], goal.s2)) return false;
  if (isFar(limit, drops.outlineC3[slot], goal.c3) || isFar(limit, drops.outlineS3[slot], goal.s3)) return false;
  // A body that is nearly round looks the same whichever way it heads.
  const oblong = Math.min(1, drops.stretch[slot] + OBLONG);
  if (isFar(limit, oblong * drops.headingX[slot], oblong * goal.headingX)) return false;
  if (isFar(limit, oblong * drops.headingY[slot], oblong * goal.headingY)) return false;
  return !isFar(limit, drops.waist[slot], goal.waist) && !isFar(limit, drops.contactAngle[slot], goal.angle);
}

function isFar(limit: number, now: number, goal: number): boolean {
  return now - goal > limit || goal - now > limit;
}
