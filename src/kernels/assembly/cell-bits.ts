// Bits of cells: wet bits of the trail map and still bits of the still map. A word a row of each tile, a bit a column, with a
// ring of dry tiles around the chart (../../core/tiles.ts).
import * as CHART from '../records/chart';
import { addressOf, wordOf } from './memory';

/** Where the word of a row stands in the tile of a column; from one row above the chart to one below. */
// @ts-ignore: decorator
@inline
export function bitsOf(wet: usize, ring: i32, row: i32, tile: i32): usize {
  return wet + (<usize>(((row + 32) >> 5) * ring + (tile >> 5) + 1) << 7) + (<usize>(row & 31) << 2);
}

/** Bits of the cells of a row that are wet or beside a wet one, in the tiles on either side too. */
// @ts-ignore: decorator
@inline
export function widened(words: usize): u32 {
  const here = load<u32>(words);
  return here | (here << 1) | (here >> 1) | (load<u32>(words - 128) >> 31) | (load<u32>(words + 128) << 31);
}

/** Bits of a tile that begins so many columns before the chart ends. */
// @ts-ignore: decorator
@inline
export function onChartBits(columns: i32): u32 {
  return columns >= 32 ? 0xffffffff : (1 << columns) - 1;
}

/** First column of the first four that has a bit set. */
// @ts-ignore: decorator
@inline
export function firstFour(bits: u32): i32 {
  return <i32>ctz(bits) & ~3;
}

/** Column after the last such four. */
// @ts-ignore: decorator
@inline
export function endOfFours(bits: u32): i32 {
  return (35 - <i32>clz(bits)) & ~3;
}

/** Where the owners of a tile stand, its lowest id and its highest (../../core/tiles.ts). */
// @ts-ignore: decorator
@inline
export function ownerOf(owners: usize, ring: i32, row: i32, tile: i32): usize {
  return owners + (<usize>((row >> 5) * (ring - 2) + (tile >> 5)) << 3);
}

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
