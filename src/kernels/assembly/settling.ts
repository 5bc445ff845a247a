// Settling: new heights into the map, ids off what ran dry, and what there is to say of each box.

import { leastLane, mostLane } from './lanes';
import { bitsOf, ownerOf, ringOf } from './wet-bits';

const WET: i32 = 1;
const CHANGED: i32 = 2;
const ORPHANS: i32 = 4;

/**
 * Settles the boxes `first` … `end` − 1 of a list from pieces packed at the address `packed` (spreading.ts), as many for
 * each box as its first word in `found` says.
 */
export function settleBoxes(
  packed: usize,
  heights: usize,
  ids: usize,
  stride: i32,
  columns: i32,
  wet: usize,
  owners: usize,
  rectangles: usize,
  first: i32,
  end: i32,
  threshold: f32,
  found: usize,
): void {
  heights <<= 2;
  ids <<= 2;
  const pitch = <usize>stride << 2;
  const ring = ringOf(columns);
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  for (let n = first; n < end; n++) {
    const rectangle = (rectangles + (<usize>n << 2)) << 2;
    const out = (found + <usize>n * 5) << 2;
    const row0 = load<i32>(rectangle);
    const row1 = load<i32>(rectangle, 4);
    const tile = load<i32>(rectangle, 8) & ~31;
    let top = row1;
    let bottom = row0;
    let wetColumns: u32 = 0;
    let changed = zero;
    let orphans = zero;
    // One below each id: nobody's becomes the highest of all.
    let lowest = i32x4.splat(-1);
    let highest = i32x4.splat(0);
    for (let pieces = load<i32>(out); pieces > 0; pieces--) {
      let row = load<i32>(packed);
      const endRow = load<i32>(packed, 4);
      const col = load<i32>(packed, 8);
      const last = load<i32>(packed, 12) - tile;
      packed += 16;
      let bits = bitsOf(wet << 2, ring, row, tile);
      for (; row < endRow; row++, bits += 4) {
        let offset = <usize>row * pitch + (<usize>col << 2);
        let wetHere: u32 = 0;
        for (let shift = col - tile; shift < last; shift += 4, offset += 16, packed += 16) {
          const old = v128.load(heights + offset);
          const height = v128.load(packed);
          const isWet = f32x4.gt(height, zero);
          const id = v128.load(ids + offset);
          changed = v128.or(changed, v128.xor(height, old));
          orphans = v128.or(orphans, v128.and(v128.and(f32x4.ge(height, floor), isWet), i32x4.eq(id, zero)));
          v128.store(heights + offset, height);
          const owned = v128.and(id, isWet);
          v128.store(ids + offset, owned);
          lowest = i32x4.min_u(lowest, i32x4.sub(owned, i32x4.splat(1)));
          highest = i32x4.max_u(highest, owned);
          wetHere |= <u32>i32x4.bitmask(isWet) << shift;
        }
        store<u32>(bits, wetHere);
        if (wetHere == 0) continue;
        wetColumns |= wetHere;
        top = min(top, row);
        bottom = row + 1;
      }
    }
    const flags =
      (wetColumns != 0 ? WET : 0) | (v128.any_true(changed) ? CHANGED : 0) | (v128.any_true(orphans) ? ORPHANS : 0);
    store<i32>(out, flags);
    store<i32>(out, top, 4);
    store<i32>(out, bottom, 8);
    store<i32>(out, tile + <i32>ctz(wetColumns), 12);
    store<i32>(out, tile + 32 - <i32>clz(wetColumns), 16);
    const owner = ownerOf(owners, ring, row0, tile);
    store<u32>(owner, min(0xfffffffe, leastLane(lowest)) + 1);
    store<u32>(owner, mostLane(highest), 4);
  }
}
