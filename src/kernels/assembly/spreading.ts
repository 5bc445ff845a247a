// Spreading: boxes cut into pieces, and these smoothed and eroded from the map into scratch. A piece is some rows of fours,
// packed there one after another behind a head of four words: row0, row1, col0, col1.

import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import * as EROSION from '../records/erosion';
import { addressOf, wordOf } from './memory';
import { columnSum, guardedMask, meanOf } from './heights';
import { addLanes, before, sumOfTwo } from './lanes';
import { bitsOf, endOfFours, firstFour, onChartBits, widened } from './cell-bits';

/** What `flow` was called with. */
let source: usize = 0;
let guard: usize = 0;
let pitch: usize = 0;
let rows: i32 = 0;
let columns: i32 = 0;
let ring: i32 = 0;
let wet: usize = 0;
let threshold: f32 = 0;
let smoothing: bool = false;
let erosion: i32 = 0;

/** Where cells exist: up to the edge of the chart, or beyond it over a seam. */
let firstRow: i32 = 0;
let endRow: i32 = 0;
let firstCol: i32 = 0;
let endCol: i32 = 0;

/** What was lost, as sums of heights. */
let smoothedLoss: f64 = 0;
let erodedLoss: f64 = 0;

export function prepare(chart: usize, floor: f32, smooths: i32, erodes: i32, guarded: i32): void {
  source = addressOf(chart, CHART.trail);
  guard = guarded ? addressOf(chart, CHART.still) : 0;
  pitch = <usize>wordOf(chart, CHART.stride) << 2;
  rows = wordOf(chart, CHART.rows);
  columns = wordOf(chart, CHART.columns);
  ring = wordOf(chart, CHART.ring);
  wet = addressOf(chart, CHART.wetBits);
  firstRow = wordOf(chart, CHART.firstRow);
  endRow = wordOf(chart, CHART.endRow);
  firstCol = wordOf(chart, CHART.firstCol);
  endCol = wordOf(chart, CHART.endCol);
  threshold = floor;
  smoothing = smooths != 0;
  erosion = erodes;
  smoothedLoss = 0;
  erodedLoss = 0;
}

export function tellLosses(losses: usize): void {
  store<f64>(losses, smoothedLoss);
  store<f64>(losses, erodedLoss, 8);
}

/**
 * Cuts a box into pieces that lie close around cells that are wet or may become so. Writes their heads from `to` on, with room
 * behind each for its cells. Returns where the room ends; the number of pieces goes to `pieces`.
 */
export function cutBox(rectangle: usize, to: usize, pieces: usize): usize {
  const row0 = wordOf(rectangle, BOX.row0);
  const row1 = wordOf(rectangle, BOX.row1);
  const tile = wordOf(rectangle, BOX.col0) & ~31;
  const chart = onChartBits(columns - tile);
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
      to = cutPiece(start, row, tile, all, to);
      made++;
      all = 0;
    }
    if (all == 0) start = row;
    all |= reached;
  }
  if (all != 0) {
    to = cutPiece(start, row1, tile, all, to);
    made++;
  }
  store<i32>(pieces, made);
  return to;
}

/** Does the next row belong to the piece? Dry rows end it, and so do rows that would make it much wider. */
// @ts-ignore: decorator
@inline
function goTogether(all: u32, reached: u32): bool {
  return reached != 0 && (isNarrow(all | reached) || !(isNarrow(all) || isNarrow(reached)));
}

// @ts-ignore: decorator
@inline
function isNarrow(reached: u32): bool {
  return endOfFours(reached) - firstFour(reached) <= 12;
}

/** Is the four to the left of column `col0` to be read? Next to a piece cells are wet only in the next tile or over a seam. */
// @ts-ignore: decorator
@inline
function continuesLeft(col0: i32): bool {
  return (col0 & 31) == 0 && col0 > firstCol;
}

/** Is the four from column `col1` on? */
// @ts-ignore: decorator
@inline
function continuesRight(col1: i32): bool {
  return (col1 & 31) == 0 || (col1 >= columns && endCol > columns);
}

/** A piece of rows row0 … row1 − 1 of a tile, with the fours that have cells in reach. Returns where its room ends. */
function cutPiece(row0: i32, row1: i32, tile: i32, reached: u32, to: usize): usize {
  const col0 = tile + firstFour(reached);
  const col1 = tile + endOfFours(reached);
  store<i32>(to, row0, BOX.row0 << 2);
  store<i32>(to, row1, BOX.row1 << 2);
  store<i32>(to, col0, BOX.col0 << 2);
  store<i32>(to, col1, BOX.col1 << 2);
  return to + (BOX.words << 2) + (<usize>((row1 - row0) * (col1 - col0)) << 2);
}

