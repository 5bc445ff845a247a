/** The drops as quads: one body a lobe, its numbers in the order of core/body.ts. */
import { BODY, bodyBounds, bodyCount, MAX_LOBES, writeLobe } from '../../core/body.js';
import type { Frame } from '../../core/frame.js';
import { MIX } from '../picture/shade.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';
import { STALE, type WetTiles } from './wet-tiles.js';

export class DropBodies {
  readonly #quads: Quads;
  readonly #body = new Float64Array(BODY.size);
  readonly #box = new Float64Array(4);
  /** Their numbers, the same as bits, and their boxes. */
  #numbers = new Float32Array(0);
  #bits = new Uint32Array(0);
  #boxes = new Float32Array(0);
  #count = 0;

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, BODY.size);
  }

  /** Takes over the drops of a chart whose cells are `cellSize` [mm] and marks their tiles. */
  update({ drops, lag }: Frame, chart: number, cellSize: number, tiles: WetTiles): void {
    const most = MAX_LOBES * drops.count;
    if (this.#boxes.length < 4 * most) {
      this.#numbers = new Float32Array(2 * BODY.size * most);
      this.#bits = new Uint32Array(this.#numbers.buffer);
      this.#boxes = new Float32Array(8 * most);
    }
    this.#count = 0;
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== chart) continue;
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, cellSize, lag, this.#body);
        this.#add(tiles);
      }
    }
  }

  /** Draws those that reach into stale tiles. */
  draw(tiles: WetTiles): void {
    let stale = 0;
    for (let n = 0; n < this.#count; n++) {
      if (this.#mark(tiles, n, 0) & STALE) {
        this.#numbers.copyWithin(BODY.size * stale++, BODY.size * n, BODY.size * (n + 1));
      }
    }
    this.#quads.draw(this.#numbers, stale);
  }

  #add(tiles: WetTiles): void {
    const n = this.#count++;
    this.#numbers.set(this.#body, BODY.size * n);
    bodyBounds(this.#body, this.#box);
    this.#boxes.set(this.#box, 4 * n);
    // The same for the same numbers, and hardly ever for others.
    let hash = 1;
    for (let at = BODY.size * n; at < BODY.size * (n + 1); at++) hash = Math.imul(hash ^ this.#bits[at], MIX);
    this.#mark(tiles, n, hash);
  }

  /** Tells the tiles that the n-th body reaches into, and returns what they are. */
  #mark(tiles: WetTiles, n: number, sum: number): number {
    const boxes = this.#boxes;
    return tiles.mark(0, boxes[4 * n], boxes[4 * n + 2], boxes[4 * n + 1], boxes[4 * n + 3], sum);
  }
}
