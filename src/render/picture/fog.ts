/** Fog on the glass as it is drawn (look.ts, 6): its map without cells, and the droplets it is made of. */
import type { LayerMap } from '../../core/frame.js';
import { LOOK } from './look.js';

/** Cells each way from the middle one that a place is made of. */
const REACH = 2;

/**
 * Density at (x, y) [mm]: whatever sweeps fog clears whole cells, so the map is smoothed 1 : 2 : 1 each way, and a
 * quadratic B-spline goes through it. Both at once weigh 5 × 5 cells; past the edges it is as at the edge.
 */
export function fogAt({ data, width, height, stride, cellSize }: LayerMap<Float32Array>, x: number, y: number): number {
  const col = Math.floor(x / cellSize);
  const row = Math.floor(y / cellSize);
  writeWeights(x / cellSize - col - 0.5, ACROSS);
  writeWeights(y / cellSize - row - 0.5, DOWN);
  let density = 0;
  for (let j = -REACH; j <= REACH; j++) {
    const first = Math.min(height - 1, Math.max(0, row + j)) * stride;
    let line = 0;
    for (let i = -REACH; i <= REACH; i++) {
      line += ACROSS[i + REACH] * data[first + Math.min(width - 1, Math.max(0, col + i))];
    }
    density += DOWN[j + REACH] * line;
  }
  return density;
}

const ACROSS = new Float64Array(2 * REACH + 1);
const DOWN = new Float64Array(2 * REACH + 1);

/** Weights of five cells in a row at `f` from the middle one's centre, −½ to ½. */
function writeWeights(f: number, out: Float64Array): void {
  const before = 0.5 * (0.5 - f) * (0.5 - f);
  const here = 0.75 - f * f;
  const after = 0.5 * (0.5 + f) * (0.5 + f);
  out[0] = before / 4;
  out[1] = (2 * before + here) / 4;
  out[2] = (before + 2 * here + after) / 4;
  out[3] = (here + 2 * after) / 4;
  out[4] = after / 4;
}

/**
 * Light of the fog at (x, y) [mm] over its mean: droplets of the size `fogGrain`, as far as pixels of side `pixel` [mm]
 * show them, in patches.
 */
export function fogSparkle(x: number, y: number, pixel: number): number {
  const seen = Math.max(0, 1 - pixel / LOOK.fogGrain);
  return (
    1 +
    2 * LOOK.fogRough * seen * (noiseAt(x / LOOK.fogGrain, y / LOOK.fogGrain) - 0.5) +
    2 * LOOK.fogUneven * (noiseAt(x / LOOK.fogPatch, y / LOOK.fogPatch) - 0.5)
  );
}

/** Value noise, 0 to 1, on a lattice of side 1; whole numbers make it, so that shaders have the same. */
function noiseAt(x: number, y: number): number {
  const col = Math.floor(x);
  const row = Math.floor(y);
  const fx = x - col;
  const fy = y - row;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const above = latticeAt(col, row) * (1 - u) + latticeAt(col + 1, row) * u;
  const below = latticeAt(col, row + 1) * (1 - u) + latticeAt(col + 1, row + 1) * u;
  return above * (1 - v) + below * v;
}

/** A number of its own for every place of the lattice, 0 to 1. */
function latticeAt(col: number, row: number): number {
  let bits = Math.imul(col, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 8) / 16777216;
}
