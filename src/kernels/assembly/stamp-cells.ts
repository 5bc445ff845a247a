// A hemisphere in a few cells, one or four at a time; `stamp` goes through its rows with these.
import { meet, NONE_KNOWN } from './contacts';
import { HIGHEST, quantise, ROUNDER_64 } from './heights';
import { foreign } from './lanes';

/** Lists other owners of a cell of the footprint, in either map. */
// @ts-ignore: decorator
@inline
function meetBoth(ids: usize, stillIds: usize, contacts: usize, offset: usize, id: u32): void {
  const cell = <u32>(offset >> 2);
  meet(contacts, id, load<u32>(ids + offset), cell, NONE_KNOWN);
  meet(contacts, id, load<u32>(stillIds + offset), cell, NONE_KNOWN);
}

/** Raises the cell at `offset` to a hemisphere whose height there has the given square. Returns by how much. */
export function stampOne(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  offset: usize,
  square: f64,
  id: u32,
): f64 {
  if (square <= 0) return 0;
  meetBoth(ids, stillIds, contacts, offset, id);
  // Comparing squares first saves the root where the water is higher already; a rounded root cannot tell otherwise.
  const there = <f64>load<f32>(heights + offset);
  if (square <= there * there) return 0;
  const height = quantise(sqrt<f64>(square));
  const gain = height - there;
  if (gain <= 0) return 0;
  store<f32>(heights + offset, <f32>height);
  store<u32>(ids + offset, id);
  return gain;
}

// @ts-ignore: decorator
@inline
function quantiseTwo(height: v128): v128 {
  const rounder = f64x2.splat(ROUNDER_64);
  return f64x2.pmin(f64x2.sub(f64x2.add(height, rounder), rounder), f64x2.splat(HIGHEST));
}

/** The same for four cells; `low` and `high` are the squares of the first and the last two. */
// @ts-ignore: decorator
@inline
export function stampFour(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  offset: usize,
  low: v128,
  high: v128,
  id: u32,
): f64 {
  const zero = f64x2.splat(0);
  const inside = v128.shuffle<i32>(f64x2.gt(low, zero), f64x2.gt(high, zero), 0, 2, 4, 6);
  if (!v128.any_true(inside)) return 0;
  const owners = v128.load(ids + offset);
  const others = v128.or(foreign(owners, id), foreign(v128.load(stillIds + offset), id));
  const met = i32x4.bitmask(v128.and(others, inside));
  if (met != 0) {
    for (let lane: usize = 0; lane < 4; lane++) {
      if (met & (1 << <i32>lane)) meetBoth(ids, stillIds, contacts, offset + (lane << 2), id);
    }
  }
  const there = v128.load(heights + offset);
  const thereLow = f64x2.promote_low_f32x4(there);
  const thereHigh = f64x2.promote_low_f32x4(v128.shuffle<i32>(there, there, 2, 3, 2, 3));
  const above = v128.shuffle<i32>(
    f64x2.gt(low, f64x2.mul(thereLow, thereLow)),
    f64x2.gt(high, f64x2.mul(thereHigh, thereHigh)),
    0, 2, 4, 6,
  );
  if (!v128.any_true(v128.and(above, inside))) return 0;
  // Cells outside have no root and must not count: their lanes are masked out, whatever comes of them.
  const heightLow = quantiseTwo(f64x2.sqrt(low));
  const heightHigh = quantiseTwo(f64x2.sqrt(high));
  const gainLow = f64x2.sub(heightLow, thereLow);
  const gainHigh = f64x2.sub(heightHigh, thereHigh);
  const wonLow = f64x2.gt(gainLow, zero);
  const wonHigh = f64x2.gt(gainHigh, zero);
  const won = v128.and(v128.and(above, inside), v128.shuffle<i32>(wonLow, wonHigh, 0, 2, 4, 6));
  const height = v128.shuffle<i32>(f32x4.demote_f64x2_zero(heightLow), f32x4.demote_f64x2_zero(heightHigh), 0, 1, 4, 5);
  v128.store(heights + offset, v128.bitselect(height, there, won));
  v128.store(ids + offset, v128.bitselect(i32x4.splat(<i32>id), owners, won));
  const gain = f64x2.add(
    v128.and(gainLow, v128.shuffle<i32>(won, won, 0, 0, 1, 1)),
    v128.and(gainHigh, v128.shuffle<i32>(won, won, 2, 2, 3, 3)),
  );
  return f64x2.extract_lane(gain, 0) + f64x2.extract_lane(gain, 1);
}
