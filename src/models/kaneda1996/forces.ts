/** What pulls, holds and resists a droplet in a cell (eq. 1, 2, 10, 11). */

import { cbrt } from '../../core/math.js';
import { toSurface } from '../../core/pose.js';
import { GRAVITY } from '../../core/units.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { Wind } from '../../weather/wind.js';
import type { World } from '../model.js';
import type { KanedaState } from './droplets.js';

/** So that rounding does not release a droplet: one of exactly the critical mass holds. */
const HAIRSBREADTH = 1 + 1e-12;
/** So that rounding does not hold one that the full test lets go. */
const CAREFUL = 1 - 1e-9;
/** So many cells, spread over the surface, tell its mean slope. */
const SAMPLES = 1024;

const PLACE: Place = { chart: 0, x: 0, y: 0 };
const DRAG = new Float64Array(2);
const PULL = new Float64Array(2);

export class Forces {
  readonly #state: KanedaState;
  /** Gravity less the surface's acceleration, in the surface's own frame [mm/s²]; panes ask the world instead. */
  readonly #weight = new Float64Array(3);
  /** β_s and β_d [mg·mm/s²]. */
  #still = 0;
  #moving = 0;
  /** Largest pull there may be along any cell [mm/s²]. */
  #steepest = 0;
  /** Radius of a hemisphere over that of a droplet of the same mass. */
  #hemisphere = 1;
  #isStale = true;

  constructor(state: KanedaState) {
    this.#state = state;
  }

  /** The world has changed, or options have. */
  outdate(): void {
    this.#isStale = true;
  }

  /** Takes the world as it is now. */
  now(world: World): void {
    const state = this.#state;
    if (!this.#isStale) return;
    this.#isStale = false;
    const angle = (world.coating.advancing + world.coating.receding) / 2;
    if (angle !== state.angle) {
      state.angle = angle;
      for (let slot = 0; slot < state.drops.count; slot++) state.takeShape(slot);
    }
    if (state.surface.kind !== 'pane') toSurface(world.pose, world.weight, this.#weight);
    const { betaS, betaRatio, affinityMean } = state.options;
    this.#still = betaS > 0 ? betaS : this.#heldBy(world) / affinityMean;
    this.#moving = betaRatio * this.#still;
    this.#findBounds(world);
  }

  /** What `surelyHolds` compares with. */
  #findBounds(world: World): void {
    const [x, y, z] = this.#weight;
    this.#pull(world, 0);
    const onPane = Math.sqrt(PULL[0] * PULL[0] + PULL[1] * PULL[1]);
    this.#steepest = this.#state.surface.kind === 'pane' ? onPane : Math.sqrt(x * x + y * y + z * z);
    this.#hemisphere = cbrt((3 * this.#state.fitMass) / (2 * Math.PI));
  }

  /**
   * What the coating holds at the critical mass on the mean slope [mg·mm/s²] (spec 6.3): a drop of mass m is held by K ∛m, so
   * the critical mass under a pull g is (K/g)^(3/2), and what holds it K^(3/2)/√g.
   */
  #heldBy(world: World): number {
    const { count } = this.#state.graph;
    const every = Math.max(1, Math.floor(count / SAMPLES));
    let sum = 0;
    let samples = 0;
    for (let cell = 0; cell < count; cell += every) {
      this.#pull(world, cell);
      sum += Math.sqrt(PULL[0] * PULL[0] + PULL[1] * PULL[1]);
      samples += 1;
    }
    const mean = sum / samples || GRAVITY;
    return world.retention * Math.sqrt(world.retention / mean);
  }

  /** Writes what pulls along the plane of a cell [mm/s²] to `PULL`. */
  #pull(world: World, cell: number): void {
    const { graph, surface } = this.#state;
    if (surface.kind === 'pane') {
      world.pull(this.#placeOf(cell), PULL);
      return;
    }
    const { tangentX, tangentY } = graph;
    const x = this.#weight[0];
    const y = this.#weight[1];
    const z = this.#weight[2];
    PULL[0] = x * tangentX[3 * cell] + y * tangentX[3 * cell + 1] + z * tangentX[3 * cell + 2];
    PULL[1] = x * tangentY[3 * cell] + y * tangentY[3 * cell + 1] + z * tangentY[3 * cell + 2];
  }

