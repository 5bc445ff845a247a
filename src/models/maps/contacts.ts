import { IdIndex } from '../../core/id-index.js';
import { CONTACTS } from '../../kernels/kernels.js';
import type { Fields } from './fields.js';
import { Kinship } from './kinship.js';
import type { MapState } from './map-state.js';

/**
 * Finds the drops that become one: empties the kernels' contact list into a union-find over the drops that touch, with the
 * smallest id as the root (CHEN-O12). Contacts with dead ids (trails whose drop has left) are kept apart: they only change colours (CHIN-17).
 */
export class Contacts {
  readonly #state: MapState;
  readonly #nodeOf = new IdIndex();
  /** Union-find: a node's id and the node above it. */
  #ids = new Uint32Array(64);
  #above = new Uint32Array(64);
  #nodes = 0;
  /** Nodes sorted by (id of the top, id). */
  #order = new Uint32Array(64);
  /** Pairs found to be apart in this collection: one look at their footprints is enough. */
  readonly #apart = new Kinship();
  /** Dead ids that something touches: the id, the smallest live id and the smallest dead id at it; 0 is none. */
  readonly #deadOf = new IdIndex();
  deadId = new Uint32Array(64);
  deadsLive = new Uint32Array(64);
  deadsDead = new Uint32Array(64);
  deadCount = 0;
  /** Cells where a contact was seen, and their charts, for the flood fill. */
  #cells = new Uint32Array(64);
  #cellCharts = new Uint32Array(64);
  cellCount = 0;

  constructor(state: MapState) {
    this.#state = state;
    for (const fields of state.charts) fields.onContactsFull = () => this.collect(fields);
  }

