import { BODY, bodyHeight, writeBody } from '../../core/body.js';
import { PLAIN } from '../../core/body-volume.js';
import { type Drops, FlagSearch } from '../../core/drops.js';
import { exp } from '../../core/math.js';
import { SURFACE_TENSION } from '../../core/units.js';
import { type Coating, restingShape } from '../../surface/coating.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { World } from '../model.js';
import { type Goal, isWithin, moveTo } from '../shared/body-motion.js';
import { uniteShapes } from '../shared/uniting-shapes.js';
import { pullOn } from './forces.js';
import { meetLayers } from './on-layers.js';
import { shortest, stretchAt } from './shape.js';
import type { NakataState } from './state.js';

/** A shape this close to its goal has reached it. */
const NEAR = 0.03;
/** E-folds of a shape on its way to its goal, in capillary times √(ρR³/γ), as `relaxation` of the model `rivulet`. */
const RELAXATION = 3;

const SEARCH = /* @__PURE__ */ new FlagSearch();
const PULL: Pull = { x: 0, y: 1, force: 0 };
const MEMBERS = new Uint32Array(2);
const BODY_OF_DROP = new Float64Array(BODY.size);

/**
 * Drops that deform (NAK-L2): they meet the glass at the coating's angles, lean with what pulls at them, end in a thinner rear
 * when they run, and become one over the capillary time. All forces but drag by `shape` still see hemispheres.
 */
export class Deforming {
  readonly #state: NakataState;
  readonly #goal: Goal = { ...PLAIN, headingX: 0, headingY: 1 };
  #advancing = Number.NaN;
  #receding = Number.NaN;
  /** Contact angle of a drop that nothing pulls [rad], and how far one leans that is about to let go. */
  angle = Math.PI / 2;
  #sag = 0;

  constructor(state: NakataState) {
    this.#state = state;
  }

  /** The glass has this coating. */
  on({ advancing, receding }: Coating): void {
    if (advancing === this.#advancing && receding === this.#receding) return;
    this.#advancing = advancing;
    this.#receding = receding;
    const { angle, sag } = restingShape(advancing, receding);
    this.angle = angle;
    this.#sag = sag;
  }

  /** The shape of a running drop follows its motion for `dt` [s]. */
  follow(slot: number, dt: number): void {
    const { drops, options } = this.#state;
    const goal = this.#goal;
    const vx = drops.vx[slot];
    const vy = drops.vy[slot];
    const speed = Math.sqrt(vx * vx + vy * vy);
    goal.angle = this.angle;
    goal.stretch = stretchAt(options, speed);
    goal.tail = rearOf(goal.stretch);
    goal.sag = this.#sag;
    goal.headingX = speed > 0 ? vx / speed : drops.headingX[slot];
    goal.headingY = speed > 0 ? vy / speed : drops.headingY[slot];
    moveTo(drops, slot, goal, shareIn(drops, slot, dt));
  }

  /** A still drop begins to take its shape at rest. */
  begin(slot: number): void {
    this.#state.drops.relaxing[slot] = 1;
  }

  /** What pulls at still drops has changed: they lean otherwise. */
  beginAll(): void {
    const { drops } = this.#state;
    drops.relaxing.fill(1, drops.movingCount, drops.count);
  }

  /** Lets still drops that relax go on for a step; they are tested for contacts. One that has its shape costs nothing. */
  step(world: World): void {
    const state = this.#state;
    const { drops, cells } = state;
    for (let slot = this.#next(drops.movingCount); slot < drops.count; slot = this.#next(slot + 1)) {
      const goal = this.#still(world, slot);
      const arrives = isWithin(NEAR, drops, slot, goal);
      moveTo(drops, slot, goal, arrives ? 1 : shareIn(drops, slot, world.dt));
      drops.fit(slot);
      drops.crowded[slot] = 1;
      cells.isStale = true;
      if (!arrives) continue;
      drops.relaxing[slot] = 0;
      // Its rim may have come over fine drops.
      meetLayers(state, world, slot);
    }
  }

  /**
   * Gives the larger of two drops, which has the mass, place and velocity of both already, the shape of both: one body from
   * end to end with a neck between. The smaller one is still there; `before` is what the larger one was.
   */
  unite(large: number, small: number, before: Readonly<{ mass: number; x: number; y: number }>): void {
    const { drops, around } = this.#state;
    const whole = drops.mass[large];
    const [x, y] = [drops.x[large], drops.y[large]];
    // The body of both is made in a drop of its own, with the two as they were.
    const { nextId } = drops;
    const both = drops.add(drops.chart[large], x, y, whole);
    drops.vx[both] = drops.vx[large];
    drops.vy[both] = drops.vy[large];
    drops.mass[large] = before.mass;
    drops.x[large] = x + shortest(before.x - x, around);
    drops.y[large] = before.y;
    drops.x[small] = x + shortest(drops.x[small] - x, around);
    MEMBERS[0] = drops.id[large];
    MEMBERS[1] = drops.id[small];
    uniteShapes(drops, both, MEMBERS, 0, 2);
    drops.copyShape(both, large);
    drops.contactAngle[large] = drops.contactAngle[both];
    drops.mass[large] = whole;
    drops.x[large] = x;
    drops.y[large] = y;
    drops.fit(large);
    drops.remove(both);
    drops.nextId = nextId;
  }

  /** The shape at rest: the drop leans in proportion to the pull, fully where it is about to let go. */
  #still(world: World, slot: number): Goal {
    const state = this.#state;
    const goal = this.#goal;
    const radius = state.radiusOf(slot);
    pullOn(state, world, slot, radius, PULL);
    goal.angle = this.angle;
    goal.stretch = 0;
    goal.tail = 1;
    const held = state.grip * radius;
    goal.sag = this.#sag * (PULL.force < held ? PULL.force / held : 1);
    goal.headingX = PULL.x;
    goal.headingY = PULL.y;
    return goal;
  }

  #next(slot: number): number {
    const { relaxing, count } = this.#state.drops;
    return SEARCH.next(relaxing, slot, count);
  }
}

/** Makes hemispheres of all drops again. */
export function roundAll(drops: Drops): void {
  for (let slot = 0; slot < drops.count; slot++) {
    drops.contactAngle[slot] = PLAIN.angle;
    drops.sag[slot] = 0;
    drops.tail[slot] = 1;
    drops.waist[slot] = 0;
    drops.relaxing[slot] = 0;
  }
}

/** Does a drop's body cover a place [mm]? */
export function bodyCovers(drops: Drops, slot: number, x: number, y: number): boolean {
  writeBody(drops, slot, BODY_OF_DROP);
  return bodyHeight(BODY_OF_DROP, x, y) > 0;
}

/** Rear over head radius of a running drop: half as thin as a drop that leaves a trail. */
function rearOf(stretch: number): number {
  return 1 / (1 + stretch / 2);
}

/** Share of its way to the goal that a shape makes in `dt` [s]. */
function shareIn(drops: Drops, slot: number, dt: number): number {
  return 1 - exp(-dt / (RELAXATION * Math.sqrt((3 * drops.mass[slot]) / (2 * Math.PI * SURFACE_TENSION))));
}
