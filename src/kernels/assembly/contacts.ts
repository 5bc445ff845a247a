// Contacts: who touches whom.
import { fetch } from './fetch';
import { familiar, mostLane } from './lanes';
import { bitsOf, endOfFours, firstFour, onChartBits, ownerOf, ringOf } from './wet-bits';

// @ts-ignore: decorator
@inline export const ENTRIES_A_CELL: i32 = 17;

export function pushContact(contacts: usize, id: u32, other: u32, cell: u32): void {
  const count = load<u32>(contacts);
  const entry = contacts + 16 + <usize>count * 12;
  if (count > 0 && load<u32>(entry - 4) == cell && load<u32>(entry - 8) == other && load<u32>(entry - 12) == id) return;
  store<u32>(entry, id);
  store<u32>(entry + 4, other);
  store<u32>(entry + 8, cell);
  store<u32>(contacts, count + 1);
}

// @ts-ignore: decorator
@inline
export function hasRoom(contacts: usize, entries: i32): bool {
  return <i32>load<u32>(contacts) + entries <= <i32>load<u32>(contacts + 4);
}

// @ts-ignore: decorator
@inline
export function setResume(contacts: usize, row: i32, end: i32): void {
  store<u32>(contacts + 8, row < end ? <u32>row : 0xffffffff);
}

/** As `known`: everybody is to be listed, however often. */
// @ts-ignore: decorator
@inline export const EVERYBODY: u32 = 0;

/** Lists whose a cell is, unless it is nobody's, `id`'s or that of `known`, who was listed last. Returns who is known then. */
// @ts-ignore: decorator
@inline
export function meet(contacts: usize, id: u32, other: u32, cell: u32, known: u32): u32 {
  if (other == 0 || other == id || other == known) return known;
  pushContact(contacts, id, other, cell);
  return known == EVERYBODY ? EVERYBODY : other;
}

/** Same order of visits as the reference: the list must be the same word for word. Returns who is known then. */
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
 * Lanes are set where four cells and those above and below them belong to nobody but `id` or `known`. Four cells and those
 * around them are looked at by asking one cell before and one cell after them.
 */
// @ts-ignore: decorator
@inline
export function familiarUpright(at: usize, pitch: usize, id: v128, known: v128): v128 {
  const level = v128.and(familiar(v128.load(at - pitch), id, known), familiar(v128.load(at), id, known));
  return v128.and(level, familiar(v128.load(at + pitch), id, known));
}

/**
 * Can nobody touch anybody here? True if all owned cells of the box and next to one have one id and no still drop is near:
 * one look at each cell in reach of the water, and most boxes are done. Cells read beyond can only make it say no.
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
  fetch(ids, pitch, row0 - 1, row1 + 1, tile + firstFour(all), tile + endOfFours(all));
  fetch(stillIds, pitch, row0 - 1, row1 + 1, tile + firstFour(all), tile + endOfFours(all));
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
 * The same from what is known, without a look at the maps: all water of the box and next to it may be but one drop's, and
 * no still drop has a cell in its reach.
 */
function isAlone(
  owner: usize,
  across: i32,
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
  let top: u32 = 0;
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
    if (row < row0) top = below;
  }
  // Next to the edge of the tile others may own what lies beyond.
  const up = (row0 & 31) == 0 && top != 0 ? -1 : 0;
  const down = (row1 & 31) == 0 && above != 0 ? 1 : 0;
  const left = <i32>(sides & 1);
  const right = <i32>(sides >> 31);
  for (let r = up; r <= down; r++) {
    for (let c = -left; c <= right; c++) {
      const beside = owner + (<usize>(r * across + c) << 3);
      const highest = load<u32>(beside, 4);
      if (highest != 0 && (highest != only || load<u32>(beside) != only)) return false;
    }
  }
  return true;
}

export function scan(
  ids: usize,
  stillIds: usize,
  contacts: usize,
  stride: i32,
  columns: i32,
  wet: usize,
  stillBits: usize,
  owners: usize,
  rectangles: usize,
  count: i32,
  diagonal: i32,
  first: i32,
  row0: i32,
): void {
  ids <<= 2;
  stillIds <<= 2;
  contacts <<= 2;
  wet <<= 2;
  rectangles <<= 2;
  const pitch = <usize>stride << 2;
  const ring = ringOf(columns);
  for (let n = first; n < count; n++) {
    const rectangle = rectangles + (<usize>n << 4);
    const row1 = load<i32>(rectangle + 4);
    const col0 = load<i32>(rectangle + 8);
    const col1 = load<i32>(rectangle + 12);
    const tile = col0 & ~31;
    const box = onChartBits(col1 - tile) & (-1 << (col0 - tile));
    let row = n == first ? row0 : load<i32>(rectangle);
    const bits = bitsOf(wet, ring, row & ~31, tile);
    if (ASC_SHRINK_LEVEL == 0 && stillBits != 0) {
      const owner = ownerOf(owners, ring, row, tile);
      if (isAlone(owner, ring - 2, stillBits << 2, bits, ring, box, row, row1, tile)) continue;
    }
    // Worth its bytes only where there are thousands of boxes: not in the lean build (`-O3s`).
    if (ASC_SHRINK_LEVEL == 0 && isLonely(ids, stillIds, pitch, bits, box, row, row1, tile)) continue;
    for (; row < row1; row++) {
      if (!hasRoom(contacts, (col1 - col0) * ENTRIES_A_CELL)) {
        store<u32>(contacts + 8, <u32>row);
        store<u32>(contacts + 12, <u32>n);
        return;
      }
      const here = load<u32>(bits + (<usize>(row & 31) << 2)) & box;
      scanRow(ids, stillIds, contacts, pitch, <usize>row * pitch + (<usize>tile << 2), here, diagonal != 0);
    }
  }
  store<u32>(contacts + 8, 0xffffffff);
}

/** Are four cells and all around them in both maps nobody's but `own`? */
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
    // All that the four cells can touch at once: most touch nobody but their own, and then this is all.
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
  touchMap(ids, contacts, pitch, offset, id, false, corners, EVERYBODY);
  touchMap(stillIds, contacts, pitch, offset, id, true, corners, EVERYBODY);
}
