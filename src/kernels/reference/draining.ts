import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { BOX, CHART, type Heap } from '../kernels.js';

/** Trails lose this much more than `share` where the affinity is 0, and this much less where it is 1, so that they break up. */
const UNEVEN = 0.5;

export function drain({ f32, u32 }: Heap, chart: number, count: number, share: number): number {
  const stride = u32[chart + CHART.stride];
  const heights = u32[chart + CHART.trail];
  const affinity = u32[chart + CHART.affinity];
  const rectangles = u32[chart + CHART.rectangles];
  const found = u32[chart + CHART.found];
  const most = Math.fround(share); // rounded as in SIMD, like everything below
  let lost = 0;
  for (let n = 0; n < count; n++) {
    const box = rectangles + BOX.words * n;
    const before = lost;
    for (let row = u32[box + BOX.row0]; row < u32[box + BOX.row1]; row++) {
      const end = row * stride + u32[box + BOX.col1];
      for (let cell = row * stride + u32[box + BOX.col0]; cell < end; cell++) {
        const height = f32[heights + cell];
        if (height === 0) continue;
        const liking = Math.max(0, Math.min(1, f32[affinity + cell]));
        const gone = Math.fround(most * Math.fround(1 + UNEVEN - 2 * UNEVEN * liking));
        const left = lowered(height, Math.max(0, Math.fround(1 - gone)));
        f32[heights + cell] = left;
        lost += height - left;
      }
    }
    u32[found + n] = lost > before ? 1 : 0;
  }
  return lost;
}

/**
 * `share` of a height in float32, rounded up and at least a quantum: wet cells stay wet and keep their owner until the
 * threshold of the operators dries them.
 */
export function lowered(height: number, share: number): number {
  return Math.max(1, Math.ceil(Math.fround(height * share) / HEIGHT_QUANTUM)) * HEIGHT_QUANTUM;
}
