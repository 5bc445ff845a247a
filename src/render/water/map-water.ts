/**
 * Water from maps (look.ts, 2): the trail map, which bodies are joined with, and the height map, from which Chen's pictures
 * are drawn as a whole. Both are smoothed before a spline goes through them, because models write them cell by cell and the
 * cells would show in what the water refracts. STUP-9 smooths for the same reason.
 */
import type { Smoothing } from '../../core/frame.js';
import { LOOK } from '../picture/look.js';

/** Indices of the water at a place: gradient, height [mm], and the share of the pixel that is water, 0 to 1. */
export const WATER = { gx: 0, gy: 1, height: 2, cover: 3, size: 4 } as const;

/** A map without padding. */
export interface SmoothMap {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/** Weight of the middle cell along an axis, where its neighbours have 1. */
export const MIDDLE_WEIGHT: Readonly<Record<Smoothing, number>> = { binomial: 2, mean: 1 };

/** Smooths a map `LOOK.trailPasses` times, with the weights 1 : 2 : 1 along each axis or others. Cells past the edges are dry. */
export function smoothTrail(map: SmoothMap, smoothing: Smoothing = 'binomial'): SmoothMap {
  const { data, width, height, stride } = map;
  let from = data;
  let step = stride;
  const first = new Float32Array(width * height);
  const second = new Float32Array(width * height);
  for (let pass = 0; pass < LOOK.trailPasses; pass++) {
    const to = pass % 2 === 0 ? first : second;
    smoothOnce({ ...map, data: from, stride: step }, to, MIDDLE_WEIGHT[smoothing]);
    from = to;
    step = width;
  }
  return { data: from, width, height, stride: step };
}

function smoothOnce({ data: from, stride, width, height }: SmoothMap, to: Float32Array, middle: number): void {
  const whole = (2 + middle) * (2 + middle);
  // Sums along x; only three rows are needed at a time.
  const lines = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  const sum = (row: number) => {
    const line = lines[(row + 3) % 3];
    if (row < 0 || row >= height) return line.fill(0);
    for (let col = 0, i = row * stride; col < width; col++, i++) {
      const left = col > 0 ? from[i - 1] : 0;
      const right = col < width - 1 ? from[i + 1] : 0;
      line[col] = left + middle * from[i] + right;
    }
    return line;
  };
  let above = sum(-1);
  let here = sum(0);
  for (let row = 0; row < height; row++) {
    const below = sum(row + 1);
    for (let col = 0; col < width; col++)
      to[row * width + col] = (above[col] + middle * here[col] + below[col]) / whole;
    above = here;
    here = below;
  }
}

/**
 * Writes gradient and height of a map's quadratic B-spline at (x, y) [mm] to `out` (coverage is left alone). The 3 × 3 cells
 * around the point have the weights ½(½ − f)², ¾ − f², ½(½ + f)² along each axis, with f from −½ to ½ the distance from the
 * middle cell's centre. Cells past the edges are dry.
 */
export function splineAt(map: SmoothMap, cellSize: number, x: number, y: number, out: Float64Array): void {
  const { data, width, height, stride } = map;
  const cx = x / cellSize;
  const cy = y / cellSize;
  const col = Math.floor(cx);
  const row = Math.floor(cy);
  const fx = cx - col - 0.5;
  const fy = cy - row - 0.5;
  const x0 = 0.5 * (0.5 - fx) * (0.5 - fx);
  const x1 = 0.75 - fx * fx;
  const x2 = 0.5 * (0.5 + fx) * (0.5 + fx);
  let h = 0;
  let gx = 0;
  let gy = 0;
  for (let j = -1; j <= 1; j++) {
    const at = row + j;
    if (at < 0 || at >= height) continue;
    const i = at * stride + col;
    const a = col >= 1 && col <= width ? data[i - 1] : 0;
    const b = col >= 0 && col < width ? data[i] : 0;
    const c = col >= -1 && col < width - 1 ? data[i + 1] : 0;
    if (a === 0 && b === 0 && c === 0) continue;
    const line = x0 * a + x1 * b + x2 * c;
    const weight = j < 0 ? 0.5 * (0.5 - fy) * (0.5 - fy) : j > 0 ? 0.5 * (0.5 + fy) * (0.5 + fy) : 0.75 - fy * fy;
    const change = j < 0 ? fy - 0.5 : j > 0 ? fy + 0.5 : -2 * fy;
    h += weight * line;
    gx += weight * ((fx - 0.5) * a - 2 * fx * b + (fx + 0.5) * c);
    gy += change * line;
  }
  out[WATER.height] = h;
  out[WATER.gx] = gx / cellSize;
  out[WATER.gy] = gy / cellSize;
}

/** Share of a pixel that a trail of height `h` [mm] and slope `slope` covers. */
export function trailCoverage(h: number, slope: number, pixel: number): number {
  return Math.min(1, Math.max(0, (h - LOOK.trailEdge) / Math.max(slope * pixel, LOOK.trailSoft) + 0.5));
}

/**
 * Joins a body of height `a` and the gradient in `out` with a trail of height `b` above its contact line and gradient
 * (bx, by). Writes to `out` the smooth maximum m = max(a, b) + (k − |a − b|)²/4k where |a − b| < k, with k = min(join, b),
 * and its exact gradient.
 */
export function joinHeights(a: number, b: number, bx: number, by: number, out: Float64Array): void {
  const k = Math.min(LOOK.join, b);
  const d = Math.abs(a - b);
  if (k <= 0 || d >= k) {
    if (b <= a) return;
    out[WATER.gx] = bx;
    out[WATER.gy] = by;
    out[WATER.height] = b;
    return;
  }
  const lower = (k - d) / (2 * k);
  const wa = a > b ? 1 - lower : lower;
  // For a trail thinner than `join`, k depends on b as well.
  const wb = 1 - wa + (b < LOOK.join ? (k * k - d * d) / (4 * k * k) : 0);
  out[WATER.gx] = wa * out[WATER.gx] + wb * bx;
  out[WATER.gy] = wa * out[WATER.gy] + wb * by;
  out[WATER.height] = Math.max(a, b) + ((k - d) * (k - d)) / (4 * k);
}

/** Cells that the cubic spline reads along each axis. */
const TAPS = 4;
/** How far from the middle of a wet cell water is drawn [cells], by smoothing and spline. */
export const HEIGHTS_REACH = 3;
/** Most samples along each side of a pixel that is larger than a cell. */
export const MOST_SAMPLES = 4;

/** Tolerance below which a pixel counts as no larger than a cell [cells]: the floats of a GPU are not exact. */
export const HAIR = 1e-4;

/** A height map as it is drawn: its smoothed cells, and the smoothed cells after cutting them off at `LOOK.shallow`. */
export interface DrawnHeights {
  readonly heights: SmoothMap;
  readonly shallow: SmoothMap;
}

/** Heights at which the cells of both maps are cut off [mm], rounded to float32. */
export const DRAWN_LIMITS = [Number.POSITIVE_INFINITY, Math.fround(LOOK.shallow)] as const;

/** Prepares a height map for `heightWater`. */
export function drawnHeights(map: SmoothMap, smoothing?: Smoothing): DrawnHeights {
  const cut = map.data.map((height) => Math.min(height, LOOK.shallow));
  return { heights: smoothTrail(map, smoothing), shallow: smoothTrail({ ...map, data: cut }, smoothing) };
}

const WEIGHTS_X = new Float64Array(TAPS);
const WEIGHTS_Y = new Float64Array(TAPS);
const SLOPES_X = new Float64Array(TAPS);
const SLOPES_Y = new Float64Array(TAPS);
const PART = new Float64Array(WATER.size);

/**
 * Writes the water of the pixel of side `pixel` [mm] around (x, y) [mm] to `out`. Of a pixel larger than a cell, it is the
 * mean of several samples, weighted by their coverage.
 *
 * A cubic B-spline goes through the cells. In a cell's middle its gradient is the central difference of CHEN-16, averaged
 * across with its neighbours; between cells it changes without a crease.
 */
export function heightWater(
  maps: DrawnHeights,
  cellSize: number,
  x: number,
  y: number,
  pixel: number,
  out: Float64Array,
): void {
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(pixel / cellSize - HAIR)));
  const part = pixel / samples;
  // A slope predicts the distance to the contact line only within a cell.
  const width = Math.min(part, cellSize);
  out.fill(0, 0, WATER.size);
  for (let n = 0; n < samples * samples; n++) {
    const sx = x + ((n % samples) - 0.5 * (samples - 1)) * part;
    const sy = y + (Math.floor(n / samples) - 0.5 * (samples - 1)) * part;
    sampleHeights(maps, sx / cellSize, sy / cellSize, width / cellSize, PART);
    const cover = PART[WATER.cover];
    out[WATER.gx] += cover * PART[WATER.gx];
    out[WATER.gy] += cover * PART[WATER.gy];
    out[WATER.height] += cover * PART[WATER.height];
    out[WATER.cover] += cover;
  }
  const sum = out[WATER.cover];
  if (sum === 0) return;
  out[WATER.gx] /= sum * cellSize;
  out[WATER.gy] /= sum * cellSize;
  out[WATER.height] /= sum;
  out[WATER.cover] = sum / (samples * samples);
}

