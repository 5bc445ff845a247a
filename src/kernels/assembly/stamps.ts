// Stamps: a drop's shape into the maps, and out of them.
import * as CHART from '../records/chart';
import { hasRoom, meet, NONE_KNOWN, setResume } from './contacts';
import { HIGHEST, quantise, ROUNDER_64 } from './heights';
import { foreign } from './lanes';
import { addressOf, wordOf } from './memory';

// @ts-ignore: decorator
@inline
function firstCell(low: f64, cellSize: f64, first: i32): i32 {
  return max(first, <i32>floor<f64>(low / cellSize));
}

// @ts-ignore: decorator
@inline
function endCell(high: f64, cellSize: f64, end: i32): i32 {
  return <i32>min<f64>(<f64>end, floor<f64>(high / cellSize) + 1);
}

/** Middles of the columns `col` and `col` + 1 [mm]. */
// @ts-ignore: decorator
@inline
function centresFrom(col: i32, cellSize: f64): v128 {
  return f64x2.mul(f64x2.add(f64x2.splat(<f64>col), f64x2(0.5, 1.5)), f64x2.splat(cellSize));
}

/** Places of hemispheres, two float64 each, and those of them that reach the row at hand. */
let places: usize = 0;
let first: i32 = 0;
let end: i32 = 0;

// @ts-ignore: decorator
@inline
function placeX(n: i32): f64 {
  return load<f64>(places + (<usize>n << 4));
}

// @ts-ignore: decorator
@inline
function placeY(n: i32): f64 {
  return load<f64>(places + (<usize>n << 4), 8);
}

/** Does the hemisphere at a place reach the row whose middle is at `y`? */
// @ts-ignore: decorator
@inline
function reaches(n: i32, y: f64, rr: f64): bool {
  const dy = y - placeY(n);
  return dy * dy < rr;
}

/** Squares of the highest hemisphere's height above two points of a row; negative outside. */
// @ts-ignore: decorator
@inline
function squares(centres: v128, y: f64, rr: f64): v128 {
  let most = f64x2.splat(-1);
  for (let n = first; n < end; n++) {
    const dx = f64x2.sub(centres, f64x2.splat(placeX(n)));
    const dy = y - placeY(n);
    const square = f64x2.sub(f64x2.splat(rr), f64x2.add(f64x2.mul(dx, dx), f64x2.splat(dy * dy)));
    most = f64x2.pmax(most, square);
  }
  return most;
}

// A hemisphere in a few cells, one or four at a time; `stamp` goes through its rows with these.

/** Lists other owners of a cell of the footprint, in either map. */
// @ts-ignore: decorator
@inline
function meetBoth(ids: usize, stillIds: usize, contacts: usize, offset: usize, id: u32): void {
  const cell = <u32>(offset >> 2);
  meet(contacts, id, load<u32>(ids + offset), cell, NONE_KNOWN);
  meet(contacts, id, load<u32>(stillIds + offset), cell, NONE_KNOWN);
}

/** Raises the cell at `offset` to a hemisphere whose height there has the given square. Returns by how much. */
function stampOne(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  offset: usize,
  square: f64,
  id: u32,
): f64 {
  if (square <= 0) return 0;
  meetBoth(ids, stillIds, contacts, offset, id);
  // Comparing squares first saves the root where the water is higher already; rounding the root cannot change the order.
  const there = <f64>load<f32>(heights + offset);
  if (square <= there * there) return 0;
  const height = quantise(sqrt<f64>(square));
  const gain = height - there;
  if (gain <= 0) return 0;
  store<f32>(heights + offset, <f32>height);
  store<u32>(ids + offset, id);
  return gain;
}

// @ts-ignore: decorator
@inline
function quantiseTwo(height: v128): v128 {
  const rounder = f64x2.splat(ROUNDER_64);
  return f64x2.pmin(f64x2.sub(f64x2.add(height, rounder), rounder), f64x2.splat(HIGHEST));
}

