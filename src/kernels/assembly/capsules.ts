// The ways of running drops' heads into the trail map, in float32: the map is what a drop leaves, and not what is drawn of it.
import { centre } from './bodies';
import { hasRoom, meet, setResume } from './contacts';
import { fetch } from './fetch';
import { HIGHEST, laneSum, QUANTUM, quantise, ROUNDER_32 } from './heights';
import { before, familiar } from './lanes';

/** Who was listed last, of the trail map and of the still one: nobody is listed twice in a row. */
let known: u32 = 0;
let knownStill: u32 = 0;

/** Stamps four cells at once, if nobody is to be listed for them. Returns what was added, or −1 if somebody is. */
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

/** Stamps one cell; returns what was added. */
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

export function stampCapsule(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  stride: i32,
  cellSize: f64,
  body: usize,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  id: u32,
  sunk: f64,
  rowByRow: i32,
): f64 {
  heights <<= 2;
  ids <<= 2;
  stillIds <<= 2;
  contacts <<= 2;
  body <<= 2;
  const headX = load<f64>(body);
  const headY = load<f64>(body, 8);
  const ux = splat(load<f64>(body, 16));
  const uy = splat(load<f64>(body, 24));
  const length = splat(load<f64>(body, 32));
  const radius = load<f64>(body, 40);
  const perSquare = splat(1 / (radius * radius));
  const k = splat(load<f64>(body, 56));
  const kk = f32x4.mul(k, k);
  const scale = splat(radius * load<f64>(body, 64));
  const lower = splat(quantise(sunk));
  const columns = f32x4.mul(f32x4(0, 1, 2, 3), splat(cellSize));
  const zero = f32x4.splat(0);
  const rounder = f32x4.splat(ROUNDER_32);
  known = id;
  knownStill = id;
  const pitch = <usize>stride << 2;
  fetch(heights, pitch, row0, row1, col0, col1);
  fetch(ids, pitch, row0, row1, col0, col1);
  fetch(stillIds, pitch, row0, row1, col0, col1);
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * 2)) break;
    if (rowByRow) {
      known = id;
      knownStill = id;
    }
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
