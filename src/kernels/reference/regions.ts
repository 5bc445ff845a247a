import type { Heap } from '../kernels.js';

export function regionHeight(
  { f32, u32 }: Heap,
  still: number,
  stillIds: number,
  heights: number,
  ids: number,
  stride: number,
  rows: number,
  columns: number,
  row: number,
  col: number,
  own: number,
): number {
  let sum = 0;
  let counted = 0;
  let onChart = 0;
  for (let r = Math.max(0, row - 1); r < Math.min(rows, row + 2); r++) {
    for (let c = Math.max(0, col - 1); c < Math.min(columns, col + 2); c++) {
      const cell = r * stride + c;
      onChart += 1;
      const owner = u32[ids + cell];
      const stillOwner = u32[stillIds + cell];
      if (owner === own || stillOwner === own) continue;
      const height = owner === 0 ? 0 : f32[heights + cell];
      const resting = stillOwner === 0 ? 0 : f32[still + cell];
      sum += resting > height ? resting : height;
      counted += 1;
    }
  }
  if (onChart === 0) return -1;
  return counted === 0 ? 0 : sum / counted;
}

export function regionMean(
  { f32 }: Heap,
  map: number,
  stride: number,
  rows: number,
  columns: number,
  row: number,
  col: number,
): number {
  let sum = 0;
  let counted = 0;
  for (let r = Math.max(0, row - 1); r < Math.min(rows, row + 2); r++) {
    for (let c = Math.max(0, col - 1); c < Math.min(columns, col + 2); c++) {
      sum += f32[map + r * stride + c];
      counted += 1;
    }
  }
  return counted === 0 ? 0 : sum / counted;
}
