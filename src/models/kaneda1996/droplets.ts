/** The droplets of Kaneda's model: one a wet cell, what each is about to do, and the water book. */

import { hemisphereRadius } from '../../core/body.js';
import { PLAIN, unitVolume } from '../../core/body-volume.js';
import type { Chance } from '../../core/chance.js';
import { STREAM } from '../../core/chance.js';
import { Drops } from '../../core/drops.js';
import { cbrt } from '../../core/math.js';
import { WATER_DENSITY } from '../../core/units.js';
import { type CellGraph, createCellGraph } from '../../surface/cell-graph.js';
import type { Place, Surface } from '../../surface/surface.js';
import type { ModelSetup, StateVisitor, World } from '../model.js';
import { Falling } from '../shared/falling.js';
import { HAIR } from '../shared/on-layers.js';
import type { KanedaOptions } from './options.js';

/** No cell to go to. */
export const NOWHERE = 0xffffffff;

/** Masses are multiples of this [mg], 2⁻²⁸: up to 33 kg of them add up exactly in any order, so the ledger closes exactly. */
const QUANTUM = 1 / 268_435_456;

/** The nearest mass that can be booked [mg]; 0 for less than half a quantum. */
export function quantiseMass(mass: number): number {
  return Math.round(mass / QUANTUM) * QUANTUM;
}

const PLACE: Place = { chart: 0, x: 0, y: 0 };

/** What a droplet of a saved state may be: masses [mg], speeds [mm/s], times [s]. */
const HEAVIEST = 1e9;
const FASTEST = 1e8;
const LONGEST = 1e9;

export class KanedaState {
  options: KanedaOptions;
  readonly surface: Surface;
  readonly chance: Chance;
  readonly graph: CellGraph;
  readonly drops = new Drops();
  /** Drops that have come off; null on a pane, where none does. */
  readonly falling: Falling | null;

  /** Affinity of each cell, 0 to 1 (KAN-2). */
  readonly affinity: Float32Array;
  /** Droplet in each cell; 0 where it is dry. */
  readonly occupant: Uint32Array;
  /** Where the droplet in a cell goes next, an entry of the graph's neighbours, and its speed on arrival [mm/s]. */
  readonly target: Uint32Array;
  readonly speed: Float64Array;
  /** When it arrives or stops, from the start of the step [s]: the timekeeper. */
  readonly due: Float64Array;
  /** How far it has run [mm]. */
  readonly way: Float64Array;

  /** Water that came, ran off, and was taken off [mg]. */
  supplied = 0;
  drained = 0;
  wiped = 0;
  /** Runs that have ended, and the sum of their lengths [mm]. */
  runs = 0;
  runLength = 0;
  /** Must droplets at rest be tested again, whether they hold? */
  restless = false;

  constructor(setup: ModelSetup) {
    this.options = setup.options as unknown as KanedaOptions;
    this.surface = setup.surface;
    this.chance = setup.chance;
    this.graph = createCellGraph(setup.surface);
    const { count } = this.graph;
    this.falling = setup.surface.kind === 'pane' ? null : new Falling(setup.surface);
    this.affinity = new Float32Array(count);
    this.occupant = new Uint32Array(count);
    this.target = new Uint32Array(count).fill(NOWHERE);
    this.speed = new Float64Array(count);
    this.due = new Float64Array(count);
    this.way = new Float64Array(count);
    this.#fillAffinity();
  }

