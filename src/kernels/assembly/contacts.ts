// Contacts: which drops touch.
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import * as CONTACTS from '../records/contacts';
import { addressOf, wordOf } from './memory';
import { familiar, mostLane } from './lanes';
import { bitsOf, endOfFours, firstFour, onChartBits, ownerOf } from './cell-bits';

export function pushContact(contacts: usize, id: u32, other: u32, cell: u32): void {
  const count = load<u32>(contacts, CONTACTS.count << 2);
  const entry = contacts + (CONTACTS.first << 2) + <usize>count * (CONTACTS.entry << 2);
  if (count > 0 && load<u32>(entry - 4) == cell && load<u32>(entry - 8) == other && load<u32>(entry - 12) == id) return;
  store<u32>(entry, id);
  store<u32>(entry, other, 4);
  store<u32>(entry, cell, 8);
  store<u32>(contacts, count + 1, CONTACTS.count << 2);
}

// @ts-ignore: decorator
@inline
export function hasRoom(contacts: usize, entries: i32): bool {
  return load<i32>(contacts, CONTACTS.count << 2) + entries <= load<i32>(contacts, CONTACTS.capacity << 2);
}

// @ts-ignore: decorator
@inline
export function setResume(contacts: usize, row: i32, end: i32): void {
  store<u32>(contacts, row < end ? <u32>row : <u32>CONTACTS.done, CONTACTS.resume << 2);
}

/** As `known`: no contact is skipped, however often it comes. */
// @ts-ignore: decorator
@inline export const NONE_KNOWN: u32 = 0;

/** Lists the owner of a cell unless it is 0, `id` or `known`, the id listed last. Returns the id that is known then. */
// @ts-ignore: decorator
@inline
export function meet(contacts: usize, id: u32, other: u32, cell: u32, known: u32): u32 {
  if (other == 0 || other == id || other == known) return known;
  pushContact(contacts, id, other, cell);
  return known == NONE_KNOWN ? NONE_KNOWN : other;
}

/** Visits cells in the order of the reference: the list must be the same word for word. Returns the id that is known then. */
export function touchMap(
  map: usize,
  contacts: usize,
  pitch: usize,
  offset: usize,
  id: u32,
  self: bool,
  diagonal: bool,
  known: u32,
): u32 {
  const cell = <u32>(offset >> 2);
  let last = known;
  let row = map + offset - pitch;
  for (let dr = -1; dr <= 1; dr++, row += pitch) {
    if (diagonal || dr == 0) last = meet(contacts, id, load<u32>(row - 4), cell, last);
    if (self || dr != 0) last = meet(contacts, id, load<u32>(row), cell, last);
    if (diagonal || dr == 0) last = meet(contacts, id, load<u32>(row + 4), cell, last);
  }
  return last;
}

/**
 * Lanes are set where a cell and those above and below it have no owner but `id` or `known`. The results one cell before four
 * cells and one cell after them together cover the four and all cells around them.
 */
// @ts-ignore: decorator
@inline
export function familiarUpright(at: usize, pitch: usize, id: v128, known: v128): v128 {
  const level = v128.and(familiar(v128.load(at - pitch), id, known), familiar(v128.load(at), id, known));
  return v128.and(level, familiar(v128.load(at + pitch), id, known));
}

/**
 * Is there no contact in a box? True if all owned cells in it and next to it have one id and no still drop is near: one look
 * at each cell in reach of the water settles most boxes. Cells read beyond can only make the answer false.
 */
function isLonely(
  ids: usize,
  stillIds: usize,
  pitch: usize,
  bits: usize,
  box: u32,
  row0: i32,
  row1: i32,
  tile: i32,
): bool {
  let all: u32 = 0;
  for (let row = row0; row < row1; row++) all |= load<u32>(bits + (<usize>(row & 31) << 2)) & box;
  if (all == 0) return true;
  const zero = i32x4.splat(0);
  let only: u32 = 0;
  let above: u32 = 0;
  let level: u32 = 0;
  for (let row = row0 - 1; row <= row1; row++) {
    const below = row + 1 < row1 ? load<u32>(bits + (<usize>((row + 1) & 31) << 2)) & box : 0;
    const near = above | level | below;
    above = level;
    level = below;
    if (near == 0) continue;
    // From one cell before the water to one after it.
    let offset: isize = <isize>row * <isize>pitch + (<isize>(tile + <i32>ctz(near)) - 1) * 4;
    const end = <isize>row * <isize>pitch + (<isize>(tile + 32 - <i32>clz(near)) + 1) * 4;
    for (; offset < end; offset += 16) {
      if (v128.any_true(v128.load(stillIds + <usize>offset))) return false;
      const id = v128.load(ids + <usize>offset);
      if (!v128.any_true(id)) continue;
      if (only == 0) only = mostLane(id);
      if (v128.any_true(v128.and(i32x4.ne(id, zero), i32x4.ne(id, i32x4.splat(<i32>only))))) return false;
    }
  }
  return true;
}

/**
 * The same from the bits and the owners of the tiles, without a look at the maps: all water in the box and next to it can only
 * be one drop's, and no still drop has a cell in its reach.
 */
