// Laying: a still shape into its map.
import { ENTRIES_A_CELL, EVERYBODY, hasRoom, isFamiliarAround, setResume, touchMap } from './contacts';
import { laneSum, ninth } from './heights';

// @ts-ignore: decorator
@inline
function rowOfThree(at: usize): f32 {
  return load<f32>(at - 4) + load<f32>(at) + load<f32>(at + 4);
}

export function lay(
  scratch: usize,
  still: usize,
  stillIds: usize,
  ids: usize,
  contacts: usize,
  stride: i32,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  id: u32,
  threshold: f32,
  smoothed: i32,
  diagonal: i32,
): f64 {
  scratch <<= 2;
  still <<= 2;
  stillIds <<= 2;
  ids <<= 2;
  contacts <<= 2;
  const pitch = <usize>stride << 2;
  const corners = diagonal != 0;
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * (ENTRIES_A_CELL + 1))) break;
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; ) {
      const cells = min(4, col1 - col);
      const isFour = smoothed == 0 && cells == 4;
      const gain = isFour ? layFour(v128.load(scratch + offset), still, stillIds, ids, pitch, offset, id) : -1;
      if (gain >= 0) {
        added += gain;
      } else {
        for (let cell: usize = 0; cell < <usize>cells; cell++) {
          const here = offset + (cell << 2);
          const bare = load<f32>(scratch + here);
          const height = smoothed == 0 ? bare : smoothedHeight(scratch + here, pitch, threshold);
          added += layOne(bare, still, stillIds, ids, contacts, pitch, here, height, id, corners);
        }
      }
      col += cells;
      offset += <usize>cells << 2;
    }
  }
  setResume(contacts, row, row1);
  return added;
}

// @ts-ignore: decorator
@inline
function smoothedHeight(at: usize, pitch: usize, threshold: f32): f32 {
  const height = ninth(rowOfThree(at - pitch) + rowOfThree(at) + rowOfThree(at + pitch));
  return height < threshold ? 0 : height;
}

/** Lays one cell of a shape, which is `height` once it is smoothed; returns what was added. */
function layOne(
  bare: f32,
  still: usize,
  stillIds: usize,
  ids: usize,
  contacts: usize,
  pitch: usize,
  offset: usize,
  height: f32,
  id: u32,
  corners: bool,
): f64 {
  if (bare > 0) {
    touchMap(ids, contacts, pitch, offset, id, true, corners, EVERYBODY);
    touchMap(stillIds, contacts, pitch, offset, id, true, corners, EVERYBODY);
  }
  return raise(bare, still, stillIds, offset, height, id);
}

/** Raises a cell of the still map to `height`, and makes it the drop's if its bare shape has it. Returns what was added. */
// @ts-ignore: decorator
@inline
export function raise(bare: f32, still: usize, stillIds: usize, offset: usize, height: f32, id: u32): f64 {
  const gain = height - load<f32>(still + offset);
  if (bare > 0 && (gain > 0 || load<u32>(stillIds + offset) == 0)) store<u32>(stillIds + offset, id);
  if (gain <= 0) return 0;
  store<f32>(still + offset, height);
  return <f64>gain;
}

/** Lays four cells as they are, if nobody else's are near in either map. Returns what was added, or −1 if some are. */
// @ts-ignore: decorator
@inline
function layFour(bare: v128, still: usize, stillIds: usize, ids: usize, pitch: usize, offset: usize, id: u32): f64 {
  if (!v128.any_true(bare)) return 0;
  const own = i32x4.splat(<i32>id);
  if (!isFamiliarAround(ids + offset, stillIds + offset, pitch, own)) return -1;
  return laneSum(raiseFour(bare, still + offset, stillIds + offset, own));
}

/** Raises four cells to a bare shape and makes them its drop's where they are. Returns what was added to each. */
// @ts-ignore: decorator
@inline
export function raiseFour(bare: v128, still: usize, stillIds: usize, own: v128): v128 {
  const zero = f32x4.splat(0);
  const there = v128.load(still);
  const gain = f32x4.sub(bare, there);
  const won = f32x4.gt(gain, zero);
  const owners = v128.load(stillIds);
  const taken = v128.and(f32x4.gt(bare, zero), v128.or(won, i32x4.eq(owners, zero)));
  v128.store(still, v128.bitselect(bare, there, won));
  v128.store(stillIds, v128.bitselect(own, owners, taken));
  return v128.and(gain, won);
}
