import { CHART, type Heap } from '../kernels.js';

export function regionHeight(
  { f32, u32, i32 }: Heap,
  chart: number,
  resting: number,
  row: number,
  col: number,
  own: number,
): number {
  const stride = u32[chart + CHART.stride];
  const trail = u32[chart + CHART.trail];
  const trailIds = u32[chart + CHART.trailIds];
  const stillIds = u32[chart + CHART.stillIds];
  const row1 = Math.min(i32[chart + CHART.endRow], row + 2);
  const col0 = Math.max(i32[chart + CHART.firstCol], col - 1);
  const col1 = Math.min(i32[chart + CHART.endCol], col + 2);
  let sum = 0;
  let counted = 0;
  let existing = 0;
  for (let r = Math.max(i32[chart + CHART.firstRow], row - 1); r < row1; r++) {
    for (let c = col0; c < col1; c++) {
      const cell = r * stride + c;
      existing += 1;
      const owner = u32[trailIds + cell];
      const stillOwner = u32[stillIds + cell];
      if (owner === own || stillOwner === own) continue;
      const running = owner === 0 ? 0 : f32[trail + cell];
      const lying = stillOwner === 0 ? 0 : f32[resting + cell];
      sum += lying > running ? lying : running;
      counted += 1;
    }
  }
  if (existing === 0) return -1;
  return counted === 0 ? 0 : sum / counted;
}

export function regionMean({ f32, u32, i32 }: Heap, chart: number, map: number, row: number, col: number): number {
  const stride = u32[chart + CHART.stride];
  const row1 = Math.min(i32[chart + CHART.endRow], row + 2);
  const col0 = Math.max(i32[chart + CHART.firstCol], col - 1);
  const col1 = Math.min(i32[chart + CHART.endCol], col + 2);
  let sum = 0;
  let counted = 0;
  for (let r = Math.max(i32[chart + CHART.firstRow], row - 1); r < row1; r++) {
    for (let c = col0; c < col1; c++) {
      sum += f32[map + r * stride + c];
      counted += 1;
    }
  }
  return counted === 0 ? 0 : sum / counted;
}
