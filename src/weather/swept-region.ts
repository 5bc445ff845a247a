import { ALL_SCENES } from '../core/build-flags.js';

/** Four corners, all that lies between them, and all that lies within `round` of that: the hull of a disc at each. */
export class RoundedQuad {
  /** x and y of the corners, in their order around it [mm]. */
  readonly corners = new Float64Array(8);
  /** [mm] */
  round = 0;

  /**
   * Spans the area between two lines. `ends` are x and y [mm] of the first line's ends, then of the second's. The corners are
   * set in the order that makes the area positive.
   */
  setCorners(ends: ArrayLike<number>): void {
    const { corners } = this;
    corners[0] = ends[0];
    corners[1] = ends[1];
    corners[2] = ends[2];
    corners[3] = ends[3];
    corners[4] = ends[6];
    corners[5] = ends[7];
    corners[6] = ends[4];
    corners[7] = ends[5];
    if (this.#area() >= 0) return;
    corners[2] = ends[4];
    corners[3] = ends[5];
    corners[6] = ends[2];
    corners[7] = ends[3];
  }

  /** Distance of a point from it [mm]; 0 inside. */
  distance(x: number, y: number): number {
    const { corners } = this;
    let inside = this.#area() > 0;
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 8; n += 2) {
      const x0 = corners[n];
      const y0 = corners[n + 1];
      const dx = corners[(n + 2) & 7] - x0;
      const dy = corners[(n + 3) & 7] - y0;
      const square = dx * dx + dy * dy;
      if (square > 0 && dx * (y - y0) - dy * (x - x0) < 0) inside = false;
      const part = square > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / square)) : 0;
      const ex = x - x0 - part * dx;
      const ey = y - y0 - part * dy;
      least = Math.min(least, ex * ex + ey * ey);
    }
    return inside ? 0 : Math.max(0, Math.sqrt(least) - this.round);
  }

  /**
   * Writes first and last x [mm] of it on the line at `y` to `out`, with a rim of `margin` [mm] around it; false if it
   * does not reach there.
   */
  span(y: number, out: Float64Array, margin = 0): boolean {
    out[0] = Number.POSITIVE_INFINITY;
    out[1] = Number.NEGATIVE_INFINITY;
    for (let n = 0; n < 8; n += 2) this.#spanOfSide(n, y, this.round + margin, out);
    return out[0] <= out[1];
  }

  /** First and last y [mm]. */
  top(): number {
    const { corners } = this;
    return Math.min(corners[1], corners[3], corners[5], corners[7]) - this.round;
  }

  bottom(): number {
    const { corners } = this;
    return Math.max(corners[1], corners[3], corners[5], corners[7]) + this.round;
  }

  /** The border is made of arcs and of sides moved out by `round`. */
  #spanOfSide(n: number, y: number, round: number, out: Float64Array): void {
    const { corners } = this;
    const x0 = corners[n];
    const y0 = corners[n + 1];
    const square = round * round - (y - y0) * (y - y0);
    if (square >= 0) widen(out, x0 - Math.sqrt(square), x0 + Math.sqrt(square));
    const dx = corners[(n + 2) & 7] - x0;
    const dy = corners[(n + 3) & 7] - y0;
    if (dy === 0) return;
    // How far both sides are moved out; where it is sharp they are one.
    const off = round > 0 ? round / Math.sqrt(dx * dx + dy * dy) : 0;
    for (let side = off > 0 ? -1 : 1; side <= 1; side += 2) {
      const ox = x0 - side * off * dy;
      const part = (y - y0 - side * off * dx) / dy;
      if (part >= 0 && part <= 1) widen(out, ox + part * dx, ox + part * dx);
    }
  }

  /** Twice the area within the corners [mm²], by the order they turn in. */
  #area(): number {
    const c = this.corners;
    return (c[4] - c[0]) * (c[7] - c[3]) - (c[6] - c[2]) * (c[5] - c[1]);
  }
}

function widen(out: Float64Array, low: number, high: number): void {
  if (low < out[0]) out[0] = low;
  if (high > out[1]) out[1] = high;
}

/** Where a blade's rubber is worn: it leaves more film there, and small droplets. */
export interface Wear {
  /** Places of the worn spots along the blade from its first end, and half their widths [mm]. */
  readonly at: Float64Array;
  readonly half: Float64Array;
  /** How many times the film is thicker there. */
  readonly film: number;
  /** Way the blade goes from one droplet left by a spot to the next, on average [mm]. */
  readonly spacing: number;
}

/**
 * A part of a chart over which a blade went in one go: of a wiper, a finger or a cloth. The blade was at one line and is at
 * another now. Everything between the two was swept, and so was what lies within `round` [mm] of that. Water that the blade
 * meets is pushed before it or taken off. One object is used again and again: it is valid until it is set again.
 */
export class SweptRegion extends RoundedQuad {
  /** The chart that the blade went over. */
  chart = 0;
  /** Way around that chart [mm] if it is closed, else 0. The blade goes on across the seam there. */
  around = 0;
  /** First end of the blade now [mm], unit vectors along the blade and ahead, and the blade's length [mm]. */
  x = 0;
  y = 0;
  alongX = 1;
  alongY = 0;
  aheadX = 0;
  aheadY = 1;
  length = 0;
  /** How far the middle of the blade went [mm]. */
  way = 0;
  /** 'push': water goes before the blade. 'take': water is gone, as into a cloth. */
  effect: 'push' | 'take' = 'push';
  /** Thickness of the film it leaves [mm]. */
  film = 0;
  wear: Wear | null = null;
  /** Number of the wiper in the scene, and of the region among those it sweeps in this step; for random numbers. */
  wiper = 0;
  part = 0;
  /** Where it was set: x of the corners and of the blade's first end [mm]. */
  readonly #set = new Float64Array(5);
  /** Numbers of the next image and of the last one. */
  #next = 0;
  #last = 0;

