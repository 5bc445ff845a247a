import { IdIndex } from '../../core/id-index.js';
import { ANY_ID } from '../../core/tiles.js';
import { LABEL_CAPACITY } from '../../kernels/field-memory.js';
import { BOX } from '../../kernels/kernels.js';
import { enterLabel } from '../../kernels/reference/ids.js';
import type { Fields } from './fields.js';
import type { MapState } from './map-state.js';

const MASK = LABEL_CAPACITY - 1;
/** Labels in one table: a hash table that is half full stays fast. */
const BATCH = LABEL_CAPACITY / 2;

/** Labels, the new ids that replace ids after a merger, and the passes that write them into the trail's ID map. */
export class Labels {
  readonly #state: MapState;
  #from = new Uint32Array(64);
  #to = new Uint32Array(64);
  #count = 0;
  readonly #entryOf = new IdIndex();
  #stack = new Uint32Array(256);
  /** Ids to be replaced, ascending, and the tiles that may hold them. */
  #sorted = new Uint32Array(64);
  #chosen = new Uint32Array(0);
  #lastId = 0;
  #lastLabel = 0;

  constructor(state: MapState) {
    this.#state = state;
  }

  reset(): void {
    this.#count = 0;
    this.#lastId = 0;
    this.#entryOf.clear();
  }

  /** Gives the id `from` the label `to`. */
  add(from: number, to: number): void {
    if (this.#count === this.#from.length) {
      this.#from = grow(this.#from);
      this.#to = grow(this.#to);
    }
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#entryOf.set(from, this.#count);
    this.#count += 1;
  }

  /**
   * The label of `id`; `id` itself without one. The label of a dead id may have a label in its turn, which is a live id or a
   * smaller dead one. So labels form no cycles, and floods end.
   */
  readonly name = (id: number): number => {
    const n = this.#entryOf.get(id);
    return n < 0 ? id : this.#to[n];
  };