function isAlone(
  owner: usize,
  still: usize,
  bits: usize,
  ring: i32,
  box: u32,
  row0: i32,
  row1: i32,
  tile: i32,
): bool {
  const only = load<u32>(owner);
  if (only != load<u32>(owner, 4)) return false;
  let above: u32 = 0;
  let level: u32 = 0;
  let sides: u32 = 0;
  for (let row = row0 - 1; row <= row1; row++) {
    const below = row + 1 < row1 ? load<u32>(bits + (<usize>((row + 1) & 31) << 2)) & box : 0;
    const near = above | level | below;
    above = level;
    level = below;
    const there = bitsOf(still, ring, row, tile);
    let met = load<u32>(there) & (near | (near << 1) | (near >> 1));
    met |= (load<u32>(there - 128) >> 31) & near;
    met |= (load<u32>(there + 128) << 31) & near;
    if (met != 0) return false;
    sides |= near;
  }
  // Water at the edge of the tile touches what other drops may own in the next tile.
  const top = load<u32>(bits + (<usize>(row0 & 31) << 2)) & box;
  const bottom = load<u32>(bits + (<usize>((row1 - 1) & 31) << 2)) & box;
  const up = (row0 & 31) == 0 && top != 0 ? -1 : 0;
  const down = (row1 & 31) == 0 && bottom != 0 ? 1 : 0;
  const left = <i32>(sides & 1);
  const right = <i32>(sides >> 31);
  for (let r = up; r <= down; r++) {
    for (let c = -left; c <= right; c++) {
      const beside = owner + (<usize>(r * (ring - 2) + c) << 3);
      const highest = load<u32>(beside, 4);
      if (highest != 0 && (highest != only || load<u32>(beside) != only)) return false;
    }
  }
  return true;
}

export function scan(
  chart: usize,
  count: i32,
  diagonal: i32,
  hasStillBits: i32,
  first: i32,
  row0: i32,
): void {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const ring = wordOf(chart, CHART.ring);
  const ids = addressOf(chart, CHART.trailIds);
  const stillIds = addressOf(chart, CHART.stillIds);
  const wet = addressOf(chart, CHART.wetBits);
  const still = addressOf(chart, CHART.stillBits);
  const owners = addressOf(chart, CHART.owners);
  const contacts = addressOf(chart, CHART.contacts);
  const rectangles = addressOf(chart, CHART.rectangles);
  for (let n = first; n < count; n++) {
    const rectangle = rectangles + <usize>n * (BOX.words << 2);
    const row1 = wordOf(rectangle, BOX.row1);
    const col0 = wordOf(rectangle, BOX.col0);
    const col1 = wordOf(rectangle, BOX.col1);
    const tile = col0 & ~31;
    const box = onChartBits(col1 - tile) & (-1 << (col0 - tile));
    let row = n == first ? row0 : wordOf(rectangle, BOX.row0);
    const bits = bitsOf(wet, ring, row & ~31, tile);
    if (hasStillBits && isAlone(ownerOf(owners, ring, row, tile), still, bits, ring, box, row, row1, tile)) continue;
    if (isLonely(ids, stillIds, pitch, bits, box, row, row1, tile)) continue;
    for (; row < row1; row++) {
      if (!hasRoom(contacts, (col1 - col0) * CONTACTS.entriesPerCell)) {
        store<u32>(contacts, <u32>row, CONTACTS.resume << 2);
        store<u32>(contacts, <u32>n, CONTACTS.box << 2);
        return;
      }
      const here = load<u32>(bits + (<usize>(row & 31) << 2)) & box;
      scanRow(ids, stillIds, contacts, pitch, <usize>row * pitch + (<usize>tile << 2), here, diagonal != 0);
    }
  }
  store<u32>(contacts, <u32>CONTACTS.done, CONTACTS.resume << 2);
}

/** Have four cells and all around them no owner but `own`, in both maps? */
// @ts-ignore: decorator
@inline
export function isFamiliarAround(ids: usize, stillIds: usize, pitch: usize, own: v128): bool {
  const trail = v128.and(familiarUpright(ids - 4, pitch, own, own), familiarUpright(ids + 4, pitch, own, own));
  const still = v128.and(familiarUpright(stillIds - 4, pitch, own, own), familiarUpright(stillIds + 4, pitch, own, own));
  return i32x4.all_true(v128.and(trail, still));
}

/** Scans the cells of a tile's row, which begins at `start`, whose bits are set in `cells`. */
function scanRow(
  ids: usize,
  stillIds: usize,
  contacts: usize,
  pitch: usize,
  start: usize,
  cells: u32,
  corners: bool,
): void {
  let left = cells;
  while (left != 0) {
    const col = firstFour(left);
    const four: u32 = 15 << col;
    const offset = start + (<usize>col << 2);
    const own = mostLane(v128.load(ids + offset));
    // All that the four cells can touch, at once: most touch only their own drop, and nothing else is to be done.
    if (own != 0 && !isFamiliarAround(ids + offset, stillIds + offset, pitch, i32x4.splat(<i32>own))) {
      for (let lane: usize = 0; lane < 4; lane++) {
        if (left & (1 << (col + <i32>lane))) scanOne(ids, stillIds, contacts, pitch, offset + (lane << 2), corners);
      }
    }
    left &= ~four;
  }
}

function scanOne(ids: usize, stillIds: usize, contacts: usize, pitch: usize, offset: usize, corners: bool): void {
  const id = load<u32>(ids + offset);
  if (id == 0) return;
  touchMap(ids, contacts, pitch, offset, id, false, corners, NONE_KNOWN);
  touchMap(stillIds, contacts, pitch, offset, id, true, corners, NONE_KNOWN);
}
