import type { SweptRegion } from '../../weather/swept-region.js';
import type { MapState } from './map-state.js';
import { LONGEST_CHAIN, reachAround } from './neighbours.js';

/** Where a drop lies as seen from a moving edge: its shape and a rim of one cell around it, along the edge and ahead of it. */
export class Extent {
  /** Place of the drop along the edge, and how far it reaches from there [mm]. */
  along = 0;
  half = 0;
  /** Its nearest and its furthest part ahead of the line through the edge's ends [mm]. */
  near = 0;
  far = 0;

  readonly #state: MapState;

  constructor(state: MapState) {
    this.#state = state;
  }

  /** May a drop lie between `behind` and `ahead` [mm] of the line through the edge's ends? A quick test before the exact one. */
  mayReach(slot: number, region: SweptRegion, behind: number, ahead: number): boolean {
    const { drops, fields } = this.#state;
    const middle = region.ahead(drops.x[slot], drops.y[slot]);
    const reach = reachAround(drops.radius[slot], drops.stretch[slot]) + LONGEST_CHAIN * fields.grid.cellSize;
    return middle - reach <= ahead && middle + reach >= -behind;
  }

  /** Measures the drop in `slot`. */
  of(slot: number, region: SweptRegion): void {
    const { drops, shapes } = this.#state;
    this.along = region.along(drops.x[slot], drops.y[slot]);
    shapes.measure(slot, region, this);
  }

  /** Does the drop measured last reach into the region? */
  isMetBy(slot: number, region: SweptRegion, depth: number): boolean {
    if (this.near > region.round || this.far < -depth) return false;
    return this.#state.shapes.meets(slot, region, this);
  }
}
