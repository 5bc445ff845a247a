import { STREAM } from '../../core/chance.js';
import { BOX, CONTACTS } from '../../kernels/kernels.js';
import type { World } from '../model.js';
import { Contacts } from './contacts.js';
import type { Fields } from './fields.js';
import { Labels } from './labels.js';
import type { Link } from './links.js';
import type { MapState } from './map-state.js';
import { heaviestAtRest, holds } from './motion.js';
import { isPushed, layTaken } from './resting.js';

/** Mean time that kin at rest hang together if they would be too heavy as one drop [s]. */
const HANGING = 0.2;

/** Makes one drop of those that touch (CHEN-14, 15; CHIN-15…18). */
export class Merging {
  readonly #state: MapState;
  readonly #contacts: Contacts;
  readonly #labels: Labels;
  /** Merged drops that rest and are to be laid once the ids are right. */
  #toLay: number[] = [];
  /** Drops at rest that are kin no longer. */
  #released: number[] = [];
  #world!: World;

  constructor(state: MapState) {
    this.#state = state;
    this.#contacts = new Contacts(state);
    this.#labels = new Labels(state);
  }

  /** Searches the ID map for drops that have come to touch. */
  scan(): void {
    const { charts, halos } = this.#state;
    halos?.refresh();
    halos?.shareOwners();
    for (const fields of charts) this.#scanChart(fields);
  }

