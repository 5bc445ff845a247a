import { ALL_SCENES } from '../../core/build-flags.js';
import type { Drops } from '../../core/drops.js';
import { headAhead, isTapered, rearBehind, shortest } from './shape.js';

/** Rounds of the descent: after these the nearest points of two drops move by less than a hundredth of a radius. */
const ROUNDS = 6;

/** A drop's axis from the centre of its head back to that of its rear. */
interface Cone {
  /** Centre of the head [mm]. */
  x: number;
  y: number;
  /** Unit vector of the heading. */
  ux: number;
  uy: number;
  /** [mm] */
  length: number;
  /** Of the head [mm], and by how much it grows a mm of the way back. */
  radius: number;
  growth: number;
}

const FIRST: Cone = { x: 0, y: 0, ux: 0, uy: 1, length: 0, radius: 0, growth: 0 };
const SECOND: Cone = { ...FIRST };

/** Writes the axis of a drop, or with `back` [mm] the way that its head has just made. */
function setCone(drops: Drops, slot: number, back: number, out: Cone): void {
  const { x, y, headingX, headingY, radius, tail } = drops;
  const ahead = headAhead(drops, slot);
  out.ux = headingX[slot];
  out.uy = headingY[slot];
  out.x = x[slot] + ahead * out.ux;
  out.y = y[slot] + ahead * out.uy;
  out.radius = radius[slot];
  out.length = back > 0 ? back : ahead + rearBehind(drops, slot);
  out.growth = back > 0 || out.length === 0 ? 0 : (radius[slot] * (tail[slot] - 1)) / out.length;
}

/** How far back on its axis a cone is nearest to a place [mm]: where its side is at right angles to the way there. */
function nearestOn(cone: Cone, x: number, y: number): number {
  const { ux, uy, length, growth } = cone;
  const dx = cone.x - x;
  const dy = cone.y - y;
  const across = Math.abs(dx * uy - dy * ux);
  const slope = Math.min(STEEPEST, Math.max(-STEEPEST, growth));
  const along = dx * ux + dy * uy + (across * slope) / Math.sqrt(1 - slope * slope);
  return Math.min(length, Math.max(0, along));
}

/** A side that widens faster than this is all head or rear. */
const STEEPEST = 0.99;

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
    if (ALL_SCENES && (isTapered(drops, a) || isTapered(drops, b))) this.#measureTapered(drops, a, b, back);
    else this.#measureCapsules(drops, a, b, back);
  }

  /** The same for drops whose rear is narrower or wider than their head; a waist counts as filled. */
  #measureTapered(drops: Drops, a: number, b: number, back: number): void {
    if (!ALL_SCENES) return;
    setCone(drops, b, 0, SECOND);
    setCone(drops, a, 0, FIRST);
    SECOND.x = FIRST.x + shortest(SECOND.x - FIRST.x, this.#around);
    this.#nearest();
    if (back === 0) return;
    // The way of its head is as wide as that.
    const { x, y, gap } = this;
    setCone(drops, a, back, FIRST);
    this.#nearest();
    if (this.gap < gap) return;
    this.x = x;
    this.y = y;
    this.gap = gap;
  }

  /**
   * The nearest points of both axes by descent along one and the other in turn, from the middles: the distance less both
   * radii is convex.
   */
  #nearest(): void {
    if (!ALL_SCENES) return;
    let s = FIRST.length / 2;
    let t = SECOND.length / 2;
    for (let round = 0; round < ROUNDS; round++) {
      s = nearestOn(FIRST, SECOND.x - t * SECOND.ux, SECOND.y - t * SECOND.uy);
      t = nearestOn(SECOND, FIRST.x - s * FIRST.ux, FIRST.y - s * FIRST.uy);
    }
    this.x = SECOND.x - t * SECOND.ux - FIRST.x + s * FIRST.ux;
    this.y = SECOND.y - t * SECOND.uy - FIRST.y + s * FIRST.uy;
    const radii = FIRST.radius + s * FIRST.growth + SECOND.radius + t * SECOND.growth;
    this.gap = Math.sqrt(this.x * this.x + this.y * this.y) - radii;
  }

  #measureCapsules(drops: Drops, a: number, b: number, back: number): void {
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
