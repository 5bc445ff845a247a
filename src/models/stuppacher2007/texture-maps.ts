/** The maps that the paper draws in an image editor: from the options and the seed, or as the scene gives them. */
import { type Chance, STREAM, streamOn } from '../../core/chance.js';
import { cos, sin } from '../../core/math.js';
import { WATER } from '../../kernels/kernels.js';
import type { StuppacherOptions } from './options.js';

/** Patches of noise across the map, which then repeats. */
const PATCHES = 4;
/** Perlin's noise in two dimensions lies within ±√½. */
const AMPLITUDE = Math.sqrt(0.5);

/** Texels across the noise map. */
export function noiseSide({ noisePeriod, noiseMap }: StuppacherOptions): number {
  return noiseMap === '' ? PATCHES * noisePeriod : Math.sqrt(noiseMap.length / 2);
}

/** Words of the noise map: rows, each followed by its first four texels again, so that SIMD can read across its end. */
export function noiseWords(options: StuppacherOptions): number {
  const side = noiseSide(options);
  return side * (side + 4);
}

/** Fills the noise map: Perlin's noise from the darkest value to 1, the same at opposite edges (STUP-7). */
export function fillNoise(out: Float32Array, options: StuppacherOptions, chance: Chance): void {
  const { noisePeriod, noise } = options;
  const side = noiseSide(options);
  if (options.noiseMap !== '') {
    for (let n = 0; n < side * (side + 4); n++) {
      out[n] = byteOf(options.noiseMap, Math.floor(n / (side + 4)) * side + ((n % (side + 4)) % side)) / 255;
    }
    return;
  }
  const gradients = new Float64Array(2 * PATCHES * PATCHES);
  for (let n = 0; n < PATCHES * PATCHES; n++) {
    const angle = 2 * Math.PI * chance.uniform(STREAM.noise, n, 0, 0);
    gradients[2 * n] = cos(angle);
    gradients[2 * n + 1] = sin(angle);
  }
  /** The slope at a lattice point times the way from there. */
  const slope = (row: number, col: number, dy: number, dx: number): number => {
    const at = 2 * ((row % PATCHES) * PATCHES + (col % PATCHES));
    return gradients[at] * dx + gradients[at + 1] * dy;
  };
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side + 4; col++) {
      const [v, u] = [row / noisePeriod, (col % side) / noisePeriod];
      const [i, j] = [Math.floor(v), Math.floor(u)];
      const [fy, fx] = [v - i, u - j];
      const top = mix(slope(i, j, fy, fx), slope(i, j + 1, fy, fx - 1), fade(fx));
      const bottom = mix(slope(i + 1, j, fy - 1, fx), slope(i + 1, j + 1, fy - 1, fx - 1), fade(fx));
      const light = 0.5 + mix(top, bottom, fade(fy)) / (2 * AMPLITUDE);
      out[row * (side + 4) + col] = noise + (1 - noise) * Math.min(1, Math.max(0, light));
    }
  }
}

function mix(a: number, b: number, t: number): number {
  return a + t * (b - a);
}

/** Perlin's curve of fifth order, with a continuous curvature. */
function fade(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

/** A byte of two hex digits, by number. */
function byteOf(digits: string, n: number): number {
  return Number.parseInt(digits.slice(2 * n, 2 * n + 2), 16);
}

/** Fills the remainder map with given values, evenly spaced from no water on, with straight lines between them. */
function fillGiven(out: Float32Array, digits: string, top: number): number {
  const last = digits.length / 2 - 1;
  for (let n = 0; n < WATER.remainders; n++) {
    const at = (last * n) / (WATER.remainders - 1);
    const from = Math.min(last - 1, Math.floor(at));
    out[n] = mix(byteOf(digits, from), byteOf(digits, from + 1), at - from) / 255;
  }
  return WATER.remainders / top;
}

/** Fills the remainder map: white up to L, then smoothly down to its darkest value (STUP-6). Returns entries per mm. */
export function fillRemainder(out: Float32Array, options: StuppacherOptions): number {
  const { thresholdMin, remainder, remainderAt, remainderMap } = options;
  if (remainderMap !== '') return fillGiven(out, remainderMap, remainderAt);
  const top = Math.max(remainderAt, thresholdMin);
  for (let n = 0; n < WATER.remainders; n++) {
    const amount = (top * (n + 0.5)) / WATER.remainders;
    const part = top > thresholdMin ? Math.max(0, (amount - thresholdMin) / (top - thresholdMin)) : 1;
    out[n] = 1 - (1 - remainder) * part * part * (3 - 2 * part);
  }
  // The last entry also stands for all greater amounts.
  out[WATER.remainders - 1] = remainder;
  return WATER.remainders / top;
}

/** Where the window of a chart starts, `n` 0 for rows and 1 for columns. */
export function windowStart(chance: Chance, chart: number, n: number, side: number): number {
  return chance.bits(streamOn(STREAM.noise, chart), 0, 1, n) % side;
}
