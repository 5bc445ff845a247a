// Flow: the operators on a list of boxes, fused so that each cell is read and written as few times as can be.

import { fetch } from './fetch';
import { columnSum, guardedMask, laneSum, meanOf } from './heights';
import { leastLane, mostLane } from './lanes';

const WET: i32 = 1;
const CHANGED: i32 = 2;
const ORPHANS: i32 = 4;

/** All ones in the lanes of columns col … col + 3 that lie on the chart. */
// @ts-ignore: decorator
@inline
function onChart(col: i32, columns: i32): v128 {
  const cols = i32x4.add(i32x4.splat(col), i32x4(0, 1, 2, 3));
  return v128.and(i32x4.ge_s(cols, i32x4.splat(0)), i32x4.lt_s(cols, i32x4.splat(columns)));
}

/** The smoothed, thresholded mean of four cells from the column sums around them. */
// @ts-ignore: decorator
@inline
function smoothed(before: v128, here: v128, after: v128, floor: v128): v128 {
  const left = v128.shuffle<f32>(before, here, 3, 4, 5, 6);
  const right = v128.shuffle<f32>(here, after, 1, 2, 3, 4);
  const sum = f32x4.add(f32x4.add(left, right), here);
  const mean = meanOf(sum);
  return v128.and(mean, f32x4.ge(mean, floor));
}

/** What smoothing took from the rows so far; a second result of `smoothLine`. */
let smoothedLoss: f64 = 0;

/**
 * One row's smoothed heights into `line`, four cells beyond the box on both sides. Returns whether any cell is wet.
 * A box is at most a tile wide, so that the losses of a row's lanes add up exactly in float32 (see heights.ts).
 */
function smoothLine(at: usize, line: usize, pitch: usize, col0: i32, col1: i32, columns: i32, floor: v128): bool {
  const zero = f32x4.splat(0);
  let before = columnSum(at - 16, pitch);
  let here = columnSum(at, pitch);
  // The margin before the box, cut at the chart's edge.
  let kept = col0 == 0 ? zero : smoothed(columnSum(at - 32, pitch), before, here, floor);
  v128.store(line, kept);
  let wet = kept;
  let gone = zero;
  let to = line + 16;
  let col = col0;
  for (; col + 4 <= col1; col += 4) {
    const after = columnSum(at + 16, pitch);
    if (v128.any_true(v128.or(v128.or(before, here), after))) {
      kept = smoothed(before, here, after, floor);
      gone = f32x4.add(gone, f32x4.sub(v128.load(at), kept));
      wet = v128.or(wet, kept);
    } else {
      kept = zero;
    }
    v128.store(to, kept);
    before = here;
    here = after;
    at += 16;
    to += 16;
  }
  // The last, partly filled four of the chart, if any, and the margin behind the box.
  for (; col < col1 + 4; col += 4) {
    const after = columnSum(at + 16, pitch);
    kept = v128.and(smoothed(before, here, after, floor), onChart(col, columns));
    if (col < col1) gone = f32x4.add(gone, f32x4.sub(v128.load(at), kept));
    wet = v128.or(wet, kept);
    v128.store(to, kept);
    before = here;
    here = after;
    at += 16;
    to += 16;
  }
  smoothedLoss += laneSum(gone);
  return v128.any_true(wet);
}

/** The same row as it is, for erosion without smoothing. Beyond the chart the map itself is dry. */
function copyLine(at: usize, line: usize, col0: i32, col1: i32): bool {
  let from = at - 16;
  let to = line;
  let wet = f32x4.splat(0);
  for (let col = col0 - 4; col < col1 + 4; col += 4, from += 16, to += 16) {
    const height = v128.load(from);
    v128.store(to, height);
    wet = v128.or(wet, height);
  }
  return v128.any_true(wet);
}

/** Erodes a line along the row into `to`. Returns what was lost. */
function erodeLine(line: usize, to: usize, guard: usize, offset: usize, col0: i32, col1: i32): f64 {
  const zero = f32x4.splat(0);
  let at = line + 16;
  let gone = zero;
  for (let col = col0; col < col1; col += 4, at += 16, offset += 16, to += 16) {
    const height = v128.load(at);
    if (!v128.any_true(height)) {
      v128.store(to, zero);
      continue;
    }
    const before = v128.load(at - 4);
    const after = v128.load(at + 4);
    const inner = v128.and(v128.and(f32x4.gt(before, zero), f32x4.gt(after, zero)), f32x4.gt(height, zero));
    const second = v128.andnot(f32x4.eq(v128.load(at - 8), zero), guardedMask(guard, offset - 4));
    const secondLast = v128.andnot(f32x4.eq(v128.load(at + 8), zero), guardedMask(guard, offset + 4));
    const moved = f32x4.max(v128.and(before, second), v128.and(after, secondLast));
    const shrunk = v128.and(v128.bitselect(moved, height, v128.or(second, secondLast)), inner);
    const kept = v128.bitselect(height, shrunk, guardedMask(guard, offset));
    v128.store(to, kept);
    gone = f32x4.add(gone, f32x4.sub(height, kept));
  }
  return laneSum(gone);
}

