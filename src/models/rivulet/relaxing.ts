import { ROUND } from '../../core/body.js';
import { type Drops, FlagSearch } from '../../core/drops.js';
import { exp } from '../../core/math.js';
import { SURFACE_TENSION } from '../../core/units.js';
import type { MapState } from '../maps/map-state.js';
import { watchStill } from '../maps/motion.js';
import { layErased, layStill, noteCrowds } from '../maps/resting.js';
import type { World } from '../model.js';
import { isWithin, leansAs, moveTo } from '../shared/body-motion.js';
import type { Bodies } from './bodies.js';
import type { RivuletOptions } from './options.js';

/** A shape this close to its goal has reached it: a thirtieth of a radius shows neither in the picture nor in the map. */
const NEAR = 0.03;
/** From here on a shape relaxes in every other time slice: its steps are too small to be seen. */
const SLOW = 0.3;

/** Values of `drops.relaxing`; 0 is a drop that has its shape. On its way to its goal: */
const FAR = 1;
/** It takes its last shape in this step. */
const ARRIVED = 2;
/** A blade may push it on before it relaxes. */
const PUSHED = 3;
/** It relaxes in every other time slice. */
const CLOSE = 4;
/** It becomes close after this step. */
const NEARING = 5;
/** It has its shape, but the world has changed a little: it is laid again only if its goal looks different. */
const TESTED = 6;

const SEARCH = new FlagSearch();

/**
 * Bodies on their way from one shape to another (CHIN-L2): letting go, coming to rest, after a merger. A shape follows its
 * goal over the capillary time; a still drop that has reached it costs nothing any more.
 */
export class Relaxing {
  readonly #state: MapState<RivuletOptions>;
  readonly #bodies: Bodies;

  constructor(state: MapState<RivuletOptions>, bodies: Bodies) {
    this.#state = state;
    this.#bodies = bodies;
  }

  /** Gives a new drop the coating's angle: as a round cap, which is flatter if it has just come, or in its final shape. */
  takeShape(world: World, slot: number, arrives: boolean): void {
    const { drops, options } = this.#state;
    const { goals } = this.#bodies;
    const goal = drops.moving[slot] ? goals.running(world, slot) : goals.still(world, slot);
    drops.lobes[slot] = ROUND;
    drops.contactAngle[slot] = arrives ? this.arrivalAngle(goal.angle) : goal.angle;
    drops.headingX[slot] = goal.headingX;
    drops.headingY[slot] = goal.headingY;
    drops.relaxing[slot] = 0;
    if (!options.relax) moveTo(drops, slot, goal, 1);
    else if (!drops.moving[slot]) drops.relaxing[slot] = FAR;
    drops.fit(slot);
  }

  /** Contact angle of a drop that has just come, where one at rest has `angle`. */
  arrivalAngle(angle: number): number {
    const { relax, impact } = this.#state.options;
    return relax ? impact * angle : angle;
  }

  /** A still drop begins to relax. */
  begin(slot: number): void {
    this.#state.drops.relaxing[slot] = FAR;
  }

