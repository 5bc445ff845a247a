import { chainCode, chainLink, hemisphereRadius, lobeOffsets, MAX_LOBES, ROUND } from '../../core/body.js';
import { STREAM } from '../../core/chance.js';
import { WAY_CAPACITY } from '../../kernels/field-memory.js';
import { CONTACTS } from '../../kernels/kernels.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import type { Fields } from './fields.js';
import { lobesTouch } from './footprints.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { watchStill } from './motion.js';
import { layStill } from './resting.js';
import { layerMargin, moveAlong, rasterLine, spacedLine, sweepWay } from './running.js';
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
  /** The still drop that is being laid or taken out, and whether its contacts are known already. */
  #slot = 0;
  #isKnown = false;
  /** The way that is being stamped: its chart, how many places of it are noted, and the drop's radius and id. */
  #way: Fields;
  #passed = 0;
  #radius = 0;
  #id = 0;
  /** The places noted, while they stand turned in the heap. */
  readonly #places = new Float64Array(2 * WAY_CAPACITY);

  constructor(state: MapState) {
    this.#state = state;
    this.#way = state.charts[0];
  }

  // In the maps

  forEachImage(slot: number, margin: number, act: (link: Link) => void): void {
    const { drops } = this.#state;
    const fields = this.#state.fieldsOf(slot);
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
    fields.frameCells(x + left - r, x + right + r, y + up - r, y + down + r, margin);
    fields.forEachImage(act);
  }

  lay(slot: number): void {
    this.#isKnown = false;
    this.#lay(slot);
  }

  layAgain(slot: number): void {
    this.#isKnown = true;
    this.#lay(slot);
  }

  #lay(slot: number): void {
    this.#state.drops.laid[slot] = 1;
    this.#slot = slot;
    this.forEachImage(slot, MARGIN, this.#layImage);
  }

  /** Lays the chain: smoothed once in its own map (CHEN-12), bare in the single map, where the operators smooth it. */
  readonly #layImage = (link: Link): void => {
    const { drops, options } = this.#state;
    const { fields } = link;
    const { row0, row1, col0, col1 } = fields.box;
    const { header, kernels } = fields.chart;
    const contacts = this.#isKnown ? fields.discardedContacts() : fields.chart.contacts;
    const smoothed = options.smoothing && !fields.single ? 1 : 0;
    const corners = options.adjacency === '8' ? 1 : 0;
    this.#chain(link);
    fields.lookAround();
    fields.writeBox();
    let added = 0;
    let row = row0;
    do {
      const { smoothingThreshold } = options;
      added += kernels.lay(header, contacts, drops.id[this.#slot], smoothingThreshold, smoothed, corners, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.tiles.laid.add(row0, row1, col0, col1);
    noteStill(fields);
    fields.tiles.touch(row0, row1, col0, col1);
    if (fields.single) fields.anchorBox();
    else fields.bookStamped(added);
  };

  /** Puts the chain of a still drop's hemispheres, as a chart has it in its box, together in scratch. */
  #chain(link: Link): void {
    const { drops } = this.#state;
    const { fields } = link;
    const { header, scratch, kernels } = fields.chart;
    const { row0, row1, col0, col1 } = fields.box;
    const slot = this.#slot;
    // One cell of free margin feeds the smoothing.
    kernels.clear(header, scratch, row0 - 1, row1 + 1, col0 - 1, col1 + 1);
    const lobes = lobeOffsets(drops.lobes[slot], fields.grid.cellSize, this.#offsets);
    for (let lobe = 0; lobe < lobes; lobe++) {
      const x = drops.x[slot] + this.#offsets[2 * lobe];
      const y = drops.y[slot] + this.#offsets[2 * lobe + 1];
      kernels.cap(header, scratch, link.x(x, y), link.y(x, y), drops.radius[slot]);
    }
    if (fields.halos) clearCorners(fields);
  }

  lift(slot: number): void {
    const { drops } = this.#state;
    if (drops.laid[slot] === 0) return;
    drops.laid[slot] = 0;
    this.#slot = slot;
    this.forEachImage(slot, MARGIN, this.#liftImage);
  }

  readonly #liftImage = ({ fields }: Link): void => {
    const { drops } = this.#state;
    fields.liftBox(drops.id[this.#slot]);
    noteStill(fields);
    if (drops.crowded[this.#slot] !== 0) fields.noteTaken();
  };

  erase(slot: number): void {
    const { drops } = this.#state;
    if (drops.laid[slot] === 0) return;
    drops.laid[slot] = 0;
    this.#slot = slot;
    this.forEachImage(slot, MARGIN, this.#eraseImage);
  }

  readonly #eraseImage = ({ fields }: Link): void => {
    const { drops } = this.#state;
    fields.eraseBox(drops.id[this.#slot]);
    noteStill(fields);
    if (drops.crowded[this.#slot] !== 0) fields.noteTaken();
  };

  touch(a: number, b: number): boolean {
    return lobesTouch(this.#state.drops, a, b, this.#state.cellSize, this.#state.unfolding.linkBetween(b, a));
  }

  noteLoaded(fields: Fields): void {
    fields.frameCells(0, Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER, 0);
    noteStill(fields);
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
    this.#begin(slot);
    this.#stamp(drops.x[slot], drops.y[slot]);
  }

  beginRun(): void {}

  move(world: World, slot: number, dt: number): void {
    const { drops } = this.#state;
    const x = drops.x[slot];
    const y = drops.y[slot];
    this.#stampWay(slot, x, y, x + drops.vx[slot] * dt, y + drops.vy[slot] * dt);
    moveAlong(this.#state, slot, dt);
    this.#sweepWay(world, slot, dt);
  }

  /** Stamps a drop on its way from (x0, y0) to (x, y) [mm], which may lie beyond a seam. */
  #stampWay(slot: number, x0: number, y0: number, x: number, y: number): void {
    const { options, cellSize } = this.#state;
    this.#begin(slot);
    // A flood starts at the contact cells in the order in which they were found (CHIN-18): then it is stamp by stamp.
    const visit = options.relabel === 'flood' ? this.#stamp : this.#pass;
    const path = { x0, y0, x1: x, y1: y };
    if (options.path === 'spaced') spacedLine(path, SPACING_CELLS * cellSize, visit);
    else rasterLine(path, this.#radius, cellSize, visit);
    this.#stampPassed();
  }

  /** A way of a drop begins on the chart where the drop is. */
  #begin(slot: number): void {
    const { drops } = this.#state;
    this.#start = this.#way = this.#state.fieldsOf(slot);
    this.#last = null;
    this.#radius = drops.radius[slot];
    this.#id = drops.id[slot];
  }
  #start!: Fields;

  /** Stamps a hemisphere at (x, y) [mm] into the trail map (CHEN-9). False if it lies off the chart. */
  stampHemisphere(x: number, y: number, radius: number): boolean {
    this.#radius = radius;
    const isOnChart = this.#pass(x, y);
    this.#stampPassed();
    return isOnChart;
  }

  readonly #stamp = (x: number, y: number): boolean => this.stampHemisphere(x, y, this.#radius);

  /** Notes a place on the way; `#stampPassed` stamps them all. False if the hemisphere lies off the chart. */
  readonly #pass = (x: number, y: number): boolean => {
    const radius = this.#radius;
    if (this.#state.halos) {
      const link = this.#turnInto(x, y);
      this.#note(link.x(x, y), link.y(x, y));
      return true;
    }
    if (!this.#way.frameCells(x - radius, x + radius, y - radius, y + radius, 0)) return false;
    this.#note(x, y);
    return true;
  };

  /** The link from the chart on which the way began to the one where a place on it lies. Places of one chart are stamped together. */
  #turnInto(x: number, y: number): Link {
    const { cellSize } = this.#state;
    const start = this.#start;
    const link = start.linkTo(Math.floor(y / cellSize), Math.floor(x / cellSize)) ?? start.here;
    if (link !== this.#last) this.#stampPassed();
    this.#last = link;
    this.#way = link.fields;
    return link;
  }
  #last: Link | null = null;

  #note(x: number, y: number): void {
    const { heap, way } = this.#way.chart;
    const place = (way >> 1) + 2 * this.#passed;
    heap.f64[place] = x;
    heap.f64[place + 1] = y;
    this.#passed += 1;
    if (this.#passed === WAY_CAPACITY) this.#stampPassed();
  }

  /** Stamps hemispheres at the places that were noted: a cell that several of them cover is visited once. */
  #stampPassed(): void {
    if (this.#passed === 0) return;
    const { heap, way } = this.#way.chart;
    const { f64 } = heap;
    const radius = this.#radius;
    const first = way >> 1;
    const last = first + 2 * (this.#passed - 1);
    if (this.#state.halos) this.#places.set(f64.subarray(first, last + 2));
    this.#way.frameCells(
      Math.min(f64[first], f64[last]) - radius,
      Math.max(f64[first], f64[last]) + radius,
      Math.min(f64[first + 1], f64[last + 1]) - radius,
      Math.max(f64[first + 1], f64[last + 1]) + radius,
      0,
    );
    this.#way.forEachImage(this.#stampImage);
    this.#passed = 0;
  }

  readonly #stampImage = (link: Link): void => {
    const { fields } = link;
    const { header, contacts, kernels, heap, way } = fields.chart;
    if (link !== this.#way.here) {
      for (let n = 0, place = way >> 1; n < 2 * this.#passed; n += 2, place += 2) {
        heap.f64[place] = link.x(this.#places[n], this.#places[n + 1]);
        heap.f64[place + 1] = link.y(this.#places[n], this.#places[n + 1]);
      }
    }
    const { row0, row1, col0, col1 } = fields.box;
    const id = this.#id;
    fields.tiles.wetten(row0, row1, col0, col1, id, fields.touches);
    let added = 0;
    let row = row0;
    do {
      added += kernels.stamp(header, this.#passed, this.#radius, id, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.bookStamped(added);
  };

  dragRadius(slot: number): number {
    return this.#state.drops.radius[slot];
  }

  /** A droplet is left where its drop is. */
  placeResidual(slot: number, _mass: number, out: Place): boolean {
    placeOf(this.#state.drops, slot, out);
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
    if (world.layers.isEmpty) return;
    const x = drops.x[slot];
    const y = drops.y[slot];
    const radius = drops.radius[slot];
    sweepWay(this.#state, world, slot, { x0: x - drops.vx[slot] * time, y0: y - drops.vy[slot] * time, x, y, radius });
  }

  clearUnder(world: World, slot: number): number {
    this.#slot = slot;
    this.#world = world;
    this.#gain = 0;
    this.forEachImage(slot, layerMargin(this.#state, world), this.#clearImage);
    return this.#gain;
  }
  #world!: World;
  #gain = 0;

  readonly #clearImage = (link: Link): void => {
    const { drops, cellSize } = this.#state;
    const slot = this.#slot;
    const layers = this.#world.layers.on(link.fields.number);
    const lobes = lobeOffsets(drops.lobes[slot], cellSize, this.#offsets);
    for (let lobe = 0; lobe < lobes; lobe++) {
      const x = drops.x[slot] + this.#offsets[2 * lobe];
      const y = drops.y[slot] + this.#offsets[2 * lobe + 1];
      this.#gain += layers.landed(link.x(x, y), link.y(x, y), drops.radius[slot]);
    }
  };

  plainRadius(_world: World, mass: number): number {
    return hemisphereRadius(mass, 1);
  }

  measure(slot: number, region: SweptRegion, out: Extent): void {
    const { drops, cellSize } = this.#state;
    const ahead = region.ahead(drops.x[slot], drops.y[slot]);
    const lobes = drops.lobes[slot] & 7;
    // A radius around the place that holds the whole chain and the rim.
    out.half = drops.radius[slot] + (1.5 * (lobes - 1) + 1) * cellSize;
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

/** Notes which cells of a chart's box still shapes own: after every change of the still map. */
function noteStill({ chart, box }: Fields): void {
  chart.kernels.noteStill(chart.header, box.row0, box.row1, box.col0, box.col1);
}

/** Takes a shape out of the quarters beyond two edges at once, which exist on no chart. */
function clearCorners({ chart, box }: Fields): void {
  const { header, scratch, kernels, grid } = chart;
  for (const [row0, row1] of [
    [box.row0 - 1, 0],
    [grid.rows, box.row1 + 1],
  ]) {
    if (row0 >= row1) continue;
    if (box.col0 === 0) kernels.clear(header, scratch, row0, row1, -1, 0);
    if (box.col1 === grid.columns) kernels.clear(header, scratch, row0, row1, grid.columns, grid.columns + 1);
  }
}
