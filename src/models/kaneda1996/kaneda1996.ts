/**
 * Kaneda, Zuyama, Yamashita & Nishita, "Animation of water droplet flow on curved surfaces", Pacific Graphics 1996. The surface
 * is a graph of cells, and the water of a cell is one droplet. A droplet that outweighs what holds it hops from cell to cell:
 * a roulette takes the direction, Newton's law the time; a part of it stays behind, and it merges with what it meets.
 */
import { STREAM } from '../../core/chance.js';
import type { Drops } from '../../core/drops.js';
import type { ChartFrame, FallingView } from '../../core/frame.js';
import { EMPTY_BOOK, type ModelBook } from '../../core/ledger.js';
import { type CellGraph, GRAPH_CELLS, OUTSIDE } from '../../surface/cell-graph.js';
import type { Surface } from '../../surface/surface.js';
import { turnWith } from '../../surface/vectors.js';
import type { Arrival } from '../../weather/rain.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { Model, ModelDefinition, ModelSetup, StateVisitor, World } from '../model.js';
import type { OptionValues } from '../options.js';
import { rainDown } from '../shared/raining.js';
import { KanedaState, NOWHERE, quantiseMass } from './droplets.js';
import { EventQueue } from './event-queue.js';
import { Forces } from './forces.js';
import { CellFrames } from './frames.js';
import { type Travel, timeToBorder, travel, wettingShare } from './motion.js';
import { KANEDA_OPTIONS, type KanedaOptions } from './options.js';
import { Roulette } from './roulette.js';
import { Sweeping } from './sweeping.js';

/** Uses of a random number for a droplet in a cell during one step. */
const LOTS = { moving: 0, resting: 1, tie: 2, count: 4 } as const;

const TRAVEL: Travel = { time: 0, speed: 0, arrives: false };
const ACCELERATION = new Float64Array(2);
const VELOCITY = new Float64Array(3);
const NORMAL = new Float64Array(3);
const NEXT_NORMAL = new Float64Array(3);

export class Kaneda1996 implements Model {
  readonly kernels = 'none';
  protected readonly state: KanedaState;
  readonly #forces: Forces;
  readonly #queue = new EventQueue();
  readonly #roulette: Roulette;
  readonly #sweeping: Sweeping;
  readonly #frames: CellFrames;
  /** True while the events of a step are worked off: droplets that set out then queue up. */
  #isRunning = false;
  /** A landing drop is poured out like rain; made once. */
  readonly #land: (drop: Arrival) => void;
  #world: World | null = null;

