// Laying: a still shape into its map.
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import * as CONTACTS from '../records/contacts';
import { addressOf, wordOf } from './memory';
import { hasRoom, isFamiliarAround, NONE_KNOWN, setResume, touchMap } from './contacts';
import { laneSum, ninth } from './heights';

// @ts-ignore: decorator
@inline
function rowOfThree(at: usize): f32 {
  return load<f32>(at - 4) + load<f32>(at) + load<f32>(at + 4);
}

export function lay(
  chart: usize,
  contacts: usize,
  id: u32,
  threshold: f32,
  smoothed: i32,
  diagonal: i32,
  row0: i32,
): f64 {
  chart <<= 2;
  contacts <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const scratch = addressOf(chart, CHART.scratch);
  const still = addressOf(chart, CHART.still);
  const stillIds = addressOf(chart, CHART.stillIds);
  const ids = addressOf(chart, CHART.trailIds);
  const box = addressOf(chart, CHART.box);
  const row1 = wordOf(box, BOX.row1);
  const col0 = wordOf(box, BOX.col0);
  const col1 = wordOf(box, BOX.col1);
  const corners = diagonal != 0;
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * (CONTACTS.entriesPerCell + 1))) break;
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
          if (bare > 0) touchBoth(ids, stillIds, contacts, pitch, here, id, corners);
          added += raise(bare, still, stillIds, here, height, id);
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

/** Lists the contacts of a cell of the bare shape, in both maps. */
function touchBoth(
  ids: usize,
  stillIds: usize,
  contacts: usize,
  pitch: usize,
  offset: usize,
  id: u32,
  corners: bool,
): void {
  touchMap(ids, contacts, pitch, offset, id, true, corners, NONE_KNOWN);
  touchMap(stillIds, contacts, pitch, offset, id, true, corners, NONE_KNOWN);
}

/** Raises a cell of the still map to `height` and gives it to `id` if the bare shape covers it. Returns what was added. */
// @ts-ignore: decorator
@inline
export function raise(bare: f32, still: usize, stillIds: usize, offset: usize, height: f32, id: u32): f64 {
  const gain = height - load<f32>(still + offset);
  if (bare > 0 && (gain > 0 || load<u32>(stillIds + offset) == 0)) store<u32>(stillIds + offset, id);
  if (gain <= 0) return 0;
  store<f32>(still + offset, height);
  return <f64>gain;
}

/** Lays four cells unsmoothed if no other drop is near in either map. Returns what was added, or −1 if one is. */
// @ts-ignore: decorator
@inline
function layFour(bare: v128, still: usize, stillIds: usize, ids: usize, pitch: usize, offset: usize, id: u32): f64 {
  if (!v128.any_true(bare)) return 0;
  const own = i32x4.splat(<i32>id);
  if (!isFamiliarAround(ids + offset, stillIds + offset, pitch, own)) return -1;
  return laneSum(raiseFour(bare, still + offset, stillIds + offset, own));
}

/** Raises four cells to a bare shape and gives `own` those that it wins. Returns what was added to each. */
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
