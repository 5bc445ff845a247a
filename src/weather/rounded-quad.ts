/** Four corners, all that lies between them, and all that lies within `round` of that: the hull of a disc at each. */
export class RoundedQuad {
  /** x and y of the corners in turn, around [mm]. */
  readonly corners = new Float64Array(8);
  /** [mm] */
  round = 0;

  /** Sets the corners in a turning order that makes the area positive. */
  setCorners(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number): void {
    const { corners } = this;
    corners[0] = ax;
    corners[1] = ay;
    corners[2] = bx;
    corners[3] = by;
    corners[4] = cx;
    corners[5] = cy;
    corners[6] = dx;
    corners[7] = dy;
    if (this.#area() >= 0) return;
    corners[2] = dx;
    corners[3] = dy;
    corners[6] = bx;
    corners[7] = by;
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
