import { BODY, bodyHeight } from '../core/body.js';
import { reachOf } from '../core/drop-body.js';
import type { CellRows } from './cell-rows.js';
import { Capsule, type LayerRegion } from './region.js';

/** Rounding may let a body reach this much further than it does [mm]. */
const HAIR = 1e-6;

/** What lies under a drop's body. */
export class BodyArea implements LayerRegion {
  readonly #around = new Capsule();
  #body: Float64Array = new Float64Array(BODY.size);

  /** Under `body`, which is not copied. */
  set(body: Float64Array): this {
    this.#body = body;
    return this;
  }

  /** All that is as near to its axis as the body is wide anywhere: few of them are left to be asked for. */
  mark(rows: CellRows, margin: number): void {
    const body = this.#body;
    const x = body[BODY.x];
    const y = body[BODY.y];
    const length = body[BODY.length];
    const widest = length > 0 ? Math.max(body[BODY.head], body[BODY.tail]) : body[BODY.head];
    const reach = reachOf(body) * widest + HAIR;
    this.#around.set(x, y, x - length * body[BODY.ux], y - length * body[BODY.uy], reach).mark(rows, margin);
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
