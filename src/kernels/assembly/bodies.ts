// Bodies: drops of any shape into the maps. `core/body.ts` says what a body is; the arithmetic here is the same, in the
// same order, so that the heights are the same bits.
import { ENTRIES_A_CELL, hasRoom, pushContact, setResume } from './contacts';
import { fetch } from './fetch';
import { HIGHEST, laneSum, QUANTUM, quantise, ROUNDER_64 } from './heights';
import { foreign } from './lanes';
import { layFour, layOne } from './laying';
import { lookAtFour, readRough, SETTLED, UNSURE } from './rough-bodies';

// @ts-ignore: decorator
@inline const REACH_SQUARE: f64 = 1.3 * 1.3;
// @ts-ignore: decorator
@inline const SHORT: f64 = 1e-6;

/** The body that is being stamped, read once from memory. */
let headX: f64 = 0;
let headY: f64 = 0;
let ux: f64 = 0;
let uy: f64 = 0;
let length: f64 = 0;
let head: f64 = 0;
/** May the radius change from head to tail, by how much, how much narrower is it halfway, and one over it if it may not. */
let tapers = false;
let taper: f64 = 0;
let waist: f64 = 0;
let perLength: f64 = 0;
let inverseHead: f64 = 0;
let k: f64 = 0;
let kk: f64 = 0;
let e: f64 = 0;
let sag: f64 = 0;
let c2: f64 = 0;
let s2: f64 = 0;
let c3: f64 = 0;
let s3: f64 = 0;
/** Is the outline anything but round? */
let bent = false;
/** Whose the last cell of the footprint was, in both maps. */
let lastOwner: u32 = 0;
let lastStill: u32 = 0;

function read(body: usize): void {
  headX = load<f64>(body);
  headY = load<f64>(body, 8);
  ux = load<f64>(body, 16);
  uy = load<f64>(body, 24);
  length = load<f64>(body, 32);
  head = load<f64>(body, 40);
  tapers = length > SHORT;
  taper = load<f64>(body, 48) - head;
  waist = load<f64>(body, 112);
  perLength = 1 / length;
  inverseHead = 1 / head;
  k = load<f64>(body, 56);
  kk = k * k;
  e = load<f64>(body, 64);
  sag = load<f64>(body, 72);
  c2 = load<f64>(body, 80);
  s2 = load<f64>(body, 88);
  c3 = load<f64>(body, 96);
  s3 = load<f64>(body, 104);
  bent = c2 != 0 || s2 != 0 || c3 != 0 || s3 != 0;
}

// @ts-ignore: decorator
@inline
function splat(value: f64): v128 {
  return f64x2.splat(value);
}

