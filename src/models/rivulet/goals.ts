import { MOST_OUTLINE } from '../../core/body.js';
import { PLAIN } from '../../core/body-volume.js';
import { STREAM, streamOn } from '../../core/chance.js';
import { cos, exp, sin } from '../../core/math.js';
import { capRadius } from '../../core/profile.js';
import { type RestingShape, restingShape } from '../../surface/coating.js';
import type { Fields } from '../maps/fields.js';
import type { MapState } from '../maps/map-state.js';
import { type Pull, pulledShare, pullOn } from '../maps/motion.js';
import type { World } from '../model.js';
import type { Goal } from '../shared/body-motion.js';
import type { RivuletOptions } from './options.js';

/** Directions in which the affinity around a still drop is sampled. */
const SAMPLES = 12;
/** Shares of the outline from the affinity map and from random numbers of the place (CHEN-12's lobes). */
const FELT = 1.6;
const CHANCE = 0.2;
/** Threefold bends over twofold ones: surface tension straightens a rim the more, the shorter its waves. */
const THREEFOLD = 0.55;
/** A pull makes the rim a pear as well: longer along the pull, narrower behind. */
const PEAR = 0.07;
/** Side of a patch of glass with its own random numbers [mm]. They belong to the place: a merger, which changes the id, keeps the rim. */
const PATCH = 3;
/** Base radius at which an outline is half as irregular as that of the largest drops [mm]: surface tension rounds small ones. */
const ROUNDED = 1;

/** Computes the goals of drops, running and at rest. */
export class Goals {
  readonly goal: Goal = { ...PLAIN, headingX: 0, headingY: 1 };

  readonly #state: MapState<RivuletOptions>;
  readonly #pull: Pull = { x: 0, y: 1, force: 0 };
  #advancing = Number.NaN;
  #receding = Number.NaN;
  #shape: RestingShape = { angle: 0, sag: 0 };

  constructor(state: MapState<RivuletOptions>) {
    this.#state = state;
  }

  /** The shape of drops on this coating. */
  shape(world: World): RestingShape {
    const { advancing, receding } = world.coating;
    if (advancing !== this.#advancing || receding !== this.#receding) {
      this.#advancing = advancing;
      this.#receding = receding;
      this.#shape = restingShape(advancing, receding);
    }
    return this.#shape;
  }

