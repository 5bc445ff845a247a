/** A sheet to paint backdrops on, in linear light, with soft-edged shapes. */
import { Chance } from '../../core/chance.js';
import type { LinearPicture } from '../picture/linear.js';

/** Linear red, green, blue. */
export type Colour = readonly [red: number, green: number, blue: number];

/** From (x0, y0) to (x1, y1). */
export interface Line {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/**
 * A sheet whose height is two units, from −1 to 1, the middle half of which is what the eye sees directly; x grows to the
 * right, y downwards, (0, 0) is in the middle. Edges are soft over a pixel.
 */
export class Paper implements LinearPicture {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
  /** Pixels a unit. */
  readonly scale: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.scale = height / 2;
    this.data = new Float32Array(3 * width * height);
  }

  /** Units across, from the middle to the right edge. */
  get halfWidth(): number {
    return this.width / this.height;
  }

  /** Paints every pixel: `colour` writes that of (x, y) into its last argument. */
  fill(colour: (x: number, y: number, out: Float64Array) => void): void {
    const out = new Float64Array(3);
    for (let row = 0, p = 0; row < this.height; row++) {
      const y = (row + 0.5) / this.scale - 1;
      for (let col = 0; col < this.width; col++, p += 3) {
        colour((col + 0.5 - this.width / 2) / this.scale, y, out);
        this.data[p] = out[0];
        this.data[p + 1] = out[1];
        this.data[p + 2] = out[2];
      }
    }
  }

  /** A box with rounded corners of radius `round`. */
  box(x0: number, y0: number, x1: number, y1: number, colour: Colour, { opacity = 1, round = 0 } = {}): void {
    const cx = (x0 + x1) / 2;
    const cy = (y0 + y1) / 2;
    const hx = (x1 - x0) / 2 - round;
    const hy = (y1 - y0) / 2 - round;
    const inPixel = (half: number) => Math.min(1, 2 * half * this.scale);
    // What is thinner than a pixel is fainter instead.
    const thin = inPixel(hx + round) * inPixel(hy + round);
    this.#shape([x0, y0, x1, y1], colour, opacity * thin, (x, y) => {
      const dx = Math.max(0, Math.abs(x - cx) - hx);
      const dy = Math.max(0, Math.abs(y - cy) - hy);
      if (round === 0) return Math.min(hx - Math.abs(x - cx), hy - Math.abs(y - cy));
      return round - Math.sqrt(dx * dx + dy * dy);
    });
  }

  /** An ellipse of half-axes `rx` and `ry`, turned so that its first axis is along the unit vector (ux, uy). */
  ellipse(x: number, y: number, rx: number, ry: number, colour: Colour, { opacity = 1, ux = 1, uy = 0 } = {}): void {
    const reach = Math.max(rx, ry);
    this.#shape([x - reach, y - reach, x + reach, y + reach], colour, opacity, (px, py) => {
      const a = ((px - x) * ux + (py - y) * uy) / rx;
      const b = ((py - y) * ux - (px - x) * uy) / ry;
      return (1 - Math.sqrt(a * a + b * b)) * Math.min(rx, ry);
    });
  }

  disc(x: number, y: number, radius: number, colour: Colour, opacity = 1): void {
    this.ellipse(x, y, radius, radius, colour, { opacity });
  }

  /** A line from one point to another, `width` at its first end and `end` at its second. */
  line({ x0, y0, x1, y1 }: Line, width: number, end: number, colour: Colour, opacity = 1): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const per = 1 / Math.max(1e-12, dx * dx + dy * dy);
    const wide = Math.max(width, end) / 2;
    const thin = Math.min(1, Math.max(width, end) * this.scale);
    const left = Math.min(x0, x1) - wide;
    const top = Math.min(y0, y1) - wide;
    const right = Math.max(x0, x1) + wide;
    const bottom = Math.max(y0, y1) + wide;
    this.#shape([left, top, right, bottom], colour, opacity * thin, (x, y) => {
      const t = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) * per));
      const ex = x - x0 - t * dx;
      const ey = y - y0 - t * dy;
      return (width + (end - width) * t) / 2 - Math.sqrt(ex * ex + ey * ey);
    });
  }

  /** Light without an edge: adds `colour`·(1 − d²)² where d is the distance over the half-axes. */
  light(x: number, y: number, rx: number, ry: number, colour: Colour): void {
    this.#each(x - rx, y - ry, x + rx, y + ry, (p, px, py) => {
      const a = (px - x) / rx;
      const b = (py - y) / ry;
      const fall = Math.max(0, 1 - a * a - b * b);
      for (let c = 0; c < 3; c++) this.data[p + c] += colour[c] * fall * fall;
    });
  }

  /** Mixes `colour` in where `inside`, the distance from the edge inwards, is positive; x0, y0, x1, y1 hold all of the shape. */
  #shape(
    [x0, y0, x1, y1]: readonly [number, number, number, number],
    colour: Colour,
    opacity: number,
    inside: (x: number, y: number) => number,
  ): void {
    const edge = 1 / this.scale;
    this.#each(x0 - edge, y0 - edge, x1 + edge, y1 + edge, (p, x, y) => {
      const cover = opacity * Math.min(1, Math.max(0, inside(x, y) * this.scale + 0.5));
      if (cover <= 0) return;
      for (let c = 0; c < 3; c++) this.data[p + c] += (colour[c] - this.data[p + c]) * cover;
    });
  }

  /** Visits the pixels of a rectangle: the place of each in `data`, and its centre. */
  #each(x0: number, y0: number, x1: number, y1: number, visit: (p: number, x: number, y: number) => void): void {
    const { width, height, scale } = this;
    const col0 = Math.max(0, Math.floor(x0 * scale + width / 2));
    const col1 = Math.min(width, Math.ceil(x1 * scale + width / 2));
    const row0 = Math.max(0, Math.floor((y0 + 1) * scale));
    const row1 = Math.min(height, Math.ceil((y1 + 1) * scale));
    for (let row = row0; row < row1; row++) {
      const y = (row + 0.5) / scale - 1;
      for (let col = col0; col < col1; col++) {
        visit(3 * (row * width + col), (col + 0.5 - width / 2) / scale, y);
      }
    }
  }
}

