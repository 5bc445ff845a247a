import { chainCode, chainLink, hemisphereRadius, lobeOffsets, MAX_LOBES, ROUND } from '../../core/body.js';
import { STREAM } from '../../core/chance.js';
import { WAY_CAPACITY } from '../../kernels/field-memory.js';
import { CONTACTS } from '../../kernels/kernels.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import { lobesTouch } from './footprints.js';
import type { MapState } from './map-state.js';
import { watchStill } from './motion.js';
import { layStill } from './resting.js';
import { rasterLine, spacedLine } from './running.js';
import type { Shapes } from './shapes.js';
import type { Extent } from './sweeping.js';

/** Chin places a hemisphere every 1.5 cells of the way (CHIN-8). */
const SPACING_CELLS = 1.5;
/** Cells around a still shape that smoothing may wet, and one more. */
const MARGIN = 2;

const PLACE: Place = { chart: 0, x: 0, y: 0 };
const PULL = new Float64Array(2);

/** The drops of both papers: a hemisphere while it runs, a chain of 1 to 5 hemispheres at rest (CHEN-9, CHEN-12). */
export class Hemispheres implements Shapes {
  readonly haveBodies = false;
  readonly relax = false;
  readonly waveFloats = false;
  readonly hasStillBits = true;

  readonly #state: MapState;
  readonly #offsets = new Float64Array(2 * MAX_LOBES);
  /** How many places of a way are noted. */
  #passed = 0;
  #radius = 0;
  #id = 0;

  constructor(state: MapState) {
    this.#state = state;
  }

  // In the maps

