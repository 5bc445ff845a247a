// Bodies: drops of any shape into the maps. `core/body.ts` says what a body is; the arithmetic here is the same, in the
// same order, so that the heights are the same bits.
import { hasRoom, pushContact, setResume } from './contacts';
import { HIGHEST, QUANTUM, quantise, ROUNDER_64 } from './heights';
import { foreign } from './lanes';

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
  if (!v128.any_true(near)) return splat(0);
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
  if (!v128.any_true(inside)) return splat(0);
  const rise = f64x2.sub(f64x2.sqrt(f64x2.add(splat(kk), w)), splat(k));
  const height = v128.and(f64x2.mul(f64x2.mul(radius, splat(e)), rise), inside);
  return f64x2.pmin(f64x2.sub(f64x2.add(height, splat(ROUNDER_64)), splat(ROUNDER_64)), splat(HIGHEST));
}

/**
 * Stamps two cells that belong to nobody else in either map, at once. Returns what was added, or −1 if they do not, or
 * one of them is not in the footprint: then they are to be stamped one by one.
 */
// @ts-ignore: decorator
@inline
function stampPair(heights: usize, ids: usize, stillIds: usize, cell: u32, id: u32, pair: v128): f64 {
  const offset = <usize>cell << 2;
  if (!i64x2.all_true(f64x2.gt(pair, splat(0)))) return -1;
  const owners = v128.load64_zero(ids + offset);
  const others = v128.or(foreign(owners, id), foreign(v128.load64_zero(stillIds + offset), id));
  if (v128.any_true(others)) return -1;
  lastOwner = 0;
  lastStill = 0;
  const there = v128.load64_zero(heights + offset);
  const gain = f64x2.sub(pair, f64x2.promote_low_f32x4(there));
  const won = f64x2.gt(gain, splat(0));
  if (!v128.any_true(won)) return 0;
  const narrow = v128.shuffle<i32>(won, won, 0, 2, 0, 2);
  v128.store64_lane(heights + offset, v128.bitselect(f32x4.demote_f64x2_zero(pair), there, narrow), 0);
  v128.store64_lane(ids + offset, v128.bitselect(i32x4.splat(<i32>id), owners, narrow), 0);
  const added = v128.and(gain, won);
  return f64x2.extract_lane(added, 0) + f64x2.extract_lane(added, 1);
}

/** Stamps one cell; returns what was added. */
// @ts-ignore: decorator
@inline
function stampCell(heights: usize, ids: usize, stillIds: usize, contacts: usize, cell: u32, id: u32, height: f64): f64 {
  if (height <= 0) return 0;
  const offset = <usize>cell << 2;
  const owner = load<u32>(ids + offset);
  const still = load<u32>(stillIds + offset);
  if (owner != 0 && owner != id && owner != lastOwner) pushContact(contacts, id, owner, cell);
  if (still != 0 && still != id && still != lastStill) pushContact(contacts, id, still, cell);
  lastOwner = owner;
  lastStill = still;
  const gain = height - <f64>load<f32>(heights + offset);
  if (gain <= 0) return 0;
  store<f32>(heights + offset, <f32>height);
  store<u32>(ids + offset, id);
  return gain;
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
  const lower = splat(quantise(sunk));
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * 2)) break;
    const y = (<f64>row + 0.5) * cellSize;
    lastOwner = id;
    lastStill = id;
    let cell = <u32>(row * stride + col0);
    for (let col = col0; col < col1; col += 2, cell += 2) {
      const bare = heightsAt((<f64>col + 0.5) * cellSize, (<f64>(col + 1) + 0.5) * cellSize, y);
      if (!v128.any_true(bare)) continue;
      const pair = v128.and(f64x2.pmax(splat(QUANTUM), f64x2.sub(bare, lower)), f64x2.gt(bare, splat(0)));
      const both = col + 1 < col1 ? stampPair(heights, ids, stillIds, cell, id, pair) : -1;
      if (both >= 0) {
        added += both;
        continue;
      }
      added += stampCell(heights, ids, stillIds, contacts, cell, id, f64x2.extract_lane(pair, 0));
      if (col + 1 == col1) break;
      added += stampCell(heights, ids, stillIds, contacts, cell + 1, id, f64x2.extract_lane(pair, 1));
    }
  }
  setResume(contacts, row, row1);
  return added;
}

export function capBody(
  heights: usize,
  stride: i32,
  cellSize: f64,
  body: usize,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
): void {
  heights <<= 2;
  body <<= 2;
  read(body);
  for (let row = row0; row < row1; row++) {
    const y = (<f64>row + 0.5) * cellSize;
    let at = heights + (<usize>(row * stride + col0) << 2);
    for (let col = col0; col < col1; col += 2, at += 8) {
      const pair = heightsAt((<f64>col + 0.5) * cellSize, (<f64>(col + 1) + 0.5) * cellSize, y);
      const first = <f32>f64x2.extract_lane(pair, 0);
      if (first > load<f32>(at)) store<f32>(at, first);
      if (col + 1 == col1) break;
      const second = <f32>f64x2.extract_lane(pair, 1);
      if (second > load<f32>(at, 4)) store<f32>(at, second, 4);
    }
  }
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