/** Spreads the pieces whose heads and rooms lie from `at` to `end`. */
export function spreadPieces(at: usize, end: usize): void {
  while (at < end) at = erosion == EROSION.alongColumns ? spreadColumns(at) : spreadRows(at);
}

/**
 * Spreads a piece row by row. Most scenes smooth, erode and guard nothing, and most pieces do not lie at the end of the chart:
 * their loop tests none of this. Returns where the piece ends.
 */
function spreadRows(piece: usize): usize {
  const col1 = wordOf(piece, BOX.col1);
  const plain = smoothing && erosion != EROSION.none && guard == 0;
  if (plain && col1 + 4 <= endCol && col1 <= columns) return spreadEach(piece, true, true, 0, false);
  return spreadEach(piece, smoothing, erosion != EROSION.none, guard, true);
}

/** Smooths and erodes in the registers, four by four. `ends`: the chart may end among these fours. */
// @ts-ignore: decorator
@inline
function spreadEach(piece: usize, smooths: bool, erodes: bool, guards: usize, ends: bool): usize {
  const row0 = wordOf(piece, BOX.row0);
  const row1 = wordOf(piece, BOX.row1);
  const col0 = wordOf(piece, BOX.col0);
  const col1 = wordOf(piece, BOX.col1);
  let to = piece + (BOX.words << 2);
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  const down = pitch;
  // A piece holds all cells of its tile that are in reach of water.
  const opens = continuesLeft(col0);
  const end = continuesRight(col1) ? col1 : col1 - 4;
  let smoothedLanes = f64x2.splat(0);
  let erodedLanes = f64x2.splat(0);
  // Sixteen losses of a lane add up exactly in float32 (see heights.ts): so many rows at a time.
  const together = 64 / (col1 - col0);
  let smoothedAway = zero;
  let erodedAway = zero;
  let flush = row0 + together;
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * down + (<usize>col0 << 2);
    let at = source + offset;
    // Erosion looks two cells beyond the piece: of the fours beside it only the two nearer lanes must be right, and no sums are
    // needed further out.
    let here = smooths ? columnSum(at, down) : v128.load(at);
    let sumsBefore = zero;
    let after = zero;
    let last = zero;
    if (opens) {
      sumsBefore = smooths ? columnSum(at - 16, down) : v128.load(at - 16);
      last = smooths ? smoothed(zero, sumsBefore, here, floor) : sumsBefore;
    }
    if (col0 < end) after = smooths ? columnSum(at + 16, down) : v128.load(at + 16);
    let kept = smooths ? smoothed(sumsBefore, here, after, floor) : here;
    if (ends && col0 + 4 > endCol) kept = v128.and(kept, before(col0, endCol));
    for (let col = col0; col < col1; col += 4, at += 16, offset += 16, to += 16) {
      let next = zero;
      let beyond = zero;
      if (col + 4 < end) beyond = smooths ? columnSum(at + 32, down) : v128.load(at + 32);
      if (col < end && (!ends || col + 4 < endCol)) {
        next = smooths ? smoothed(here, after, beyond, floor) : after;
        if (ends && col + 8 > endCol) next = v128.and(next, before(col + 4, endCol));
      }
      let gone = f32x4.sub(v128.load(at), kept);
      // Cells over a seam are the next chart's, and so is what they lose.
      if (ends) gone = v128.and(gone, before(col, columns));
      smoothedAway = f32x4.add(smoothedAway, gone);
      let left = kept;
      if (erodes) {
        left = erodedAlongRow(last, kept, next, guards, offset);
        gone = f32x4.sub(kept, left);
        if (ends) gone = v128.and(gone, before(col, columns));
        erodedAway = f32x4.add(erodedAway, gone);
      }
      v128.store(to, left);
      last = kept;
      kept = next;
      here = after;
      after = beyond;
    }
    if (row + 1 < flush && row + 1 < row1) continue;
    flush += together;
    smoothedLanes = addLanes(smoothedLanes, smoothedAway);
    erodedLanes = addLanes(erodedLanes, erodedAway);
    smoothedAway = zero;
    erodedAway = zero;
  }
  smoothedLoss += sumOfTwo(smoothedLanes);
  erodedLoss += sumOfTwo(erodedLanes);
  return to;
}

/**
 * Spreads a piece where erosion works along columns: four columns at a time from top to bottom, with the five rows at which
 * erosion looks in the registers. Returns where the piece ends.
 */
