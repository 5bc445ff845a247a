// Still bits: which cells of the still map have an owner, bit by bit as the wet bits of the trail map.

import * as CHART from '../records/chart';
import { addressOf, wordOf } from './chart';
import { bitsOf, onChartBits } from './wet-bits';

export function noteStill(chart: usize, row0: i32, row1: i32, col0: i32, col1: i32): void {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const ring = wordOf(chart, CHART.ring);
  const stillIds = addressOf(chart, CHART.stillIds);
  const stillBits = addressOf(chart, CHART.stillBits);
  for (let tile = col0 & ~31; tile < col1; tile += 32) {
    const first = max(col0 - tile, 0);
    const box = onChartBits(col1 - tile) & (-1 << first);
    for (let row = row0; row < row1; row++) {
      let owned: u32 = 0;
      // Cells before and after the box are read as well, but not noted.
      const at = stillIds + <usize>row * pitch + (<usize>tile << 2);
      for (let shift = first & ~3; shift < 32 && tile + shift < col1; shift += 4) {
        owned |= <u32>i32x4.bitmask(i32x4.ne(v128.load(at + (<usize>shift << 2)), i32x4.splat(0))) << shift;
      }
      const word = bitsOf(stillBits, ring, row, tile);
      store<u32>(word, (load<u32>(word) & ~box) | (owned & box));
    }
  }
}
