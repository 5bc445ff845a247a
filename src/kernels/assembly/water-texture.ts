// The water texture of `stuppacher2007`, four cells at once. `../reference/water-texture.ts` defines it.
import * as BOX from '../../core/box-record';
import * as WATER from '../records/water';
import { before } from './lanes';
import { addressOf, wordOf } from './memory';

/** Adding and taking away 192 in float32 rounds to multiples of 2⁻¹⁶. */
const ROUNDER: f32 = 192;
/** Heights stay below this [mm], as in core/grid.ts. */
const HEIGHT_LIMIT: f32 = 16;

// @ts-ignore: decorator
@inline
function floatOf(header: usize, field: usize): f32 {
  return load<f32>(header + (field << 2));
}

/** Products of float32 rounded to multiples of 2⁻¹⁶. */
// @ts-ignore: decorator
@inline
function rounded(a: v128, b: v128): v128 {
  return f32x4.sub(f32x4.add(f32x4.mul(a, b), f32x4.splat(ROUNDER)), f32x4.splat(ROUNDER));
}

/** How far thresholds have opened for water above them, 0 to 1; the lesser of two numbers as in the reference. */
// @ts-ignore: decorator
@inline
function opening(over: v128, sharpness: v128): v128 {
  return f32x4.min(f32x4.mul(over, sharpness), f32x4.splat(1));
}

/** Adds to four cells at a byte address. */
// @ts-ignore: decorator
@inline
function give(at: usize, water: v128): void {
  v128.store(at, f32x4.add(v128.load(at), water));
}

/** The entries of the remainder table for four amounts of water. */
// @ts-ignore: decorator
@inline
function remaining(table: usize, water: v128, scale: v128): v128 {
  const last = i32x4.splat(WATER.remainders - 1);
  const entry = i32x4.shl(i32x4.min_s(i32x4.trunc_sat_f32x4_s(f32x4.mul(water, scale)), last), 2);
  return f32x4(
    load<f32>(table + <usize>i32x4.extract_lane(entry, 0)),
    load<f32>(table + <usize>i32x4.extract_lane(entry, 1)),
    load<f32>(table + <usize>i32x4.extract_lane(entry, 2)),
    load<f32>(table + <usize>i32x4.extract_lane(entry, 3)),
  );
}

