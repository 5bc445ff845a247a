/** Fog on the glass as it is drawn (look.ts, 6): its map without cells, and the droplets it is made of. */
import type { LayerMap } from '../../core/frame.js';
import { LOOK } from './look.js';

/**
 * Density at (x, y) [mm]. Whatever sweeps fog clears whole cells, so what is drawn is the mean of those around, which weigh
 * (1 − d²/fogReach²)² at a distance of d cells: as smooth every way, and 5 × 5 cells hold all of it. Past the edges it is
 * as at the edge.
 */
export function fogAt({ data, width, height, stride, cellSize }: LayerMap<Float32Array>, x: number, y: number): number {
  const cx = x / cellSize;
  const cy = y / cellSize;
  const col = Math.floor(cx);
  const row = Math.floor(cy);
  let sum = 0;
  let weights = 0;
  for (let j = row - 2; j <= row + 2; j++) {
    const first = Math.min(height - 1, Math.max(0, j)) * stride;
    const down = (cy - j - 0.5) * (cy - j - 0.5);
    for (let i = col - 2; i <= col + 2; i++) {
      const near = 1 - (down + (cx - i - 0.5) * (cx - i - 0.5)) / (LOOK.fogReach * LOOK.fogReach);
      if (near <= 0) continue;
      sum += near * near * data[first + Math.min(width - 1, Math.max(0, i))];
      weights += near * near;
    }
  }
  return sum / weights;
}

/**
 * Light of the fog at (x, y) [mm] over its mean: droplets of the size `fogGrain`, as far as pixels of side `pixel` [mm]
 * show them.
 */
export function fogSparkle(x: number, y: number, pixel: number): number {
  const seen = Math.max(0, 1 - pixel / LOOK.fogGrain);
  return 1 + 2 * LOOK.fogRough * seen * (noiseAt(x / LOOK.fogGrain, y / LOOK.fogGrain) - 0.5);
}

/** Places after which a row of the lattice goes on in the next, and the factor that mixes their bits (Knuth and Lewis). */
export const ROW = 997;
export const MIX = 1664525;

/** Value noise, 0 to 1, on a lattice of side 1; whole numbers make it, so that shaders have the same. */
function noiseAt(x: number, y: number): number {
  const col = Math.floor(x);
  const row = Math.floor(y);
  const u = x - col;
  const v = y - row;
  const above = latticeAt(col, row) * (1 - u) + latticeAt(col + 1, row) * u;
  const below = latticeAt(col, row + 1) * (1 - u) + latticeAt(col + 1, row + 1) * u;
  return above * (1 - v) + below * v;
}

/** A number of its own for every place of the lattice, 0 to 1. */
function latticeAt(col: number, row: number): number {
  const bits = Math.imul(col + row * ROW, MIX);
  return (Math.imul(bits ^ (bits >>> 15), MIX) >>> 16) / 65536;
}
