import type { SweptRegion } from '../weather/swept-region.js';

/** A part of a chart to be swept: under a running drop, a wiper's blade, a finger. Places are in mm on the chart. */
export interface LayerRegion {
  /** A rectangle that holds all of it. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Writes a first and last x to `out` between which all of it lies on the line at `y`, at most `margin` outside; false if it is not there. */
  span(y: number, margin: number, out: Float64Array): boolean;
  /** Writes first and last x of a part of that to `out` that need not be looked at; false if there is none. */
  hole(y: number, out: Float64Array): boolean;
  /** Is all of a span in it, so that nobody need ask `covers`? */
  readonly isExact: boolean;
  /** Does (x, y) lie in it, or at most `margin` outside? A region with its own idea of its edge may ignore the margin. */
  covers(x: number, y: number, margin: number): boolean;
}

/** A region that keeps its rectangle; without a hole unless it says otherwise. */
export abstract class BoxedRegion implements LayerRegion {
  left = 0;
  right = 0;
  top = 0;
  bottom = 0;
  abstract readonly isExact: boolean;

  abstract span(y: number, margin: number, out: Float64Array): boolean;

  abstract covers(x: number, y: number, margin: number): boolean;

  hole(_y: number, _out: Float64Array): boolean {
    return false;
  }
}

/** What an edge swept in one go, as the layers see it. */
export class SweptArea extends BoxedRegion {
  readonly isExact = true;
  #region: SweptRegion | null = null;

  set(region: SweptRegion): this {
    const { corners, round } = region;
    this.left = Math.min(corners[0], corners[2], corners[4], corners[6]) - round;
    this.right = Math.max(corners[0], corners[2], corners[4], corners[6]) + round;
    this.top = region.top();
    this.bottom = region.bottom();
    this.#region = region;
    return this;
  }

  /** A blade is long and thin, and seldom along the rows: most of the rectangle around what it swept is elsewhere. */
  span(y: number, margin: number, out: Float64Array): boolean {
    return this.#region?.span(y, out, margin) ?? false;
  }

  covers(x: number, y: number, margin: number): boolean {
    return this.#region !== null && this.#region.distance(x, y) <= margin;
  }
}

/** All places within a radius of a straight way: what a drop sweeps that runs along it; a disc if it stays. */
export class Capsule extends BoxedRegion {
  readonly isExact = true;
  #x = 0;
  #y = 0;
  #dx = 0;
  #dy = 0;
  #square = 0;
  #radius = 0;
  #inner = 0;

  /** From (x0, y0) to (x1, y1) with half-width `radius` [mm], without the disc of radius `inner` at its end. */
  set(x0: number, y0: number, x1: number, y1: number, radius: number, inner: number): this {
    this.#inner = inner;
    this.left = Math.min(x0, x1) - radius;
    this.right = Math.max(x0, x1) + radius;
    this.top = Math.min(y0, y1) - radius;
    this.bottom = Math.max(y0, y1) + radius;
    this.#x = x0;
    this.#y = y0;
    this.#dx = x1 - x0;
    this.#dy = y1 - y0;
    this.#square = this.#dx * this.#dx + this.#dy * this.#dy;
    this.#radius = radius;
    return this;
  }

  /** The hull of two discs: its border is made of their arcs and of the way moved to both sides. */
  span(y: number, margin: number, out: Float64Array): boolean {
    const reach = this.#radius + margin;
    const py = y - this.#y;
    const qy = py - this.#dy;
    out[0] = Number.POSITIVE_INFINITY;
    out[1] = Number.NEGATIVE_INFINITY;
    this.#widenByDisc(this.#x, reach * reach - py * py, out);
    if (this.#square === 0) return out[0] < out[1];
    this.#widenByDisc(this.#x + this.#dx, reach * reach - qy * qy, out);
    const off = reach / Math.sqrt(this.#square);
    this.#widenBySide(py, off, out);
    this.#widenBySide(py, -off, out);
    return out[0] < out[1];
  }

  #widenByDisc(x: number, square: number, out: Float64Array): void {
    if (square <= 0) return;
    const half = Math.sqrt(square);
    if (x - half < out[0]) out[0] = x - half;
    if (x + half > out[1]) out[1] = x + half;
  }

  /** The way, moved across by `off` times its length, may meet the line at `py` from its start. */
  #widenBySide(py: number, off: number, out: Float64Array): void {
    const share = (py - off * this.#dx) / this.#dy;
    if (!(share >= 0 && share <= 1)) return;
    const x = this.#x - off * this.#dy + share * this.#dx;
    if (x < out[0]) out[0] = x;
    if (x > out[1]) out[1] = x;
  }

  override hole(y: number, out: Float64Array): boolean {
    const off = y - this.#y - this.#dy;
    const square = this.#inner * this.#inner - off * off;
    if (square <= 0) return false;
    const half = Math.sqrt(square);
    out[0] = this.#x + this.#dx - half;
    out[1] = this.#x + this.#dx + half;
    return true;
  }

  covers(x: number, y: number, margin: number): boolean {
    const px = x - this.#x;
    const py = y - this.#y;
    const along = px * this.#dx + py * this.#dy;
    const share = along <= 0 ? 0 : along >= this.#square ? 1 : along / this.#square;
    const ex = px - share * this.#dx;
    const ey = py - share * this.#dy;
    const reach = this.#radius + margin;
    return ex * ex + ey * ey < reach * reach;
  }
}