  /** The affinity of a cell is normally distributed, and clipped (KAN-2). Chart 0 draws as a surface of one chart does. */
  #fillAffinity(): void {
    const { affinityMean, affinitySpread } = this.options;
    const { count, chart, x, y } = this.graph;
    for (let cell = 0; cell < count; cell++) {
      const { cellSize } = this.surface.charts[chart[cell]];
      const [row, col] = [Math.floor(y[cell] / cellSize), Math.floor(x[cell] / cellSize)];
      const lot = this.chance.normal(STREAM.affinity, row, col, 2 * chart[cell]);
      this.affinity[cell] = Math.min(1, Math.max(0, affinityMean + affinitySpread * lot));
    }
  }

  /** Cell of the droplet in a slot. */
  cellOfSlot(slot: number): number {
    PLACE.chart = this.drops.chart[slot];
    PLACE.x = this.drops.x[slot];
    PLACE.y = this.drops.y[slot];
    return this.graph.cellAt(PLACE);
  }

  /** Slot of the droplet in a cell. */
  slotIn(cell: number): number {
    return this.drops.slotOf(this.occupant[cell]);
  }

  /** Puts water into a cell; masses and momenta of a droplet there add up (eq. 15, 16). Returns the droplet's id. */
  pour(cell: number, mass: number, vx: number, vy: number): number {
    const { drops, graph } = this;
    if (this.occupant[cell] === 0) {
      const slot = drops.add(graph.chart[cell], graph.x[cell], graph.y[cell], mass);
      drops.vx[slot] = vx;
      drops.vy[slot] = vy;
      this.occupant[cell] = drops.id[slot];
      this.way[cell] = 0;
      this.takeShape(slot);
      return drops.id[slot];
    }
    const slot = this.slotIn(cell);
    this.#collect(slot, mass, vx, vy);
    return drops.id[slot];
  }

  /** A droplet takes water that moves with a velocity. */
  #collect(slot: number, mass: number, vx: number, vy: number): void {
    const { drops } = this;
    const own = drops.mass[slot];
    const whole = own + mass;
    drops.vx[slot] = (own * drops.vx[slot] + mass * vx) / whole;
    drops.vy[slot] = (own * drops.vy[slot] + mass * vy) / whole;
    drops.mass[slot] = whole;
    this.takeShape(slot);
  }

  /**
   * A droplet goes on to another cell with `mass` of its water and a velocity there; the heavier of two that meet survives,
   * of equal ones the older. What it leaves is not in any cell until `leaveBehind` is called, which must come next.
   */
  move(world: World, cell: number, other: number, mass: number, velocity: Float64Array, way: number): void {
    const { drops, graph } = this;
    const id = this.occupant[cell];
    const there = this.occupant[other];
    const run = this.way[cell] + way;
    this.occupant[cell] = 0;
    this.target[cell] = NOWHERE;
    const slot = drops.slotOf(id);
    const gained = mass + this.#passLayers(world, slot, other, mass);
    if (there !== 0) {
      const met = drops.slotOf(there);
      const isMet = drops.mass[met] > gained || (drops.mass[met] === gained && there < id);
      if (isMet) {
        this.#collect(met, gained, velocity[0], velocity[1]);
        this.way[other] = Math.max(this.way[other], run);
        this.#spare = id;
        return;
      }
      drops.mass[slot] = gained;
      drops.vx[slot] = velocity[0];
      drops.vy[slot] = velocity[1];
      this.#collect(slot, drops.mass[met], drops.vx[met], drops.vy[met]);
      this.#spare = there;
      this.way[other] = Math.max(this.way[other], run);
    } else {
      drops.mass[slot] = gained;
      drops.vx[slot] = velocity[0];
      drops.vy[slot] = velocity[1];
      this.way[other] = run;
      this.takeShape(slot);
    }
    drops.chart[slot] = graph.chart[other];
    drops.x[slot] = graph.x[other];
    drops.y[slot] = graph.y[other];
    this.occupant[other] = id;
  }

  /**
   * What a droplet left in a cell, which is dry, becomes a droplet at rest; of the two that merged at the end of the hop the one
   * that is no more is used again. Without water nothing stays.
   */
  leaveBehind(cell: number, mass: number): void {
    const { drops, graph } = this;
    const spare = this.#spare;
    this.#spare = 0;
    if (mass === 0) {
      if (spare !== 0) drops.remove(drops.slotOf(spare));
      return;
    }
    if (spare === 0) {
      this.pour(cell, mass, 0, 0);
      return;
    }
    const slot = drops.renew(drops.slotOf(spare));
    drops.chart[slot] = graph.chart[cell];
    drops.x[slot] = graph.x[cell];
    drops.y[slot] = graph.y[cell];
    drops.vx[slot] = 0;
    drops.vy[slot] = 0;
    drops.mass[slot] = mass;
    this.occupant[cell] = drops.id[slot];
    this.way[cell] = 0;
    this.takeShape(slot);
  }
  /** Id of a droplet that has merged into another and is in no cell; 0 if there is none. */
  #spare = 0;

  /** A droplet comes to rest: it has no speed and takes the layers under it. */
  rest(world: World, cell: number): void {
    const { drops } = this;
    this.#endRun(cell);
    const slot = drops.setMoving(this.slotIn(cell), false);
    drops.vx[slot] = 0;
    drops.vy[slot] = 0;
    this.target[cell] = NOWHERE;
    const layers = world.layers.on(drops.chart[slot]);
    if (layers.isEmpty) return;
    const gain = layers.landed(drops.x[slot], drops.y[slot], drops.radius[slot]);
    if (gain === 0) return;
    if (gain > HAIR * drops.mass[slot]) this.restless = true;
    drops.mass[slot] += gain;
    this.takeShape(slot);
  }

  /** A droplet leaves over an open edge with `mass` of its water: it drips, or is drained (KAN-O11). */
  leave(world: World, cell: number, mass: number, vx: number, vy: number): void {
    const { drops, graph, falling } = this;
    this.#endRun(cell);
    if (falling && world.edgesDrip) {
      falling.detach(world, { chart: graph.chart[cell], x: graph.x[cell], y: graph.y[cell] }, vx, vy, mass);
    } else this.drained += mass;
    this.#remove(cell, drops.slotOf(this.occupant[cell]));
  }

  /** A droplet comes off: it is too heavy to hang. */
  fall(world: World, cell: number): void {
    const { drops, graph, falling } = this;
    const slot = this.slotIn(cell);
    const place = { chart: graph.chart[cell], x: graph.x[cell], y: graph.y[cell] };
    this.#endRun(cell);
    falling?.detach(world, place, drops.vx[slot], drops.vy[slot], drops.mass[slot]);
    this.#remove(cell, slot);
  }

  /** The water of a cell is taken off; returns it [mg]. */
  take(cell: number): number {
    const slot = this.slotIn(cell);
    const mass = this.drops.mass[slot];
    this.#remove(cell, slot);
    return mass;
  }

  clear(): void {
    this.wiped += this.water() + (this.falling?.clear() ?? 0);
    this.drops.clear();
    this.occupant.fill(0);
    this.target.fill(NOWHERE);
  }

  /** Water of all cells [mg]. Cell by cell: masses that layers have changed do not add up alike in any order. */
  water(): number {
    let sum = 0;
    for (let cell = 0; cell < this.occupant.length; cell++) {
      if (this.occupant[cell] !== 0) sum += this.drops.mass[this.slotIn(cell)];
    }
    return sum;
  }

  /** Gives a droplet the cap of the coating that holds its water. */
  takeShape(slot: number): void {
    const { drops, angle } = this;
    drops.contactAngle[slot] = angle;
    if (angle !== this.#fitAngle) this.#fitTo(angle);
    const mass = drops.mass[slot];
    const radius = angle === Math.PI / 2 ? hemisphereRadius(mass, 1) : cbrt(mass / this.#fitMass);
    drops.radius[slot] = radius;
    if (radius > this.largest) this.largest = radius;
  }
  /** Mass of a cap of 1 mm with the contact angle that was fitted last [mg]: all droplets have one shape. */
  #fitMass = 0;
  #fitAngle = Number.NaN;

  #fitTo(angle: number): void {
    this.#fitAngle = angle;
    this.#fitMass = WATER_DENSITY * unitVolume({ ...PLAIN, angle });
  }
  /** Mass of a droplet of 1 mm [mg]. */
  get fitMass(): number {
    if (this.angle !== this.#fitAngle) this.#fitTo(this.angle);
    return this.#fitMass;
  }
  /** Contact angle of the droplets: the mean of the coating's [rad]. */
  angle = Math.PI / 2;
  /** Largest radius that a droplet ever had [mm]. */
  largest = 0;

  #remove(cell: number, slot: number): void {
    this.drops.remove(slot);
    this.occupant[cell] = 0;
    this.target[cell] = NOWHERE;
  }

  #endRun(cell: number): void {
    if (this.way[cell] === 0) return;
    this.runs += 1;
    this.runLength += this.way[cell];
    this.way[cell] = 0;
  }

  /** A droplet passes what else lies on the glass; returns what it weighs more then [mg]. */
  #passLayers(world: World, slot: number, other: number, mass: number): number {
    const { drops, graph } = this;
    const layers = world.layers.on(graph.chart[other]);
    if (layers.isEmpty) return 0;
    const [x, y] = [graph.x[other], graph.y[other]];
    const isOneChart = drops.chart[slot] === graph.chart[other];
    // Over a seam only the end of the way is on the next chart.
    return layers.passed(
      isOneChart ? drops.x[slot] : x,
      isOneChart ? drops.y[slot] : y,
      x,
      y,
      drops.radius[slot],
      mass,
    );
  }

  /** Visits the state cell by cell, so that the order of droplets in memory does not matter (KAN-O3). */
  visit(visitor: StateVisitor): void {
    this.supplied = visitor.number(this.supplied, 0);
    this.drained = visitor.number(this.drained, 0);
    this.wiped = visitor.number(this.wiped, 0);
    this.restless = visitor.number(this.restless ? 1 : 0, 0, 1) === 1;
    this.runs = visitor.number(this.runs, 0);
    this.runLength = visitor.number(this.runLength, 0);
    this.angle = visitor.number(this.angle, 1e-4, Math.PI - 1e-4);
    const nextId = visitor.number(this.drops.nextId, 1, 0xff000000);
    const { drops } = this;
    const wet = Uint32Array.from({ length: drops.count });
    let at = 0;
    for (let cell = 0; cell < this.occupant.length; cell++) if (this.occupant[cell] !== 0) wet[at++] = cell;
    const slots = wet.map((cell) => this.slotIn(cell));
    const ofSlot = (column: Float64Array) => Float64Array.from(slots, (slot) => column[slot]);
    const ofCell = (column: Float64Array) => Float64Array.from(wet, (cell) => column[cell]);
    const isMoving = Uint8Array.from(slots, (slot) => drops.moving[slot]);
    // What a droplet at rest was last about to do is no state.
    const about = (column: Float64Array) => ofCell(column).map((value, n) => (isMoving[n] ? value : 0));
    const saved = {
      cells: visitor.array(wet),
      ids: visitor.array(Uint32Array.from(slots, (slot) => drops.id[slot])),
      moving: visitor.array(isMoving),
      mass: visitor.array(ofSlot(drops.mass)),
      vx: visitor.array(ofSlot(drops.vx)),
      vy: visitor.array(ofSlot(drops.vy)),
      target: visitor.array(Uint32Array.from(wet, (cell) => this.target[cell])),
      due: visitor.array(about(this.due)),
      speed: visitor.array(about(this.speed)),
      way: visitor.array(about(this.way)),
    };
    this.falling?.visit(visitor);
    if (visitor.loads) this.#load(visitor, saved, nextId);
  }

  #load(visitor: StateVisitor, saved: SavedDroplets, nextId: number): void {
    const { drops, graph } = this;
    const { cells, ids, moving, mass, vx, vy, target, due, speed, way } = saved;
    visitor.check(Number.isInteger(nextId));
    visitor.check(Object.values(saved).every(({ length }) => length === cells.length));
    drops.clear();
    this.occupant.fill(0);
    this.target.fill(NOWHERE);
    for (let n = 0; n < cells.length; n++) {
      const cell = cells[n];
      visitor.check(cell < graph.count && (n === 0 || cell > cells[n - 1]));
      visitor.check(ids[n] > 0 && ids[n] < nextId && drops.slotOf(ids[n]) < 0 && moving[n] <= 1);
      const isTarget = target[n] >= graph.first[cell] && target[n] < graph.first[cell + 1] && moving[n] === 1;
      visitor.check(isTarget || target[n] === NOWHERE);
      // A film may leave a droplet next to nothing.
      visitor.check(isWithin(mass[n], 0, HEAVIEST) && isWithin(way[n], 0, LONGEST));
      visitor.check(isWithin(Math.abs(vx[n]), 0, FASTEST) && isWithin(Math.abs(vy[n]), 0, FASTEST));
      visitor.check(isWithin(due[n], -1, LONGEST) && isWithin(speed[n], 0, FASTEST));
      const slot = drops.restore(ids[n], graph.chart[cell], graph.x[cell], graph.y[cell], mass[n]);
      drops.vx[slot] = vx[n];
      drops.vy[slot] = vy[n];
      this.takeShape(slot);
      drops.setMoving(slot, moving[n] === 1);
      this.occupant[cell] = ids[n];
      this.target[cell] = target[n];
      this.due[cell] = due[n];
      this.speed[cell] = speed[n];
      this.way[cell] = way[n];
    }
    drops.nextId = nextId;
  }
}

interface SavedDroplets {
  readonly cells: Uint32Array;
  readonly ids: Uint32Array;
  readonly moving: Uint8Array;
  readonly mass: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly target: Uint32Array;
  readonly due: Float64Array;
  readonly speed: Float64Array;
  readonly way: Float64Array;
}

/** Is a number in a range? NaN is in none. */
function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