  /** A drop that comes to rest begins to take its shape at rest. */
  beginRest(world: World, slot: number): void {
    const { drops, options } = this.#state;
    if (options.relax) {
      this.begin(slot);
      return;
    }
    moveTo(drops, slot, this.#bodies.goals.still(world, slot), 1);
    drops.fit(slot);
  }

  /**
   * Leaves a round drop before a blade, which may push it again in the next step. Until the blade has left it, the drop is in
   * no map and does not relax: the blade itself finds what it touches. A drop that is shed past the blade's end is laid at
   * once, so that water which follows can join it. It takes up what lies under it when it has its shape.
   */
  setDown(world: World, slot: number, isShed: boolean): void {
    this.#state.drops.relaxing[slot] = PUSHED;
    if (isShed) this.#bodies.lay(slot);
    watchStill(this.#state, world, slot);
  }

  /** Lets the body of a running drop follow its motion for `dt` [s]. */
  follow(world: World, slot: number, dt: number): void {
    const { drops } = this.#state;
    moveTo(drops, slot, this.#bodies.goals.running(world, slot), this.#shareIn(slot, dt));
    drops.fit(slot);
  }

  /** The world has changed, and with it perhaps every still shape. */
  reshapeAll(): void {
    const { drops, tested } = this.#state;
    for (let slot = drops.movingCount; slot < drops.count; slot++) {
      if (tested === null) drops.relaxing[slot] = FAR;
      else if (drops.relaxing[slot] === 0) drops.relaxing[slot] = TESTED;
    }
  }

  /**
   * Lets the bodies of still drops relax for a step, and lays them again: all are taken out before the first is laid, so that
   * what lies beneath several of them is laid again once.
   */
  step(world: World): void {
    const state = this.#state;
    const { drops } = state;
    const every = stepsBetweenPictures(world.dt);
    noteCrowds(state);
    for (let slot = nextRelaxing(drops, drops.movingCount); slot < drops.count; slot = nextRelaxing(drops, slot + 1)) {
      if (!isDue(drops, world, slot, every) || drops.relaxing[slot] === PUSHED) continue;
      if (this.#hasItsShape(world, slot)) continue;
      this.#reshape(world, slot, every * world.dt);
    }
    layErased(state);
    for (let slot = nextRelaxing(drops, drops.movingCount); slot < drops.count; slot = nextRelaxing(drops, slot + 1)) {
      if (isDue(drops, world, slot, every)) this.#layReshaped(world, slot);
    }
  }

  /** Does a tested drop still have its shape at rest? Then nothing is left to do. */
  #hasItsShape(world: World, slot: number): boolean {
    const { drops } = this.#state;
    if (drops.relaxing[slot] !== TESTED) return false;
    const isNear = leansAs(NEAR, drops, slot, this.#bodies.goals.lean(world, slot));
    drops.relaxing[slot] = isNear ? 0 : FAR;
    return isNear;
  }

  /** Lays a drop that `#reshape` took out. */
  #layReshaped(world: World, slot: number): void {
    const { relaxing } = this.#state.drops;
    if (relaxing[slot] === PUSHED) {
      relaxing[slot] = FAR;
    } else if (relaxing[slot] === ARRIVED) {
      // Once is enough for the layers: what has come under the rim meanwhile is not seen.
      relaxing[slot] = 0;
      layStill(this.#state, world, slot);
    } else {
      if (relaxing[slot] === NEARING) relaxing[slot] = CLOSE;
      this.#bodies.lay(slot);
      watchStill(this.#state, world, slot);
    }
  }

  /** Takes a still body out of its map and moves its shape on by a time slice of `dt` [s], or by two. */
  #reshape(world: World, slot: number, dt: number): void {
    const { drops, charts } = this.#state;
    const goal = this.#bodies.goals.still(world, slot);
    const share = this.#shareIn(slot, drops.relaxing[slot] === CLOSE ? 2 * dt : dt);
    // The distance after this slice counts, so that no further slice is needed to find that it has arrived.
    if (isWithin(NEAR / (1 - share), drops, slot, goal)) drops.relaxing[slot] = ARRIVED;
    else if (!isWithin(SLOW, drops, slot, goal)) drops.relaxing[slot] = FAR;
    else if (drops.relaxing[slot] !== CLOSE) drops.relaxing[slot] = NEARING;
    this.#bodies.erase(slot);
    drops.crowded[slot] = 0;
    for (const { taken, tiles } of charts) {
      if (taken.row0 >= taken.row1) continue;
      tiles.erased.add(taken.row0, taken.row1, taken.col0, taken.col1);
      taken.row1 = taken.row0;
    }
    moveTo(drops, slot, goal, drops.relaxing[slot] === ARRIVED ? 1 : share);
    drops.fit(slot);
  }

  /**
   * Share of its way to the goal that a shape makes in `dt` [s]: e-fold in `relaxation` times √(ρR³/γ), R the radius of the
   * hemisphere of the same mass. All of it without `relax`.
   */
  #shareIn(slot: number, dt: number): number {
    const { drops, options } = this.#state;
    if (!options.relax) return 1;
    const time = options.relaxation * Math.sqrt((3 * drops.mass[slot]) / (2 * Math.PI * SURFACE_TENSION));
    return 1 - exp(-dt / time);
  }
}

/** The first drop from `slot` on that relaxes, or the number of drops. */
function nextRelaxing({ relaxing, count }: Drops, slot: number): number {
  return SEARCH.next(relaxing, slot, count);
}

/** Does this still drop relax in this step? The ids spread the drops over the time slices. */
function isDue(drops: Drops, world: World, slot: number, every: number): boolean {
  const state = drops.relaxing[slot];
  if (state === NEARING) return true;
  return (world.step + drops.id[slot]) % (state === CLOSE ? 2 * every : every) === 0;
}

/** Films and screens have one picture in this time [s]: what is done for the eye need not be done more often. */
const PICTURE_TIME = 1 / 60;

/** Steps of `dt` [s] in that time, at least one. */
export function stepsBetweenPictures(dt: number): number {
  return Math.max(1, Math.floor(PICTURE_TIME / dt + 0.5));
}

/**
 * Longest interval of 1, 2, 4 … steps, at most `most`, during which a drop that moves by `way` a step moves at most `limit`.
 * Such intervals nest: a drop that becomes faster waits for the next shorter one, and has moved by less than twice the
 * limit then.
 */
export function stepsWithin(way: number, limit: number, most: number): number {
  let steps = 1;
  while (2 * steps <= most && 2 * steps * way <= limit) steps *= 2;
  return steps;
}