  #scanChart(fields: Fields): void {
    const { options, shapes } = this.#state;
    const { touched } = fields.tiles;
    const { header, contacts, rectangles, kernels, heap } = fields.chart;
    const hasStillBits = shapes.hasStillBits ? 1 : 0;
    const diagonal = options.adjacency === '8' ? 1 : 0;
    // In the order of the tiles, since a loaded state does not keep the order in which they were touched.
    touched.sort();
    const count = touched.write(heap.u32, rectangles);
    touched.clear();
    if (!options.merging || count === 0) return;
    let first = 0;
    let row = heap.u32[rectangles + BOX.row0];
    while (row !== CONTACTS.done) {
      kernels.scan(header, count, diagonal, hasStillBits, first, row);
      row = heap.u32[contacts + CONTACTS.resume];
      first = heap.u32[contacts + CONTACTS.box];
      if (row !== CONTACTS.done) this.#contacts.collect(fields);
    }
  }

  /** Merges until nothing new touches: a merged drop's own shape may reach the next one. */
  merge(world: World): void {
    this.#world = world;
    this.#contacts.collectAll();
    while (!this.#contacts.isEmpty) {
      this.#labels.reset();
      this.#contacts.forEachGroup(this.#mergeGroup);
      this.#recolourDead();
      this.#writeLabels();
      this.#contacts.reset();
      for (const id of this.#toLay) this.#state.shapes.layMerged(world, this.#state.drops.slotOf(id));
      this.#toLay.length = 0;
      this.#contacts.collectAll();
    }
    this.#contacts.reset();
  }

  /** Releases pairs of parent and residual that are apart, by their footprints and by the parent's trail (CHEN-O3). */
  releaseKin(): void {
    if (this.#state.kinship.count === 0) return;
    this.#state.kinship.filter(this.#stillTogether);
    // Shapes at rest list their contacts when they are laid.
    for (const id of this.#released) this.#state.shapes.lay(this.#state.drops.slotOf(id));
    this.#released.length = 0;
  }

  readonly #stillTogether = (child: number, parent: number): boolean => {
    const { drops, options } = this.#state;
    const a = drops.slotOf(child);
    const b = drops.slotOf(parent);
    if (a < 0 || b < 0) {
      // The parent has left: its trail has no live owner now, and the droplet may take it over (CHIN-O6).
      this.#touchAround(child);
      return false;
    }
    if (this.#state.shapes.hangsTogether(a, b)) {
      // If the merged drop would rest too, nothing keeps them apart. Otherwise they hang together for a while and then run
      // as one drop: pair by pair, so that a ridge of wave drops breaks up into several runners.
      if (drops.mass[a] + drops.mass[b] > heaviestAtRest(this.#state, this.#world, a) && !this.#letsGo(child, parent))
        return true;
      this.#touchAround(child);
      this.#released.push(child);
      return false;
    }
    // Drops before a blade are in no map, and touch nothing yet.
    if (isPushed(drops, a) || this.#state.shapes.touch(a, b)) return true;
    if (options.contact === 'drops') return false;
    return this.#trailReaches(parent, a) || this.#trailReaches(child, b);
  };

  /** Does such a pair let go in this step? */
  #letsGo(child: number, parent: number): boolean {
    const { dt, step } = this.#world;
    return this.#state.chance.uniform(STREAM.kin, child, step, parent) * HANGING < dt;
  }

  /** Marks the cells around a drop for the next scan. */
  #touchAround(id: number): void {
    const { drops, shapes } = this.#state;
    const slot = drops.slotOf(id);
    if (slot >= 0) shapes.forEachImage(slot, 1, touchImage);
  }

  /** Does the trail of `id` come within a cell of the footprint of the drop in `slot`? */
  #trailReaches(id: number, slot: number): boolean {
    this.#trail = id;
    this.#isReached = false;
    this.#state.shapes.forEachImage(slot, 1, this.#findTrail);
    return this.#isReached;
  }
  #trail = 0;
  #isReached = false;

  readonly #findTrail = ({ fields }: Link): void => {
    if (this.#isReached) return;
    const { row0, row1, col0, col1 } = fields.box;
    const { heap, trailIds, grid } = fields.chart;
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        if (heap.u32[trailIds + row * grid.stride + col] !== this.#trail) continue;
        this.#isReached = true;
        return;
      }
    }
  };

  /**
   * One new drop for ids[first…end − 1]: mass and momentum are sums, the place is the lowest (CHEN-15), or the common
   * centre of mass if shapes relax. Drops on several charts are unfolded into that of the lowest.
   */
  readonly #mergeGroup = (ids: Uint32Array, first: number, end: number): void => {
    const { drops, options, shapes, unfolding } = this.#state;
    const lowest = unfolding.lowest(this.#world, ids, first, end);
    unfolding.unfold(lowest, ids, first, end);
    let mass = 0;
    let px = 0;
    let py = 0;
    let x = 0;
    let y = 0;
    let members = 0;
    for (let n = first; n < end; n++) {
      const slot = drops.slotOf(ids[n]);
      if (slot < 0) continue;
      members += 1;
      mass += drops.mass[slot];
      px += drops.mass[slot] * drops.vx[slot];
      py += drops.mass[slot] * drops.vy[slot];
      x += drops.mass[slot] * drops.x[slot];
      y += drops.mass[slot] * drops.y[slot];
    }
    // A member may have left the pane between touching and merging.
    if (members < 2) return;
    x = shapes.relax ? x / mass : drops.x[lowest];
    y = shapes.relax ? y / mass : drops.y[lowest];
    const merged = drops.add(drops.chart[lowest], x, y, mass);
    drops.tau[merged] = drops.tau[lowest];
    drops.vx[merged] = (options.mergeGain * px) / mass;
    drops.vy[merged] = (options.mergeGain * py) / mass;
    shapes.unite(merged, ids, first, end);
    unfolding.fold(merged);
    this.#replace(ids, first, end, drops.id[merged]);
  };

  /** Takes the members out and lets the new drop run or rest. */
  #replace(ids: Uint32Array, first: number, end: number, newId: number): void {
    const { drops } = this.#state;
    const slotOfNew = drops.slotOf(newId);
    const isPushed = drops.vx[slotOfNew] !== 0 || drops.vy[slotOfNew] !== 0;
    const runs = isPushed || !holds(this.#state, this.#world, slotOfNew);
    this.#liftAll(ids, first, end, runs);
    for (let n = first; n < end; n++) {
      const slot = drops.slotOf(ids[n]);
      if (slot < 0) continue;
      drops.remove(slot);
      this.#labels.add(ids[n], newId);
    }
    if (runs) this.#state.shapes.runMerged(this.#world, drops.setMoving(drops.slotOf(newId), true));
    else this.#toLay.push(newId);
  }

  /** Takes the members' shapes out of the still map, then lays the shapes beneath them again, once for all members. */
  #liftAll(ids: Uint32Array, first: number, end: number, runs: boolean): void {
    const { drops, shapes } = this.#state;
    for (let n = first; n < end; n++) {
      const slot = drops.slotOf(ids[n]);
      if (slot >= 0 && drops.laid[slot] !== 0) shapes.absorb(slot, runs);
    }
    layTaken(this.#state);
  }

  /** The label of a dead id is the smallest live id that touches it, or else a smaller dead one (CHIN-O6). */
  #recolourDead(): void {
    const { deadCount, deadId, deadsLive, deadsDead } = this.#contacts;
    for (let n = 0; n < deadCount; n++) {
      const heir = this.#labels.name(deadsLive[n]);
      // The live drop that touched it may have left since, or have a label itself.
      if (this.#state.drops.slotOf(heir) >= 0) this.#labels.add(deadId[n], heir);
      else if (deadsDead[n] !== 0 && deadsDead[n] < deadId[n]) this.#labels.add(deadId[n], deadsDead[n]);
    }
  }

  #writeLabels(): void {
    const { options, kinship } = this.#state;
    kinship.rename(this.#labels.name);
    if (options.relabel === 'all') {
      this.#labels.relabelAll();
      return;
    }
    const { charts } = this.#state;
    for (let n = 0; n < this.#contacts.cellCount; n++) {
      this.#labels.flood(charts[this.#contacts.chart(n)], this.#contacts.cell(n));
    }
    // Cells that the flood does not reach keep an id that is dead now: kin in such water must be tested again.
    for (let n = 0; n < kinship.count; n++) {
      this.#touchAround(kinship.child[n]);
      this.#touchAround(kinship.parent[n]);
    }
  }
}

/** Marks the box of a chart for the next scan. */
function touchImage({ fields }: Link): void {
  const { row0, row1, col0, col1 } = fields.box;
  fields.tiles.touch(row0, row1, col0, col1);
}
