/** Which tiles of the picture hold water, and which are to be drawn anew: only they are shaded, the others are kept. */
import type { View } from '../picture/camera.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';

/** Side of a tile [px]. */
export const TILE = 16;

/** What a tile may be: wet, or to be drawn anew. */
export const WET = 1;
export const STALE = 2;

/** Pixels around a box that it still matters to: half a pixel of coverage, and the neighbours that a pixel looks at. */
const MARGIN = 2;

export class WetTiles {
  readonly #quads: Quads;
  #view: View | undefined;
  #across = 0;
  #down = 0;
  #kinds = new Uint8Array(0);
  /** Sums over the bodies that reach into a tile, of this picture and the one before. */
  #sums = new Int32Array(0);
  #before = new Int32Array(0);
  #list = new Float32Array(0);

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, 2);
  }

  /** All dry and as it was, over this view. */
  reset(view: View): void {
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
    this.#view = view;
    this.#across = across;
    this.#down = down;
  }

  /**
   * Marks the tiles that a box on the pane [mm] meets and returns all that they are now; 0 if the view does not show them.
   * `sum` is told of a body: equal for equal bodies.
   */
  mark(kind: number, x0: number, y0: number, x1: number, y1: number, sum = 0): number {
    const { left = 0, top = 0, pixel = 1 } = this.#view ?? {};
    const at = (mm: number, more: number) => mm / pixel + more;
    const [right, bottom] = [at(x1 - left, MARGIN), at(y1 - top, MARGIN)];
    return this.markPixels(kind, at(x0 - left, -MARGIN), at(y0 - top, -MARGIN), right, bottom, sum);
  }

  /** The same of pixels of the picture, without those around them. */
  markPixels(kind: number, x0: number, y0: number, x1: number, y1: number, sum = 0): number {
    const col0 = Math.max(0, Math.floor(x0 / TILE));
    const row0 = Math.max(0, Math.floor(y0 / TILE));
    const col1 = Math.min(this.#across - 1, Math.floor(x1 / TILE));
    const row1 = Math.min(this.#down - 1, Math.floor(y1 / TILE));
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

  /** Marks all of them. */
  markAll(kind: number): void {
    for (let tile = 0; tile < this.#kinds.length; tile++) this.#kinds[tile] |= kind;
  }

  /** Marks as stale where bodies came, went or changed since the picture before. */
  compare(): void {
    for (let tile = 0; tile < this.#kinds.length; tile++) {
      if (this.#sums[tile] !== this.#before[tile]) this.#kinds[tile] |= STALE;
    }
  }

  /** Draws the tiles that are, of the kinds in `mask`, just `kinds`. */
  draw(mask: number, kinds: number): void {
    let count = 0;
    for (let tile = 0; tile < this.#kinds.length; tile++) {
      if ((this.#kinds[tile] & mask) !== kinds) continue;
      this.#list[2 * count] = tile % this.#across;
      this.#list[2 * count + 1] = Math.floor(tile / this.#across);
      count += 1;
    }
    this.#quads.send(this.#list, count);
    this.#quads.draw();
  }
}
