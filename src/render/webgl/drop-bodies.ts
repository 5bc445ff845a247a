/** The drops as quads: one body a lobe, its numbers in the order of core/body.ts. */
import { BODY } from '../../core/body.js';
import { bodyBounds, bodyCount, writeLobe } from '../../core/drop-body.js';
import type { DropsView } from '../../core/frame.js';
import { MAX_LOBES } from '../../core/shape.js';
import { Quads } from './quads.js';
import type { Resources } from './resources.js';
import type { WetTiles } from './wet-tiles.js';

export class DropBodies {
  readonly #quads: Quads;
  readonly #body = new Float64Array(BODY.size);
  readonly #bounds = new Float64Array(4);
  #numbers = new Float32Array(0);
  #count = 0;

  constructor(resources: Resources) {
    this.#quads = new Quads(resources, BODY.size);
  }

  /** Takes over the drops of a chart whose cells are `cellSize` [mm], as far as they are seen, and marks the tiles they wet. */
  update(drops: DropsView, chart: number, cellSize: number, tiles: WetTiles): void {
    const most = BODY.size * MAX_LOBES * drops.count;
    if (this.#numbers.length < most) this.#numbers = new Float32Array(2 * most);
    this.#count = 0;
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== chart) continue;
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, cellSize, this.#body);
        this.#add(tiles);
      }
    }
    this.#quads.send(this.#numbers, this.#count);
  }

  draw(): void {
    this.#quads.draw();
  }

  #add(tiles: WetTiles): void {
    const bounds = this.#bounds;
    bodyBounds(this.#body, bounds);
    if (tiles.add(bounds[0], bounds[2], bounds[1], bounds[3])) {
      this.#numbers.set(this.#body, BODY.size * this.#count++);
    }
  }
}
