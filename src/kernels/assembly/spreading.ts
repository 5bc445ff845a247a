// Spreading: boxes cut into pieces, and these smoothed and eroded from the map into scratch. A piece is some rows of fours,
// packed there one after another behind a head of four words: row0, row1, col0, col1.

import { fetch } from './fetch';
import { columnSum, guardedMask, meanOf } from './heights';
import { addLanes, sumOfTwo } from './lanes';
import { bitsOf, endOfFours, firstFour, onChartBits, ringOf, widened } from './wet-bits';

/** Where bytes are counted (`-O3s`, the lean build) there is one scene, with two maps and both operators. */
// @ts-ignore: decorator
@inline const LEAN: bool = ASC_SHRINK_LEVEL > 0;

/** How `flow` says that water runs sideways, and erosion works along columns. */
// @ts-ignore: decorator
@inline const ALONG_COLUMNS: i32 = 2;

/** What `flow` was called with. */
let source: usize = 0;
let owned: usize = 0;
let guard: usize = 0;
let pitch: usize = 0;
let rows: i32 = 0;
let columns: i32 = 0;
let wet: usize = 0;
let threshold: f32 = 0;
let smoothing: bool = false;
let erosion: i32 = 0;

/** What was lost, as sums of heights. */
let smoothedLoss: f64 = 0;
let erodedLoss: f64 = 0;