/** The random stream of backdrops. It is separate, so that no water depends on the backdrop. */
const STREAM = 101;

/** Random numbers one after another, for one thing of a backdrop. */
export class Dice {
  readonly #chance: Chance;
  readonly #what: number;
  #n = 0;

  constructor(seed: number, what: number) {
    this.#chance = new Chance(seed);
    this.#what = what;
  }

  /** The next, 0 to 1. */
  next(): number {
    return this.#chance.uniform(STREAM, this.#what, 0, this.#n++);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)];
  }
}

/** Smooth noise, 0 to 1, about one bump a unit. */
export class Noise {
  readonly #table = new Float32Array(64 * 64);

  constructor(seed: number, what: number) {
    const dice = new Dice(seed, what);
    for (let n = 0; n < this.#table.length; n++) this.#table[n] = dice.next();
  }

  at(x: number, y: number): number {
    const col = Math.floor(x);
    const row = Math.floor(y);
    const fx = ease(x - col);
    const fy = ease(y - row);
    const top = this.#cell(col, row) * (1 - fx) + this.#cell(col + 1, row) * fx;
    const bottom = this.#cell(col, row + 1) * (1 - fx) + this.#cell(col + 1, row + 1) * fx;
    return top + (bottom - top) * fy;
  }

  #cell(col: number, row: number): number {
    return this.#table[((row & 63) << 6) | (col & 63)];
  }
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Mixes two colours. */
export function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** A colour `light` times as bright. */
export function lit(colour: Colour, light: number): Colour {
  return [colour[0] * light, colour[1] * light, colour[2] * light];
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function ramp(from: number, to: number, x: number): number {
  return ease(Math.min(1, Math.max(0, (x - from) / (to - from))));
}
