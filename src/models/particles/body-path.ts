import { BODY } from '../../core/body.js';
import { COVERS_ITS_CELL, rasterLine } from './path.js';
import type { ParticleState } from './state.js';
import { writeTrailBody } from './trail-body.js';

/** How much longer than the way between two stamps a stamp is: who becomes faster or stamps less often leaves no gap. */
const OVERLAP = 1.25;

/**
 * Stamps the way of running drops' heads. What a body draws behind its head lies where the head has been, so that a stamp
 * need not hold it, and bodies go on for some steps before they are stamped again.
 */
export class BodyPath {
  readonly #state: ParticleState;
  #id = 0;
  /** How far what is stamped is sunk [mm]. */
  #sunk = 0;

  constructor(state: ParticleState) {
    this.#state = state;
  }

  /**
   * Stamps what the head of a drop that goes by `way` [mm] from one stamp to the next covers in that time, half of it before
   * it and half of it behind.
   */
  stamp(slot: number, way: number): void {
    const { fields, drops } = this.#state;
    const { body, grid } = fields;
    this.#id = drops.id[slot];
    this.#sunk = writeTrailBody(this.#state, slot);
    const vx = drops.vx[slot];
    const vy = drops.vy[slot];
    const speed = Math.sqrt(vx * vx + vy * vy);
    // So slow that its square is 0 it has no direction but its own.
    const ux = speed > 0 ? vx / speed : body[BODY.ux];
    const uy = speed > 0 ? vy / speed : body[BODY.uy];
    const x = body[BODY.x] + 0.5 * way * ux;
    const y = body[BODY.y] + 0.5 * way * uy;
    const length = OVERLAP * way;
    if (body[BODY.head] < COVERS_ITS_CELL * grid.cellSize) {
      body[BODY.length] = 0;
      rasterLine(x - length * ux, y - length * uy, x, y, body[BODY.head], grid.cellSize, this.#stampAt);
      return;
    }
    body[BODY.x] = x;
    body[BODY.y] = y;
    body[BODY.ux] = ux;
    body[BODY.uy] = uy;
    body[BODY.length] = length;
    // As high as the head's crest, which sag puts a little ahead of its centre.
    body[BODY.e] *= crestOver(body[BODY.sag], body[BODY.k]);
    fields.stampCapsule(this.#id, this.#sunk);
  }

  readonly #stampAt = (x: number, y: number): boolean => {
    const { body } = this.#state.fields;
    body[BODY.x] = x;
    body[BODY.y] = y;
    return this.#state.fields.stampCapsule(this.#id, this.#sunk);
  };
}

/** Height of a leaning body's crest over that above its centre. */
function crestOver(sag: number, k: number): number {
  if (sag === 0) return 1;
  const crest = (Math.sqrt(1 + 3 * sag * sag) - 1) / (3 * sag);
  const w = (1 - crest * crest) * (1 + sag * crest);
  return (Math.sqrt(k * k + w) - k) / (Math.sqrt(k * k + 1) - k);
}
