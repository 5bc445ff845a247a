/**
 * What is out of focus: every point becomes a disc of light (look.ts, 6). Exact disc sums in linear light, row by row from
 * sums along each row, so that the cost follows the radius and not its square. Rows are summed one by one: a part of a
 * picture comes out as the whole does, bit for bit.
 */
import type { Viewport } from './camera.js';
import { type LinearPicture, levelOf, lookUp, type Pyramid } from './linear.js';
import { LOOK } from './look.js';
import { type Placement, uOf, vOf } from './place.js';

/** Largest radius of a disc in pixels of the blurred picture; larger discs are computed on fewer, larger pixels. */
export const MOST_DISC = 24;

/**
 * Side of the pixels in which discs of this radius are computed, both in pixels of the view: a sixth of the radius, but at
 * least half a pixel, at most two pixels, and never so small that a disc exceeds `MOST_DISC`.
 */
export function lensBlock(radius: number): number {
  return Math.max(0.5, Math.min(2, radius / 6), radius / MOST_DISC);
}

/** Half the width of a disc of a radius [px] in each row from −reach to reach, and one over its area. */
export interface Disc {
  readonly reach: number;
  readonly halves: Float64Array;
  readonly perArea: number;
}

export function makeDisc(radius: number): Disc {
  const r = Math.max(0.5, radius);
  const reach = Math.ceil(r - 0.5);
  const halves = new Float64Array(2 * reach + 1);
  let area = 0;
  for (let dy = -reach; dy <= reach; dy++) {
    // The mean half-width over the row's height, by Simpson's rule; parts of the row above the disc have none.
    const chord = (y: number) => Math.sqrt(Math.max(0, r * r - y * y));
    const half = (chord(dy - 0.5) + 4 * chord(dy) + chord(dy + 0.5)) / 6;
    halves[dy + reach] = half;
    area += 2 * half;
  }
  return { reach, halves, perArea: 1 / area };
}

/**
 * Averages a picture of `channels` numbers a pixel (a `LinearPicture` has three) over a disc; past its edges there is nothing (`insideShares`). `from` and
 * `to` are the rows of the result.
 */
export function discBlur(
  { data, width, height }: LinearPicture,
  channels: number,
  disc: Disc,
  from = 0,
  to = height,
): Float32Array {
  const { reach, halves, perArea } = disc;
  const sums = rowSums(data, width, height, channels);
  const line = channels * (width + 1);
  const out = new Float32Array(channels * width * (to - from));
  const total = new Float64Array(channels * width);
  for (let row = from; row < to; row++) {
    total.fill(0);
    for (let dy = Math.max(-reach, -row); dy <= Math.min(reach, height - 1 - row); dy++) {
      addChords(sums, (row + dy) * line, width, channels, halves[dy + reach], total);
    }
    const at = (row - from) * channels * width;
    for (let n = 0; n < total.length; n++) out[at + n] = total[n] * perArea;
  }
  return out;
}

/** Sums along each row: entry n is the sum of the n pixels before it. */
function rowSums(data: Float32Array, width: number, height: number, channels: number): Float64Array {
  const line = channels * (width + 1);
  const sums = new Float64Array(line * height);
  for (let row = 0; row < height; row++) {
    for (let n = 0; n < channels * width; n++) {
      sums[row * line + channels + n] = sums[row * line + n] + data[row * channels * width + n];
    }
  }
  return sums;
}

/** Adds to each pixel of `total` the sum of a row from `half` before its middle to `half` behind. */
function addChords(
  sums: Float64Array,
  at: number,
  width: number,
  channels: number,
  half: number,
  total: Float64Array,
): void {
  // Ends lie between two sums, at the same share for all pixels: from col − reach (+ 1) to col + reach (+ 1).
  const reach = Math.floor(half + 0.5);
  const share = half + 0.5 - reach;
  const first = Math.min(width, reach);
  const last = Math.max(first, width - reach);
  const out = channels * reach;
  for (let n = channels * first; n < channels * last; n++) {
    const p = at + n;
    const inner = sums[p + out] - sums[p + channels - out];
    total[n] += inner + (sums[p + channels + out] - sums[p - out] - inner) * share;
  }
  for (let col = 0; col < width; col++) {
    if (col === first) col = last;
    if (col >= width) break;
    for (let c = 0; c < channels; c++) {
      const sum = (n: number) => sums[at + c + channels * Math.min(width, Math.max(0, n))];
      const inner = sum(col + reach) - sum(col + 1 - reach);
      const outer = sum(col + 1 + reach) - sum(col - reach);
      total[channels * col + c] += inner + (outer - inner) * share;
    }
  }
}

