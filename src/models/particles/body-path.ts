import { BODY } from '../../core/body.js';
import { writeBody } from '../../core/drop-body.js';
import { COVERS_ITS_CELL, rasterLine } from './path.js';
import type { ParticleState } from './state.js';
import { writeTrailBody } from './trail-body.js';

/** Shorter ways than this share of the head's radius need no sweep: crests so close ripple by less than 1 %. */
const CLOSE = 0.2;

/** Stamps a running drop's body where it is and all along the way it came. */
export class BodyPath {
  readonly #state: ParticleState;
  /** Where the head was [mm]. */
  x = 0;
  y = 0;
  #radius = 0;
  #id = 0;
  /** How far what is stamped is sunk [mm]. */
  #sunk = 0;

  constructor(state: ParticleState) {
    this.#state = state;
  }

  /** Notes where the head is before the drop moves. */
  leave(slot: number): void {
    const { fields, drops } = this.#state;
    writeBody(drops, slot, fields.body);
    this.x = fields.body[BODY.x];
    this.y = fields.body[BODY.y];
    this.#radius = fields.body[BODY.head];
  }

  /** Stamps the way of the head since `leave`, and the body at its end. */
  arrive(slot: number): void {
    const { fields, drops } = this.#state;
    const { body, grid } = fields;
    this.#id = drops.id[slot];
    this.#sunk = writeTrailBody(this.#state, slot);
    const x = body[BODY.x];
    const y = body[BODY.y];
    const radius = body[BODY.head];
    if (radius < COVERS_ITS_CELL * grid.cellSize) {
      body[BODY.length] = 0;
      rasterLine(this.x, this.y, x, y, radius, grid.cellSize, this.#stampAt);
      return;
    }
    if (this.#sweep(x, y)) fields.stampBody(this.#id, this.#sunk);
    fields.stampBody(this.#id, writeTrailBody(this.#state, slot));
  }

  readonly #stampAt = (x: number, y: number): boolean => {
    const { body } = this.#state.fields;
    body[BODY.x] = x;
    body[BODY.y] = y;
    return this.#state.fields.stampBody(this.#id, this.#sunk);
  };

  /**
   * Makes the body the one that the head sweeps on its way to (x, y): upright to the way, and as high as the head's crest,
   * which sag puts a little ahead of its centre. So the crests of two steps do not show.
   */
  #sweep(x: number, y: number): boolean {
    const { body } = this.#state.fields;
    const dx = x - this.x;
    const dy = y - this.y;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length <= CLOSE * body[BODY.head]) return false;
    body[BODY.ux] = dx / length;
    body[BODY.uy] = dy / length;
    body[BODY.length] = length;
    body[BODY.tail] = this.#radius;
    body[BODY.e] *= crestOver(body[BODY.sag], body[BODY.k]);
    for (let n = BODY.sag; n <= BODY.waist; n++) body[n] = 0;
    return true;
  }
}

/** Height of a leaning body's crest over that above its centre. */
function crestOver(sag: number, k: number): number {
  if (sag === 0) return 1;
  const crest = (Math.sqrt(1 + 3 * sag * sag) - 1) / (3 * sag);
  const w = (1 - crest * crest) * (1 + sag * crest);
  return (Math.sqrt(k * k + w) - k) / (Math.sqrt(k * k + 1) - k);
}
