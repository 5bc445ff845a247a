// Stamps: a drop's shape into the maps, and out of them.
import * as CHART from '../records/chart';
import { addressOf, wordOf } from './chart';
import { hasRoom, setResume } from './contacts';
import { quantise } from './heights';
import { stampFour, stampOne } from './stamp-cells';

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
function foreign(at: usize, id: u32): bool {
  const owner = load<u32>(at);
  return owner != 0 && owner != id;
}

function ownedByOthers(at: usize, pitch: usize, id: u32): bool {
  const above = at - pitch;
  const below = at + pitch;
  if (foreign(above - 4, id) || foreign(above, id) || foreign(above + 4, id)) return true;
  if (foreign(at - 4, id) || foreign(at + 4, id)) return true;
  return foreign(below - 4, id) || foreign(below, id) || foreign(below + 4, id);
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