/** How much of the disc around each pixel of a row lies inside a picture of `width` × `height` pixels. */
export function insideShares(
  { reach, halves, perArea }: Disc,
  width: number,
  height: number,
  row: number,
): Float64Array {
  const shares = new Float64Array(width);
  const right = width - 1 - reach;
  for (let col = 0; col < width; col++) {
    // Between the edges all are the same.
    if (col > reach && col < right) {
      shares.fill(shares[reach], col, right);
      col = right;
    }
    for (let dy = Math.max(-reach, -row); dy <= Math.min(reach, height - 1 - row); dy++) {
      const half = halves[dy + reach];
      shares[col] += (Math.min(width, col + 0.5 + half) - Math.max(0, col + 0.5 - half)) * perArea;
    }
  }
  return shares;
}

/**
 * How the street melts behind water: by the share `MELT.most` − `MELT.per`·footprint², held to 0–1, into discs whose radius
 * on the backdrop has the square `MELT.disc`; all in texels.
 */
export type Melt = readonly [most: number, per: number, disc: number];
export const MELT = { most: 0, per: 1, disc: 2 } as const;

/** The street stays sharp. */
export const NO_MELT: Melt = [0, 0, 0];

/**
 * Level water forms no picture of its own, and the street behind it melts as behind bare glass; a drop forms one close to the
 * glass, in focus with it. The footprint of its pixels decides which of the two it is: that of bare glass, or one that is
 * larger by reach/F where the water's focus lies F behind the glass.
 */
export function meltOf(view: Viewport, { texels, reach }: Placement): Melt {
  const bare = view.pixel * texels;
  const disc = view.blur * bare;
  const sharp = 2 + reach / LOOK.keen;
  const over = 1 / (sharp * sharp - 1);
  return [1 + over, over / (bare * bare), disc * disc];
}

/**
 * The backdrop as seen through clear glass, out of focus by a disc of `radius` pixels of the view: a picture of
 * `width` × `height` pixels that covers the view. Made once a backdrop and view; half the view's size is enough. Two
 * `passes` take the edge off the discs, as fog does.
 */
export function blurredView(
  pyramid: Pyramid,
  place: Placement,
  view: Viewport,
  radius: number,
  { width, height }: { width: number; height: number },
  passes = 1,
): LinearPicture {
  const perPixel = view.height / height;
  const disc = makeDisc(radius / perPixel);
  const margin = passes * (disc.reach + 1);
  const wide = sharpView(pyramid, place, view, width, height, margin);
  let blurred = wide.data;
  for (let pass = 0; pass < passes; pass++) blurred = discBlur({ ...wide, data: blurred }, 3, disc);
  const data = new Float32Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((row + margin) * wide.width + margin);
    data.set(blurred.subarray(from, from + 3 * width), 3 * row * width);
  }
  return { data, width, height };
}

/** The backdrop as seen through clear glass, in focus, with `margin` pixels more on each side. */
export function sharpView(
  pyramid: Pyramid,
  place: Placement,
  view: Viewport,
  width: number,
  height: number,
  margin = 0,
): LinearPicture {
  const pixelX = (view.pixel * view.width) / width;
  const pixelY = (view.pixel * view.height) / height;
  const level = levelOf(pixelY * place.texels);
  const wide = width + 2 * margin;
  const tall = height + 2 * margin;
  const data = new Float32Array(3 * wide * tall);
  const colour = new Float64Array(3);
  for (let row = 0, to = 0; row < tall; row++) {
    const y = view.top + (row - margin + 0.5) * pixelY;
    const v = vOf(place, y, 0);
    for (let col = 0; col < wide; col++, to += 3) {
      const x = view.left + (col - margin + 0.5) * pixelX;
      lookUp(pyramid, uOf(place, x, 0), v, level, colour);
      data.set(colour, to);
    }
  }
  return { data, width: wide, height: tall };
}
