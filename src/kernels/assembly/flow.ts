// Flow: the operators on a list of boxes, fused so that each cell is read and written as few times as can be.

import { fetch } from './fetch';
import { columnSum, guardedMask, meanOf } from './heights';
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

/** Four losses of float32, each exact, added to two sums of float64. */
// @ts-ignore: decorator
@inline
function addLanes(sums: v128, lanes: v128): v128 {
  const high = v128.shuffle<i32>(lanes, lanes, 2, 3, 2, 3);
  return f64x2.add(sums, f64x2.add(f64x2.promote_low_f32x4(lanes), f64x2.promote_low_f32x4(high)));
}

// @ts-ignore: decorator
@inline
function sumOfTwo(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

/** Four cells of a row as erosion along it leaves them, from those before and after them. */
// @ts-ignore: decorator
@inline
function eroded(last: v128, here: v128, next: v128, guard: usize, offset: usize): v128 {
  const zero = f32x4.splat(0);
  const before = v128.shuffle<f32>(last, here, 3, 4, 5, 6);
  const after = v128.shuffle<f32>(here, next, 1, 2, 3, 4);
  const inner = v128.and(v128.and(f32x4.gt(before, zero), f32x4.gt(after, zero)), f32x4.gt(here, zero));
  const beforeIt = v128.shuffle<f32>(last, here, 2, 3, 4, 5);
  const afterIt = v128.shuffle<f32>(here, next, 2, 3, 4, 5);
  const second = v128.andnot(f32x4.eq(beforeIt, zero), guardedMask(guard, offset - 4));
  const secondLast = v128.andnot(f32x4.eq(afterIt, zero), guardedMask(guard, offset + 4));
  const moved = f32x4.max(v128.and(before, second), v128.and(after, secondLast));
  const shrunk = v128.and(v128.bitselect(moved, here, v128.or(second, secondLast)), inner);
  return v128.bitselect(here, shrunk, guardedMask(guard, offset));
}

export function spread(
  source: usize,
  target: usize,
  guard: usize,
  stride: i32,
  columns: i32,
  rectangles: usize,
  count: i32,
  threshold: f32,
  smoothing: i32,
  erosion: i32,
  losses: usize,
): void {
  source <<= 2;
  target <<= 2;
  guard <<= 2;
  rectangles <<= 2;
  losses <<= 2;
  const pitch = <usize>stride << 2;
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  let smoothedLoss = f64x2.splat(0);
  let erodedLoss = f64x2.splat(0);
  let to = target;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + (<usize>n << 4);
    const row0 = load<i32>(rectangle);
    const row1 = load<i32>(rectangle + 4);
    const col0 = load<i32>(rectangle + 8);
    const col1 = load<i32>(rectangle + 12);
    fetch(source, pitch, row0 - 1, row1 + 1, col0, col1);
    for (let row = row0; row < row1; row++) {
      let offset = <usize>row * pitch + (<usize>col0 << 2);
      let at = source + offset;
      // Smoothing and erosion in the registers. Erosion looks two cells beyond the box, so that of the fours beside it only
      // the nearer lanes must be right, and no sums are needed further out.
      const before = smoothing ? columnSum(at - 16, pitch) : v128.load(at - 16);
      let here = smoothing ? columnSum(at, pitch) : v128.load(at);
      let after = smoothing ? columnSum(at + 16, pitch) : v128.load(at + 16);
      let last = col0 == 0 ? zero : smoothing ? smoothed(zero, before, here, floor) : before;
      let kept = smoothing ? smoothed(before, here, after, floor) : here;
      if (col0 + 4 > columns) kept = v128.and(kept, onChart(col0, columns));
      // A box is at most a tile wide, so that the losses of a row's lanes add up exactly in float32 (see heights.ts).
      let smoothedAway = zero;
      let erodedAway = zero;
      for (let col = col0; col < col1; col += 4, at += 16, offset += 16, to += 16) {
        let next = zero;
        let beyond = zero;
        if (col + 4 < col1) beyond = smoothing ? columnSum(at + 32, pitch) : v128.load(at + 32);
        if (col + 4 < columns && v128.any_true(v128.or(v128.or(here, after), beyond))) {
          next = smoothing ? smoothed(here, after, beyond, floor) : after;
          if (col + 8 > columns) next = v128.and(next, onChart(col + 4, columns));
        }
        let left = kept;
        if (v128.any_true(v128.or(here, kept))) {
          smoothedAway = f32x4.add(smoothedAway, f32x4.sub(v128.load(at), kept));
          if (erosion) {
            left = eroded(last, kept, next, guard, offset);
            erodedAway = f32x4.add(erodedAway, f32x4.sub(kept, left));
          }
        }
        v128.store(to, left);
        last = kept;
        kept = next;
        here = after;
        after = beyond;
      }
      smoothedLoss = addLanes(smoothedLoss, smoothedAway);
      erodedLoss = addLanes(erodedLoss, erodedAway);
    }
  }
  store<f64>(losses, sumOfTwo(smoothedLoss));
  store<f64>(losses + 8, sumOfTwo(erodedLoss));
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
  source <<= 2;
  heights <<= 2;
  ids <<= 2;
  rectangles <<= 2;
  found <<= 2;
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