  /** Writes gravity and wind on a droplet over its mass [mm/s²] (eq. 1, KAN-12); to the wind it is a hemisphere (KAN-O10). */
  acceleration(world: World, cell: number, slot: number, out: Float64Array): void {
    this.#pull(world, cell);
    out[0] = PULL[0];
    out[1] = PULL[1];
    if (world.wind.speed === 0) return;
    const mass = this.#state.drops.mass[slot];
    const radius = cbrt((3 * mass) / (2 * Math.PI));
    world.wind.force(this.#placeOf(cell), (Math.PI / 2) * radius * radius, radius, DRAG);
    out[0] += DRAG[0] / mass;
    out[1] += DRAG[1] / mass;
  }

  /** The movement test: does a droplet at rest stay so (eq. 1, 2)? */
  holds(world: World, cell: number, slot: number): boolean {
    const { drops, affinity } = this.#state;
    this.acceleration(world, cell, slot, HELD);
    const force = drops.mass[slot] * Math.sqrt(HELD[0] * HELD[0] + HELD[1] * HELD[1]);
    return force <= this.#still * affinity[cell] * HAIRSBREADTH;
  }

  /**
   * Is a droplet at rest so light that the wind does not move it, from whatever side it comes and however steep the cell is? True
   * for most, and neither the air at its place nor the cell's plane is needed, which take long to find on a curved surface.
   */
  surelyHolds(world: World, cell: number, slot: number): boolean {
    const { affinity, drops } = this.#state;
    // Only gusts ask all the time, and a wind with gusts tells its greatest drag.
    if (!world.wind.gusty) return false;
    const wind = world.wind as Wind;
    const radius = this.#hemisphere * drops.radius[slot];
    placeOf(drops, slot, PLACE);
    const drag = wind.mostDrag(PLACE, (Math.PI / 2) * radius * radius, radius);
    const force = this.#steepest * drops.mass[slot] + drag * wind.speed * wind.speed;
    return force < CAREFUL * this.#still * affinity[cell];
  }

  /** Is a droplet too heavy to hang where it is? */
  falls(world: World, cell: number, slot: number): boolean {
    const { falling, graph, drops } = this.#state;
    if (!falling) return false;
    const { normal } = graph;
    const x = this.#weight[0];
    const y = this.#weight[1];
    const z = this.#weight[2];
    // Only an underside lets go.
    if (x * normal[3 * cell] + y * normal[3 * cell + 1] + z * normal[3 * cell + 2] <= 0) return false;
    return drops.mass[slot] > world.hang(this.#placeOf(cell));
  }

  /**
   * What resists a droplet on the way (x, y) to a neighbour, over its mass (eq. 11) [mm/s²]. A film before its front lowers it;
   * under itself it has left one already.
   */
  resistance({ layers }: World, cell: number, slot: number, x: number, y: number): number {
    const { affinity, drops } = this.#state;
    const bare = (this.#moving * affinity[cell]) / drops.mass[slot];
    const chart = drops.chart[slot];
    const { film } = layers.on(chart);
    if (!film) return bare;
    const way = Math.sqrt(x * x + y * y);
    const reach = (drops.radius[slot] + Math.max(film.map.cellSize, way / 2)) / way;
    return bare * layers.frictionAt(chart, drops.x[slot] + reach * x, drops.y[slot] + reach * y);
  }

  #placeOf(cell: number): Place {
    const { chart, x, y } = this.#state.graph;
    PLACE.chart = chart[cell];
    PLACE.x = x[cell];
    PLACE.y = y[cell];
    return PLACE;
  }
}

const HELD = new Float64Array(2);
