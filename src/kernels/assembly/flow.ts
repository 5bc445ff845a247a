// Flow: smoothing, threshold and erosion on a list of boxes, fused so that each cell is read and written as few times as
// can be. Boxes are cut into pieces that lie close around the water; pieces are spread into scratch (spreading.ts) and
// settled, which is to take the result back, while the cache still holds them.
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import * as FOUND from '../records/found';
import { bitsOf, onChartBits, ownerOf } from './cell-bits';
import { before, leastLane, mostLane } from './lanes';
import { addressOf, wordOf } from './memory';
import { cutBox, prepare, spreadPieces, tellLosses } from './spreading';

/** The row of tiles in which a box lies. */
// @ts-ignore: decorator
@inline
function bandOf(boxes: usize, n: i32): i32 {
  return wordOf(boxes + <usize>n * (BOX.words << 2), BOX.row0) >> 5;
}

export function flow(
  chart: usize,
  count: i32,
  threshold: f32,
  idThreshold: f32,
  smoothing: i32,
  erosion: i32,
  guarded: i32,
): void {
  chart <<= 2;
  const ring = wordOf(chart, CHART.ring);
  const scratch = addressOf(chart, CHART.scratch);
  const boxes = addressOf(chart, CHART.rectangles);
  const found = addressOf(chart, CHART.found);
  // All cells of a row of tiles, and four words for each tile.
  const room = ((<usize>wordOf(chart, CHART.stride) << 5) + (<usize>ring << 2)) << 2;
  prepare(chart, threshold, smoothing, erosion, guarded);
  let start = 0;
  let first = 0;
  let half: usize = 0;
  // A row of tiles may be settled once the next one has been read, which looks at most three rows up.
  while (start < count) {
    let to = scratch + half * room;
    let end = first;
    for (; end < count && bandOf(boxes, end) == bandOf(boxes, first); end++) {
      to = cutBox(boxes + <usize>end * (BOX.words << 2), to, found + <usize>end * (FOUND.words << 2));
    }
    spreadPieces(scratch + half * room, to);
    half ^= 1;
    settleBoxes(chart, scratch + half * room, start, first, idThreshold);
    start = first;
    first = end;
  }
  tellLosses(addressOf(chart, CHART.losses));
}

// Settling: new heights into the map, ids off what ran dry, and the report on each box.

/**
 * Settles the boxes `first` … `end` − 1 of a list from pieces packed at the address `packed` (spreading.ts), as many for
 * each box as its first word in `found` says. Water of at least `threshold` without an id is an orphan.
 */
function settleBoxes(chart: usize, packed: usize, first: i32, end: i32, threshold: f32): void {
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const ring = wordOf(chart, CHART.ring);
  const columns = wordOf(chart, CHART.columns);
  const heights = addressOf(chart, CHART.trail);
  const ids = addressOf(chart, CHART.trailIds);
  const wet = addressOf(chart, CHART.wetBits);
  const owners = addressOf(chart, CHART.owners);
  const rectangles = addressOf(chart, CHART.rectangles);
  const found = addressOf(chart, CHART.found);
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  const all = i32x4.splat(-1);
  for (let n = first; n < end; n++) {
    const rectangle = rectangles + <usize>n * (BOX.words << 2);
    const out = found + <usize>n * (FOUND.words << 2);
    const row0 = wordOf(rectangle, BOX.row0);
    const row1 = wordOf(rectangle, BOX.row1);
    const tile = wordOf(rectangle, BOX.col0) & ~31;
    const beyond = ~onChartBits(columns - tile);
    let top = row1;
    let bottom = row0;
    let wetColumns: u32 = 0;
    let changed = zero;
    let orphans = zero;
    // One below each id, so that 0, which is no owner, becomes the highest.
    let lowest = i32x4.splat(-1);
    let highest = i32x4.splat(0);
    for (let pieces = load<i32>(out); pieces > 0; pieces--) {
      let row = wordOf(packed, BOX.row0);
      const endRow = wordOf(packed, BOX.row1);
      const col = wordOf(packed, BOX.col0);
      const last = wordOf(packed, BOX.col1) - tile;
      // Fours that lie on the chart as a whole.
      const whole = min(last, (columns & ~3) - tile);
      packed += BOX.words << 2;
      let bits = bitsOf(wet, ring, row, tile);
      for (; row < endRow; row++, bits += 4) {
        let offset = <usize>row * pitch + (<usize>col << 2);
        let wetHere: u32 = 0;
        for (let shift = col - tile; shift < last; shift += 4, offset += 16, packed += 16) {
          // Cells beyond the chart keep what they hold, and count for nothing.
          const own = shift < whole ? all : before(tile + shift, columns);
          const old = v128.load(heights + offset);
          const height = v128.and(v128.load(packed), own);
          const isWet = f32x4.gt(height, zero);
          const id = v128.load(ids + offset);
          changed = v128.or(changed, v128.and(v128.xor(height, old), own));
          orphans = v128.or(orphans, v128.and(v128.and(f32x4.ge(height, floor), isWet), i32x4.eq(id, zero)));
          v128.store(heights + offset, v128.bitselect(height, old, own));
          const owned = v128.and(id, isWet);
          v128.store(ids + offset, v128.bitselect(owned, id, own));
          lowest = i32x4.min_u(lowest, i32x4.sub(owned, i32x4.splat(1)));
          highest = i32x4.max_u(highest, owned);
          wetHere |= <u32>i32x4.bitmask(isWet) << shift;
        }
        store<u32>(bits, (load<u32>(bits) & beyond) | wetHere);
        if (wetHere == 0) continue;
        wetColumns |= wetHere;
        top = min(top, row);
        bottom = row + 1;
      }
    }
    const flags =
      (wetColumns != 0 ? FOUND.wet : 0) |
      (v128.any_true(changed) ? FOUND.changed : 0) |
      (v128.any_true(orphans) ? FOUND.orphans : 0);
    store<i32>(out, flags, FOUND.flags << 2);
    store<i32>(out, top, FOUND.row0 << 2);
    store<i32>(out, bottom, FOUND.row1 << 2);
    store<i32>(out, tile + <i32>ctz(wetColumns), FOUND.col0 << 2);
    store<i32>(out, tile + 32 - <i32>clz(wetColumns), FOUND.col1 << 2);
    const owner = ownerOf(owners, ring, row0, tile);
    store<u32>(owner, min(0xfffffffe, leastLane(lowest)) + 1);
    store<u32>(owner, mostLane(highest), 4);
  }
}
