import { IdIndex } from '../../core/id-index.js';
import { LABEL_CAPACITY } from '../../kernels/field-memory.js';
import { enterLabel } from '../../kernels/reference/ids.js';
import type { ParticleState } from './state.js';

const MASK = LABEL_CAPACITY - 1;
/** Names one table takes: half full it stays quick. */
const BATCH = LABEL_CAPACITY / 2;

/** New names for ids, and the passes that write them into the trail's ID map. */
export class Labels {
  readonly #state: ParticleState;
  #from = new Uint32Array(64);
  #to = new Uint32Array(64);
  #count = 0;
  readonly #entryOf = new IdIndex();
  #stack = new Uint32Array(256);

  constructor(state: ParticleState) {
    this.#state = state;
  }

  reset(): void {
    this.#count = 0;
    this.#entryOf.clear();
  }

  /** `from` is called `to` from now on. */
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

  /** The name of `id` now. New names are fresh, so one look is enough. */
  readonly name = (id: number): number => {
    const n = this.#entryOf.get(id);
    return n < 0 ? id : this.#to[n];
  };

  /** Renames every cell of the wet tiles (CHEN-O12). */
  relabelAll(): void {
    for (let first = 0; first < this.#count; first += BATCH) {
      this.#fillTable(first, Math.min(this.#count, first + BATCH));
      this.#relabelTiles();
    }
  }

  /** Renames, from a cell where two drops touched, what is 4-connected to it or to its neighbours (CHIN-18). */
  flood(cell: number): void {
    const { memory } = this.#state;
    const { heap, trailIds, grid } = memory;
    for (let dr = -1; dr <= 1; dr++) {
      for (let dc = -1; dc <= 1; dc++) {
        const seed = cell + dr * grid.stride + dc;
        const id = heap.u32[trailIds + seed];
        const target = id === 0 ? 0 : this.name(id);
        if (target !== id) this.#fill(seed, target);
      }
    }
  }

  #fill(seed: number, target: number): void {
    const { heap, trailIds, grid } = this.#state.memory;
    const { u32 } = heap;
    let depth = 0;
    this.#stack[depth++] = seed;
    while (depth > 0) {
      const cell = this.#stack[--depth];
      const id = u32[trailIds + cell];
      if (id === 0 || id === target || this.name(id) !== target) continue;
      u32[trailIds + cell] = target;
      const row = Math.floor(cell / grid.stride);
      this.#renamed(this.#state.fields.tiles.at(row, cell - row * grid.stride));
      if (depth + 4 > this.#stack.length) this.#stack = grow(this.#stack);
      this.#stack[depth++] = cell - grid.stride;
      this.#stack[depth++] = cell - 1;
      this.#stack[depth++] = cell + 1;
      this.#stack[depth++] = cell + grid.stride;
    }
  }

  #fillTable(first: number, end: number): void {
    const { heap, labels } = this.#state.memory;
    heap.u32.fill(0, labels, labels + 2 * LABEL_CAPACITY);
    for (let n = first; n < end; n++) enterLabel(heap.u32, labels, MASK, this.#from[n], this.#to[n]);
  }

  #relabelTiles(): void {
    const { memory, fields } = this.#state;
    const { trailIds, labels, rectangles, tileList, tileFlags, grid, heap, kernels } = memory;
    const { tiles } = fields;
    const { list, count } = tiles.wetTiles;
    heap.u32.set(list.subarray(0, count), tileList);
    kernels.relabel(trailIds, labels, MASK, grid.stride, rectangles, tileList, count, tileFlags);
    for (let n = 0; n < count; n++) if (heap.u32[tileFlags + n] !== 0) this.#renamed(list[n]);
  }

  /** A tile with new names has to be looked at again. */
  #renamed(tile: number): void {
    const { tiles } = this.#state.fields;
    tiles.touched.add(tile);
    tiles.change(tile);
  }
}

function grow(old: Uint32Array): Uint32Array<ArrayBuffer> {
  const fresh = new Uint32Array(old.length * 2);
  fresh.set(old);
  return fresh;
}
