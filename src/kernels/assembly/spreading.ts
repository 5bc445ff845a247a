// Spreading: boxes cut into pieces, and these smoothed and eroded from the map into scratch. A piece is some rows of fours,
// packed there one after another behind a head of four words: first row, rows, first column, fours in a row.

import { fetch } from './fetch';
import { columnSum, guardedMask, meanOf } from './heights';
import { addLanes, sumOfTwo } from './lanes';
import { bitsOf, endOfFours, firstFour, onChartBits, ringOf, widened } from './wet-bits';

/** Where bytes are counted (`-O3s`, the lean build) there is one scene, with two maps and both operators. */
// @ts-ignore: decorator
@inline const LEAN: bool = ASC_SHRINK_LEVEL > 0;

/** What `flow` was called with. */
let source: usize = 0;
let guard: usize = 0;
let pitch: usize = 0;
let columns: i32 = 0;
let wet: usize = 0;
let threshold: f32 = 0;
let smoothing: bool = false;
let erosion: bool = false;

/** What was lost, as sums of heights. */
let smoothedLoss: f64 = 0;
let erodedLoss: f64 = 0;

export function prepare(
  heights: usize,
  guards: usize,
  rowBytes: usize,
  chartColumns: i32,
  wetBits: usize,
  floor: f32,
  smooths: i32,
  erodes: i32,
): void {
  source = heights;
  guard = guards;
  pitch = rowBytes;
  columns = chartColumns;
  wet = wetBits;
  threshold = floor;
  smoothing = smooths != 0;
  erosion = erodes != 0;
  smoothedLoss = 0;
  erodedLoss = 0;
}

export function tellLosses(losses: usize): void {
  store<f64>(losses, smoothedLoss);
  store<f64>(losses, erodedLoss, 8);
}

/**
 * Cuts a box into pieces that lie close around what is wet or may become so, and spreads them one after another from `to`
 * on. Returns where they end; how many there are goes to `pieces`.
 */
export function spreadBox(rectangle: usize, to: usize, pieces: usize): usize {
  const row0 = load<i32>(rectangle);
  const row1 = load<i32>(rectangle, 4);
  const tile = load<i32>(rectangle, 8) & ~31;
  const chart = onChartBits(columns - tile);
  const ring = ringOf(columns);
  let above = widened(bitsOf(wet, ring, row0 - 1, tile));
  let level = widened(bitsOf(wet, ring, row0, tile));
  let made = 0;
  let start = row0;
  let all: u32 = 0;
  for (let row = row0; row < row1; row++) {
    const below = widened(bitsOf(wet, ring, row + 1, tile));
    const reached = (above | level | below) & chart;
    above = level;
    level = below;
    if (all != 0 && !goTogether(all, reached)) {
      to = spreadPiece(start, row, tile, all, to);
      made++;
      all = 0;
    }
    if (all == 0) start = row;
    all |= reached;
  }
  if (all != 0) {
    to = spreadPiece(start, row1, tile, all, to);
    made++;
  }
  store<i32>(pieces, made);
  return to;
}

/** Do the next row's cells belong into a piece? Dry rows end it, and so do those that would make it much wider. */
// @ts-ignore: decorator
@inline
function goTogether(all: u32, reached: u32): bool {
  return reached != 0 && (isNarrow(all | reached) || !(isNarrow(all) || isNarrow(reached)));
}

// @ts-ignore: decorator
@inline
function isNarrow(reached: u32): bool {
  return endOfFours(reached) - firstFour(reached) <= 16;
}

/** Spreads rows row0 … row1 − 1 of a tile in the fours that have cells in reach. Returns where the piece ends. */
function spreadPiece(row0: i32, row1: i32, tile: i32, reached: u32, to: usize): usize {
  const col0 = tile + firstFour(reached);
  const col1 = tile + endOfFours(reached);
  store<i32>(to, row0);
  store<i32>(to, row1 - row0, 4);
  store<i32>(to, col0, 8);
  store<i32>(to, (col1 - col0) >> 2, 12);
  fetch(source, pitch, row0 - 1, row1 + 1, col0, col1);
  return spreadRows(row0, row1, col0, col1, to + 16);
}

