/** Pictures in linear light, three floats a pixel, and the chain of halves they are looked up in. */
import { log } from '../../core/math.js';

/** Linear red, green, blue, row after row; 1 is white, and lamps are far above it. */
export interface LinearPicture {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture and its halves, down to one pixel: level n is floor(width/2ⁿ) × floor(height/2ⁿ), as in GL, each pixel the
 * mean of what it covers in the level before, by area. Renderers for GPUs upload these levels and do not make their own.
 */
export type Pyramid = readonly LinearPicture[];

export function makePyramid(picture: LinearPicture): Pyramid {
  const levels = [picture];
  for (let last = picture; last.width > 1 || last.height > 1; levels.push(last)) last = halve(last);
  return levels;
}

/**
 * The next level. The pixels of every level share the whole extent evenly, or the picture would move from level to level: a
 * pixel covers 2 × 2 of the level before, and 2 + 1/w across where that is 2w + 1 wide.
 */
function halve({ data, width, height }: LinearPicture): LinearPicture {
  const w = Math.max(1, width >> 1);
  const h = Math.max(1, height >> 1);
  const half = new Float32Array(3 * w * h);
  const across = parts(width, w);
  const down = parts(height, h);
  const [wide, tall] = [across.length / w, down.length / h];
  const share = (w * h) / (width * height);
  for (let row = 0, to = 0; row < h; row++) {
    for (let col = 0; col < w; col++) {
      let [red, green, blue] = [0, 0, 0];
      for (let y = 0; y < tall; y++) {
        let p = 3 * ((2 * row + y) * width + 2 * col);
        for (let x = 0; x < wide; x++, p += 3) {
          const weight = down[tall * row + y] * across[wide * col + x];
          red += weight * data[p];
          green += weight * data[p + 1];
          blue += weight * data[p + 2];
        }
      }
      half[to++] = red * share;
      half[to++] = green * share;
      half[to++] = blue * share;
    }
  }
  return { data: half, width: w, height: h };
}

/** How much of each pixel of a side belongs to pixel k of its half, from pixel 2k on; two of them, or three if the side is odd. */
function parts(side: number, half: number): Float64Array {
  const count = side - 2 * half + 2;
  const all = new Float64Array(count * half).fill(1);
  for (let k = 0; count === 3 && k < half; k++) {
    all[3 * k] = (half - k) / half;
    all[3 * k + 2] = (k + 1) / half;
  }
  return all;
}

const LOG2 = 1 / log(2);

/** The level at which so many texels are one. */
export function levelOf(texels: number): number {
  return log(Math.max(1, texels)) * LOG2;
}

/** Mirrors a coordinate into 0–1, as GL's MIRRORED_REPEAT. */
export function mirror(u: number): number {
  const v = u - 2 * Math.floor(u / 2);
  return v > 1 ? 2 - v : v;
}

/** Adds `weight` times the picture at (u, v), bilinear between pixel centres, edges held, to `out[0…2]`. */
export function addBilinear(
  { data, width, height }: LinearPicture,
  u: number,
  v: number,
  weight: number,
  out: Float64Array,
): void {
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5));
  const col = Math.floor(x);
  const row = Math.floor(y);
  const fx = x - col;
  const fy = y - row;
  const right = col < width - 1 ? 3 : 0;
  const a = 3 * (row * width + col);
  const c = row < height - 1 ? a + 3 * width : a;
  const wa = weight * (1 - fx) * (1 - fy);
  const wb = weight * fx * (1 - fy);
  const wc = weight * (1 - fx) * fy;
  const wd = weight * fx * fy;
  for (let n = 0; n < 3; n++) {
    out[n] += wa * data[a + n] + wb * data[a + right + n] + wc * data[c + n] + wd * data[c + right + n];
  }
}

/** Writes the pyramid's colour at (u, v), mirrored beyond 0–1, at a level (0 is the whole picture), to `out[0…2]`. */
export function lookUp(pyramid: Pyramid, u: number, v: number, level: number, out: Float64Array): void {
  const deepest = pyramid.length - 1;
  const held = Math.min(deepest, Math.max(0, level));
  const low = Math.floor(held);
  const share = held - low;
  const mu = mirror(u);
  const mv = mirror(v);
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  addBilinear(pyramid[low], mu, mv, 1 - share, out);
  if (share > 0) addBilinear(pyramid[low + 1], mu, mv, share, out);
}