/** `heightIn` of core/body.ts, rounded, at (x, y) and at the same height one cell on: divisions and roots come in pairs. */
// @ts-ignore: decorator
@inline
function heightsAt(x: f64, next: f64, y: f64): v128 {
  const dx = f64x2.sub(f64x2.replace_lane(splat(x), 1, next), splat(headX));
  const dy = y - headY;
  const along = f64x2.add(f64x2.mul(dx, splat(ux)), splat(dy * uy));
  const across = f64x2.sub(splat(dy * ux), f64x2.mul(dx, splat(uy)));
  const beyond = f64x2.le(along, splat(-length));
  const behind = v128.bitselect(splat(length), f64x2.neg(along), beyond);
  const back = v128.andnot(behind, f64x2.ge(along, splat(0)));
  let radius = splat(head);
  let inverse = splat(inverseHead);
  if (tapers) {
    const share = f64x2.mul(back, splat(perLength));
    radius = f64x2.add(radius, f64x2.mul(splat(taper), share));
    if (waist != 0) {
      const bulge = f64x2.mul(f64x2.mul(splat(4), share), f64x2.sub(splat(1), share));
      radius = f64x2.sub(radius, f64x2.mul(f64x2.mul(splat(waist), bulge), bulge));
    }
    inverse = f64x2.div(splat(1), radius);
  }
  const X = f64x2.mul(f64x2.add(along, back), inverse);
  const Y = f64x2.mul(across, inverse);
  const xx = f64x2.mul(X, X);
  const yy = f64x2.mul(Y, Y);
  const square = f64x2.add(xx, yy);
  const near = f64x2.lt(square, splat(REACH_SQUARE));
  let q = square;
  if (bent) {
    const second = f64x2.add(
      f64x2.mul(splat(c2), f64x2.sub(xx, yy)),
      f64x2.mul(splat(s2), f64x2.mul(f64x2.mul(splat(2), X), Y)),
    );
    const third = f64x2.mul(splat(c3), f64x2.mul(X, f64x2.sub(xx, f64x2.mul(splat(3), yy))));
    const fourth = f64x2.mul(splat(s3), f64x2.mul(Y, f64x2.sub(f64x2.mul(splat(3), xx), yy)));
    q = f64x2.sub(square, f64x2.add(f64x2.add(second, third), fourth));
  }
  const w = f64x2.mul(f64x2.sub(splat(1), q), f64x2.add(splat(1), f64x2.mul(splat(sag), X)));
  const inside = v128.and(v128.and(near, f64x2.lt(q, splat(1))), f64x2.gt(w, splat(0)));
  const rise = f64x2.sub(f64x2.sqrt(f64x2.add(splat(kk), w)), splat(k));
  const height = v128.and(f64x2.mul(f64x2.mul(radius, splat(e)), rise), inside);
  return f64x2.pmin(f64x2.sub(f64x2.add(height, splat(ROUNDER_64)), splat(ROUNDER_64)), splat(HIGHEST));
}

/** Heights of four cells, the first at (x, y), in the lanes of float32, which holds multiples of the quantum exactly. */
// @ts-ignore: decorator
@inline
function heightsOfFour(col: i32, y: f64, cellSize: f64): v128 {
  const first = f32x4.demote_f64x2_zero(heightsAt(centre(col, cellSize), centre(col + 1, cellSize), y));
  const last = f32x4.demote_f64x2_zero(heightsAt(centre(col + 2, cellSize), centre(col + 3, cellSize), y));
  return v128.shuffle<i32>(first, last, 0, 1, 4, 5);
}

// @ts-ignore: decorator
@inline
function centre(cell: i32, cellSize: f64): f64 {
  return (<f64>cell + 0.5) * cellSize;
}

/** The lanes of four cells from column `col` on that stand before column `end`. */
// @ts-ignore: decorator
@inline
function before(col: i32, end: i32): v128 {
  return i32x4.gt_s(i32x4.splat(end - col), i32x4(0, 1, 2, 3));
}

/** Stamps four cells, of which no other drop has one that the body covers, at once. Returns what was added, or −1 if one has. */
// @ts-ignore: decorator
@inline
function stampFour(heights: usize, ids: usize, stillIds: usize, cell: u32, id: u32, four: v128): f64 {
  const offset = <usize>cell << 2;
  const inside = f32x4.gt(four, f32x4.splat(0));
  const owners = v128.load(ids + offset);
  const others = v128.or(foreign(owners, id), foreign(v128.load(stillIds + offset), id));
  if (v128.any_true(v128.and(others, inside))) return -1;
  lastOwner = 0;
  lastStill = 0;
  const there = v128.load(heights + offset);
  const gain = f32x4.sub(four, there);
  const won = v128.and(f32x4.gt(gain, f32x4.splat(0)), inside);
  v128.store(heights + offset, v128.bitselect(four, there, won));
  v128.store(ids + offset, v128.bitselect(i32x4.splat(<i32>id), owners, won));
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
  const owner = load<u32>(ids + offset);
  const still = load<u32>(stillIds + offset);
  if (owner != 0 && owner != id && owner != lastOwner) pushContact(contacts, id, owner, cell);
  if (still != 0 && still != id && still != lastStill) pushContact(contacts, id, still, cell);
  lastOwner = owner;
  lastStill = still;
  const gain = height - load<f32>(heights + offset);
  if (gain <= 0) return 0;
  store<f32>(heights + offset, height);
  store<u32>(ids + offset, id);
  return <f64>gain;
}