  constructor(setup: ModelSetup) {
    const state = new KanedaState(setup);
    this.state = state;
    this.#forces = new Forces(state);
    this.#roulette = new Roulette(state);
    this.#sweeping = new Sweeping(state, (world, cell, mass, vx, vy) => this.#pour(world, cell, mass, vx, vy, 0));
    this.#frames = new CellFrames(state, setup.layers, (cell, slot) =>
      this.#world && this.#aim(this.#world, cell, slot) ? this.#roulette : null,
    );
    this.#land = (drop) => {
      if (this.#world) this.#pour(this.#world, state.graph.cellAt(drop), drop.mass, drop.vx, drop.vy, 0);
    };
  }

  get drops(): Drops {
    return this.state.drops;
  }

  get falling(): FallingView | undefined {
    return this.state.falling ?? undefined;
  }

  /** Runs that have ended, and their mean length [mm]. */
  get runs(): { readonly count: number; readonly meanLength: number } {
    const { runs, runLength } = this.state;
    return { count: runs, meanLength: runs > 0 ? runLength / runs : 0 };
  }

  get charts(): readonly ChartFrame[] {
    return this.#frames.charts;
  }

  /** The roulette of a droplet as it would leave a cell now with a velocity [mm/s], for debug views and tests. */
  rouletteAt(cell: number, vx: number, vy: number): Roulette {
    this.#roulette.set(cell, vx, vy, this.state.options, 0);
    return this.#roulette;
  }

  /** The graph that the droplets hop on. */
  get graph(): CellGraph {
    return this.state.graph;
  }

  /** Section 2.1 of the paper: feed, set the timekeepers, and move droplets until all are frozen. */
  step(world: World): void {
    const { state } = this;
    world.stopwatch.start();
    this.#forces.now(world);
    // (2) New droplets; with them those that fell on the surface.
    if (state.restless || world.wind.gusty) this.#testAll(world);
    rainDown(this, world);
    this.#world = world;
    state.falling?.step(world, this.#land);
    // (3) Timekeepers: the time until each droplet's next event.
    this.#startTimekeepers(world);
    // (4) to (8) in the order of the droplets' own times, so that the order in memory does not matter (KAN-O3).
    this.#isRunning = true;
    const queue = this.#queue;
    while (queue.count > 0) {
      const { time, id, cell } = queue;
      queue.pop();
      if (state.occupant[cell] === id && state.due[cell] === time) this.#next(world, cell, time);
    }
    this.#isRunning = false;
    this.#stopTimekeepers(world);
    this.#frames.outdate();
    world.stopwatch.lap('drops');
  }

  addDrop(world: World, drop: Arrival): number {
    const { state } = this;
    this.#forces.now(world);
    const water = quantiseMass(drop.mass);
    state.supplied += water;
    this.#frames.outdate();
    return this.#pour(world, state.graph.cellAt(drop), water, drop.vx, drop.vy, 0);
  }

  sweep(world: World, region: SweptRegion): number {
    this.#forces.now(world);
    this.#frames.outdate();
    return this.#sweeping.sweep(world, region);
  }

  clear(): void {
    this.state.clear();
    this.#frames.outdate();
  }

  configure(options: OptionValues): void {
    this.state.options = options as unknown as KanedaOptions;
  }

  worldChanged(): void {
    this.state.restless = true;
    this.#forces.outdate();
  }

  book(): ModelBook {
    const { supplied, drained, wiped, falling } = this.state;
    const dripped = falling?.dripped ?? 0;
    return {
      ...EMPTY_BOOK,
      supplied,
      onDrops: this.state.water(),
      drained,
      wiped,
      falling: falling?.water ?? 0,
      dripped,
    };
  }

  visit(visitor: StateVisitor): void {
    this.state.visit(visitor);
    if (!visitor.loads) return;
    this.#forces.outdate();
    this.#frames.outdate();
  }

  /** Tests every droplet at rest again, whether it holds, and where it hangs, whether it falls. Gusts alone do not move most of them. */
  #testAll(world: World): void {
    const { drops } = this.state;
    const isGust = !this.state.restless;
    this.state.restless = false;
    // A droplet that lets go changes places with the first one at rest, which has been tested; one that falls, with the last.
    for (let slot = drops.count - 1; slot >= drops.movingCount; slot--) {
      if (slot >= drops.count) continue;
      const cell = this.state.cellOfSlot(slot);
      if (isGust && this.#forces.surelyHolds(world, cell, slot)) continue;
      if (!this.#forces.holds(world, cell, slot) || this.#forces.falls(world, cell, slot)) this.#asked.push(cell);
    }
    this.#asked.sort((a, b) => a - b);
    for (const cell of this.#asked) if (this.state.occupant[cell] !== 0) this.#setOut(world, cell, 0);
    this.#asked.length = 0;
  }
  readonly #asked: number[] = [];

  /** Queues all droplets whose next event comes in this step. As printed, every one starts again in every frame (KAN-4). */
  #startTimekeepers(world: World): void {
    const { drops, due, options } = this.state;
    for (let slot = drops.movingCount - 1; slot >= 0; slot--) {
      const cell = this.state.cellOfSlot(slot);
      if (options.timekeeper === 'paper') this.#choose(world, cell, 0);
      if (due[cell] <= world.dt) this.#queue.push(due[cell], drops.id[slot], cell);
    }
  }

  /** What is left of the way to the next event is for the next step (KAN-O1). */
  #stopTimekeepers({ dt }: World): void {
    const { drops, due } = this.state;
    for (let slot = 0; slot < drops.movingCount; slot++) {
      const cell = this.state.cellOfSlot(slot);
      due[cell] -= dt;
    }
  }

  /** The next event of the droplet in a cell: it arrives in the next cell, or has stopped in this one. */
  #next(world: World, cell: number, now: number): void {
    const { state } = this;
    if (state.target[cell] !== NOWHERE) {
      this.#hop(world, cell, state.target[cell], now);
      return;
    }
    const slot = state.slotIn(cell);
    state.drops.vx[slot] = 0;
    state.drops.vy[slot] = 0;
    this.#setOut(world, cell, now);
  }

  /** Water comes into a cell and merges with what is there (eq. 15, 16). Returns the id of the droplet. */
  #pour(world: World, cell: number, mass: number, vx: number, vy: number, now: number): number {
    const id = this.state.pour(cell, mass, vx, vy);
    this.#setOut(world, cell, now);
    return id;
  }

  /** (4) A droplet from rest passes the movement test (eq. 1, KAN-O2) or rests; one that moves goes on; a heavy one falls. */
  #setOut(world: World, cell: number, now: number): void {
    const { state } = this;
    const { drops } = state;
    const slot = state.slotIn(cell);
    if (this.#forces.falls(world, cell, slot)) {
      state.fall(world, cell);
      return;
    }
    const isAtRest = drops.vx[slot] === 0 && drops.vy[slot] === 0;
    if (isAtRest && this.#forces.holds(world, cell, slot)) state.rest(world, cell);
    else {
      drops.setMoving(slot, true);
      this.#choose(world, cell, now);
      if (this.#isRunning && state.due[cell] <= world.dt) this.#queue.push(state.due[cell], state.occupant[cell], cell);
    }
  }

  /** (5) and (6): the roulette takes the next cell, and Newton's law the time until the droplet is there. */
  #choose(world: World, cell: number, now: number): void {
    const { state } = this;
    const { drops, graph, target, due, speed } = state;
    const slot = state.slotIn(cell);
    const id = drops.id[slot];
    const vx = drops.vx[slot];
    const vy = drops.vy[slot];
    target[cell] = NOWHERE;
    speed[cell] = 0;
    // A droplet that gets nowhere tries again in the next step.
    due[cell] = now + world.dt;
    if (!this.#aim(world, cell, slot)) return;
    const ax = ACCELERATION[0];
    const ay = ACCELERATION[1];
    const lot = vx === 0 && vy === 0 ? LOTS.resting : LOTS.moving;
    const entry = graph.first[cell] + this.#roulette.spin(this.#random(world, id, cell, lot));
    // Only what acts along the way counts; energy across it is lost in the turn (eq. 10 to 12, KAN-9).
    const x = graph.offsetX[entry];
    const y = graph.offsetY[entry];
    const way = Math.sqrt(x * x + y * y);
    const along = (ax * x + ay * y) / way - this.#forces.resistance(world, cell, slot, x, y);
    travel(along, Math.max(0, (vx * x + vy * y) / way), way, TRAVEL);
    if (TRAVEL.time === Number.POSITIVE_INFINITY) return;
    due[cell] = now + TRAVEL.time;
    speed[cell] = TRAVEL.speed;
    if (TRAVEL.arrives) target[cell] = entry;
  }

  /** Sets the roulette of a droplet, and `ACCELERATION`. False if it has nowhere to go. */
  #aim(world: World, cell: number, slot: number): boolean {
    const { drops, graph, options } = this.state;
    const vx = drops.vx[slot];
    const vy = drops.vy[slot];
    this.#forces.acceleration(world, cell, slot, ACCELERATION);
    const ax = ACCELERATION[0];
    const ay = ACCELERATION[1];
    if (vx === 0 && vy === 0 && ax === 0 && ay === 0) return false;
    // The principal vector: the velocity at the border of the cell, were there no resistance (eq. 3). The border is the circle
    // in a square cell: the square itself would bend whole runs by 2.5° instead of 1.7°.
    const time = timeToBorder(vx, vy, ax, ay, Math.sqrt(graph.area[cell]) / 2);
    const tie = options.newton === 'paper' ? this.#random(world, drops.id[slot], cell, LOTS.tie) : 0;
    return this.#roulette.set(cell, vx + ax * time, vy + ay * time, options, tie);
  }

  #random({ chance, step }: World, id: number, cell: number, lot: number): number {
    return chance.uniform(STREAM.direction, id, step, LOTS.count * cell + lot);
  }

  /** (7) A droplet goes to the next cell: a part of it stays (eq. 14), the rest merges with what is there (eq. 15, 16). */
  #hop(world: World, cell: number, entry: number, now: number): void {
    const { state } = this;
    const { graph, drops, affinity, options } = state;
    const x = graph.offsetX[entry];
    const y = graph.offsetY[entry];
    const way = Math.sqrt(x * x + y * y);
    const speed = state.speed[cell] / way;
    const slot = state.slotIn(cell);
    const mass = drops.mass[slot];
    const left = Math.min(mass, quantiseMass(wettingShare(affinity[cell], way, options) * mass));
    const other = graph.neighbour[entry];
    if (left === mass) {
      // All of it stays: it comes to rest.
      drops.vx[slot] = 0;
      drops.vy[slot] = 0;
      state.rest(world, cell);
      return;
    }
    if (other === OUTSIDE) state.leave(world, cell, mass - left, speed * x, speed * y);
    else {
      this.#turnInto(cell, other, speed * x, speed * y);
      state.move(world, cell, other, mass - left, VELOCITY, way);
      this.#setOut(world, other, now);
    }
    state.leaveBehind(cell, left);
    if (left > 0) this.#setOut(world, cell, now);
  }

  /** Takes a velocity along to another cell by the least rotation between both planes, which keeps the speed (KAN-O4). */
  #turnInto(cell: number, other: number, vx: number, vy: number): void {
    const { tangentX, tangentY, normal } = this.state.graph;
    for (let n = 0; n < 3; n++) VELOCITY[n] = vx * tangentX[3 * cell + n] + vy * tangentY[3 * cell + n];
    // Copies, since a view of the normals would be a new object at every hop.
    for (let n = 0; n < 3; n++) {
      NORMAL[n] = normal[3 * cell + n];
      NEXT_NORMAL[n] = normal[3 * other + n];
    }
    turnWith(VELOCITY, NORMAL, NEXT_NORMAL);
    const x = VELOCITY[0];
    const y = VELOCITY[1];
    const z = VELOCITY[2];
    VELOCITY[0] = x * tangentX[3 * other] + y * tangentX[3 * other + 1] + z * tangentX[3 * other + 2];
    VELOCITY[1] = x * tangentY[3 * other] + y * tangentY[3 * other + 1] + z * tangentY[3 * other + 2];
  }
}

export const kaneda1996: ModelDefinition = {
  name: 'kaneda1996',
  title: 'Kaneda, Zuyama, Yamashita & Nishita 1996: droplets that hop over the cells of any surface',
  options: KANEDA_OPTIONS,
  supports: (surface) => {
    const cells = cellsOf(surface);
    return (
      cells <= GRAPH_CELLS ||
      `walks on at most ${GRAPH_CELLS} cells; this surface has ${cells}. Make surface.cellSize larger, 1 to 2 mm`
    );
  },
  create: (setup) => new Kaneda1996(setup),
};

function cellsOf({ charts }: Surface): number {
  return charts.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}