  /** Empties the kernels' lists of all charts into the union-find. */
  collectAll(): void {
    for (const fields of this.#state.charts) this.collect(fields);
  }

  /** Empties the list of one chart. */
  collect({ chart, number }: Fields): void {
    const { heap, contacts } = chart;
    const { u32 } = heap;
    const count = u32[contacts + CONTACTS.count];
    this.#chart = number;
    if (this.#apart.count > 0) this.#apart.clear();
    // Two drops that touch do so in many cells; only a flood fill needs all of them.
    const wantsCells = this.#state.options.relabel === 'flood';
    for (let n = 0; n < count; n++) {
      const entry = contacts + CONTACTS.first + n * CONTACTS.entry;
      const again =
        n > 0 && u32[entry] === u32[entry - CONTACTS.entry] && u32[entry + 1] === u32[entry + 1 - CONTACTS.entry];
      if (!again || wantsCells) this.#take(u32[entry], u32[entry + 1], u32[entry + 2]);
    }
    u32[contacts + CONTACTS.count] = 0;
  }

  /** Number of the chart whose list is being emptied. */
  #chart = 0;

  get isEmpty(): boolean {
    return this.#nodes === 0 && this.deadCount === 0;
  }

  cell(n: number): number {
    return this.#cells[n];
  }

  chart(n: number): number {
    return this.#cellCharts[n];
  }

  /** Sorts the drops into groups and visits each group, in the order of their smallest ids; members in the order of theirs. */
  forEachGroup(visit: (ids: Uint32Array, first: number, end: number) => void): void {
    const members = this.#sorted();
    for (let first = 0; first < this.#nodes; ) {
      const top = this.#top(this.#order[first]);
      let end = first + 1;
      while (end < this.#nodes && this.#top(this.#order[end]) === top) end += 1;
      visit(members, first, end);
      first = end;
    }
  }

  reset(): void {
    this.#nodeOf.clear();
    this.#nodes = 0;
    this.#deadOf.clear();
    this.deadCount = 0;
    this.cellCount = 0;
  }

  #take(a: number, b: number, cell: number): void {
    const { drops, kinship, options } = this.#state;
    const slotA = drops.slotOf(a);
    const slotB = drops.slotOf(b);
    const touchesDrop = options.contact === 'drops';
    if (slotA < 0 || slotB < 0) {
      if (touchesDrop || !options.merging || options.deadTrails === 'keep') return;
      if (slotA < 0) this.#addDead(a, b, slotB >= 0);
      if (slotB < 0) this.#addDead(b, a, slotA >= 0);
      this.#addCell(cell);
      return;
    }
    if (drops.laid[slotA] && drops.laid[slotB]) {
      drops.crowded[slotA] = 1;
      drops.crowded[slotB] = 1;
    }
    if (!options.merging || kinship.has(a, b)) return;
    if (!this.#areOne(a, b)) {
      if (touchesDrop && this.#areApart(a, b, slotA, slotB)) return;
      this.#unite(this.#node(a), this.#node(b));
    }
    this.#addCell(cell);
  }

  /** Have they been united already? */
  #areOne(a: number, b: number): boolean {
    const nodeA = this.#nodeOf.get(a);
    const nodeB = this.#nodeOf.get(b);
    return nodeA >= 0 && nodeB >= 0 && this.#top(nodeA) === this.#top(nodeB);
  }

  #areApart(a: number, b: number, slotA: number, slotB: number): boolean {
    if (this.#apart.has(a, b)) return true;
    if (this.#state.shapes.touch(slotA, slotB)) return false;
    this.#apart.add(a, b);
    return true;
  }

  #node(id: number): number {
    const known = this.#nodeOf.get(id);
    if (known >= 0) return known;
    if (this.#nodes === this.#ids.length) {
      this.#ids = doubled(this.#ids);
      this.#above = doubled(this.#above);
      this.#order = doubled(this.#order);
    }
    const node = this.#nodes++;
    this.#ids[node] = id;
    this.#above[node] = node;
    this.#nodeOf.set(id, node);
    return node;
  }

  #top(node: number): number {
    let top = node;
    while (this.#above[top] !== top) {
      this.#above[top] = this.#above[this.#above[top]];
      top = this.#above[top];
    }
    return top;
  }

  #unite(a: number, b: number): void {
    const topA = this.#top(a);
    const topB = this.#top(b);
    if (this.#ids[topA] < this.#ids[topB]) this.#above[topB] = topA;
    else this.#above[topA] = topB;
  }

  /** Fills `order`, and returns the ids in that order. */
  #sorted(): Uint32Array {
    const { length } = this.#ids;
    if (this.#members.length < length) this.#members = new Uint32Array(length);
    for (let node = 0; node < this.#nodes; node++) this.#order[node] = node;
    shellSort(this.#order, this.#nodes, this.#isBefore);
    for (let n = 0; n < this.#nodes; n++) this.#members[n] = this.#ids[this.#order[n]];
    return this.#members;
  }
  #members = new Uint32Array(64);

  readonly #isBefore = (a: number, b: number): boolean => {
    const topA = this.#ids[this.#top(a)];
    const topB = this.#ids[this.#top(b)];
    return topA === topB ? this.#ids[a] < this.#ids[b] : topA < topB;
  };

  #addDead(dead: number, other: number, alive: boolean): void {
    let n = this.#deadOf.get(dead);
    if (n < 0) {
      if (this.deadCount === this.deadId.length) {
        this.deadId = doubled(this.deadId);
        this.deadsLive = doubled(this.deadsLive);
        this.deadsDead = doubled(this.deadsDead);
      }
      n = this.deadCount++;
      this.deadId[n] = dead;
      this.deadsLive[n] = 0;
      this.deadsDead[n] = 0;
      this.#deadOf.set(dead, n);
    }
    const smallest = alive ? this.deadsLive : this.deadsDead;
    if (smallest[n] === 0 || other < smallest[n]) smallest[n] = other;
  }

  #addCell(cell: number): void {
    if (this.#state.options.relabel !== 'flood') return;
    if (this.cellCount === this.#cells.length) {
      this.#cells = doubled(this.#cells);
      this.#cellCharts = doubled(this.#cellCharts);
    }
    this.#cellCharts[this.cellCount] = this.#chart;
    this.#cells[this.cellCount++] = cell;
  }
}

function doubled(old: Uint32Array): Uint32Array<ArrayBuffer> {
  const fresh = new Uint32Array(old.length * 2);
  fresh.set(old);
  return fresh;
}

/** Sorts the first `count` values in place: few, and without allocating. */
function shellSort(values: Uint32Array, count: number, isBefore: (a: number, b: number) => boolean): void {
  let gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap >= 1; gap = Math.floor(gap / 3)) {
    for (let i = gap; i < count; i++) {
      const value = values[i];
      let j = i;
      for (; j >= gap && isBefore(value, values[j - gap]); j -= gap) values[j] = values[j - gap];
      values[j] = value;
    }
  }
}
