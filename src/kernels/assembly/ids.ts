// Ids: growth with the water, and new ids after a merge.
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import { addressOf, wordOf } from './memory';
import { bitsOf, endOfFours, firstFour, onChartBits } from './cell-bits';

function highestOwner(height: usize, id: usize, pitch: usize): u32 {
  let best: f32 = 0;
  let owner: u32 = 0;
  for (let side = 0; side < 4; side++) {
    const offset: isize = side == 0 ? -<isize>pitch : side == 1 ? -4 : side == 2 ? 4 : <isize>pitch;
    const other = load<u32>(id + <usize>offset);
    const there = load<f32>(height + <usize>offset);
    if (other != 0 && there > best) {
      best = there;
      owner = other;
    }
  }
  return owner;
}

// @ts-ignore: decorator
@inline
function growOne(heights: usize, ids: usize, target: usize, pitch: usize, offset: usize, threshold: f32): void {
  const height = load<f32>(heights + offset);
  let id: u32 = 0;
  if (height != 0) {
    id = load<u32>(ids + offset);
    if (id == 0 && height >= threshold) id = highestOwner(heights + offset, ids + offset, pitch);
  }
  store<u32>(target + offset, id);
}

export function growIds(chart: usize, row0: i32, row1: i32, col0: i32, col1: i32, threshold: f32): void {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const heights = addressOf(chart, CHART.trail);
  const ids = addressOf(chart, CHART.trailIds);
  const target = addressOf(chart, CHART.scratch);
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    let col = col0;
    for (; col + 4 <= col1; col += 4, offset += 16) {
      const height = v128.load(heights + offset);
      if (!v128.any_true(height)) {
        v128.store(target + offset, zero);
        continue;
      }
      const id = v128.load(ids + offset);
      const orphan = v128.and(f32x4.ge(height, floor), i32x4.eq(id, zero));
      v128.store(target + offset, v128.and(id, f32x4.gt(height, zero)));
      if (v128.any_true(orphan)) {
        for (let lane: usize = 0; lane < 16; lane += 4) growOne(heights, ids, target, pitch, offset + lane, threshold);
      }
    }
    for (; col < col1; col++, offset += 4) growOne(heights, ids, target, pitch, offset, threshold);
  }
}

// @ts-ignore: decorator
@inline
function lookUp(table: usize, mask: i32, id: u32): u32 {
  const h = id * 0x9e3779b1;
  let i = (h ^ (h >> 15)) & <u32>mask;
  while (true) {
    const from = load<u32>(table + (<usize>i << 3));
    if (from == 0) return id;
    if (from == id) return load<u32>(table + (<usize>i << 3) + 4);
    i = (i + 1) & <u32>mask;
  }
}

export function relabel(chart: usize, count: i32, mask: i32): void {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const ring = wordOf(chart, CHART.ring);
  const columns = wordOf(chart, CHART.columns);
  const ids = addressOf(chart, CHART.trailIds);
  const wet = addressOf(chart, CHART.wetBits);
  const table = addressOf(chart, CHART.labels);
  const rectangles = addressOf(chart, CHART.rectangles);
  const found = addressOf(chart, CHART.found);
  last = 0;
  answer = 0;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + <usize>n * (BOX.words << 2);
    const row0 = wordOf(rectangle, BOX.row0);
    const row1 = wordOf(rectangle, BOX.row1);
    const tile = wordOf(rectangle, BOX.col0) & ~31;
    const bits = bitsOf(wet, ring, row0 & ~31, tile);
    const own = onChartBits(columns - tile);
    let changed = 0;
    for (let row = row0; row < row1; row++) {
      const here = load<u32>(bits + (<usize>(row & 31) << 2)) & own;
      if (here == 0) continue;
      const at = ids + <usize>row * pitch + (<usize>tile << 2);
      const end = min(endOfFours(here), columns - tile);
      changed |= relabelRow(at + (<usize>firstFour(here) << 2), at + (<usize>end << 2), table, mask);
    }
    store<i32>(found + (<usize>n << 2), changed);
  }
}

/** The id looked up last and its label: neighbours mostly have the same id. */
let last: u32 = 0;
let answer: u32 = 0;

function relabelRow(from: usize, end: usize, table: usize, mask: i32): i32 {
  const zero = i32x4.splat(0);
  let changed = 0;
  let at = from;
  while (at < end) {
    // Four cells at once if each has no owner or the id looked up last. Reading past the end is harmless, writing is not.
    const ids = v128.load(at);
    const same = i32x4.eq(ids, i32x4.splat(<i32>last));
    const renames = answer != last && v128.any_true(same);
    if (!(renames && at + 16 > end) && i32x4.all_true(v128.or(same, i32x4.eq(ids, zero)))) {
      if (renames) {
        v128.store(at, v128.and(same, i32x4.splat(<i32>answer)));
        changed = 1;
      }
      at += 16;
      continue;
    }
    const id = load<u32>(at);
    if (id != last) {
      last = id;
      answer = id == 0 ? 0 : lookUp(table, mask, id);
    }
    if (answer != id) {
      store<u32>(at, answer);
      changed = 1;
    }
    at += 4;
  }
  return changed;
}
