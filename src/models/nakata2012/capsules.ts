import type { Drops } from '../../core/drops.js';
import { headAhead, shortest } from './shape.js';

/** Two capsules and how far they are from each other: the nearest points of their axes. Used again and again. */
export class Capsules {
  /** From the point of the first to that of the second [mm]. */
  x = 0;
  y = 0;
  /** From rim to rim [mm]; below 0 they overlap. */
  gap = 0;

  readonly #around: number;

  /** @param around how long a closed surface is around [mm], else 0 */
  constructor(around: number) {
    this.#around = around;
  }

  /** Measures two drops; the first also covers `back` [mm] behind it, where it has just been. */
  measure(drops: Drops, a: number, b: number, back: number): void {
    const { x, y, headingX, headingY, radius } = drops;
    const halfA = headAhead(drops, a);
    const halfB = headAhead(drops, b);
    // Both axes from their heads, and the way from head to head.
    const ax = -headingX[a] * (2 * halfA + back);
    const ay = -headingY[a] * (2 * halfA + back);
    const bx = -headingX[b] * 2 * halfB;
    const by = -headingY[b] * 2 * halfB;
    const dx = shortest(x[b] + headingX[b] * halfB - x[a] - headingX[a] * halfA, this.#around);
    const dy = y[b] + headingY[b] * halfB - y[a] - headingY[a] * halfA;
    // The shares of both axes at which they are nearest: where lines cross, and else from one end of the other.
    const aa = ax * ax + ay * ay;
    const bb = bx * bx + by * by;
    const ab = ax * bx + ay * by;
    const ad = ax * dx + ay * dy;
    const bd = bx * dx + by * dy;
    const apart = aa * bb - ab * ab;
    let s = apart > 0 ? share(ad * bb - ab * bd, apart) : 0;
    const t = share(ab * s - bd, bb);
    s = share(ab * t + ad, aa);
    this.x = dx + t * bx - s * ax;
    this.y = dy + t * by - s * ay;
    this.gap = Math.sqrt(this.x * this.x + this.y * this.y) - radius[a] - radius[b];
  }
}

/** A part over a whole, 0 to 1; 0 of nothing. */
function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
