// Flow: smoothing, threshold and erosion on a list of boxes, fused so that each cell is read and written as few times as
// can be. Boxes are cut into pieces that lie close around the water; pieces are spread into scratch (spreading.ts) and
// taken back (settling.ts) while the cache still holds them.

import { settleBoxes } from './settling';
import { cutBox, prepare, spreadPieces, tellLosses } from './spreading';
import { bitsOf, ringOf } from './wet-bits';

/** The row of tiles in which a box lies. */
// @ts-ignore: decorator
@inline
function bandOf(rectangles: usize, n: i32): i32 {
  return load<i32>(rectangles + (<usize>n << 4)) >> 5;
}

/** Keeps the loads of `fetchBits` from being left out. */
let fetched: u32 = 0;

/** Brings the wet bits that a row of tiles asks for into the cache, all at once: those of its boxes' tiles and of those around. */
function fetchBits(boxes: usize, first: i32, count: i32, wet: usize, ring: i32): void {
  if (ASC_SHRINK_LEVEL > 0) return;
  let seen: u32 = 0;
  for (let n = first; n < count && bandOf(boxes, n) == bandOf(boxes, first); n++) {
    const box = boxes + (<usize>n << 4);
    const at = bitsOf(wet, ring, load<i32>(box) & ~31, load<i32>(box, 8) & ~31);
    seen |= load<u32>(at) | load<u32>(at, 64) | load<u32>(at - 128) | load<u32>(at - 64);
    seen |= load<u32>(at, 128) | load<u32>(at, 192) | load<u32>(at + (<usize>ring << 7));
  }
  fetched = seen;
}

export function flow(
  heights: usize,
  ids: usize,
  guard: usize,
  stride: i32,
  rows: i32,
  columns: i32,
  wet: usize,
  owners: usize,
  scratch: usize,
  rectangles: usize,
  count: i32,
  threshold: f32,
  idThreshold: f32,
  smoothing: i32,
  erosion: i32,
  losses: usize,
  found: usize,
): void {
  scratch <<= 2;
  const boxes = rectangles << 2;
  // All cells of a row of tiles, and four words for each of them.
  const room = ((<usize>stride << 5) + (<usize>ringOf(columns) << 2)) << 2;
  prepare(heights << 2, ids << 2, guard << 2, <usize>stride << 2, rows, columns, wet << 2, threshold, smoothing, erosion);
  let start = 0;
  let first = 0;
  let turn: usize = 0;
  // A row of tiles may be taken back once the next one has been read, which looks three rows up at most.
  while (start < count) {
    fetchBits(boxes, first, count, wet << 2, ringOf(columns));
    let to = scratch + turn * room;
    let end = first;
    for (; end < count && bandOf(boxes, end) == bandOf(boxes, first); end++) {
      to = cutBox(boxes + (<usize>end << 4), to, (found << 2) + <usize>end * 20);
    }
    spreadPieces(scratch + turn * room, to);
    turn ^= 1;
    const from = scratch + turn * room;
    settleBoxes(from, heights, ids, stride, columns, wet, owners, rectangles, start, first, idThreshold, found);
    start = first;
    first = end;
  }
  tellLosses(losses << 2);
}