export function spread(
  source: usize,
  target: usize,
  guard: usize,
  line: usize,
  stride: i32,
  columns: i32,
  rectangles: usize,
  count: i32,
  threshold: f32,
  smoothing: i32,
  erosion: i32,
  losses: usize,
): void {
  const pitch = <usize>stride << 2;
  const floor = f32x4.splat(threshold);
  smoothedLoss = 0;
  let eroded: f64 = 0;
  let to = target;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + (<usize>n << 4);
    const row1 = load<i32>(rectangle + 4);
    const col0 = load<i32>(rectangle + 8);
    const col1 = load<i32>(rectangle + 12);
    const bytes = <usize>((col1 - col0 + 3) & ~3) << 2;
    fetch(source, pitch, load<i32>(rectangle), row1, col0, col1);
    for (let row = load<i32>(rectangle); row < row1; row++) {
      const offset = <usize>row * pitch + (<usize>col0 << 2);
      const wet =
        smoothing != 0
          ? smoothLine(source + offset, line, pitch, col0, col1, columns, floor)
          : copyLine(source + offset, line, col0, col1);
      if (!wet) memory.fill(to, 0, bytes);
      else if (erosion != 0) eroded += erodeLine(line, to, guard, offset, col0, col1);
      else memory.copy(to, line + 16, bytes);
      to += bytes;
    }
  }
  store<f64>(losses, smoothedLoss);
  store<f64>(losses + 8, eroded);
}

export function settle(
  source: usize,
  heights: usize,
  ids: usize,
  stride: i32,
  rectangles: usize,
  count: i32,
  threshold: f32,
  found: usize,
): void {
  const pitch = <usize>stride << 2;
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  const inPlace = source == heights;
  let packed = source;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + (<usize>n << 4);
    const row0 = load<i32>(rectangle);
    const row1 = load<i32>(rectangle + 4);
    const col0 = load<i32>(rectangle + 8);
    const col1 = load<i32>(rectangle + 12);
    let top = row1;
    let bottom = row0;
    let left = col1;
    let right = col0;
    let changed = zero;
    let orphans = zero;
    // One below each id: nobody's becomes the highest of all.
    let lowest = i32x4.splat(-1);
    let highest = i32x4.splat(0);
    fetch(ids, pitch, row0, row1, col0, col1);
    for (let row = row0; row < row1; row++) {
      let offset = <usize>row * pitch + (<usize>col0 << 2);
      for (let col = col0; col < col1; col += 4, offset += 16, packed += 16) {
        const old = v128.load(heights + offset);
        const height = inPlace ? old : v128.load(packed);
        if (!inPlace && !v128.any_true(v128.or(height, old))) continue;
        const wet = f32x4.gt(height, zero);
        const id = v128.load(ids + offset);
        changed = v128.or(changed, v128.xor(height, old));
        orphans = v128.or(orphans, v128.and(v128.and(f32x4.ge(height, floor), wet), i32x4.eq(id, zero)));
        v128.store(heights + offset, height);
        const owned = v128.and(id, wet);
        v128.store(ids + offset, owned);
        lowest = i32x4.min_u(lowest, i32x4.sub(owned, i32x4.splat(1)));
        highest = i32x4.max_u(highest, owned);
        const lanes = i32x4.bitmask(wet);
        if (lanes == 0) continue;
        top = min(top, row);
        bottom = row + 1;
        left = min(left, col + ctz(lanes));
        right = max(right, col + 32 - clz(lanes));
      }
    }
    const out = found + <usize>n * 28;
    const flags =
      (bottom > top ? WET : 0) | (inPlace || v128.any_true(changed) ? CHANGED : 0) | (v128.any_true(orphans) ? ORPHANS : 0);
    store<i32>(out, flags);
    store<i32>(out + 4, top);
    store<i32>(out + 8, bottom);
    store<i32>(out + 12, left);
    store<i32>(out + 16, right);
    store<u32>(out + 20, min(0xfffffffe, leastLane(lowest)) + 1);
    store<u32>(out + 24, mostLane(highest));
  }
}
