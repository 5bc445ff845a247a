// The ways of running drops' heads into the trail map, in float32: the map holds what a drop leaves, pictures draw its body.
import * as BODY from '../../core/body-record';
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import { centre } from './bodies';
import { addressOf, numberOf, wordOf } from './memory';
import { hasRoom, meet, setResume } from './contacts';
import { HIGHEST, laneSum, QUANTUM, quantise, ROUNDER_32 } from './heights';
import { before, familiar } from './lanes';

/** The ids listed last, of the trail map and of the still map: they are skipped until another id comes. */
let known: u32 = 0;
let knownStill: u32 = 0;

/** Stamps four cells at once if none of them makes a contact. Returns what was added, or −1 if one does. */
// @ts-ignore: decorator
@inline
function stampFour(heights: usize, ids: usize, stillIds: usize, cell: u32, id: u32, four: v128): f64 {
  const offset = <usize>cell << 2;
  const inside = f32x4.gt(four, f32x4.splat(0));
  const owners = v128.load(ids + offset);
  const own = i32x4.splat(<i32>id);
  const trail = familiar(owners, own, i32x4.splat(<i32>known));
  const still = familiar(v128.load(stillIds + offset), own, i32x4.splat(<i32>knownStill));
  if (v128.any_true(v128.andnot(inside, v128.and(trail, still)))) return -1;
  const there = v128.load(heights + offset);
  const gain = f32x4.sub(four, there);
  const won = v128.and(f32x4.gt(gain, f32x4.splat(0)), inside);
  v128.store(heights + offset, v128.bitselect(four, there, won));
  v128.store(ids + offset, v128.bitselect(own, owners, won));
  return laneSum(v128.and(gain, won));
}

/** Stamps one cell. Returns what was added. */
function stampCell(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  cell: u32,
  id: u32,
  height: f32,
): f64 {
  if (height <= 0) return 0;
  const offset = <usize>cell << 2;
  known = meet(contacts, id, load<u32>(ids + offset), cell, known);
  knownStill = meet(contacts, id, load<u32>(stillIds + offset), cell, knownStill);
  const gain = height - load<f32>(heights + offset);
  if (gain <= 0) return 0;
  store<f32>(heights + offset, height);
  store<u32>(ids + offset, id);
  return <f64>gain;
}

// @ts-ignore: decorator
@inline
function splat(value: f64): v128 {
  return f32x4.splat(<f32>value);
}

export function stampCapsule(chart: usize, id: u32, sunk: f64, row0: i32): f64 {
  chart <<= 2;
  const cellSize = load<f64>(chart, CHART.cellSize << 2);
  const stride = wordOf(chart, CHART.stride);
  const heights = addressOf(chart, CHART.trail);
  const ids = addressOf(chart, CHART.trailIds);
  const stillIds = addressOf(chart, CHART.stillIds);
  const contacts = addressOf(chart, CHART.contacts);
  const body = addressOf(chart, CHART.body);
  const box = addressOf(chart, CHART.box);
  const row1 = wordOf(box, BOX.row1);
  const col0 = wordOf(box, BOX.col0);
  const col1 = wordOf(box, BOX.col1);
  const headX = numberOf(body, BODY.x);
  const headY = numberOf(body, BODY.y);
  const ux = splat(numberOf(body, BODY.ux));
  const uy = splat(numberOf(body, BODY.uy));
  const length = splat(numberOf(body, BODY.length));
  const radius = numberOf(body, BODY.head);
  const perSquare = splat(1 / (radius * radius));
  const k = splat(numberOf(body, BODY.k));
  const kk = f32x4.mul(k, k);
  const scale = splat(radius * numberOf(body, BODY.e));
  const lower = splat(quantise(sunk));
  const columns = f32x4.mul(f32x4(0, 1, 2, 3), splat(cellSize));
  const zero = f32x4.splat(0);
  const rounder = f32x4.splat(ROUNDER_32);
  known = id;
  knownStill = id;
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * 2)) break;
    const y = splat(centre(row, cellSize) - headY);
    const alongY = f32x4.mul(y, uy);
    const acrossY = f32x4.mul(y, ux);
    let cell = <u32>(row * stride + col0);
    for (let col = col0; col < col1; col += 4, cell += 4) {
      const x = f32x4.add(splat(centre(col, cellSize) - headX), columns);
      const along = f32x4.add(f32x4.mul(x, ux), alongY);
      const across = f32x4.sub(acrossY, f32x4.mul(x, uy));
      const back = f32x4.pmin(f32x4.pmax(f32x4.neg(along), zero), length);
      const ahead = f32x4.add(along, back);
      const square = f32x4.add(f32x4.mul(ahead, ahead), f32x4.mul(across, across));
      const w = f32x4.sub(f32x4.splat(1), f32x4.mul(square, perSquare));
      const inside = v128.and(f32x4.gt(w, zero), before(col, col1));
      if (!v128.any_true(inside)) continue;
      const rise = f32x4.mul(f32x4.sub(f32x4.sqrt(f32x4.add(kk, w)), k), scale);
      const rounded = f32x4.pmin(f32x4.sub(f32x4.add(rise, rounder), rounder), f32x4.splat(<f32>HIGHEST));
      const four = v128.and(f32x4.pmax(f32x4.splat(<f32>QUANTUM), f32x4.sub(rounded, lower)), inside);
      const gain = stampFour(heights, ids, stillIds, cell, id, four);
      if (gain >= 0) {
        added += gain;
        continue;
      }
      added += stampCell(heights, ids, stillIds, contacts, cell, id, f32x4.extract_lane(four, 0));
      added += stampCell(heights, ids, stillIds, contacts, cell + 1, id, f32x4.extract_lane(four, 1));
      added += stampCell(heights, ids, stillIds, contacts, cell + 2, id, f32x4.extract_lane(four, 2));
      added += stampCell(heights, ids, stillIds, contacts, cell + 3, id, f32x4.extract_lane(four, 3));
    }
  }
  setResume(contacts, row, row1);
  return added;
}
