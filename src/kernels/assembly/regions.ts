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
  let sum: f64 = 0;
  let counted = 0;
  let onChart = 0;
  const endRow = min(rows, row + 2);
  const endCol = min(columns, col + 2);
  for (let r = max(0, row - 1); r < endRow; r++) {
    for (let c = max(0, col - 1); c < endCol; c++) {
      const offset = <usize>(r * stride + c) << 2;
      onChart++;
      if (load<u32>(ids + offset) == own || load<u32>(stillIds + offset) == own) continue;
      sum += <f64>max(load<f32>(still + offset), load<f32>(heights + offset));
      counted++;
    }
  }
  if (onChart == 0) return -1;
  return counted == 0 ? 0 : sum / <f64>counted;
}

export function regionMean(map: usize, stride: i32, rows: i32, columns: i32, row: i32, col: i32): f64 {
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