  /** At rest: the drop leans in proportion to the pull, fully at the static limit; its rim follows the glass. */
  still(world: World, slot: number): Goal {
    const { goal } = this;
    const { angle, sag } = this.shape(world);
    pullOn(this.#state, world, slot, this.#pull);
    goal.angle = angle;
    goal.stretch = 0;
    goal.tail = 1;
    goal.headingX = this.#pull.x;
    goal.headingY = this.#pull.y;
    const outline = this.#feel(slot);
    goal.sag = Math.min(sag * pulledShare(this.#state, world, slot, this.#pull), mostSag(outline));
    return goal;
  }

  /** How a still drop leans with its present outline: the part of its shape that changes most when the pull turns a little. */
  lean(world: World, slot: number): Readonly<Pick<Goal, 'sag' | 'headingX' | 'headingY'>> {
    const { goal } = this;
    const { outlineC2, outlineS2, outlineC3, outlineS3 } = this.#state.drops;
    pullOn(this.#state, world, slot, this.#pull);
    goal.headingX = this.#pull.x;
    goal.headingY = this.#pull.y;
    const outline =
      Math.abs(outlineC2[slot]) + Math.abs(outlineS2[slot]) + Math.abs(outlineC3[slot]) + Math.abs(outlineS3[slot]);
    const { sag } = this.shape(world);
    goal.sag = Math.min(sag * pulledShare(this.#state, world, slot, this.#pull), mostSag(outline));
    return goal;
  }

  /** Running: stretched along the motion by NAK-O3, leaning as a drop that has just let go. */
  running(world: World, slot: number): Goal {
    const { goal } = this;
    const { drops, options } = this.#state;
    const { angle, sag } = this.shape(world);
    const vx = drops.vx[slot];
    const vy = drops.vy[slot];
    const speed = Math.sqrt(vx * vx + vy * vy);
    goal.angle = angle;
    goal.stretch = options.stretchMax * (1 - exp(-speed / options.stretchSpeed));
    goal.tail = tailOf(goal.stretch);
    goal.sag = sag;
    goal.c2 = 0;
    goal.s2 = 0;
    goal.c3 = 0;
    goal.s3 = 0;
    goal.headingX = speed > 0 ? vx / speed : drops.headingX[slot];
    goal.headingY = speed > 0 ? vy / speed : drops.headingY[slot];
    return goal;
  }

  /**
   * The outline: the rim reaches further where the affinity is high, and a little at random. Returns
   * |c₂| + |s₂| + |c₃| + |s₃|.
   */
  #feel(slot: number): number {
    const { goal } = this;
    const { drops, options } = this.#state;
    goal.c2 = 0;
    goal.s2 = 0;
    goal.c3 = 0;
    goal.s3 = 0;
    // The round drop's radius: that of the body would move the samples as the outline changes.
    const radius = capRadius(drops.mass[slot], goal.angle);
    const size = (options.irregularity * radius * radius) / (radius * radius + ROUNDED * ROUNDED);
    if (size === 0) return 0;
    for (let n = 0; n < SAMPLES; n++) {
      const x = radius * (goal.headingX * WAVES[6 * n] - goal.headingY * WAVES[6 * n + 1]);
      const y = radius * (goal.headingY * WAVES[6 * n] + goal.headingX * WAVES[6 * n + 1]);
      const felt = (FELT * this.#affinityAt(slot, drops.x[slot] + x, drops.y[slot] + y)) / SAMPLES;
      goal.c2 += felt * WAVES[6 * n + 2];
      goal.s2 += felt * WAVES[6 * n + 3];
      goal.c3 += felt * WAVES[6 * n + 4];
      goal.s3 += felt * WAVES[6 * n + 5];
    }
    goal.c2 += this.#lot(slot, 1) + PEAR;
    goal.s2 += this.#lot(slot, 2);
    goal.c3 = THREEFOLD * (goal.c3 + this.#lot(slot, 3)) - PEAR;
    goal.s3 = THREEFOLD * (goal.s3 + this.#lot(slot, 4));
    const sum = Math.abs(goal.c2) + Math.abs(goal.s2) + Math.abs(goal.c3) + Math.abs(goal.s3);
    const scale = Math.min(size, MOST_OUTLINE / sum);
    goal.c2 *= scale;
    goal.s2 *= scale;
    goal.c3 *= scale;
    goal.s3 *= scale;
    return scale * sum;
  }

  /** The random part of number `n` of an outline, from the patch of glass under the drop. */
  #lot(slot: number, n: number): number {
    const { drops, chance } = this.#state;
    const row = Math.floor(drops.y[slot] / PATCH);
    const col = Math.floor(drops.x[slot] / PATCH);
    return chance.between(-CHANCE, CHANCE, streamOn(STREAM.shape, drops.chart[slot]), row, col, n);
  }

  /** Affinity at a place of the chart of the drop in `slot`, within 0 to 1; beyond an open edge as at the edge. */
  #affinityAt(slot: number, x: number, y: number): number {
    const fields = this.#state.fieldsOf(slot);
    const { cellSize, rows, columns } = fields.grid;
    const row = Math.floor(y / cellSize);
    const col = Math.floor(x / cellSize);
    if (row >= 0 && row < rows && col >= 0 && col < columns) return affinityOf(fields, row, col);
    const link = fields.linkTo(row, col) ?? fields.here;
    return affinityOf(link.fields, Math.floor(link.y(x, y) / cellSize), Math.floor(link.x(x, y) / cellSize));
  }
}

/** Affinity of a cell, within 0 to 1; that of the nearest cell beyond an edge. */
function affinityOf({ chart }: Fields, row: number, col: number): number {
  const { heap, affinity, grid } = chart;
  const inRow = Math.max(0, Math.min(grid.rows - 1, row));
  const inCol = Math.max(0, Math.min(grid.columns - 1, col));
  return Math.max(0, Math.min(1, heap.f32[affinity + inRow * grid.stride + inCol]));
}

/** cos φ, sin φ, cos 2φ, sin 2φ, cos 3φ, sin 3φ of every sampled direction. */
const WAVES = (() => {
  const waves = new Float64Array(6 * SAMPLES);
  for (let n = 0; n < SAMPLES; n++) {
    for (let order = 1; order <= 3; order++) {
      const angle = (2 * Math.PI * n * order) / SAMPLES;
      waves[6 * n + 2 * order - 2] = cos(angle);
      waves[6 * n + 2 * order - 1] = sin(angle);
    }
  }
  return waves;
})();

/** The sag at which an outline with this sum of parts, which may reach back further than a circle, still holds water there. */
function mostSag(outline: number): number {
  return 0.95 / (1 + 0.9 * outline);
}

/** Tail radius over head radius of a running drop: a tear, whose tail is little higher than the trail it goes over into. */
export function tailOf(stretch: number): number {
  return 1 / (1 + stretch);
}
