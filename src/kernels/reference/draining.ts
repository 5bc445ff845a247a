import { HEIGHT_QUANTUM } from '../../core/grid.js';
import type { Heap } from '../kernels.js';

/** Glass that water likes holds a trail this much longer, and other glass this much shorter, so that it breaks up. */
const UNEVEN = 0.5;

export function drain(
  { f32, u32 }: Heap,
  heights: number,
  affinity: number,
  stride: number,
  _columns: number,
  _wet: number,
  rectangles: number,
  count: number,
  share: number,
  found: number,
): number {
  const most = Math.fround(share); // as SIMD sees it, as all that follows
  let lost = 0;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + 4 * n;
    const before = lost;
    for (let row = u32[rectangle]; row < u32[rectangle + 1]; row++) {
      const end = row * stride + u32[rectangle + 3];
      for (let cell = row * stride + u32[rectangle + 2]; cell < end; cell++) {
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
 * `share` of a height in float32, rounded up and at least a quantum: what is wet stays wet, and whose it is, until the
 * operators' threshold dries it.
 */
export function lowered(height: number, share: number): number {
  return Math.max(1, Math.ceil(Math.fround(height * share) / HEIGHT_QUANTUM)) * HEIGHT_QUANTUM;
}
