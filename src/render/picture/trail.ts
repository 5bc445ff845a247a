/**
 * The trail map as it is drawn: smoothed before the spline goes through it (look.ts, 2), since models stamp trails cell
 * by cell and their edges would show it. STUP-9 does the same, for the same reason.
 */
import type { MapView } from '../../core/frame.js';
import { LOOK } from './look.js';

/** A map without padding. */
export interface SmoothMap {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/** Weighs each cell and its neighbours 1 : 2 : 1 each way, `LOOK.trailPasses` times; past the edges it is dry. */
export function smoothTrail({ data, width, height, stride }: MapView<Float32Array>): SmoothMap {
  let from = data;
  let step = stride;
  const first = new Float32Array(width * height);
  const second = new Float32Array(width * height);
  for (let pass = 0; pass < LOOK.trailPasses; pass++) {
    const to = pass % 2 === 0 ? first : second;
    smoothOnce(from, step, width, height, to);
    from = to;
    step = width;
  }
  return { data: from, width, height, stride: step };
}

function smoothOnce(from: Float32Array, stride: number, width: number, height: number, to: Float32Array): void {
  // Rows of sums along x; only three are needed at a time.
  const lines = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  const sum = (row: number) => {
    const line = lines[(row + 3) % 3];
    if (row < 0 || row >= height) return line.fill(0);
    for (let col = 0, i = row * stride; col < width; col++, i++) {
      const left = col > 0 ? from[i - 1] : 0;
      const right = col < width - 1 ? from[i + 1] : 0;
      line[col] = left + 2 * from[i] + right;
    }
    return line;
  };
  let above = sum(-1);
  let middle = sum(0);
  for (let row = 0; row < height; row++) {
    const below = sum(row + 1);
    for (let col = 0; col < width; col++) to[row * width + col] = (above[col] + 2 * middle[col] + below[col]) / 16;
    above = middle;
    middle = below;
  }
}
