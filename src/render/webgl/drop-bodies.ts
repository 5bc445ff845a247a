/** The drops as quads: one body a lobe, its numbers in the order of core/body.ts. */
import { BODY } from '../../core/body.js';
import { bodyBounds, bodyCount, writeLobe } from '../../core/drop-body.js';
import type { DropsView } from '../../core/frame.js';
import { MAX_LOBES } from '../../core/shape.js';
import { MIX } from '../picture/fog.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';
import { STALE, type WetTiles } from './wet-tiles.js';

export class DropBodies {
  readonly #quads: Quads;
  readonly #body = new Float64Array(BODY.size);
  readonly #box = new Float64Array(4);
  /** Their numbers and boxes. */
  #numbers = new Float32Array(0);
  #boxes = new Float32Array(0);
  #count = 0;

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, BODY.size);
  }

  /** Takes over the drops of a chart whose cells are `cellSize` [mm] and tells the tiles of them. */
  update(drops: DropsView, chart: number, cellSize: number, tiles: WetTiles): void {
    const most = MAX_LOBES * drops.count;
    if (this.#boxes.length < 4 * most) {
      this.#numbers = new Float32Array(2 * BODY.size * most);
      this.#boxes = new Float32Array(8 * most);
    }
    this.#count = 0;
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== chart) continue;
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, cellSize, this.#body);
        this.#add(tiles);
      }
    }
  }

  /** Draws those that reach into stale tiles. */
  draw(tiles: WetTiles): void {
    let stale = 0;
    for (let n = 0; n < this.#count; n++) {
      const [x0, x1, y0, y1] = this.#boxes.subarray(4 * n, 4 * n + 4);
      if (tiles.mark(0, x0, y0, x1, y1) & STALE) {
        this.#numbers.copyWithin(BODY.size * stale++, BODY.size * n, BODY.size * (n + 1));
      }
    }
    this.#quads.send(this.#numbers, stale);
    this.#quads.draw();
  }

  #add(tiles: WetTiles): void {
    const numbers = this.#numbers.subarray(BODY.size * this.#count, BODY.size * (this.#count + 1));
    numbers.set(this.#body);
    bodyBounds(this.#body, this.#box);
    this.#boxes.set(this.#box, 4 * this.#count);
    const [x0, x1, y0, y1] = this.#box;
    tiles.mark(0, x0, y0, x1, y1, hashOf(numbers));
    this.#count++;
  }
}

/** The same for the same numbers, and hardly ever for others. */
function hashOf(numbers: Float32Array): number {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  return words.reduce((hash, word) => Math.imul(hash ^ word, MIX), 1);
}
