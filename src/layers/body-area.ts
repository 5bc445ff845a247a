import { BODY, bodyHeight } from '../core/body.js';
import { bodyBounds } from '../core/drop-body.js';
import type { CellRows } from './cell-rows.js';
import type { LayerRegion } from './region.js';

/** What lies under a drop's body. */
export class BodyArea implements LayerRegion {
  readonly #bounds = new Float64Array(4);
  #body: Float64Array = new Float64Array(BODY.size);

  /** Under `body`, which is not copied. */
  set(body: Float64Array): this {
    this.#body = body;
    return this;
  }

  /** All within its rectangle: few of them are left to be asked for. */
  mark(rows: CellRows, margin: number): void {
    const bounds = this.#bounds;
    bodyBounds(this.#body, bounds);
    rows.setRows(bounds[2] - margin, bounds[3] + margin);
    for (let row = rows.row0; row < rows.row1; row++) rows.setSpan(row, bounds[0] - margin, bounds[1] + margin);
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