  /** Relabels every cell of the trail map (CHEN-O12). */
  relabelAll(): void {
    for (let first = 0; first < this.#count; first += BATCH) {
      const end = Math.min(this.#count, first + BATCH);
      this.#fillTable(first, end);
      for (const fields of this.#state.charts) this.#relabelTiles(fields, first, end);
    }
  }

  /** Relabels all cells that are 4-connected to a contact cell or to its neighbours (CHIN-18), across seams too. */
  flood(fields: Fields, cell: number): void {
    const { stride } = fields.grid;
    const middleRow = Math.floor(cell / stride);
    const middleCol = cell - middleRow * stride;
    for (let row = middleRow - 1; row <= middleRow + 1; row++) {
      for (let col = middleCol - 1; col <= middleCol + 1; col++) {
        const link = fields.linkTo(row, col);
        if (!link) continue;
        const { heap, trailIds, grid } = link.fields.chart;
        const seed = link.row(row, col) * grid.stride + link.col(row, col);
        const id = heap.u32[trailIds + seed];
        const target = id === 0 ? 0 : this.name(id);
        if (target !== id) this.#fill(link.fields, seed, target);
      }
    }
  }

  /** Relabels from a cell, chart by chart: cells beyond a seam wait until the present chart is filled. */
  #fill(fields: Fields, seed: number, target: number): void {
    this.#fillChart(fields, seed, target);
    while (this.#beyond.length > 0) {
      const cell = this.#beyond.pop() as number;
      this.#fillChart(this.#state.charts[this.#beyond.pop() as number], cell, target);
    }
  }
  /** Cells beyond seams at which the fill continues: chart and cell, one after the other. */
  readonly #beyond: number[] = [];

  /** Relabels span by span: the whole span of cells in a row, then the spans above and below that it touches. */
  #fillChart(fields: Fields, seed: number, target: number): void {
    const { heap, trailIds, grid } = fields.chart;
    const { u32 } = heap;
    const { tiles, touches } = fields;
    let depth = 0;
    // Spans mostly follow each other from row to row: they are noted as one box as long as they share a row of tiles.
    let row0 = -1;
    let row1 = 0;
    let col0 = 0;
    let col1 = 0;
    this.#stack[depth++] = seed;
    while (depth > 0) {
      const cell = this.#stack[--depth];
      if (!this.#becomes(u32[trailIds + cell], target)) continue;
      const row = Math.floor(cell / grid.stride);
      const start = row * grid.stride;
      let first = cell;
      let end = cell + 1;
      while (first > start && this.#becomes(u32[trailIds + first - 1], target)) first -= 1;
      while (end < start + grid.columns && this.#becomes(u32[trailIds + end], target)) end += 1;
      for (let i = trailIds + first; i < trailIds + end; i++) u32[i] = target;
      const col = first - start;
      if (row0 >= 0 && tiles.at(row, 0) === tiles.at(row0, 0)) {
        row0 = Math.min(row0, row);
        row1 = Math.max(row1, row + 1);
        col0 = Math.min(col0, col);
        col1 = Math.max(col1, col + end - first);
      } else {
        if (row0 >= 0) tiles.wetten(row0, row1, col0, col1, target, touches);
        row0 = row;
        row1 = row + 1;
        col0 = col;
        col1 = col + end - first;
      }
      if (row > 0) depth = this.#pushSpans(fields, first - grid.stride, end - grid.stride, target, depth);
      if (row < grid.rows - 1) depth = this.#pushSpans(fields, first + grid.stride, end + grid.stride, target, depth);
      if (fields.halos) this.#goBeyond(fields, row, col, col + end - first);
    }
    if (row0 >= 0) tiles.wetten(row0, row1, col0, col1, target, touches);
  }

  /** Notes the cells beyond seams that a relabelled span of a row touches by side. */
  #goBeyond(fields: Fields, row: number, col0: number, col1: number): void {
    const { rows, columns } = fields.grid;
    if (col0 === 0) this.#noteBeyond(fields, row, -1);
    if (col1 === columns) this.#noteBeyond(fields, row, columns);
    if (row !== 0 && row !== rows - 1) return;
    for (let col = col0; col < col1; col++) {
      if (row === 0) this.#noteBeyond(fields, -1, col);
      if (row === rows - 1) this.#noteBeyond(fields, rows, col);
    }
  }

  #noteBeyond(fields: Fields, row: number, col: number): void {
    const link = fields.linkTo(row, col);
    if (!link) return;
    this.#beyond.push(link.fields.number, link.row(row, col) * link.fields.grid.stride + link.col(row, col));
  }

  /** Pushes the first cell of every span to relabel between two cells onto the stack; returns its depth. */
  #pushSpans({ chart }: Fields, first: number, end: number, target: number, depth: number): number {
    const { heap, trailIds } = chart;
    let top = depth;
    for (let cell = first; cell < end; cell++) {
      if (!this.#becomes(heap.u32[trailIds + cell], target)) continue;
      if (cell > first && this.#becomes(heap.u32[trailIds + cell - 1], target)) continue;
      if (top === this.#stack.length) this.#stack = grow(this.#stack);
      this.#stack[top++] = cell;
    }
    return top;
  }

  /** Must `id` be replaced by `target`? Neighbours mostly have the same id, so the last result is kept. */
  #becomes(id: number, target: number): boolean {
    if (id === 0 || id === target) return false;
    if (id !== this.#lastId) {
      this.#lastId = id;
      this.#lastLabel = this.name(id);
    }
    return this.#lastLabel === target;
  }

  #fillTable(first: number, end: number): void {
    const { heap, labels } = this.#state.memory;
    heap.u32.fill(0, labels, labels + 2 * LABEL_CAPACITY);
    for (let n = first; n < end; n++) enterLabel(heap.u32, labels, MASK, this.#from[n], this.#to[n]);
  }

  /** Relabels the ids `first` to before `end` of the list, in the tiles that may hold one of them. */
  #relabelTiles(fields: Fields, first: number, end: number): void {
    const { header, rectangles, found, heap, kernels } = fields.chart;
    const { u32 } = heap;
    const { tiles } = fields;
    const count = this.#chooseTiles(fields, first, end);
    if (count === 0) return;
    kernels.relabel(header, count, MASK);
    let lowest = ANY_ID;
    let highest = 0;
    for (let n = first; n < end; n++) {
      lowest = Math.min(lowest, this.#to[n]);
      highest = Math.max(highest, this.#to[n]);
    }
    for (let n = 0, box = rectangles; n < count; n++, box += BOX.words) {
      if (u32[found + n] === 0) continue;
      // Where ids changed, other drops may touch now.
      fields.touch(u32[box + BOX.row0], u32[box + BOX.row1], u32[box + BOX.col0], u32[box + BOX.col1]);
      tiles.owners.include(this.#chosen[n], lowest, highest);
    }
  }

  /** Lists the boxes of the wet tiles in which ids of this part of the list may be. Returns how many. */
  #chooseTiles({ chart, tiles }: Fields, first: number, end: number): number {
    const { wet, owners } = tiles;
    const { u32 } = chart.heap;
    if (this.#sorted.length < end - first) this.#sorted = new Uint32Array(this.#from.length);
    if (this.#chosen.length < wet.count) this.#chosen = new Uint32Array(tiles.count);
    const ids = this.#sorted.subarray(0, end - first);
    ids.set(this.#from.subarray(first, end));
    ids.sort();
    let count = 0;
    for (let n = 0; n < wet.count; n++) {
      const tile = wet.list[n];
      if (!hasOneWithin(ids, owners.lowest(tile), owners.highest(tile))) continue;
      this.#chosen[count] = tile;
      wet.writeTile(tile, u32, chart.rectangles + BOX.words * count);
      count += 1;
    }
    return count;
  }
}

/** Is one of these ascending ids between lowest and highest? */
function hasOneWithin(ids: Uint32Array, lowest: number, highest: number): boolean {
  let from = 0;
  let to = ids.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle] < lowest) from = middle + 1;
    else to = middle;
  }
  return from < ids.length && ids[from] <= highest;
}

function grow(old: Uint32Array): Uint32Array<ArrayBuffer> {
  const fresh = new Uint32Array(old.length * 2);
  fresh.set(old);
  return fresh;
}
