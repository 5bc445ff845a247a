/** The drops as instances: one body a lobe, its numbers in the order of core/body.ts. */
import { BODY, BODY_REACH } from '../../core/body.js';
import type { DropsView } from '../../core/frame.js';
import { MAX_LOBES } from '../../core/shape.js';
import { writeBodies } from '../picture/bodies.js';
import { Instances } from './instances.js';
import type { Resources } from './resources.js';
import type { WetTiles } from './wet-tiles.js';

export class DropBodies {
  readonly #instances: Instances;
  readonly #drop = new Float64Array(BODY.size * MAX_LOBES);
  #numbers = new Float32Array(0);
  #count = 0;

  constructor(resources: Resources) {
    this.#instances = new Instances(resources, BODY.size);
  }

  /** Takes over the drops of a chart whose cells are `cellSize` [mm], as far as they are seen, and marks the tiles they wet. */
  update(drops: DropsView, chart: number, cellSize: number, tiles: WetTiles): void {
    const most = this.#drop.length * drops.count;
    if (this.#numbers.length < most) this.#numbers = new Float32Array(2 * most);
    this.#count = 0;
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== chart) continue;
      const bodies = writeBodies(drops, slot, cellSize, this.#drop);
      for (let n = 0; n < bodies; n++) this.#add(BODY.size * n, tiles);
    }
    this.#instances.send(this.#numbers, BODY.size * this.#count);
  }

  draw(): void {
    if (this.#count > 0) this.#instances.draw(this.#count);
  }

  /** Adds the body that stands at `from`. */
  #add(from: number, tiles: WetTiles): void {
    const body = this.#drop;
    const x = body[from + BODY.x];
    const y = body[from + BODY.y];
    const tailX = x - body[from + BODY.length] * body[from + BODY.ux];
    const tailY = y - body[from + BODY.length] * body[from + BODY.uy];
    const reach = BODY_REACH * Math.max(body[from + BODY.head], body[from + BODY.tail]);
    const seen = tiles.add(
      Math.min(x, tailX) - reach,
      Math.min(y, tailY) - reach,
      Math.max(x, tailX) + reach,
      Math.max(y, tailY) + reach,
    );
    if (!seen) return;
    const to = BODY.size * this.#count++;
    for (let n = 0; n < BODY.size; n++) this.#numbers[to + n] = body[from + n];
  }
}