/** The same for four cells; `low` and `high` are the squares of the first and the last two. */
// @ts-ignore: decorator
@inline
function stampFour(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  offset: usize,
  low: v128,
  high: v128,
  id: u32,
): f64 {
  const zero = f64x2.splat(0);
  const inside = v128.shuffle<i32>(f64x2.gt(low, zero), f64x2.gt(high, zero), 0, 2, 4, 6);
  if (!v128.any_true(inside)) return 0;
  const owners = v128.load(ids + offset);
  const others = v128.or(foreign(owners, id), foreign(v128.load(stillIds + offset), id));
  const met = i32x4.bitmask(v128.and(others, inside));
  if (met != 0) {
    for (let lane: usize = 0; lane < 4; lane++) {
      if (met & (1 << <i32>lane)) meetBoth(ids, stillIds, contacts, offset + (lane << 2), id);
    }
  }
  const there = v128.load(heights + offset);
  const thereLow = f64x2.promote_low_f32x4(there);
  const thereHigh = f64x2.promote_low_f32x4(v128.shuffle<i32>(there, there, 2, 3, 2, 3));
  const above = v128.shuffle<i32>(
    f64x2.gt(low, f64x2.mul(thereLow, thereLow)),
    f64x2.gt(high, f64x2.mul(thereHigh, thereHigh)),
    0, 2, 4, 6,
  );
  if (!v128.any_true(v128.and(above, inside))) return 0;
  // Cells outside have no root and must not count: their lanes are masked out, whatever comes of them.
  const heightLow = quantiseTwo(f64x2.sqrt(low));
  const heightHigh = quantiseTwo(f64x2.sqrt(high));
  const gainLow = f64x2.sub(heightLow, thereLow);
  const gainHigh = f64x2.sub(heightHigh, thereHigh);
  const wonLow = f64x2.gt(gainLow, zero);
  const wonHigh = f64x2.gt(gainHigh, zero);
  const won = v128.and(v128.and(above, inside), v128.shuffle<i32>(wonLow, wonHigh, 0, 2, 4, 6));
  const height = v128.shuffle<i32>(f32x4.demote_f64x2_zero(heightLow), f32x4.demote_f64x2_zero(heightHigh), 0, 1, 4, 5);
  v128.store(heights + offset, v128.bitselect(height, there, won));
  v128.store(ids + offset, v128.bitselect(i32x4.splat(<i32>id), owners, won));
  const gain = f64x2.add(
    v128.and(gainLow, v128.shuffle<i32>(won, won, 0, 0, 1, 1)),
    v128.and(gainHigh, v128.shuffle<i32>(won, won, 2, 2, 3, 3)),
  );
  return f64x2.extract_lane(gain, 0) + f64x2.extract_lane(gain, 1);
}

export function stamp(chart: usize, count: i32, radius: f64, id: u32, row0: i32): f64 {
  chart <<= 2;
  const cellSize = load<f64>(chart, CHART.cellSize << 2);
  const stride = wordOf(chart, CHART.stride);
  const rows = wordOf(chart, CHART.rows);
  const columns = wordOf(chart, CHART.columns);
  const heights = addressOf(chart, CHART.trail);
  const ids = addressOf(chart, CHART.trailIds);
  const stillIds = addressOf(chart, CHART.stillIds);
  const contacts = addressOf(chart, CHART.contacts);
  places = addressOf(chart, CHART.way);
  const rr = radius * radius;
  const top = min(placeY(0), placeY(count - 1));
  const bottom = max(placeY(0), placeY(count - 1));
  const endRow = endCell(bottom + radius, cellSize, rows);
  let row = max(row0, firstCell(top - radius, cellSize, 0));
  let added: f64 = 0;
  for (; row < endRow; row++) {
    const y = (<f64>row + 0.5) * cellSize;
    first = 0;
    while (first < count && !reaches(first, y, rr)) first++;
    if (first == count) continue;
    end = count;
    while (!reaches(end - 1, y, rr)) end--;
    const x0 = placeX(first);
    const x1 = placeX(end - 1);
    const firstCol = firstCell(min(x0, x1) - radius, cellSize, 0);
    const endCol = endCell(max(x0, x1) + radius, cellSize, columns);
    if (!hasRoom(contacts, (endCol - firstCol) * 2)) break;
    let offset = <usize>(row * stride + firstCol) << 2;
    let col = firstCol;
    // Past the drop no cell is inside. Past the chart no cell may be written.
    for (; col < endCol && col + 4 <= columns; col += 4, offset += 16) {
      const low = squares(centresFrom(col, cellSize), y, rr);
      const high = squares(centresFrom(col + 2, cellSize), y, rr);
      added += stampFour(heights, ids, stillIds, contacts, offset, low, high, id);
    }
    for (; col < endCol; col++, offset += 4) {
      const square = f64x2.extract_lane(squares(centresFrom(col, cellSize), y, rr), 0);
      added += stampOne(heights, ids, stillIds, contacts, offset, square, id);
    }
  }
  setResume(contacts, row, endRow);
  return added;
}