/** The spline at (x, y) [cells], its gradient per cell. `width` of a sample [cells]. */
function sampleHeights(
  { heights, shallow }: DrawnHeights,
  x: number,
  y: number,
  width: number,
  out: Float64Array,
): void {
  const { data, width: columns, height: rows, stride } = heights;
  const col = Math.floor(x - 0.5) - 1;
  const row = Math.floor(y - 0.5) - 1;
  splineWeights(x - 1.5 - col, WEIGHTS_X, SLOPES_X);
  splineWeights(y - 1.5 - row, WEIGHTS_Y, SLOPES_Y);
  // Height and gradient of both maps, the cut-off one last.
  let [h, gx, gy, w, wx, wy] = [0, 0, 0, 0, 0, 0];
  for (let j = 0; j < TAPS; j++) {
    if (row + j < 0 || row + j >= rows) continue;
    for (let i = 0; i < TAPS; i++) {
      if (col + i < 0 || col + i >= columns) continue;
      const at = (row + j) * stride + col + i;
      const cell = data[at];
      if (cell === 0) continue;
      const low = shallow.data[at];
      const weight = WEIGHTS_X[i] * WEIGHTS_Y[j];
      const alongX = SLOPES_X[i] * WEIGHTS_Y[j];
      const alongY = WEIGHTS_X[i] * SLOPES_Y[j];
      h += weight * cell;
      gx += alongX * cell;
      gy += alongY * cell;
      w += weight * low;
      wx += alongX * low;
      wy += alongY * low;
    }
  }
  const soft = Math.max(LOOK.outlineSoft, Math.sqrt(wx * wx + wy * wy) * width);
  out[WATER.gx] = gx;
  out[WATER.gy] = gy;
  out[WATER.height] = h;
  out[WATER.cover] = Math.min(1, Math.max(0, (w - LOOK.outline) / soft + 0.5));
}

/** Weights of the four cells of a cubic B-spline, and their derivatives; `f`, 0 to 1, goes from the second cell to the third. */
function splineWeights(f: number, weights: Float64Array, slopes: Float64Array): void {
  const g = 1 - f;
  weights[0] = (g * g * g) / 6;
  weights[1] = 2 / 3 - f * f * (1 - 0.5 * f);
  weights[2] = 2 / 3 - g * g * (1 - 0.5 * g);
  weights[3] = (f * f * f) / 6;
  slopes[0] = -0.5 * g * g;
  slopes[1] = f * (1.5 * f - 2);
  slopes[2] = g * (2 - 1.5 * g);
  slopes[3] = 0.5 * f * f;
}