export function moveWater(at: i32, count: i32): void {
  const header = <usize>at << 2;
  const pitch = <usize>wordOf(header, WATER.stride) << 2;
  const waters = addressOf(header, WATER.water);
  const gains = addressOf(header, WATER.gain);
  const affinities = addressOf(header, WATER.affinity);
  const noises = addressOf(header, WATER.noise);
  const side = wordOf(header, WATER.noiseSide);
  const table = addressOf(header, WATER.remainder);
  const directions = addressOf(header, WATER.directions);
  const boxes = addressOf(header, WATER.boxes);
  const found = addressOf(header, WATER.found);
  const reach = wordOf(header, WATER.reach);
  const low = f32x4.splat(floatOf(header, WATER.low));
  const high = floatOf(header, WATER.high);
  const share = f32x4.splat(floatOf(header, WATER.share));
  const sharpness = f32x4.splat(floatOf(header, WATER.sharpness));
  const scale = f32x4.splat(floatOf(header, WATER.remainderScale));
  const hold = floatOf(header, WATER.hold);
  const swerve = floatOf(header, WATER.swerve);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);

  for (let n = 0; n < count; n++) {
    const box = boxes + <usize>n * (BOX.words << 2);
    const row1 = load<i32>(box, BOX.row1 << 2);
    const col0 = load<i32>(box, BOX.col0 << 2);
    const col1 = load<i32>(box, BOX.col1 << 2);
    let isAbove = 0;
    for (let row = load<i32>(box, BOX.row0 << 2); row < row1; row++) {
      const noiseRow = noises + <usize>((row + wordOf(header, WATER.noiseRow)) % side) * (<usize>(side + 4) << 2);
      let noiseCol = (col0 + wordOf(header, WATER.noiseCol)) % side;
      for (let col = col0; col < col1; col += 4) {
        const offset = <usize>row * pitch + (<usize>col << 2);
        const noiseAt = noiseRow + (<usize>noiseCol << 2);
        noiseCol += 4;
        if (noiseCol >= side) noiseCol -= side;
        const water = v128.load(waters + offset);
        let over = f32x4.sub(water, low);
        if (hold != 0) {
          const raised = f32x4.add(low, f32x4.mul(f32x4.splat(hold), v128.load(affinities + offset)));
          over = f32x4.sub(water, raised);
        }
        const moves = v128.and(f32x4.gt(over, zero), before(col, col1));
        if (!v128.any_true(moves)) continue;
        isAbove = WATER.moved;

        const direction = directions + <usize>(col >> 2) * (WATER.direction << 2);
        const remainder = remaining(table, water, scale);
        const free = v128.and(
          f32x4.sub(one, f32x4.mul(remainder, v128.load(noiseAt))),
          f32x4.lt(remainder, one),
        );
        const speed = v128.load32_splat(direction + (WATER.speed << 2));
        const leaving = f32x4.mul(free, f32x4.mul(opening(over, sharpness), speed));
        const kept = v128.bitselect(rounded(water, f32x4.sub(one, leaving)), water, moves);
        v128.store(waters + offset, kept);
        let part = f32x4.sub(water, kept);

        const ahead = <usize>load<i32>(direction, WATER.ahead << 2) << 2;
        const toLeft = <usize>load<i32>(direction, WATER.left << 2) << 2;
        const toRight = <usize>load<i32>(direction, WATER.right << 2) << 2;
        let lean = v128.load32_splat(direction + (WATER.lean << 2));
        if (swerve != 0) {
          const around = affinities + offset;
          const across = f32x4.sub(v128.load(around + toLeft), v128.load(around + toRight));
          lean = f32x4.add(lean, f32x4.mul(f32x4.splat(swerve), across));
        }
        const isStraight = !v128.any_true(f32x4.ne(lean, zero));
        const leftward = f32x4.min(one, f32x4.max(zero, lean));
        const rightward = f32x4.min(one, f32x4.max(zero, f32x4.neg(lean)));

        let gain = gains + offset;
        let far = 1;
        while (v128.any_true(f32x4.gt(part, zero))) {
          const above = f32x4.sub(water, f32x4.splat(high * <f32>far));
          let stops = part;
          let further = zero;
          if (far < reach && v128.any_true(f32x4.gt(above, zero))) {
            further = v128.and(
              rounded(part, f32x4.mul(share, opening(above, sharpness))),
              f32x4.gt(above, zero),
            );
            stops = f32x4.sub(part, further);
          }
          const distance = <usize>far;
          if (isStraight) {
            give(gain + distance * ahead, stops);
          } else {
            const left = rounded(stops, leftward);
            const right = rounded(stops, rightward);
            give(gain + distance * ahead, f32x4.sub(f32x4.sub(stops, left), right));
            give(gain + distance * toLeft, left);
            give(gain + distance * toRight, right);
          }
          part = further;
          far++;
        }
      }
    }
    store<i32>(found + (<usize>n << 2), isAbove);
  }
}

export function settleWater(at: i32, count: i32): void {
  const header = <usize>at << 2;
  const pitch = <usize>wordOf(header, WATER.stride) << 2;
  const waters = addressOf(header, WATER.water);
  const gains = addressOf(header, WATER.gain);
  const boxes = addressOf(header, WATER.boxes);
  const found = addressOf(header, WATER.found);
  const low = f32x4.splat(floatOf(header, WATER.low));
  const zero = f32x4.splat(0);
  for (let n = 0; n < count; n++) {
    const box = boxes + <usize>n * (BOX.words << 2);
    const row1 = load<i32>(box, BOX.row1 << 2);
    const col0 = load<i32>(box, BOX.col0 << 2);
    const col1 = load<i32>(box, BOX.col1 << 2);
    let arrived = zero;
    let highest = zero;
    for (let row = load<i32>(box, BOX.row0 << 2); row < row1; row++) {
      for (let col = col0; col < col1; col += 4) {
        const offset = <usize>row * pitch + (<usize>col << 2);
        // Beyond the last column is halo, whose gain is not this chart's.
        const own = before(col, col1);
        const gain = v128.load(gains + offset);
        const more = v128.and(gain, own);
        const water = f32x4.add(v128.load(waters + offset), more);
        arrived = v128.or(arrived, more);
        highest = f32x4.max(highest, water);
        v128.store(waters + offset, water);
        v128.store(gains + offset, v128.andnot(gain, own));
      }
    }
    const flags =
      (v128.any_true(arrived) ? WATER.arrived : 0) |
      (v128.any_true(f32x4.gt(highest, low)) ? WATER.above : 0) |
      (v128.any_true(f32x4.ge(highest, f32x4.splat(HEIGHT_LIMIT))) ? WATER.full : 0);
    store<i32>(found + (<usize>n << 2), flags);
  }
}
