// Regions: the 3×3 cells a running drop looks at.

export function regionHeight(
  still: usize,
  stillIds: usize,
  heights: usize,
  ids: usize,
  stride: i32,
  rows: i32,
  columns: i32,
  row: i32,
  col: i32,
  own: u32,
): f64 {
  still <<= 2;
  stillIds <<= 2;
  heights <<= 2;
  ids <<= 2;
  let sum: f64 = 0;
  let counted = 0;
  let onChart = 0;
  const endRow = min(rows, row + 2);
  const endCol = min(columns, col + 2);
  for (let r = max(0, row - 1); r < endRow; r++) {
    for (let c = max(0, col - 1); c < endCol; c++) {
      const offset = <usize>(r * stride + c) << 2;
      onChart++;
      const owner = load<u32>(ids + offset);
      const stillOwner = load<u32>(stillIds + offset);
      if (owner == own || stillOwner == own) continue;
      const height: f32 = owner == 0 ? 0 : load<f32>(heights + offset);
      const resting: f32 = stillOwner == 0 ? 0 : load<f32>(still + offset);
      sum += <f64>max(resting, height);
      counted++;
    }
  }
  if (onChart == 0) return -1;
  return counted == 0 ? 0 : sum / <f64>counted;
}

export function regionMean(map: usize, stride: i32, rows: i32, columns: i32, row: i32, col: i32): f64 {
  map <<= 2;
  let sum: f64 = 0;
  let counted = 0;
  const endRow = min(rows, row + 2);
  const endCol = min(columns, col + 2);
  for (let r = max(0, row - 1); r < endRow; r++) {
    for (let c = max(0, col - 1); c < endCol; c++) {
      sum += <f64>load<f32>(map + (<usize>(r * stride + c) << 2));
      counted++;
    }
  }
  return counted == 0 ? 0 : sum / <f64>counted;
}