export function cap(chart: usize, map: usize, x: f64, y: f64, radius: f64): void {
  chart <<= 2;
  map <<= 2;
  const cellSize = load<f64>(chart, CHART.cellSize << 2);
  const stride = wordOf(chart, CHART.stride);
  const rr = radius * radius;
  const firstRow = firstCell(y - radius, cellSize, wordOf(chart, CHART.firstRow));
  const endRow = endCell(y + radius, cellSize, wordOf(chart, CHART.endRow));
  const firstCol = firstCell(x - radius, cellSize, wordOf(chart, CHART.firstCol));
  const endCol = endCell(x + radius, cellSize, wordOf(chart, CHART.endCol));
  for (let row = firstRow; row < endRow; row++) {
    const dy = (<f64>row + 0.5) * cellSize - y;
    for (let col = firstCol; col < endCol; col++) {
      const dx = (<f64>col + 0.5) * cellSize - x;
      const square = rr - (dx * dx + dy * dy);
      if (square <= 0) continue;
      const at = map + (<usize>(row * stride + col) << 2);
      const height = <f32>quantise(sqrt<f64>(square));
      if (height > load<f32>(at)) store<f32>(at, height);
    }
  }
}

// @ts-ignore: decorator
@inline
function isForeign(at: usize, id: u32): bool {
  const owner = load<u32>(at);
  return owner != 0 && owner != id;
}

function ownedByOthers(at: usize, pitch: usize, id: u32): bool {
  const above = at - pitch;
  const below = at + pitch;
  if (isForeign(above - 4, id) || isForeign(above, id) || isForeign(above + 4, id)) return true;
  if (isForeign(at - 4, id) || isForeign(at + 4, id)) return true;
  return isForeign(below - 4, id) || isForeign(below, id) || isForeign(below + 4, id);
}

export function lift(chart: usize, row0: i32, row1: i32, col0: i32, col1: i32, id: u32): f64 {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const still = addressOf(chart, CHART.still);
  const stillIds = addressOf(chart, CHART.stillIds);
  const heights = addressOf(chart, CHART.trail);
  const ids = addressOf(chart, CHART.trailIds);
  let change: f64 = 0;
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; col++, offset += 4) {
      const height = load<f32>(still + offset);
      const owner = load<u32>(stillIds + offset);
      if (owner != id) {
        if (height == 0 || owner != 0 || ownedByOthers(stillIds + offset, pitch, id)) continue;
      }
      const gain = height - load<f32>(heights + offset);
      if (gain > 0) {
        store<f32>(heights + offset, height);
        if (owner == id) store<u32>(ids + offset, id);
        change += <f64>gain;
      }
      store<f32>(still + offset, 0);
      store<u32>(stillIds + offset, 0);
      change -= <f64>height;
    }
  }
  return change;
}
