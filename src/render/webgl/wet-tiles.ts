/** Which tiles of the picture are to be drawn again: only they are shaded, the others are kept. */
import type { Viewport } from '../picture/camera.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';

/** Side of a tile [px]. */
export const TILE = 16;

/** What a tile may be: wet by a trail, and to be drawn again. */
export const TRAIL = 1;
export const STALE = 2;

/** Pixels around a box that depend on it: half a pixel of coverage, and the neighbours that the shader of a pixel reads. */
const MARGIN = 2;

export class WetTiles {
  readonly #quads: Quads;
  #view!: Viewport;
  #across = 0;
  #down = 0;
  #kinds = new Uint8Array(0);
  /** Sums over the bodies that reach into a tile, of this picture and the one before. */
  #sums = new Int32Array(0);
  #before = new Int32Array(0);
  #list = new Float32Array(0);
  /** Are all of them stale, whatever the bodies say? */
  areSpoilt = false;

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, 2);
  }

  /** All as it was, over this view. */
  reset(view: Viewport): void {
    const across = Math.ceil(view.width / TILE);
    const down = Math.ceil(view.height / TILE);
    const count = across * down;
    if (count !== this.#kinds.length) {
      this.#kinds = new Uint8Array(count);
      this.#sums = new Int32Array(count);
      this.#before = new Int32Array(count);
      this.#list = new Float32Array(2 * count);
    } else this.#kinds.fill(0);
    [this.#sums, this.#before] = [this.#before, this.#sums];
    this.#sums.fill(0);
    this.areSpoilt = false;
    this.#view = view;
    this.#across = across;
    this.#down = down;
  }

  /**
   * Marks the tiles that a box on the pane [mm] meets and returns all that they are now.
   * `sum` is told of a body: equal for equal bodies.
   */
  mark(kind: number, x0: number, y0: number, x1: number, y1: number, sum = 0): number {
    const view = this.#view;
    const toTile = (mm: number, pixels: number) => Math.floor((mm / view.pixel + pixels) / TILE);
    const col0 = Math.max(0, toTile(x0 - view.left, -MARGIN));
    const row0 = Math.max(0, toTile(y0 - view.top, -MARGIN));
    const col1 = Math.min(this.#across - 1, toTile(x1 - view.left, MARGIN));
    const row1 = Math.min(this.#down - 1, toTile(y1 - view.top, MARGIN));
    let all = 0;
    for (let row = row0; row <= row1; row++) {
      for (let col = col0; col <= col1; col++) {
        const tile = row * this.#across + col;
        this.#kinds[tile] |= kind;
        this.#sums[tile] += sum;
        all |= this.#kinds[tile];
      }
    }
    return all;
  }

  /** Marks all of them as stale. */
  spoil(): void {
    this.#kinds.fill(STALE);
    this.areSpoilt = true;
  }

  /** Marks as stale where bodies came, went or changed since the picture before. */
  compare(): void {
    for (let tile = 0; tile < this.#kinds.length; tile++) {
      if (this.#sums[tile] !== this.#before[tile]) this.#kinds[tile] |= STALE;
    }
  }

  /** Draws the tiles that are all of these kinds, and none of those; 0 is all tiles. */
  draw(kinds: number, not = 0): void {
    let at = 0;
    for (let tile = 0; tile < this.#kinds.length; tile++) {
      if ((this.#kinds[tile] & (kinds | not)) !== kinds) continue;
      this.#list[at++] = tile % this.#across;
      this.#list[at++] = Math.floor(tile / this.#across);
    }
    this.#quads.draw(this.#list, at / 2);
  }
}
