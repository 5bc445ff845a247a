// Still bits: which cells of the still map have an owner, bit by bit as the wet bits of the trail map.

import { bitsOf, onChartBits, ringOf } from './wet-bits';

export function noteStill(
  stillIds: usize,
  stillBits: usize,
  stride: i32,
  columns: i32,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
): void {
  for (let tile = col0 & ~31; tile < col1; tile += 32) {
    const first = max(col0 - tile, 0);
    const box = onChartBits(col1 - tile) & (-1 << first);
    for (let row = row0; row < row1; row++) {
      let owned: u32 = 0;
      // Cells before and after the box are looked at as well, but not noted.
      let at = (stillIds + <usize>row * <usize>stride + <usize>tile) << 2;
      for (let shift = first & ~3; shift < 32 && tile + shift < col1; shift += 4) {
        owned |= <u32>i32x4.bitmask(i32x4.ne(v128.load(at + (<usize>shift << 2)), i32x4.splat(0))) << shift;
      }
      const word = bitsOf(stillBits << 2, ringOf(columns), row, tile);
      store<u32>(word, (load<u32>(word) & ~box) | (owned & box));
    }
  }
}