export function prepare(
  heights: usize,
  ids: usize,
  guards: usize,
  rowBytes: usize,
  chartRows: i32,
  chartColumns: i32,
  wetBits: usize,
  floor: f32,
  smooths: i32,
  erodes: i32,
): void {
  source = heights;
  owned = ids;
  guard = guards;
  pitch = rowBytes;
  rows = chartRows;
  columns = chartColumns;
  wet = wetBits;
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
 * Cuts a box into pieces that lie close around what is wet or may become so. Their heads are written from `to` on, with room
 * behind each for its cells, and what spreading and settling will ask for is fetched. Returns where the room ends; how
 * many pieces there are goes to `pieces`.
 */
export function cutBox(rectangle: usize, to: usize, pieces: usize): usize {
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

/** Do the next row's cells belong into a piece? Dry rows end it, and so do those that would make it much wider. */
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

/** A piece of rows row0 … row1 − 1 of a tile, with the fours that have cells in reach. Returns where its room ends. */
function cutPiece(row0: i32, row1: i32, tile: i32, reached: u32, to: usize): usize {
  const col0 = tile + firstFour(reached);
  const col1 = tile + endOfFours(reached);
  store<i32>(to, row0);
  store<i32>(to, row1, 4);
  store<i32>(to, col0, 8);
  store<i32>(to, col1, 12);
  // Spreading looks further along columns than along rows, and next to the tile's edges at the next tile's cells.
  const reach = !LEAN && erosion == ALONG_COLUMNS ? 3 : 1;
  const left = (col0 & 31) == 0 && col0 != 0 ? col0 - 4 : col0;
  const right = (col1 & 31) == 0 ? col1 + 4 : col1;
  fetch(source, pitch, max(row0 - reach, -1), min(row1 + reach, rows + 1), left, right);
  fetch(owned, pitch, row0, row1, col0, col1);
  return to + 16 + (<usize>((row1 - row0) * (col1 - col0)) << 2);
}

/** Spreads the pieces whose heads and rooms lie from `at` to `end`. */
export function spreadPieces(at: usize, end: usize): void {
  while (at < end) {
    const row0 = load<i32>(at);
    const row1 = load<i32>(at, 4);
    const col0 = load<i32>(at, 8);
    const col1 = load<i32>(at, 12);
    at += 16;
    if (!LEAN && erosion == ALONG_COLUMNS) at = spreadColumns(row0, row1, col0, col1, at);
    else at = spreadRows(row0, row1, col0, col1, at);
  }
}

/** The rows of a piece. Most scenes smooth and erode and guard nothing, and so does the lean one: nobody asks in the loop then. */
function spreadRows(row0: i32, row1: i32, col0: i32, col1: i32, to: usize): usize {
  if (LEAN) return spreadEach(row0, row1, col0, col1, to, true, true, 0, true);
  // Nor where the chart ends, if it is not near.
  const plain = smoothing && erosion != 0 && guard == 0;
  if (plain && col1 + 4 <= columns) return spreadEach(row0, row1, col0, col1, to, true, true, 0, false);
  return spreadEach(row0, row1, col0, col1, to, smoothing, erosion != 0, guard, true);
}

/** Smooths and erodes in the registers, four by four. */
// @ts-ignore: decorator
@inline
function spreadEach(
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  to: usize,
  smooths: bool,
  erodes: bool,
  guards: usize,
  ends: bool,
): usize {
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  const down = pitch;
  // A piece holds all that is in reach of water in its tile: beside it nothing is wet, but where the next tile begins.
  const opens = (col0 & 31) == 0 && col0 != 0;
  const end = (col1 & 31) == 0 ? col1 : col1 - 4;
  let smoothedLanes = f64x2.splat(0);
  let erodedLanes = f64x2.splat(0);
  // Sixteen losses of a lane add up exactly in float32 (see heights.ts): so many rows at a time.
  const together = LEAN ? 1 : 64 / (col1 - col0);
  let smoothedAway = zero;
  let erodedAway = zero;
  let flush = row0 + together;
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * down + (<usize>col0 << 2);
    let at = source + offset;
    // Erosion looks two cells beyond the piece, so that of the fours beside it only the nearer lanes must be right, and no
    // sums are needed further out.
    let here = smooths ? columnSum(at, down) : v128.load(at);
    let before = zero;
    let after = zero;
    let last = zero;
    if (opens) {
      before = smooths ? columnSum(at - 16, down) : v128.load(at - 16);
      last = smooths ? smoothed(zero, before, here, floor) : before;
    }
    if (col0 < end) after = smooths ? columnSum(at + 16, down) : v128.load(at + 16);
    let kept = smooths ? smoothed(before, here, after, floor) : here;
    if (ends && col0 + 4 > columns) kept = v128.and(kept, onChart(col0));
    for (let col = col0; col < col1; col += 4, at += 16, offset += 16, to += 16) {
      let next = zero;
      let beyond = zero;
      if (col + 4 < end) beyond = smooths ? columnSum(at + 32, down) : v128.load(at + 32);
      if (col < end && (!ends || col + 4 < columns)) {
        next = smooths ? smoothed(here, after, beyond, floor) : after;
        if (ends && col + 8 > columns) next = v128.and(next, onChart(col + 4));
      }
      smoothedAway = f32x4.add(smoothedAway, f32x4.sub(v128.load(at), kept));
      let left = kept;
      if (erodes) {
        left = erodedAlongRow(last, kept, next, guards, offset);
        erodedAway = f32x4.add(erodedAway, f32x4.sub(kept, left));
      }
      v128.store(to, left);
      last = kept;
      kept = next;
      here = after;
      after = beyond;
    }
    if (!LEAN && row + 1 < flush && row + 1 < row1) continue;
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
 * The same where erosion works along columns: four columns at a time from top to bottom, with the five rows that erosion
 * looks at in the registers.
 */
function spreadColumns(row0: i32, row1: i32, col0: i32, col1: i32, to: usize): usize {
  const zero = f32x4.splat(0);
  const packed = <usize>(col1 - col0) << 2;
  let smoothedLanes = f64x2.splat(0);
  let erodedLanes = f64x2.splat(0);
  for (let col = col0; col < col1; col += 4) {
    const lanes = onChart(col);
    const side = <usize>col << 2;
    let target = to + (<usize>(col - col0) << 2);
    // Sums of three rows, and what smoothing leaves of five, up to two rows below the one at hand.
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
        smoothedLanes = addLanes(smoothedLanes, f32x4.sub(v128.load(source + offset), here));
        erodedLanes = addLanes(erodedLanes, f32x4.sub(here, left));
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

/** Sums of the cells left of, at and right of four cells; 0 off the chart. */
// @ts-ignore: decorator
@inline
function threeAcross(row: i32, side: usize): v128 {
  if (row < 0 || row >= rows) return f32x4.splat(0);
  const at = source + <usize>row * pitch + side;
  return f32x4.add(f32x4.add(v128.load(at - 4), v128.load(at + 4)), v128.load(at));
}

/** Four cells as smoothing leaves them, from the sums of three rows; nothing is off the chart. */
// @ts-ignore: decorator
@inline
function keptOf(row: i32, side: usize, above: v128, level: v128, below: v128, lanes: v128): v128 {
  if (row < 0 || row >= rows) return f32x4.splat(0);
  if (!smoothing) return v128.load(source + <usize>row * pitch + side);
  const mean = meanOf(f32x4.add(f32x4.add(above, below), level));
  return v128.and(v128.and(mean, f32x4.ge(mean, f32x4.splat(threshold))), lanes);
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
function erodedAlongRow(last: v128, here: v128, next: v128, guards: usize, offset: usize): v128 {
  const before = v128.shuffle<f32>(last, here, 3, 4, 5, 6);
  const after = v128.shuffle<f32>(here, next, 1, 2, 3, 4);
  const beforeIt = v128.shuffle<f32>(last, here, 2, 3, 4, 5);
  const afterIt = v128.shuffle<f32>(here, next, 2, 3, 4, 5);
  return eroded(beforeIt, before, here, after, afterIt, guards, offset, 4);
}

/** Four cells as erosion leaves them, from the two before and the two after each; `step` bytes lie between them. */
// @ts-ignore: decorator
@inline
function eroded(
  beforeIt: v128,
  before: v128,
  here: v128,
  after: v128,
  afterIt: v128,
  guards: usize,
  offset: usize,
  step: usize,
): v128 {
  const zero = f32x4.splat(0);
  const inner = v128.and(v128.and(f32x4.gt(before, zero), f32x4.gt(after, zero)), f32x4.gt(here, zero));
  const second = v128.andnot(f32x4.eq(beforeIt, zero), guardedMask(guards, offset - step));
  const secondLast = v128.andnot(f32x4.eq(afterIt, zero), guardedMask(guards, offset + step));
  const moved = f32x4.pmax(v128.and(before, second), v128.and(after, secondLast));
  const shrunk = v128.and(v128.bitselect(moved, here, v128.or(second, secondLast)), inner);
  return v128.bitselect(here, shrunk, guardedMask(guards, offset));
}
