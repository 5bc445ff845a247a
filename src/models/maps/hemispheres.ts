import { chainCode, chainLink, hemisphereRadius, lobeOffsets, MAX_LOBES, ROUND } from '../../core/body.js';
import { STREAM } from '../../core/chance.js';
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
import { moveAlong, sweepWay } from './running.js';
import type { Shapes } from './shapes.js';
import { type Extent, TOUCH } from './sweeping.js';
import { type TakeUp, UnderShapes } from './under-shapes.js';
import { WayStamps } from './way-stamps.js';

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
  readonly #stamps: WayStamps;
  readonly #under: UnderShapes;

  constructor(state: MapState) {
    this.#state = state;
    this.#stamps = new WayStamps(state);
    this.#under = new UnderShapes(state, this);
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
    this.#stamps.stampHere(slot);
  }

  beginRun(): void {}

  move(world: World, slot: number, dt: number): void {
    this.#stamps.stampWay(slot, dt);
    moveAlong(this.#state, slot, dt);
    this.#sweepWay(world, slot, dt);
  }

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
    return this.#under.takeUp(world, slot, this.#clear);
  }

  readonly #clear: TakeUp = (layers, link, slot) => {
    const { drops, cellSize } = this.#state;
    let gain = 0;
    const lobes = lobeOffsets(drops.lobes[slot], cellSize, this.#offsets);
    for (let lobe = 0; lobe < lobes; lobe++) {
      const x = drops.x[slot] + this.#offsets[2 * lobe];
      const y = drops.y[slot] + this.#offsets[2 * lobe + 1];
      gain += layers.landed(link.x(x, y), link.y(x, y), drops.radius[slot]);
    }
    return gain;
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
    return region.distance(drops.x[slot], drops.y[slot]) <= extent.half - TOUCH;
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
