import { ALL_SCENES } from '../../core/build-flags.js';
import type { Drops } from '../../core/drops.js';
import { reachAround } from './shape.js';

/** Side of a cell [mm], or more on large panes: a few drops a cell, and no more cells than `MOST`. */
const SIDE = 8;
const MOST = 32_768;
/** So much further may a drop be that counts as near [mm]. */
const ROUNDING = 1e-6;

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
  /** x, y and reach of each entry [mm]: most are too far away, and need not be looked up. */
  #where = new Float64Array(3 * 64);
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
    const reach = reachAround(this.#drops, slot);
    if (ALL_SCENES) {
      this.#where[3 * entry] = x[slot];
      this.#where[3 * entry + 1] = y[slot];
      this.#where[3 * entry + 2] = reach;
    }
    if (reach > this.#reach) this.#reach = reach;
  }

  /**
   * Fills `found` with the ids of all drops that may come within `reach` [mm] of a place, and returns their number. Drops
   * that have been removed may be among them.
   */
  near(x: number, y: number, reach: number): number {
    const far = reach + this.#reach;
    let count = this.#list(x, y, reach, 0);
    if (ALL_SCENES && this.#around > 0) {
      if (x < far) count = this.#list(x + this.#around, y, reach, count);
      if (x > this.#around - far) count = this.#list(x - this.#around, y, reach, count);
    }
    return count;
  }

  /** Lists the drops of the cells around a place behind the first `from`, and answers how many there are then. */
  #list(x: number, y: number, reach: number, from: number): number {
    const far = reach + this.#reach;
    const bottom = this.#row(y + far);
    const right = this.#col(x + far);
    let count = from;
    for (let row = this.#row(y - far); row <= bottom; row++) {
      for (let col = this.#col(x - far); col <= right; col++) {
        for (let entry = this.#first[row * this.#across + col]; entry !== 0; entry = this.#next[entry]) {
          if (!ALL_SCENES || isNear(this.#where, 3 * entry, x, y, reach)) this.found[count++] = this.#id[entry];
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
    const room = 2 * this.#id.length;
    this.#next = grown(this.#next, new Uint32Array(room));
    this.#id = grown(this.#id, new Uint32Array(room));
    if (ALL_SCENES) this.#where = grown(this.#where, new Float64Array(3 * room));
    // A drop may be listed from both sides of a seam.
    this.found = new Uint32Array(3 * room);
  }
}

function grown<T extends Uint32Array | Float64Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}

/** May an entry come within `reach` [mm] of a place? Small pages leave this test to the shapes themselves. */
function isNear(where: Float64Array, at: number, x: number, y: number, reach: number): boolean {
  const dx = x - where[at];
  const dy = y - where[at + 1];
  const far = reach + where[at + 2] + ROUNDING;
  return dx * dx + dy * dy <= far * far;
}
