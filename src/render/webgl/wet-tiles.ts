/** Which tiles of the picture hold water this time: only they are shaded. */
import type { View } from '../picture/camera.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';

/** Side of a tile [px]. */
export const TILE = 16;

export class WetTiles {
  readonly #quads: Quads;
  readonly #dryQuads: Quads;
  #view: View | undefined;
  #across = 0;
  #down = 0;
  #wet = new Uint8Array(0);
  #list = new Float32Array(0);
  #dry = new Float32Array(0);
  #count = 0;

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, 2);
    this.#dryQuads = new Quads(resources, 2);
  }

  /** All dry, over this view. */
  reset(view: View): void {
    const across = Math.ceil(view.width / TILE);
    const down = Math.ceil(view.height / TILE);
    if (across * down !== this.#wet.length) {
      this.#wet = new Uint8Array(across * down);
      this.#list = new Float32Array(2 * across * down);
      this.#dry = new Float32Array(2 * across * down);
    } else this.#wet.fill(0);
    this.#view = view;
    this.#across = across;
    this.#down = down;
    this.#count = 0;
  }

  /** Marks the tiles a box on the pane [mm] meets, a pixel around it included; false if the view does not show it. */
  add(x0: number, y0: number, x1: number, y1: number): boolean {
    const view = this.#view;
    if (!view) return false;
    const toTile = (mm: number, pixels: number) => Math.floor((mm / view.pixel + pixels) / TILE);
    const col0 = Math.max(0, toTile(x0 - view.left, -1));
    const row0 = Math.max(0, toTile(y0 - view.top, -1));
    const col1 = Math.min(this.#across - 1, toTile(x1 - view.left, 1));
    const row1 = Math.min(this.#down - 1, toTile(y1 - view.top, 1));
    for (let row = row0; row <= row1; row++) {
      for (let col = col0; col <= col1; col++) this.#mark(row, col);
    }
    return col0 <= col1 && row0 <= row1;
  }

  /** Marks all of them. */
  addAll(): void {
    for (let row = 0; row < this.#down; row++) {
      for (let col = 0; col < this.#across; col++) this.#mark(row, col);
    }
  }

  /** Sends the marked tiles, and the others. */
  send(): void {
    this.#quads.send(this.#list, this.#count);
    let dry = 0;
    for (let tile = 0; tile < this.#wet.length; tile++) {
      if (this.#wet[tile]) continue;
      this.#dry[2 * dry] = tile % this.#across;
      this.#dry[2 * dry + 1] = Math.floor(tile / this.#across);
      dry += 1;
    }
    this.#dryQuads.send(this.#dry, dry);
  }

  /** Draws the tiles without water. */
  drawDry(): void {
    this.#dryQuads.draw();
  }

  draw(): void {
    this.#quads.draw();
  }

  #mark(row: number, col: number): void {
    const tile = row * this.#across + col;
    if (this.#wet[tile]) return;
    this.#wet[tile] = 1;
    this.#list[2 * this.#count] = col;
    this.#list[2 * this.#count + 1] = row;
    this.#count += 1;
  }
}
