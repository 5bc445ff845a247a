// Regions: the 3×3 cells at which a running drop looks.
import * as CHART from '../records/chart';
import { addressOf, wordOf } from './memory';

export function regionHeight(chart: usize, resting: usize, row: i32, col: i32, own: u32): f64 {
  chart <<= 2;
  resting <<= 2;
  const stride = wordOf(chart, CHART.stride);
  const heights = addressOf(chart, CHART.trail);
  const ids = addressOf(chart, CHART.trailIds);
  const stillIds = addressOf(chart, CHART.stillIds);
  const row1 = min(wordOf(chart, CHART.endRow), row + 2);
  const col0 = max(wordOf(chart, CHART.firstCol), col - 1);
  const col1 = min(wordOf(chart, CHART.endCol), col + 2);
  let sum: f64 = 0;
  let counted = 0;
  let existing = 0;
  for (let r = max(wordOf(chart, CHART.firstRow), row - 1); r < row1; r++) {
    for (let c = col0; c < col1; c++) {
      const offset = <usize>(r * stride + c) << 2;
      existing++;
      const owner = load<u32>(ids + offset);
      const stillOwner = load<u32>(stillIds + offset);
      if (owner == own || stillOwner == own) continue;
      const running: f32 = owner == 0 ? 0 : load<f32>(heights + offset);
      const lying: f32 = stillOwner == 0 ? 0 : load<f32>(resting + offset);
      sum += <f64>max(lying, running);
      counted++;
    }
  }
  if (existing == 0) return -1;
  return counted == 0 ? 0 : sum / <f64>counted;
}

export function regionMean(chart: usize, map: usize, row: i32, col: i32): f64 {
  chart <<= 2;
  map <<= 2;
  const stride = wordOf(chart, CHART.stride);
  const row1 = min(wordOf(chart, CHART.endRow), row + 2);
  const col0 = max(wordOf(chart, CHART.firstCol), col - 1);
  const col1 = min(wordOf(chart, CHART.endCol), col + 2);
  let sum: f64 = 0;
  let counted = 0;
  for (let r = max(wordOf(chart, CHART.firstRow), row - 1); r < row1; r++) {
    for (let c = col0; c < col1; c++) {
      sum += <f64>load<f32>(map + (<usize>(r * stride + c) << 2));
      counted++;
    }
  }
  return counted == 0 ? 0 : sum / <f64>counted;
}
