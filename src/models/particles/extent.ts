import { BODY } from '../../core/body.js';
import { reachOf, writeBody } from '../../core/drop-body.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import { LONGEST_CHAIN, reachAround } from './neighbours.js';
import type { ParticleState } from './state.js';

/** Where a drop lies as seen from a moving edge: its shape and a rim of one cell around it, along the edge and ahead of it. */
export class Extent {
  /** Place of the drop along the edge, and how far it reaches from there [mm]. */
  along = 0;
  half = 0;
  /** Its nearest and its furthest part ahead of the line through the edge's ends [mm]. */
  near = 0;
  far = 0;

  readonly #state: ParticleState;
  readonly #body = new Float64Array(BODY.size);

  constructor(state: ParticleState) {
    this.#state = state;
  }

  /** May a drop lie between `behind` and `ahead` [mm] of the line through the edge's ends? A quick look before the exact one. */
  mayReach(slot: number, region: SweptRegion, behind: number, ahead: number): boolean {
    const { drops, fields } = this.#state;
    const middle = region.ahead(drops.x[slot], drops.y[slot]);
    const reach = reachAround(drops.radius[slot], drops.stretch[slot]) + LONGEST_CHAIN * fields.grid.cellSize;
    return middle - reach <= ahead && middle + reach >= -behind;
  }

  /** Measures the drop in `slot`. */
  of(slot: number, region: SweptRegion): void {
    const { drops, caps } = this.#state;
    const x = drops.x[slot];
    const y = drops.y[slot];
    this.along = region.along(x, y);
    if (caps) {
      this.#ofBody(slot, region);
      return;
    }
    const ahead = region.ahead(x, y);
    this.half = this.#chainReach(slot);
    this.near = ahead - this.half;
    this.far = ahead + this.half;
  }

  /** Does the drop measured last reach into the region? */
  isMetBy(slot: number, region: SweptRegion, depth: number): boolean {
    if (this.near > region.round || this.far < -depth) return false;
    const { drops, caps } = this.#state;
    return caps ? this.#bodyMeets(region) : region.distance(drops.x[slot], drops.y[slot]) <= this.half;
  }

  #ofBody(slot: number, region: SweptRegion): void {
    const { drops, fields } = this.#state;
    const body = this.#body;
    writeBody(drops, slot, body);
    const rim = fields.grid.cellSize;
    const reach = reachOf(body);
    const head = reach * body[BODY.head] + rim;
    // A body without length has no tail of its own.
    const tail = body[BODY.length] > 0 ? reach * body[BODY.tail] + rim : head;
    const tailX = body[BODY.x] - body[BODY.length] * body[BODY.ux];
    const tailY = body[BODY.y] - body[BODY.length] * body[BODY.uy];
    const headAlong = region.along(body[BODY.x], body[BODY.y]);
    const tailAlong = region.along(tailX, tailY);
    const headAhead = region.ahead(body[BODY.x], body[BODY.y]);
    const tailAhead = region.ahead(tailX, tailY);
    const last = Math.max(headAlong + head, tailAlong + tail);
    const first = Math.min(headAlong - head, tailAlong - tail);
    this.half = Math.max(last - this.along, this.along - first);
    this.near = Math.min(headAhead - head, tailAhead - tail);
    this.far = Math.max(headAhead + head, tailAhead + tail);
  }

  /** Discs along a body's axis, from each to the next no more than a radius: between them a rim's width is missed at most. */
  #bodyMeets(region: SweptRegion): boolean {
    const body = this.#body;
    const length = body[BODY.length];
    const reach = reachOf(body);
    const rim = this.#state.fields.grid.cellSize;
    const parts = length > 0 ? Math.ceil(length / Math.min(body[BODY.head], body[BODY.tail])) : 0;
    for (let n = 0; n <= parts; n++) {
      const share = parts === 0 ? 0 : n / parts;
      const x = body[BODY.x] - share * length * body[BODY.ux];
      const y = body[BODY.y] - share * length * body[BODY.uy];
      const radius = body[BODY.head] + share * (body[BODY.tail] - body[BODY.head]);
      if (region.distance(x, y) <= reach * radius + rim) return true;
    }
    return false;
  }

  /** Radius around the place of a chain of hemispheres that holds all of it and the rim [mm]. */
  #chainReach(slot: number): number {
    const { drops, fields } = this.#state;
    const lobes = drops.lobes[slot] & 7;
    return drops.radius[slot] + (1.5 * (lobes - 1) + 1) * fields.grid.cellSize;
  }
}
