/** The fine caps, tile by tile of their layer: a tile is looked at again when the layer changed there. */
import { profileK } from '../../core/body.js';
import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView } from '../../core/frame.js';
import { CAP_SIZE, keepStanding } from '../picture/standing-caps.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';

/** Cells of the layer a side of a tile. */
const TILE = 8;
/** Most tiles looked at for one picture, those that were swept and those where caps come back: both may be everywhere. */
const MOST_SWEPT = 24;
const MOST_GROWN = 4;

/** A rectangle of the pane [mm]: left, top, right, bottom. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

export class FineTiles {
  readonly #quads: Quads;
  readonly #cell = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
  #tiles: Float32Array[] = [];
  #across = 0;
  #key = '';
  /** Tiles that wait for being looked at, swept ones and others. */
  readonly #swept = new Set<number>();
  readonly #grown = new Set<number>();
  #amount = 0;
  #generation = 0;
  #list = new Float32Array(0);
  /** Widest cap [mm], and cot θ of all of them. */
  #reach = 0;
  k = 0;

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, CAP_SIZE);
  }

  /** Takes over what changed and returns where caps came or went; null if everywhere. */
  update(fine: FineView | null): readonly Box[] | null {
    if (!fine) return this.#clear();
    const { seed, density, sizeRate, largest, spread, contactAngle, cellSize, amount, generation } = fine;
    const key = [seed, density, sizeRate, largest, spread, contactAngle, cellSize, amount.width, amount.height].join();
    const whole = key !== this.#key || amount.version < this.#amount || generation.version < this.#generation;
    this.#key = key;
    this.#across = Math.ceil(amount.width / TILE);
    this.#reach = spread * largest;
    this.k = profileK(contactAngle);
    this.#takeChanges(amount, whole ? Number.NEGATIVE_INFINITY : this.#amount, this.#grown);
    this.#takeChanges(generation, whole ? Number.NEGATIVE_INFINITY : this.#generation, this.#swept);
    this.#amount = amount.version;
    this.#generation = generation.version;
    if (whole) {
      this.#tiles.length = 0;
      this.#waitFor(this.#grown, 0, 0, amount.width, amount.height);
      this.#lookAgain(fine, this.#grown, Number.POSITIVE_INFINITY);
      return null;
    }
    return [...this.#lookAgain(fine, this.#swept, MOST_SWEPT), ...this.#lookAgain(fine, this.#grown, MOST_GROWN)];
  }

  /** Draws the caps that reach into a box. */
  draw([x0, y0, x1, y1]: Box, cellSize: number): void {
    const side = TILE * cellSize;
    // Beside those that are seen stand those they touch, and whoever touches these decides whether they are drawn.
    const margin = 3 * this.#reach;
    const first = (edge: number) => Math.max(0, Math.floor((edge - margin) / side));
    const col1 = Math.min(this.#across - 1, Math.floor((x1 + margin) / side));
    const down = Math.ceil(this.#tiles.length / Math.max(1, this.#across));
    const row1 = Math.min(down - 1, Math.floor((y1 + margin) / side));
    const chosen: Float32Array[] = [];
    for (let row = first(y0); row <= row1; row++) {
      for (let col = first(x0); col <= col1; col++) chosen.push(this.#tiles[row * this.#across + col]);
    }
    const length = chosen.reduce((sum, tile) => sum + tile.length, 0);
    if (length === 0) return;
    if (this.#list.length < length) this.#list = new Float32Array(length);
    let at = 0;
    for (const tile of chosen) {
      this.#list.set(tile, at);
      at += tile.length;
    }
    this.#quads.send(this.#list, keepStanding(this.#list, length / CAP_SIZE, this.#reach));
    this.#quads.draw();
  }

  #clear(): readonly Box[] | null {
    if (this.#key === '') return [];
    this.#key = '';
    this.#tiles = [];
    this.#swept.clear();
    this.#grown.clear();
    return null;
  }

  #takeChanges(map: FineView['amount'] | FineView['generation'], since: number, waiting: Set<number>): void {
    if (map.version === since || since === Number.NEGATIVE_INFINITY) return;
    // A map from a worker is plain data and cannot tell.
    const changed = map.changedSince?.(since) ?? Int32Array.of(0, 0, map.width, map.height);
    for (let n = 0; n < changed.length; n += 4) {
      const [col, row, width, height] = changed.subarray(n, n + 4);
      this.#waitFor(waiting, col, row, col + width, row + height);
    }
  }

  #waitFor(waiting: Set<number>, col0: number, row0: number, col1: number, row1: number): void {
    for (let row = Math.floor(row0 / TILE); row * TILE < row1; row++) {
      for (let col = Math.floor(col0 / TILE); col * TILE < col1; col++) waiting.add(row * this.#across + col);
    }
  }

  /** Looks at up to `most` waiting tiles and returns the boxes of those whose caps are others now. */
  #lookAgain(fine: FineView, waiting: Set<number>, most: number): Box[] {
    const side = TILE * fine.cellSize;
    const boxes: Box[] = [];
    for (const tile of waiting) {
      if (most-- <= 0) break;
      waiting.delete(tile);
      const caps = this.#capsOf(fine, tile);
      const old = this.#tiles[tile];
      this.#tiles[tile] = caps;
      if (old && isEqual(old, caps)) continue;
      const row = Math.floor(tile / this.#across);
      const x = (tile - row * this.#across) * side;
      // A cap that came or went may hide or show another beside it.
      const margin = 3 * this.#reach;
      boxes.push([x - margin, row * side - margin, x + side + margin, (row + 1) * side + margin]);
    }
    return boxes;
  }

  #capsOf(fine: FineView, tile: number): Float32Array {
    const row0 = TILE * Math.floor(tile / this.#across);
    const col0 = TILE * (tile % this.#across);
    const numbers: number[] = [];
    for (let row = row0; row < Math.min(row0 + TILE, fine.amount.height); row++) {
      for (let col = col0; col < Math.min(col0 + TILE, fine.amount.width); col++) {
        const count = fineCaps(fine, col, row, this.#cell);
        for (let at = 0; at < FINE_CAP_SIZE * count; at += FINE_CAP_SIZE) {
          numbers.push(this.#cell[at], this.#cell[at + 1], this.#cell[at + 2]);
        }
      }
    }
    return Float32Array.from(numbers);
  }
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, n) => value === b[n]);
}