  /** A straight blade: `ends` are x and y [mm] of its two ends before, then now. */
  setBlade(ends: ArrayLike<number>): void {
    if (!ALL_SCENES) return;
    this.setCorners(ends);
    this.round = 0;
    this.x = ends[4];
    this.y = ends[5];
    const dx = ends[6] - ends[4];
    const dy = ends[7] - ends[5];
    this.length = Math.sqrt(dx * dx + dy * dy);
    this.alongX = dx / this.length;
    this.alongY = dy / this.length;
    const mx = (ends[4] + ends[6] - ends[0] - ends[2]) / 2;
    const my = (ends[5] + ends[7] - ends[1] - ends[3]) / 2;
    this.way = Math.sqrt(mx * mx + my * my);
    // Ahead is across the blade, on the side it moves to.
    const side = mx * -this.alongY + my * this.alongX >= 0 ? 1 : -1;
    this.aheadX = -this.alongY * side;
    this.aheadY = this.alongX * side;
    this.#keep();
  }

  /** A fingertip of `width` from (x0, y0) to (x1, y1); without a way it points down the chart. */
  setStroke(x0: number, y0: number, x1: number, y1: number, width: number): void {
    this.setCorners([x0, y0, x0, y0, x1, y1, x1, y1]);
    const dx = x1 - x0;
    const dy = y1 - y0;
    this.way = Math.sqrt(dx * dx + dy * dy);
    this.aheadX = this.way > 0 ? dx / this.way : 0;
    this.aheadY = this.way > 0 ? dy / this.way : 1;
    this.alongX = -this.aheadY;
    this.alongY = this.aheadX;
    this.length = width;
    this.round = width / 2;
    this.x = x1 - this.alongX * this.round;
    this.y = y1 - this.alongY * this.round;
    this.film = 0;
    this.wear = null;
    this.#keep();
  }

  /**
   * Begins the images of the region that meet the columns from `left` to `right` [mm]: on a closed chart those around it, else
   * only the region where it was set. `nextImage` moves the region to each of them in turn:
   *
   *     for (region.beginImages(left, right); region.nextImage(); ) …
   *
   * A loop that ends early calls `endImages`.
   */
  beginImages(left: number, right: number): void {
    const { around, corners } = this;
    this.#next = 0;
    this.#last = 0;
    if (!ALL_SCENES || around === 0) return;
    const first = Math.min(corners[0], corners[2], corners[4], corners[6]) - this.round;
    const last = Math.max(corners[0], corners[2], corners[4], corners[6]) + this.round;
    this.#next = Math.ceil((left - last) / around);
    this.#last = Math.floor((right - first) / around);
  }

  /** Moves the region to its next image. After the last one it moves it back to where it was set, and returns false. */
  nextImage(): boolean {
    if (this.#next > this.#last) {
      this.endImages();
      return false;
    }
    if (ALL_SCENES && this.around > 0) this.#shift(this.#next * this.around);
    this.#next += 1;
    return true;
  }

  /** Moves the region back to where it was set. */
  endImages(): void {
    if (ALL_SCENES && this.around > 0) this.#shift(0);
  }

  /** The same column of the chart [mm], on a closed chart from 0 to before its width. */
  onChart(x: number): number {
    const { around } = this;
    if (!ALL_SCENES || around === 0 || (x >= 0 && x < around)) return x;
    const inside = x - around * Math.floor(x / around);
    // Rounding may leave the far edge itself.
    return inside < around ? inside : 0;
  }

  #keep(): void {
    if (!ALL_SCENES) return;
    for (let n = 0; n < 4; n++) this.#set[n] = this.corners[2 * n];
    this.#set[4] = this.x;
  }

  #shift(by: number): void {
    for (let n = 0; n < 4; n++) this.corners[2 * n] = this.#set[n] + by;
    this.x = this.#set[4] + by;
  }

  /** Place of a point along the blade from its first end [mm]. */
  along(x: number, y: number): number {
    return (x - this.x) * this.alongX + (y - this.y) * this.alongY;
  }

  /** How far a point is ahead of the line through the blade's ends [mm]. */
  ahead(x: number, y: number): number {
    return (x - this.x) * this.aheadX + (y - this.y) * this.aheadY;
  }

  /** How far the blade stands out ahead of that line at a place along it [mm]: a fingertip is round. */
  front(along: number): number {
    if (ALL_SCENES && this.round === 0) return 0;
    const off = along - this.round;
    return Math.sqrt(Math.max(0, this.round * this.round - off * off));
  }

  /** Thickness of the film left at a point [mm]. */
  filmAt(x: number, y: number): number {
    return ALL_SCENES && this.wear && this.#isWorn(this.wear, this.along(x, y))
      ? this.film * this.wear.film
      : this.film;
  }

  #isWorn({ at, half }: Wear, along: number): boolean {
    for (let n = 0; n < at.length; n++) if (Math.abs(along - at[n]) <= half[n]) return true;
    return false;
  }

  /** How far the region reaches behind the line through the blade's ends [mm]. */
  depth(): number {
    let depth = 0;
    for (let n = 0; n < 8; n += 2) depth = Math.max(depth, -this.ahead(this.corners[n], this.corners[n + 1]));
    return depth + this.round;
  }
}
