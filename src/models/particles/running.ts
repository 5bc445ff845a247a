import type { World } from '../model.js';
import { BodyPath } from './body-path.js';
import { chooseDirection, regionsAhead } from './direction.js';
import { nextSpeed, type Pull, pullOn } from './motion.js';
import { sweepWay } from './on-layers.js';
import { rasterLine, spacedLine } from './path.js';
import { stepsBetweenPictures, stepsWithin } from './pictures.js';
import { relaxRunning } from './relaxing.js';
import { comeToRest } from './resting.js';
import type { ParticleState } from './state.js';

/** Chin places a hemisphere every 1.5 cells of the way (CHIN-8). */
const SPACING_CELLS = 1.5;

/** Choices of direction in one part of a step. A drop so fast that it needs more crosses any pane in a few steps. */
const MOST_CHOICES = 64;

/** Way up to which a body is stamped once, over the head's radius: nobody is met more than so much too late. */
const STAMPED_WAY = 0.5;
const STAMPED_STEPS = 8;
/**
 * Way up to which a body meets the layers once, over the head's radius: what it has not met yet lies under its front, and
 * what lies between the discs that its head covers each time is at most a fourteenth of its radius deep.
 */
const MET_WAY = 0.75;
const MET_STEPS = 16;

/** Moves running drops through one step: speed, direction, place, and the water they leave in the trail map on the way. */
export class Running {
  readonly #state: ParticleState;
  readonly #pull: Pull = { x: 0, y: 1, force: 0 };
  readonly #way = new Float64Array(2);
  readonly #path: BodyPath;
  #radius = 0;
  #id = 0;

  constructor(state: ParticleState) {
    this.#state = state;
    this.#path = new BodyPath(state);
  }

  /** Lets the drop in `slot` run for a step. False if it came to rest or left the pane; then the slot is another's. */
  run(world: World, slot: number): boolean {
    const { drops, options, caps } = this.#state;
    const dt = world.dt / options.substeps;
    for (let part = 0; part < options.substeps; part++) {
      pullOn(this.#state, world, slot, this.#pull);
      const speed = nextSpeed(this.#state, world, slot, this.#pull, dt);
      if (speed === 0) {
        comeToRest(this.#state, world, slot);
        return false;
      }
      const pieces = this.#choices(slot, speed * dt);
      for (let piece = 0; piece < pieces; piece++) {
        chooseDirection(this.#state, world, slot, this.#pull, part + options.substeps * piece, this.#way);
        drops.vx[slot] = speed * this.#way[0];
        drops.vy[slot] = speed * this.#way[1];
        if (caps) this.#moveBody(world, slot, dt / pieces, world.step * options.substeps + part, (speed * dt) / pieces);
        else this.#moveHemisphere(world, slot, dt / pieces);
        if (this.#isOnPane(slot)) continue;
        this.#state.drained += drops.mass[slot];
        drops.remove(slot);
        return false;
      }
    }
    return true;
  }

  /** How often a drop chooses its direction on a way of this length [mm]: a fast one would run past the trail it heads for. */
  #choices(slot: number, way: number): number {
    if (this.#state.options.chooses === 'part') return 1;
    const ahead = regionsAhead(this.#state, slot) * this.#state.fields.grid.cellSize;
    return Math.min(MOST_CHOICES, Math.ceil(way / ahead));
  }

  #moveHemisphere(world: World, slot: number, dt: number): void {
    const { drops } = this.#state;
    const x0 = drops.x[slot];
    const y0 = drops.y[slot];
    this.#move(slot, dt);
    this.#stampWay(slot, x0, y0);
    sweepWay(this.#state, world, slot, dt);
  }

  /** Moves a body by `way` [mm] in part number `count` of all steps. Bodies take turns in what need not be done in each. */
  #moveBody(world: World, slot: number, dt: number, count: number, way: number): void {
    const { drops } = this.#state;
    const turn = count + drops.id[slot];
    const radius = drops.radius[slot];
    const pictures = stepsBetweenPictures(dt);
    const unstamped = stepsWithin(way, STAMPED_WAY * radius, STAMPED_STEPS);
    const meets = turn % stepsWithin(way, MET_WAY * radius, MET_STEPS) === 0;
    if (turn % pictures === 0) relaxRunning(this.#state, world, slot, pictures * dt);
    this.#move(slot, dt);
    if (turn % unstamped === 0) this.#path.stamp(slot, unstamped * way);
    if (meets || !this.#isOnPane(slot)) sweepWay(this.#state, world, slot, dt);
  }

  #move(slot: number, dt: number): void {
    const { drops } = this.#state;
    drops.x[slot] += drops.vx[slot] * dt;
    drops.y[slot] += drops.vy[slot] * dt;
  }

  /** Stamps the drop where it is now and on its way there from (x0, y0). */
  #stampWay(slot: number, x0: number, y0: number): void {
    const { drops, options, fields } = this.#state;
    const { cellSize } = fields.grid;
    const x = drops.x[slot];
    const y = drops.y[slot];
    this.#radius = drops.radius[slot];
    this.#id = drops.id[slot];
    // Floods begin at the cells of contacts in the order in which they are met (CHIN-18): then it is stamp by stamp.
    const visit = options.relabel === 'flood' ? this.#stamp : this.#pass;
    if (options.path === 'spaced') spacedLine(x0, y0, x, y, SPACING_CELLS * cellSize, visit);
    else rasterLine(x0, y0, x, y, this.#radius, cellSize, visit);
    fields.stampPassed(this.#radius, this.#id);
  }

  readonly #stamp = (x: number, y: number): boolean => this.#state.fields.stampHemisphere(x, y, this.#radius, this.#id);
  readonly #pass = (x: number, y: number): boolean => this.#state.fields.pass(x, y, this.#radius, this.#id);

  /** A drop whose centre is off the pane is gone (CHIN-10); its trail stays behind, owned by a dead id. */
  #isOnPane(slot: number): boolean {
    const { drops, surface } = this.#state;
    const { width, height } = surface.charts[0];
    const x = drops.x[slot];
    const y = drops.y[slot];
    return x >= 0 && x < width && y >= 0 && y < height;
  }
}