  frame(slot: number, margin: number): boolean {
    const { drops, fields } = this.#state;
    const lobes = lobeOffsets(drops.lobes[slot], fields.grid.cellSize, this.#offsets);
    let left = 0;
    let right = 0;
    let up = 0;
    let down = 0;
    for (let lobe = 1; lobe < lobes; lobe++) {
      left = Math.min(left, this.#offsets[2 * lobe]);
      right = Math.max(right, this.#offsets[2 * lobe]);
      up = Math.min(up, this.#offsets[2 * lobe + 1]);
      down = Math.max(down, this.#offsets[2 * lobe + 1]);
    }
    const x = drops.x[slot];
    const y = drops.y[slot];
    const r = drops.radius[slot];
    return fields.frameCells(x + left - r, x + right + r, y + up - r, y + down + r, margin);
  }

  lay(slot: number): void {
    this.#layInto(this.#state.chart.contacts, slot);
  }

  layAgain(slot: number): void {
    this.#layInto(this.#state.fields.discardedContacts(), slot);
  }

  /** Lays the chain: smoothed once in its own map (CHEN-12), bare in the single map, where the operators smooth it. */
  #layInto(contacts: number, slot: number): void {
    const { drops, fields, chart, options } = this.#state;
    drops.laid[slot] = 1;
    if (!this.frame(slot, MARGIN)) return;
    const { row0, row1, col0, col1 } = fields.box;
    const { header, kernels } = chart;
    const smoothed = options.smoothing && !fields.single ? 1 : 0;
    const corners = options.adjacency === '8' ? 1 : 0;
    this.#chain(slot);
    fields.writeBox();
    let added = 0;
    let row = row0;
    do {
      const { smoothingThreshold } = options;
      added += kernels.lay(header, contacts, drops.id[slot], smoothingThreshold, smoothed, corners, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.tiles.laid.add(row0, row1, col0, col1);
    this.#noteStill();
    fields.tiles.touch(row0, row1, col0, col1);
    if (fields.single) fields.anchorBox();
    else fields.bookStamped(added);
  }

  /** Puts the chain of a still drop's hemispheres, which the box of `fields` holds, together in scratch. */
  #chain(slot: number): void {
    const { drops, fields, chart } = this.#state;
    const { header, scratch, kernels } = chart;
    const { row0, row1, col0, col1 } = fields.box;
    // One cell of free margin feeds the smoothing.
    kernels.clear(header, scratch, row0 - 1, row1 + 1, col0 - 1, col1 + 1);
    const lobes = lobeOffsets(drops.lobes[slot], fields.grid.cellSize, this.#offsets);
    for (let lobe = 0; lobe < lobes; lobe++) {
      const x = drops.x[slot] + this.#offsets[2 * lobe];
      const y = drops.y[slot] + this.#offsets[2 * lobe + 1];
      kernels.cap(header, scratch, x, y, drops.radius[slot]);
    }
  }

  lift(slot: number): void {
    const { drops, fields } = this.#state;
    if (drops.laid[slot] === 0) return;
    drops.laid[slot] = 0;
    if (!this.frame(slot, MARGIN)) return;
    fields.liftBox(drops.id[slot]);
    this.#noteStill();
  }

  erase(slot: number): boolean {
    const { drops, fields } = this.#state;
    if (drops.laid[slot] === 0) return false;
    drops.laid[slot] = 0;
    if (!this.frame(slot, MARGIN)) return false;
    fields.eraseBox(drops.id[slot]);
    this.#noteStill();
    return true;
  }

  touch(a: number, b: number): boolean {
    return lobesTouch(this.#state.drops, a, b, this.#state.fields.grid.cellSize);
  }

  noteLoaded(): void {
    const { fields } = this.#state;
    fields.frameCells(0, Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER, 0);
    this.#noteStill();
  }

  /** Notes which cells of the box of `fields` still shapes own: after every change of the still map. */
  #noteStill(): void {
    const { header, kernels } = this.#state.chart;
    const { row0, row1, col0, col1 } = this.#state.fields.box;
    kernels.noteStill(header, row0, row1, col0, col1);
  }

  // From arrival to rest

  /** Gives a still drop its chain (CHEN-12). */
  shape(world: World, slot: number): void {
    const { drops, chance, options } = this.#state;
    const id = drops.id[slot];
    const count = 1 + Math.floor(chance.uniform(STREAM.shape, id, 0, 0) * options.lobes);
    placeOf(drops, slot, PLACE);
    world.pull(PLACE, PULL);
    const [px, py] = PULL;
    const link = (n: number) => chainLink(Math.floor(chance.uniform(STREAM.shape, id, 0, n + 1) * 5), px, py);
    drops.setLobes(slot, chainCode(count, link));
  }

  stampNew(_world: World, slot: number): void {
    const { drops } = this.#state;
    this.stampHemisphere(drops.x[slot], drops.y[slot], drops.radius[slot], drops.id[slot]);
  }

  beginRun(): void {}

  move(world: World, slot: number, dt: number): void {
    const { drops } = this.#state;
    const x0 = drops.x[slot];
    const y0 = drops.y[slot];
    drops.x[slot] += drops.vx[slot] * dt;
    drops.y[slot] += drops.vy[slot] * dt;
    this.#stampWay(slot, x0, y0);
    this.#sweepWay(world, slot, dt);
  }

  /** Stamps the drop where it is now and on its way there from (x0, y0). */
  #stampWay(slot: number, x0: number, y0: number): void {
    const { drops, options, fields } = this.#state;
    const { cellSize } = fields.grid;
    const x = drops.x[slot];
    const y = drops.y[slot];
    this.#radius = drops.radius[slot];
    this.#id = drops.id[slot];
    // A flood starts at the contact cells in the order in which they were found (CHIN-18): then it is stamp by stamp.
    const visit = options.relabel === 'flood' ? this.#stamp : this.#pass;
    const path = { x0, y0, x1: x, y1: y };
    if (options.path === 'spaced') spacedLine(path, SPACING_CELLS * cellSize, visit);
    else rasterLine(path, this.#radius, cellSize, visit);
    this.#stampPassed();
  }

  readonly #stamp = (x: number, y: number): boolean => this.stampHemisphere(x, y, this.#radius, this.#id);

  /** Stamps a hemisphere at (x, y) [mm] into the trail map (CHEN-9). False if it lies off the chart. */
  stampHemisphere(x: number, y: number, radius: number, id: number): boolean {
    this.#radius = radius;
    this.#id = id;
    const isOnChart = this.#pass(x, y);
    this.#stampPassed();
    return isOnChart;
  }

  /** Notes a place on the way; `#stampPassed` stamps them all. False if the hemisphere lies off the chart. */
  readonly #pass = (x: number, y: number): boolean => {
    const { fields, chart } = this.#state;
    const radius = this.#radius;
    if (!fields.frameCells(x - radius, x + radius, y - radius, y + radius, 0)) return false;
    const { heap, way } = chart;
    const place = (way >> 1) + 2 * this.#passed;
    heap.f64[place] = x;
    heap.f64[place + 1] = y;
    this.#passed += 1;
    if (this.#passed === WAY_CAPACITY) this.#stampPassed();
    return true;
  };

  /** Stamps hemispheres at the places that were noted: a cell that several of them cover is visited once. */
  #stampPassed(): void {
    const count = this.#passed;
    this.#passed = 0;
    if (count === 0) return;
    const { fields, chart } = this.#state;
    const { header, contacts, way, kernels, heap } = chart;
    const { f64 } = heap;
    const radius = this.#radius;
    const id = this.#id;
    const first = way >> 1;
    const last = first + 2 * (count - 1);
    fields.frameCells(
      Math.min(f64[first], f64[last]) - radius,
      Math.max(f64[first], f64[last]) + radius,
      Math.min(f64[first + 1], f64[last + 1]) - radius,
      Math.max(f64[first + 1], f64[last + 1]) + radius,
      0,
    );
    const { row0, row1, col0, col1 } = fields.box;
    fields.tiles.wetten(row0, row1, col0, col1, id, fields.touches);
    let added = 0;
    let row = row0;
    do {
      added += kernels.stamp(header, count, radius, id, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.bookStamped(added);
  }

  dragRadius(slot: number): number {
    return this.#state.drops.radius[slot];
  }

  /** A droplet is left where its drop is. */
  placeResidual(slot: number, _mass: number, out: { x: number; y: number }): boolean {
    out.x = this.#state.drops.x[slot];
    out.y = this.#state.drops.y[slot];
    return true;
  }

  rest(world: World, slot: number): void {
    this.shape(world, slot);
    this.lay(slot);
    watchStill(this.#state, world, slot);
  }

  worldChanged(): void {}

  // Merging

  unite(): void {}

  absorb(slot: number): void {
    this.lift(slot);
  }

  runMerged(): void {}

  layMerged(world: World, slot: number): void {
    this.shape(world, slot);
    layStill(this.#state, world, slot);
  }

  hangsTogether(): boolean {
    return false;
  }

  // Layers and blades

  /** A running drop takes what it ran over in the last `time` [s] and what is under it, and leaves its film. */
  #sweepWay(world: World, slot: number, time: number): void {
    const { drops } = this.#state;
    const layers = world.layers.on(drops.chart[slot]);
    if (layers.isEmpty) return;
    const x = drops.x[slot];
    const y = drops.y[slot];
    const mass = drops.mass[slot];
    const gain = layers.passed(x - drops.vx[slot] * time, y - drops.vy[slot] * time, x, y, drops.radius[slot], mass);
    if (gain !== 0) drops.setMass(slot, mass + gain);
  }

  clearUnder(world: World, slot: number): number {
    const { drops, fields } = this.#state;
    const layers = world.layers.on(drops.chart[slot]);
    const lobes = lobeOffsets(drops.lobes[slot], fields.grid.cellSize, this.#offsets);
    let gain = 0;
    for (let lobe = 0; lobe < lobes; lobe++) {
      const x = drops.x[slot] + this.#offsets[2 * lobe];
      const y = drops.y[slot] + this.#offsets[2 * lobe + 1];
      gain += layers.landed(x, y, drops.radius[slot]);
    }
    return gain;
  }

  plainRadius(_world: World, mass: number): number {
    return hemisphereRadius(mass, 1);
  }

  measure(slot: number, region: SweptRegion, out: Extent): void {
    const { drops, fields } = this.#state;
    const ahead = region.ahead(drops.x[slot], drops.y[slot]);
    const lobes = drops.lobes[slot] & 7;
    // A radius around the place that holds the whole chain and the rim.
    out.half = drops.radius[slot] + (1.5 * (lobes - 1) + 1) * fields.grid.cellSize;
    out.near = ahead - out.half;
    out.far = ahead + out.half;
  }

  meets(slot: number, region: SweptRegion, extent: Extent): boolean {
    const { drops } = this.#state;
    return region.distance(drops.x[slot], drops.y[slot]) <= extent.half;
  }

  reachAlong(slot: number): number {
    return this.#state.drops.radius[slot];
  }

  takeOff(slot: number): void {
    this.lift(slot);
  }

  waveDropStretch(): number {
    return 0;
  }

  formWaveDrop(_world: World, slot: number): void {
    this.#state.drops.lobes[slot] = ROUND;
  }

  /** A wave drop stays one hemisphere, so that it does not reach back under the blade. */
  layWaveDrop(world: World, slot: number): void {
    layStill(this.#state, world, slot);
  }
}
