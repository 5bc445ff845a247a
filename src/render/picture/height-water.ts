/**
 * Water from a height map (look.ts, 2): the step from H to what a picture needs of it. A cubic B-spline goes through the
 * cells: in a cell's middle its gradient is the central difference of CHEN-16, averaged across with its neighbours, and between
 * cells it changes without a crease, so that cells do not show in what the water refracts.
 */
import type { MapView } from '../../core/frame.js';
import { LOOK } from './look.js';
import { type SmoothMap, smoothTrail } from './trail.js';

/** Where the numbers of a place of a water map stand: gradient, height [mm], and how much of the pixel is water, 0 to 1. */
export const WATER = { gx: 0, gy: 1, height: 2, cover: 3, size: 4 } as const;

/** Cells that the spline reads each way, the first one before the place it is asked for. */
const TAPS = 4;
/** How far water is drawn from the middle of a wet cell [cells]: smoothing and spline. */
export const HEIGHTS_REACH = 3;
/** Most samples a pixel each way, where it is larger than a cell. */
export const MOST_SAMPLES = 4;

/** A pixel that is larger than a cell by no more than this is as large: floats of a GPU say so at times. */
export const HAIR = 1e-4;

/** A height map as it is drawn: its cells smoothed (trail.ts), and the same of the cells cut off at `LOOK.shallow`. */
export interface DrawnHeights {
  readonly heights: SmoothMap;
  readonly shallow: SmoothMap;
}

/** Where the cells of both are cut off [mm], as floats have it. */
export const DRAWN_LIMITS = [Number.POSITIVE_INFINITY, Math.fround(LOOK.shallow)] as const;

/** Prepares a height map for `heightWater`. */
export function drawnHeights(map: MapView<Float32Array>): DrawnHeights {
  const cut = map.data.map((height) => Math.min(height, LOOK.shallow));
  return { heights: smoothTrail(map), shallow: smoothTrail({ ...map, data: cut }) };
}

const WEIGHTS_X = new Float64Array(TAPS);
const WEIGHTS_Y = new Float64Array(TAPS);
const SLOPES_X = new Float64Array(TAPS);
const SLOPES_Y = new Float64Array(TAPS);
const SAMPLE = new Float64Array(WATER.size);

/**
 * Writes the water of the pixel of side `pixel` [mm] around (x, y) [mm] to `out`. A pixel larger than a cell is the mean of
 * several samples, by their coverage.
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
  // A slope tells how far away the contact line is within a cell at most.
  const width = Math.min(part, cellSize);
  out.fill(0, 0, WATER.size);
  for (let n = 0; n < samples * samples; n++) {
    const sx = x + ((n % samples) - 0.5 * (samples - 1)) * part;
    const sy = y + (Math.floor(n / samples) - 0.5 * (samples - 1)) * part;
    sampleHeights(maps, sx / cellSize, sy / cellSize, width / cellSize, SAMPLE);
    const cover = SAMPLE[WATER.cover];
    out[WATER.gx] += cover * SAMPLE[WATER.gx];
    out[WATER.gy] += cover * SAMPLE[WATER.gy];
    out[WATER.height] += cover * SAMPLE[WATER.height];
    out[WATER.cover] += cover;
  }
  const sum = out[WATER.cover];
  if (sum === 0) return;
  out[WATER.gx] /= sum * cellSize;
  out[WATER.gy] /= sum * cellSize;
  out[WATER.height] /= sum;
  out[WATER.cover] = sum / (samples * samples);
}

/** The spline at (x, y), in cells; its gradient a cell. `width` of a sample, in cells. */
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
  // Height and gradient of both maps.
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

/** Weights of the cubic B-spline's four cells, `f` from the second to the third, 0 to 1, and their derivatives. */
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
