// Flow: smoothing, threshold and erosion on a list of boxes, fused so that each cell is read and written as few times as
// can be. Boxes are cut into pieces that lie close around the water; pieces are spread into scratch (spreading.ts) and
// taken back (settling.ts) while the cache still holds them.

import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import * as FOUND from '../records/found';
import { addressOf, wordOf } from './chart';
import { settleBoxes } from './settling';
import { cutBox, prepare, spreadPieces, tellLosses } from './spreading';
import { bitsOf } from './wet-bits';

/** The row of tiles in which a box lies. */
// @ts-ignore: decorator
@inline
function bandOf(boxes: usize, n: i32): i32 {
  return wordOf(boxes + <usize>n * (BOX.words << 2), BOX.row0) >> 5;
}

/** Keeps the compiler from leaving out the loads of `fetchBits`. */
let fetched: u32 = 0;

/** Brings the wet bits for a row of tiles into the cache, all at once: those of its boxes' tiles and of the tiles around. */
function fetchBits(boxes: usize, first: i32, count: i32, wet: usize, ring: i32): void {
  let seen: u32 = 0;
  for (let n = first; n < count && bandOf(boxes, n) == bandOf(boxes, first); n++) {
    const box = boxes + <usize>n * (BOX.words << 2);
    const at = bitsOf(wet, ring, wordOf(box, BOX.row0) & ~31, wordOf(box, BOX.col0) & ~31);
    seen |= load<u32>(at) | load<u32>(at, 64) | load<u32>(at - 128) | load<u32>(at - 64);
    seen |= load<u32>(at, 128) | load<u32>(at, 192) | load<u32>(at + (<usize>ring << 7));
  }
  fetched = seen;
}

export function flow(
  chart: usize,
  count: i32,
  threshold: f32,
  idThreshold: f32,
  smoothing: i32,
  erosion: i32,
  guarded: i32,
): void {
  chart <<= 2;
  const ring = wordOf(chart, CHART.ring);
  const wet = addressOf(chart, CHART.wetBits);
  const scratch = addressOf(chart, CHART.scratch);
  const boxes = addressOf(chart, CHART.rectangles);
  const found = addressOf(chart, CHART.found);
  // All cells of a row of tiles, and four words for each tile.
  const room = ((<usize>wordOf(chart, CHART.stride) << 5) + (<usize>ring << 2)) << 2;
  prepare(chart, threshold, smoothing, erosion, guarded);
  let start = 0;
  let first = 0;
  let half: usize = 0;
  // A row of tiles may be settled once the next one has been read, which looks at most three rows up.
  while (start < count) {
    fetchBits(boxes, first, count, wet, ring);
    let to = scratch + half * room;
    let end = first;
    for (; end < count && bandOf(boxes, end) == bandOf(boxes, first); end++) {
      to = cutBox(boxes + <usize>end * (BOX.words << 2), to, found + <usize>end * (FOUND.words << 2));
    }
    spreadPieces(scratch + half * room, to);
    half ^= 1;
    settleBoxes(chart, scratch + half * room, start, first, idThreshold);
    start = first;
    first = end;
  }
  tellLosses(addressOf(chart, CHART.losses));
}
