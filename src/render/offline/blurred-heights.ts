/**
 * The height map as Stuppacher's display mode "blurred height" has it (STUP-9, STUP-13): the mean of 3 × 3 cells, into a
 * map of its own that no model reads. Of a model that smooths its trails itself (CHEN-10) it is one pass more, without the
 * threshold: no volume is lost but past the edges, where the glass counts as dry.
 */
import type { Cells } from './sample.js';

export function blurredHeights({ data, width, height, stride }: Cells): Cells {
  const blurred = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const last = Math.min(height - 1, row + 1);
    for (let col = 0; col < width; col++) {
      const end = Math.min(width - 1, col + 1);
      // Heights are multiples of 2⁻¹⁶ mm: the sum is exact in any order.
      let sum = 0;
      for (let j = Math.max(0, row - 1); j <= last; j++) {
        for (let i = Math.max(0, col - 1); i <= end; i++) sum += data[j * stride + i];
      }
      blurred[row * width + col] = sum / 9;
    }
  }
  return { data: blurred, width, height, stride: width };
}
