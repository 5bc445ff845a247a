// Flow: smoothing, threshold and erosion on a list of boxes, fused so that each cell is read and written as few times as
// can be. Boxes are cut into pieces that lie close around the water; pieces are spread into scratch (spreading.ts) and
// taken back (settling.ts) while the cache still holds them.

import { settleBoxes } from './settling';
import { prepare, spreadBox, tellLosses } from './spreading';
import { ringOf } from './wet-bits';

/** The row of tiles in which a box lies. */
// @ts-ignore: decorator
@inline
function bandOf(rectangles: usize, n: i32): i32 {
  return load<i32>(rectangles + (<usize>n << 4)) >> 5;
}

export function flow(
  heights: usize,
  ids: usize,
  guard: usize,
  stride: i32,
  rows: i32,
  columns: i32,
  wet: usize,
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
  prepare(heights << 2, guard << 2, <usize>stride << 2, rows, columns, wet << 2, threshold, smoothing, erosion);
  let start = 0;
  let first = 0;
  let turn: usize = 0;
  // A row of tiles may be taken back once the next one has been read, which looks three rows up at most.
  while (start < count) {
    let to = scratch + turn * room;
    let end = first;
    for (; end < count && bandOf(boxes, end) == bandOf(boxes, first); end++) {
      to = spreadBox(boxes + (<usize>end << 4), to, (found << 2) + <usize>end * 28);
    }
    turn ^= 1;
    settleBoxes(scratch + turn * room, heights, ids, stride, columns, wet, rectangles, start, first, idThreshold, found);
    start = first;
    first = end;
  }
  tellLosses(losses << 2);
}