export function stampBody(
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
): f64 {
  heights <<= 2;
  ids <<= 2;
  stillIds <<= 2;
  contacts <<= 2;
  body <<= 2;
  read(body);
  const lowered = quantise(sunk);
  const lower = f32x4.splat(<f32>lowered);
  const isPlain = !bent && waist == 0;
  if (isPlain) readRough(body, cellSize, lowered);
  const pitch = <usize>stride << 2;
  fetch(heights, pitch, row0, row1, col0, col1);
  fetch(ids, pitch, row0, row1, col0, col1);
  fetch(stillIds, pitch, row0, row1, col0, col1);
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * 2)) break;
    const y = centre(row, cellSize);
    lastOwner = id;
    lastStill = id;
    let cell = <u32>(row * stride + col0);
    for (let col = col0; col < col1; col += 4, cell += 4) {
      if (isPlain) {
        const look = lookAtFour(heights, ids, stillIds, cell, id, centre(col, cellSize) - headX, y - headY);
        if (look == SETTLED) {
          lastOwner = 0;
          lastStill = 0;
        }
        if (look != UNSURE) continue;
      }
      const bare = v128.and(heightsOfFour(col, y, cellSize), before(col, col1));
      if (!v128.any_true(bare)) continue;
      const wet = f32x4.gt(bare, f32x4.splat(0));
      const four = v128.and(f32x4.pmax(f32x4.splat(<f32>QUANTUM), f32x4.sub(bare, lower)), wet);
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

export function layBody(
  still: usize,
  stillIds: usize,
  ids: usize,
  contacts: usize,
  stride: i32,
  cellSize: f64,
  body: usize,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  id: u32,
  diagonal: i32,
): f64 {
  still <<= 2;
  stillIds <<= 2;
  ids <<= 2;
  contacts <<= 2;
  body <<= 2;
  read(body);
  const pitch = <usize>stride << 2;
  const corners = diagonal != 0;
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * (ENTRIES_A_CELL + 1))) break;
    const y = centre(row, cellSize);
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; col += 4, offset += 16) {
      const four = v128.and(heightsOfFour(col, y, cellSize), before(col, col1));
      const gain = layFour(four, still, stillIds, ids, pitch, offset, id);
      if (gain >= 0) {
        added += gain;
        continue;
      }
      const first = f32x4.extract_lane(four, 0);
      const second = f32x4.extract_lane(four, 1);
      const third = f32x4.extract_lane(four, 2);
      const fourth = f32x4.extract_lane(four, 3);
      added += layOne(first, still, stillIds, ids, contacts, pitch, offset, first, id, corners);
      added += layOne(second, still, stillIds, ids, contacts, pitch, offset + 4, second, id, corners);
      added += layOne(third, still, stillIds, ids, contacts, pitch, offset + 8, third, id, corners);
      added += layOne(fourth, still, stillIds, ids, contacts, pitch, offset + 12, fourth, id, corners);
    }
  }
  setResume(contacts, row, row1);
  return added;
}

export function erase(
  still: usize,
  stillIds: usize,
  stride: i32,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  id: u32,
): f64 {
  still <<= 2;
  stillIds <<= 2;
  const pitch = <usize>stride << 2;
  let change: f64 = 0;
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; col++, offset += 4) {
      if (load<u32>(stillIds + offset) != id) continue;
      change -= <f64>load<f32>(still + offset);
      store<f32>(still + offset, 0);
      store<u32>(stillIds + offset, 0);
    }
  }
  return change;
}
