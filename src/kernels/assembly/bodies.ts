// Bodies: drops of any shape into the maps. `core/body.ts` says what a body is; the arithmetic here is the same, in the
// same order, so that the heights are the same bits.
import * as BODY from '../../core/body-record';
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import * as CONTACTS from '../records/contacts';
import { areOutside, readReach } from './body-reach';
import { addressOf, numberOf, wordOf } from './memory';
import { familiarUpright, hasRoom, setResume, touchMap } from './contacts';
import { HIGHEST, ROUNDER_64 } from './heights';
import { addLanes, before, sumOfTwo } from './lanes';
import { raise, raiseFour } from './laying';

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
/** The ids listed last, of the trail map and of the still map: they are skipped until another id comes. */
let known: u32 = 0;
let knownStill: u32 = 0;
/** Do diagonal neighbours touch? */
let corners = false;

function read(body: usize): void {
  headX = numberOf(body, BODY.x);
  headY = numberOf(body, BODY.y);
  ux = numberOf(body, BODY.ux);
  uy = numberOf(body, BODY.uy);
  length = numberOf(body, BODY.length);
  head = numberOf(body, BODY.head);
  taper = numberOf(body, BODY.tail) - head;
  waist = numberOf(body, BODY.waist);
  tapers = length > SHORT;
  perLength = 1 / length;
  inverseHead = 1 / head;
  k = numberOf(body, BODY.k);
  kk = k * k;
  e = numberOf(body, BODY.e);
  sag = numberOf(body, BODY.sag);
  c2 = numberOf(body, BODY.c2);
  s2 = numberOf(body, BODY.s2);
  c3 = numberOf(body, BODY.c3);
  s3 = numberOf(body, BODY.s3);
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
export function centre(cell: i32, cellSize: f64): f64 {
  return (<f64>cell + 0.5) * cellSize;
}

export function layBody(chart: usize, contacts: usize, id: u32, diagonal: i32, row0: i32): f64 {
  chart <<= 2;
  contacts <<= 2;
  const cellSize = load<f64>(chart, CHART.cellSize << 2);
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const still = addressOf(chart, CHART.still);
  const stillIds = addressOf(chart, CHART.stillIds);
  const ids = addressOf(chart, CHART.trailIds);
  const body = addressOf(chart, CHART.body);
  const box = addressOf(chart, CHART.box);
  const row1 = wordOf(box, BOX.row1);
  const col0 = wordOf(box, BOX.col0);
  const col1 = wordOf(box, BOX.col1);
  read(body);
  readReach(body, cellSize);
  known = id;
  knownStill = id;
  corners = diagonal != 0;
  const own = i32x4.splat(<i32>id);
  let sums = f64x2.splat(0);
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * (CONTACTS.entriesPerCell + 1))) break;
    const y = centre(row, cellSize);
    // Is the column before these four familiar, because the four before them have looked there?
    let isFamiliar = false;
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; col += 4, offset += 16) {
      const wasFamiliar = isFamiliar;
      isFamiliar = false;
      if (areOutside(centre(col, cellSize) - headX, y - headY)) continue;
      const four = v128.and(heightsOfFour(col, y, cellSize), before(col, col1));
      if (!v128.any_true(four)) continue;
      const trail = i32x4.splat(<i32>known);
      const resting = i32x4.splat(<i32>knownStill);
      let around = familiarUpright(ids + offset + 4, pitch, own, trail);
      around = v128.and(around, familiarUpright(stillIds + offset + 4, pitch, own, resting));
      if (!wasFamiliar) {
        around = v128.and(around, familiarUpright(ids + offset - 4, pitch, own, trail));
        around = v128.and(around, familiarUpright(stillIds + offset - 4, pitch, own, resting));
      }
      if (i32x4.all_true(around)) {
        isFamiliar = true;
        sums = addLanes(sums, raiseFour(four, still + offset, stillIds + offset, own));
        continue;
      }
      added += layCell(f32x4.extract_lane(four, 0), still, stillIds, ids, contacts, pitch, offset, id);
      added += layCell(f32x4.extract_lane(four, 1), still, stillIds, ids, contacts, pitch, offset + 4, id);
      added += layCell(f32x4.extract_lane(four, 2), still, stillIds, ids, contacts, pitch, offset + 8, id);
      added += layCell(f32x4.extract_lane(four, 3), still, stillIds, ids, contacts, pitch, offset + 12, id);
    }
  }
  setResume(contacts, row, row1);
  return added + sumOfTwo(sums);
}

/** Lays one cell. Returns what was added. */
function layCell(
  height: f32,
  still: usize,
  stillIds: usize,
  ids: usize,
  contacts: usize,
  pitch: usize,
  offset: usize,
  id: u32,
): f64 {
  if (height <= 0) return 0;
  known = touchMap(ids, contacts, pitch, offset, id, true, corners, known);
  knownStill = touchMap(stillIds, contacts, pitch, offset, id, true, corners, knownStill);
  return raise(height, still, stillIds, offset, height, id);
}

export function erase(chart: usize, row0: i32, row1: i32, col0: i32, col1: i32, id: u32): f64 {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const still = addressOf(chart, CHART.still);
  const stillIds = addressOf(chart, CHART.stillIds);
  const own = i32x4.splat(<i32>id);
  let sums = f64x2.splat(0);
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; col += 4, offset += 16) {
      const owners = v128.load(stillIds + offset);
      const taken = v128.and(i32x4.eq(owners, own), before(col, col1));
      if (!v128.any_true(taken)) continue;
      const heights = v128.load(still + offset);
      sums = addLanes(sums, v128.and(heights, taken));
      v128.store(still + offset, v128.andnot(heights, taken));
      v128.store(stillIds + offset, v128.andnot(owners, taken));
    }
  }
  return 0 - sumOfTwo(sums);
}
