import { ALL_SCENES } from '../../core/build-flags.js';
import type { Drops } from '../../core/drops.js';
import { reachAround } from './shape.js';

/** Side of a cell [mm], or more on large panes: a few drops a cell, and no more cells than `MOST`. */
const SIDE = 8;
const MOST = 4096;

/**
 * Finds neighbours: the drops in large square cells, each in the cell of its centre. It is rebuilt on demand after drops
 * have moved, and allocates only when the number of drops grows.
 */
export class DropCells {
  readonly #drops: Drops;
  readonly #around: number;
  readonly #side: number;
  readonly #across: number;
  readonly #down: number;
  /** The first entry of each cell, and the next one after each entry, from 1; 0 is none. */
  readonly #first: Uint32Array;
  #next = new Uint32Array(64);
  #id = new Uint32Array(64);
  #count = 0;
  /** How far the largest drop reaches from its centre [mm]. */
  #reach = 0;
  /** Ids that `near` found. */
  found = new Uint32Array(192);
  /** Have drops come or moved since `refresh`? */
  isStale = true;

  /** @param around how long a closed surface is around [mm], else 0 */
  constructor(drops: Drops, width: number, height: number, around: number) {
    this.#around = around;
    this.#drops = drops;
    this.#side = Math.max(SIDE, Math.sqrt((width * height) / MOST));
    this.#across = Math.ceil(width / this.#side);
    this.#down = Math.ceil(height / this.#side);
    this.#first = new Uint32Array(this.#across * this.#down);
  }

  /** Enters every drop at its place. */
  refresh(): void {
    if (!this.isStale) return;
    this.isStale = false;
    this.#first.fill(0);
    this.#count = 0;
    this.#reach = 0;
    for (let slot = 0; slot < this.#drops.count; slot++) this.put(slot);
  }

  /** Enters a drop at its present place. An entry at an earlier place stays until the next `refresh`. */
  put(slot: number): void {
    const { x, y, id } = this.#drops;
    if (this.#count + 2 > this.#id.length) this.#grow();
    const entry = ++this.#count;
    const cell = this.#row(y[slot]) * this.#across + this.#col(x[slot]);
    this.#id[entry] = id[slot];
    this.#next[entry] = this.#first[cell];
    this.#first[cell] = entry;
    this.#reach = Math.max(this.#reach, reachAround(this.#drops, slot));
  }

  /**
   * Fills `found` with the ids of all drops that may come within `reach` [mm] of a place, and returns their number. Drops
   * that have been removed may be among them.
   */
  near(x: number, y: number, reach: number): number {
    const far = reach + this.#reach;
    let count = this.#list(x, y, far, 0);
    if (ALL_SCENES && this.#around > 0) {
      if (x < far) count = this.#list(x + this.#around, y, far, count);
      if (x > this.#around - far) count = this.#list(x - this.#around, y, far, count);
    }
    return count;
  }

  /** Lists the drops of the cells around a place behind the first `from`, and answers how many there are then. */
  #list(x: number, y: number, far: number, from: number): number {
    const bottom = this.#row(y + far);
    const right = this.#col(x + far);
    let count = from;
    for (let row = this.#row(y - far); row <= bottom; row++) {
      for (let col = this.#col(x - far); col <= right; col++) {
        for (let entry = this.#first[row * this.#across + col]; entry !== 0; entry = this.#next[entry]) {
          this.found[count++] = this.#id[entry];
        }
      }
    }
    return count;
  }

  #row(y: number): number {
    return Math.min(this.#down - 1, Math.max(0, Math.floor(y / this.#side)));
  }

  #col(x: number): number {
    return Math.min(this.#across - 1, Math.max(0, Math.floor(x / this.#side)));
  }

  #grow(): void {
    const next = new Uint32Array(2 * this.#id.length);
    const id = new Uint32Array(2 * this.#id.length);
    next.set(this.#next);
    id.set(this.#id);
    this.#next = next;
    this.#id = id;
    // A drop may be listed from both sides of a seam.
    this.found = new Uint32Array(3 * id.length);
  }
}