/** The rows of a piece, smoothed and eroded in the registers, four by four. */
function spreadRows(row0: i32, row1: i32, col0: i32, col1: i32, to: usize): usize {
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  const smooths = LEAN || smoothing;
  const erodes = LEAN || erosion;
  const guards = LEAN ? 0 : guard;
  const down = pitch;
  let smoothedLanes = f64x2.splat(0);
  let erodedLanes = f64x2.splat(0);
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * down + (<usize>col0 << 2);
    let at = source + offset;
    // Erosion looks two cells beyond the piece, so that of the fours beside it only the nearer lanes must be right, and no
    // sums are needed further out.
    const before = smooths ? columnSum(at - 16, down) : v128.load(at - 16);
    let here = smooths ? columnSum(at, down) : v128.load(at);
    let after = smooths ? columnSum(at + 16, down) : v128.load(at + 16);
    let last = col0 == 0 ? zero : smooths ? smoothed(zero, before, here, floor) : before;
    let kept = smooths ? smoothed(before, here, after, floor) : here;
    if (col0 + 4 > columns) kept = v128.and(kept, onChart(col0));
    // At most eight fours: the losses of a row's lanes add up exactly in float32 (see heights.ts).
    let smoothedAway = zero;
    let erodedAway = zero;
    for (let col = col0; col < col1; col += 4, at += 16, offset += 16, to += 16) {
      let next = zero;
      let beyond = zero;
      if (col + 4 < col1) beyond = smooths ? columnSum(at + 32, down) : v128.load(at + 32);
      if (col + 4 < columns) {
        next = smooths ? smoothed(here, after, beyond, floor) : after;
        if (col + 8 > columns) next = v128.and(next, onChart(col + 4));
      }
      smoothedAway = f32x4.add(smoothedAway, f32x4.sub(v128.load(at), kept));
      let left = kept;
      if (erodes) {
        left = eroded(last, kept, next, guards, offset);
        erodedAway = f32x4.add(erodedAway, f32x4.sub(kept, left));
      }
      v128.store(to, left);
      last = kept;
      kept = next;
      here = after;
      after = beyond;
    }
    smoothedLanes = addLanes(smoothedLanes, smoothedAway);
    erodedLanes = addLanes(erodedLanes, erodedAway);
  }
  smoothedLoss += sumOfTwo(smoothedLanes);
  erodedLoss += sumOfTwo(erodedLanes);
  return to;
}

/** All ones in the lanes of columns col … col + 3 that lie on the chart. */
// @ts-ignore: decorator
@inline
function onChart(col: i32): v128 {
  const cols = i32x4.add(i32x4.splat(col), i32x4(0, 1, 2, 3));
  return i32x4.lt_s(cols, i32x4.splat(columns));
}

/** The smoothed, thresholded mean of four cells from the column sums around them. */
// @ts-ignore: decorator
@inline
function smoothed(before: v128, here: v128, after: v128, floor: v128): v128 {
  const left = v128.shuffle<f32>(before, here, 3, 4, 5, 6);
  const right = v128.shuffle<f32>(here, after, 1, 2, 3, 4);
  const mean = meanOf(f32x4.add(f32x4.add(left, right), here));
  return v128.and(mean, f32x4.ge(mean, floor));
}

/** Four cells of a row as erosion along it leaves them, from those before and after them. */
// @ts-ignore: decorator
@inline
function eroded(last: v128, here: v128, next: v128, guards: usize, offset: usize): v128 {
  const zero = f32x4.splat(0);
  const before = v128.shuffle<f32>(last, here, 3, 4, 5, 6);
  const after = v128.shuffle<f32>(here, next, 1, 2, 3, 4);
  const inner = v128.and(v128.and(f32x4.gt(before, zero), f32x4.gt(after, zero)), f32x4.gt(here, zero));
  const beforeIt = v128.shuffle<f32>(last, here, 2, 3, 4, 5);
  const afterIt = v128.shuffle<f32>(here, next, 2, 3, 4, 5);
  const second = v128.andnot(f32x4.eq(beforeIt, zero), guardedMask(guards, offset - 4));
  const secondLast = v128.andnot(f32x4.eq(afterIt, zero), guardedMask(guards, offset + 4));
  const moved = f32x4.pmax(v128.and(before, second), v128.and(after, secondLast));
  const shrunk = v128.and(v128.bitselect(moved, here, v128.or(second, secondLast)), inner);
  return v128.bitselect(here, shrunk, guardedMask(guards, offset));
}
