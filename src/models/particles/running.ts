import type { World } from '../model.js';
import { BodyPath } from './body-path.js';
import { chooseDirection } from './direction.js';
import { nextSpeed, type Pull, pullOn } from './motion.js';
import { sweepWay } from './on-layers.js';
import { rasterLine, spacedLine } from './path.js';
import { PICTURE_TIME, stepsBetweenPictures } from './pictures.js';
import { relaxRunning } from './relaxing.js';
import { comeToRest } from './resting.js';
import type { ParticleState } from './state.js';

/** Chin places a hemisphere every 1.5 cells of the way (CHIN-8). */
const SPACING_CELLS = 1.5;

/**
 * Way from picture to picture up to which a body is stamped no more often, over the head's radius: who goes so far is drawn
 * out, and its ridge is level.
 */
const NEAR = 0.35;

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
      chooseDirection(this.#state, world, slot, this.#pull, part, this.#way);
      if (caps) this.#path.leave(slot);
      const x0 = drops.x[slot];
      const y0 = drops.y[slot];
      const radius0 = drops.radius[slot];
      drops.vx[slot] = speed * this.#way[0];
      drops.vy[slot] = speed * this.#way[1];
      if (caps) relaxRunning(this.#state, world, slot, dt);
      drops.x[slot] = x0 + drops.vx[slot] * dt;
      drops.y[slot] = y0 + drops.vy[slot] * dt;
      if (caps) {
        if (this.#isStamped(world, slot, part, speed)) this.#path.arrive(slot);
        sweepWay(this.#state, world, slot, this.#path.x, this.#path.y, radius0);
      } else {
        this.#stampWay(slot, x0, y0);
        sweepWay(this.#state, world, slot, x0, y0, radius0);
      }
      if (this.#leftPane(slot)) return false;
    }
    return true;
  }

  /**
   * Is the body stamped in this part of the step? Often enough for every picture, and for its map: where it goes by less
   * than `NEAR` of its radius meanwhile, no more is to be seen of it, and whoever it meets it meets within a cell.
   */
  #isStamped({ step, dt }: World, slot: number, part: number, speed: number): boolean {
    const { drops, options } = this.#state;
    if (speed * PICTURE_TIME > NEAR * drops.radius[slot]) return true;
    const every = stepsBetweenPictures(dt / options.substeps);
    return (step * options.substeps + part + drops.id[slot]) % every === 0;
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

  readonly #stamp = (x: number, y: number): boolean => this.#state.fields.stamp(x, y, this.#radius, this.#id);
  readonly #pass = (x: number, y: number): boolean => this.#state.fields.pass(x, y, this.#radius, this.#id);

  /** A drop whose centre is off the pane is gone (CHIN-10); its trail stays behind, owned by a dead id. */
  #leftPane(slot: number): boolean {
    const { drops, surface } = this.#state;
    const { width, height } = surface.charts[0];
    const x = drops.x[slot];
    const y = drops.y[slot];
    if (x >= 0 && x < width && y >= 0 && y < height) return false;
    this.#state.drained += drops.mass[slot];
    drops.remove(slot);
    return true;
  }
}