function spreadColumns(piece: usize): usize {
  const row0 = wordOf(piece, BOX.row0);
  const row1 = wordOf(piece, BOX.row1);
  const col0 = wordOf(piece, BOX.col0);
  const col1 = wordOf(piece, BOX.col1);
  const to = piece + (BOX.words << 2);
  const zero = f32x4.splat(0);
  const packed = <usize>(col1 - col0) << 2;
  let smoothedLanes = f64x2.splat(0);
  let erodedLanes = f64x2.splat(0);
  for (let col = col0; col < col1; col += 4) {
    const lanes = before(col, endCol);
    const own = before(col, columns);
    const side = <usize>col << 2;
    let target = to + (<usize>(col - col0) << 2);
    // Sums across three rows, and five rows after smoothing, up to two rows below the current one.
    let level = threeAcross(row0 - 3, side);
    let below = threeAcross(row0 - 2, side);
    let second = zero;
    let first = zero;
    let here = zero;
    let next = zero;
    for (let row = row0 - 4; row < row1; row++) {
      const above = level;
      level = below;
      below = threeAcross(row + 3, side);
      const afterNext = keptOf(row + 2, side, above, level, below, lanes);
      if (row >= row0) {
        const offset = <usize>row * pitch + side;
        const left = eroded(second, first, here, next, afterNext, guard, offset, pitch);
        smoothedLanes = addLanes(smoothedLanes, v128.and(f32x4.sub(v128.load(source + offset), here), own));
        erodedLanes = addLanes(erodedLanes, v128.and(f32x4.sub(here, left), own));
        v128.store(target, left);
        target += packed;
      }
      second = first;
      first = here;
      here = next;
      next = afterNext;
    }
  }
  smoothedLoss += sumOfTwo(smoothedLanes);
  erodedLoss += sumOfTwo(erodedLanes);
  return to + <usize>(row1 - row0) * packed;
}

/** Sums of the cells left of, at and right of four cells; 0 where there are no cells. */
// @ts-ignore: decorator
@inline
function threeAcross(row: i32, side: usize): v128 {
  if (row < firstRow || row >= endRow) return f32x4.splat(0);
  const at = source + <usize>row * pitch + side;
  return f32x4.add(f32x4.add(v128.load(at - 4), v128.load(at + 4)), v128.load(at));
}

/** Four cells after smoothing, from the sums of three rows; 0 where there are no cells. */
// @ts-ignore: decorator
@inline
function keptOf(row: i32, side: usize, above: v128, level: v128, below: v128, lanes: v128): v128 {
  if (row < firstRow || row >= endRow) return f32x4.splat(0);
  if (!smoothing) return v128.load(source + <usize>row * pitch + side);
  const mean = meanOf(f32x4.add(f32x4.add(above, below), level));
  return v128.and(v128.and(mean, f32x4.ge(mean, f32x4.splat(threshold))), lanes);
}

/** The smoothed, thresholded mean of four cells from the column sums around them. */
// @ts-ignore: decorator
@inline
function smoothed(sumsBefore: v128, here: v128, after: v128, floor: v128): v128 {
  const left = v128.shuffle<f32>(sumsBefore, here, 3, 4, 5, 6);
  const right = v128.shuffle<f32>(here, after, 1, 2, 3, 4);
  const mean = meanOf(f32x4.add(f32x4.add(left, right), here));
  return v128.and(mean, f32x4.ge(mean, floor));
}

/** Four cells of a row after erosion along it, from the fours before and after them. */
// @ts-ignore: decorator
@inline
function erodedAlongRow(last: v128, here: v128, next: v128, guards: usize, offset: usize): v128 {
  const previous = v128.shuffle<f32>(last, here, 3, 4, 5, 6);
  const after = v128.shuffle<f32>(here, next, 1, 2, 3, 4);
  const beforeIt = v128.shuffle<f32>(last, here, 2, 3, 4, 5);
  const afterIt = v128.shuffle<f32>(here, next, 2, 3, 4, 5);
  return eroded(beforeIt, previous, here, after, afterIt, guards, offset, 4);
}

/** Four cells after erosion, from the two before and the two after each, which lie `step` bytes apart. */
// @ts-ignore: decorator
@inline
function eroded(
  beforeIt: v128,
  previous: v128,
  here: v128,
  after: v128,
  afterIt: v128,
  guards: usize,
  offset: usize,
  step: usize,
): v128 {
  const zero = f32x4.splat(0);
  const inner = v128.and(v128.and(f32x4.gt(previous, zero), f32x4.gt(after, zero)), f32x4.gt(here, zero));
  const second = v128.andnot(f32x4.eq(beforeIt, zero), guardedMask(guards, offset - step));
  const secondLast = v128.andnot(f32x4.eq(afterIt, zero), guardedMask(guards, offset + step));
  const moved = f32x4.pmax(v128.and(previous, second), v128.and(after, secondLast));
  const shrunk = v128.and(v128.bitselect(moved, here, v128.or(second, secondLast)), inner);
  return v128.bitselect(here, shrunk, guardedMask(guards, offset));
}
