import { BODY, bodyHeight } from '../core/body.js';
import { bodyBounds } from '../core/drop-body.js';
import { BoxedRegion } from './region.js';

/** What lies under a drop's body. */
export class BodyArea extends BoxedRegion {
  readonly isExact = false;
  readonly #bounds = new Float64Array(4);
  #body: Float64Array = new Float64Array(BODY.size);

  /** Under `body`, which is not copied. */
  set(body: Float64Array): this {
    const bounds = this.#bounds;
    bodyBounds(body, bounds);
    this.left = bounds[0];
    this.right = bounds[1];
    this.top = bounds[2];
    this.bottom = bounds[3];
    this.#body = body;
    return this;
  }

  span(_y: number, margin: number, out: Float64Array): boolean {
    out[0] = this.left - margin;
    out[1] = this.right + margin;
    return true;
  }

  /** With a margin the body is asked so much nearer to its axis. */
  covers(x: number, y: number, margin: number): boolean {
    const body = this.#body;
    if (margin === 0) return bodyHeight(body, x, y) > 0;
    const dx = x - body[BODY.x];
    const dy = y - body[BODY.y];
    const along = dx * body[BODY.ux] + dy * body[BODY.uy];
    const back = Math.min(body[BODY.length], Math.max(0, -along));
    const offX = dx + back * body[BODY.ux];
    const offY = dy + back * body[BODY.uy];
    const off = Math.sqrt(offX * offX + offY * offY);
    if (off <= margin) return true;
    return bodyHeight(body, x - (margin * offX) / off, y - (margin * offY) / off) > 0;
  }
}
