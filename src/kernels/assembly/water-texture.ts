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

/** Sum of a map over 3 × 3 cells around each of four, row after row as in the reference. */
// @ts-ignore: decorator
@inline
function sumAround(at: usize, pitch: usize): v128 {
  let sum = f32x4.splat(0);
  for (let row = at - pitch; row <= at + pitch; row += pitch) {
    sum = f32x4.add(sum, v128.load(row - 4));
    sum = f32x4.add(sum, v128.load(row));
    sum = f32x4.add(sum, v128.load(row + 4));
  }
  return sum;
}

/** A number of a direction, four times. */
// @ts-ignore: decorator
@inline
function stepOf(direction: usize, n: usize): v128 {
  return v128.load32_splat(direction + ((usize(WATER.steps) + n) << 2));
}

/** Adds water that stops `far` cells away to the momentum along one axis, 0 rows and 1 columns, of the cells that it left. */
// @ts-ignore: decorator
@inline
function remember(at: usize, direction: usize, axis: usize, far: v128, straight: v128, left: v128, right: v128): void {
  const ahead = f32x4.mul(straight, stepOf(direction, axis));
  const sides = f32x4.add(
    f32x4.mul(left, stepOf(direction, axis + 2)),
    f32x4.mul(right, stepOf(direction, axis + 4)),
  );
  v128.store(at, f32x4.add(v128.load(at), f32x4.mul(far, f32x4.add(ahead, sides))));
}

/** A threshold this sharp opens at once: any height above it is all the way open. */
const AT_ONCE: f32 = 1e30;

// Rows of flows: what stops one cell away and two, straight on and aside, and one that stays 0.
const FLOW: usize = WATER.flowRow << 2;
const STRAIGHT: usize = 0;
const BESIDE: usize = FLOW;
const FAR: usize = 2 * FLOW;
const FAR_BESIDE: usize = 3 * FLOW;
const NOTHING: usize = 4 * FLOW;

/** Do all columns of a box have one direction? On flat charts they do. */
function hasOneDirection(directions: usize, col0: i32, col1: i32): bool {
  const first = directions + <usize>(col0 >> 2) * (WATER.direction << 2);
  for (let col = col0 + 4; col < col1; col += 4) {
    const other = directions + <usize>(col >> 2) * (WATER.direction << 2);
    if (load<i32>(other, WATER.ahead << 2) != load<i32>(first, WATER.ahead << 2)) return false;
    if (load<f32>(other, WATER.lean << 2) != load<f32>(first, WATER.lean << 2)) return false;
  }
  return true;
}

/** Adds two rows of flows, each shifted by some cells, to a row of `gain`, `width` bytes long; what is shifted out goes beyond it. */
// @ts-ignore: decorator
@inline
function giveRow(to: usize, a: usize, shiftA: i32, b: usize, shiftB: i32, width: i32): void {
  const start: i32 = shiftA < 0 || shiftB < 0 ? -16 : 0;
  const end = width + (shiftA > 0 || shiftB > 0 ? 16 : 0);
  const fromA = a - <usize>(shiftA << 2);
  const fromB = b - <usize>(shiftB << 2);
  for (let at = start; at < end; at += 16) {
    give(to + <usize>at, f32x4.add(v128.load(fromA + <usize>at), v128.load(fromB + <usize>at)));
  }
}

/**
 * Gives the flows of a row of a box to the cells that they go to. Flows that come to the same row of cells are added first: stores
 * to `gain` that overlap those just before keep the processor waiting.
 */
function giveFlows(gain: usize, flows: usize, direction: usize, width: i32, isFar: bool): void {
  const ahead = load<i32>(direction, WATER.ahead << 2) << 2;
  const lean = load<f32>(direction, WATER.lean << 2);
  const side = direction + <usize>((lean > 0 ? 2 : 4) << 2);
  const aside = load<i32>(direction + <usize>((lean > 0 ? WATER.left : WATER.right) << 2)) << 2;
  const colAhead = <i32>load<f32>(direction, (WATER.steps + 1) << 2);
  const colAside = <i32>load<f32>(side, (WATER.steps + 1) << 2);
  if (colAhead == 0) {
    // Along the columns: straight on and aside end in the same row.
    giveRow(gain + <usize>ahead, flows + STRAIGHT, 0, flows + BESIDE, colAside, width);
    if (isFar) giveRow(gain + <usize>(2 * ahead), flows + FAR, 0, flows + FAR_BESIDE, 2 * colAside, width);
    return;
  }
  // Across them: what stops one cell and two cells away does.
  giveRow(gain, flows + STRAIGHT, colAhead, flows + FAR, 2 * colAhead, width);
  if (lean == 0) return;
  const across = <usize>(aside - ahead);
  giveRow(gain + across, flows + BESIDE, colAhead, flows + NOTHING, 0, width);
  if (isFar) giveRow(gain + 2 * across, flows + FAR_BESIDE, 2 * colAhead, flows + NOTHING, 0, width);
}

/** Where the boxes that continue box `n` to the right, with the same rows, end: their rows are gone through as one, as memory lies. */
function endOfRun(boxes: usize, n: i32, count: i32): i32 {
  let box = boxes + <usize>n * (BOX.words << 2);
  let end = n + 1;
  for (; end < count; end++) {
    const next = box + (BOX.words << 2);
    if (load<i32>(next, BOX.row0 << 2) != load<i32>(box, BOX.row0 << 2)) break;
    if (load<i32>(next, BOX.row1 << 2) != load<i32>(box, BOX.row1 << 2)) break;
    if (load<i32>(next, BOX.col0 << 2) != load<i32>(box, BOX.col1 << 2)) break;
    box = next;
  }
  return end;
}

/**
 * The law as printed: thresholds that open at once, no affinity, no memory, two cells far at most. The same as the general one
 * below, without what does nothing then; most water is moved by it.
 */
function movePlain(header: usize, count: i32): void {
  const pitch = <usize>wordOf(header, WATER.stride) << 2;
  const waters = addressOf(header, WATER.water);
  const gains = addressOf(header, WATER.gain) - waters;
  const noises = addressOf(header, WATER.noise);
  const side = wordOf(header, WATER.noiseSide);
  const table = addressOf(header, WATER.remainder);
  const directions = addressOf(header, WATER.directions);
  const boxes = addressOf(header, WATER.boxes);
  const found = addressOf(header, WATER.found);
  // From the first cell on that is no margin.
  const flows = addressOf(header, WATER.flows) + 16;
  const low = f32x4.splat(floatOf(header, WATER.low));
  const high = f32x4.splat(floatOf(header, WATER.high));
  const share = f32x4.splat(floatOf(header, WATER.share));
  const scale = f32x4.splat(floatOf(header, WATER.remainderScale));
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);

  for (let n = 0, end = 0; n < count; n = end) {
    end = endOfRun(boxes, n, count);
    for (let k = n; k < end; k++) store<i32>(found + (<usize>k << 2), 0);
    const run = boxes + <usize>n * (BOX.words << 2);
    const row1 = load<i32>(run, BOX.row1 << 2);
    const first = directions + <usize>(load<i32>(run, BOX.col0 << 2) >> 2) * (WATER.direction << 2);
    const last = boxes + <usize>(end - 1) * (BOX.words << 2);
    const gathers = load<f32>(first, WATER.lean << 2) != 0 && load<f32>(first, WATER.steps << 2) != 0 &&
      hasOneDirection(directions, load<i32>(run, BOX.col0 << 2), load<i32>(last, BOX.col1 << 2));
    for (let row = load<i32>(run, BOX.row0 << 2); row < row1; row++) {
      const noiseRow = noises + <usize>((row + wordOf(header, WATER.noiseRow)) % side) * (<usize>(side + 4) << 2);
      for (let k = n; k < end; k++) {
        const box = boxes + <usize>k * (BOX.words << 2);
        const col0 = load<i32>(box, BOX.col0 << 2);
        const col1 = load<i32>(box, BOX.col1 << 2);
        let noiseCol = (col0 + wordOf(header, WATER.noiseCol)) % side;
        let here = waters + <usize>row * pitch + (<usize>col0 << 2);
        let moved = false;
        let flow = flows;
        let far = zero;
        const start = here;
        for (let col = col0; col < col1; col += 4, here += 16, flow += 16) {
          const noiseAt = noiseRow + (<usize>noiseCol << 2);
          noiseCol += 4;
          if (noiseCol >= side) noiseCol -= side;
          const water = v128.load(here);
          let moves = f32x4.gt(water, low);
          if (col + 4 > col1) moves = v128.and(moves, before(col, col1));
          if (!v128.any_true(moves)) {
            if (gathers) {
              v128.store(flow, zero, STRAIGHT);
              v128.store(flow, zero, BESIDE);
              v128.store(flow, zero, FAR);
              v128.store(flow, zero, FAR_BESIDE);
            }
            continue;
          }
          moved = true;

          const direction = directions + <usize>(col >> 2) * (WATER.direction << 2);
          const remainder = remaining(table, water, scale);
          const free = v128.and(
            f32x4.sub(one, f32x4.mul(remainder, v128.load(noiseAt))),
            v128.and(f32x4.lt(remainder, one), moves),
          );
          const leaving = f32x4.mul(free, v128.load32_splat(direction + (WATER.speed << 2)));
          const kept = rounded(water, f32x4.sub(one, leaving));
          v128.store(here, kept);
          const part = f32x4.sub(water, kept);
          const further = v128.and(rounded(part, share), f32x4.gt(water, high));
          const stops = f32x4.sub(part, further);

          if (gathers) {
            const leaning = f32x4.splat(min<f32>(1, abs<f32>(load<f32>(direction, WATER.lean << 2))));
            const beside = rounded(stops, leaning);
            const farBeside = rounded(further, leaning);
            far = v128.or(far, further);
            v128.store(flow, f32x4.sub(stops, beside), STRAIGHT);
            v128.store(flow, beside, BESIDE);
            v128.store(flow, f32x4.sub(further, farBeside), FAR);
            v128.store(flow, farBeside, FAR_BESIDE);
            continue;
          }
          const gain = here + gains;
          const ahead = <usize>load<i32>(direction, WATER.ahead << 2) << 2;
          const lean = load<f32>(direction, WATER.lean << 2);
          if (lean == 0) {
            give(gain + ahead, stops);
            if (v128.any_true(further)) give(gain + ahead + ahead, further);
            continue;
          }
          const aside = <usize>load<i32>(direction + <usize>((lean > 0 ? WATER.left : WATER.right) << 2)) << 2;
          const leaning = f32x4.splat(min<f32>(1, abs<f32>(lean)));
          const beside = rounded(stops, leaning);
          give(gain + ahead, f32x4.sub(stops, beside));
          give(gain + aside, beside);
          if (!v128.any_true(further)) continue;
          const farBeside = rounded(further, leaning);
          give(gain + ahead + ahead, f32x4.sub(further, farBeside));
          give(gain + aside + aside, farBeside);
        }
        if (!moved) continue;
        store<i32>(found + (<usize>k << 2), WATER.moved);
        if (gathers) {
          for (let f: usize = 0; f < NOTHING; f += FLOW) v128.store(flow + f, zero);
          giveFlows(start + gains, flows, first, <i32>(flow - flows), v128.any_true(far));
        }
      }
    }
  }
}

export function moveWater(at: i32, count: i32): void {
  const header = <usize>at << 2;
  const isSharp = floatOf(header, WATER.sharpness) >= AT_ONCE && wordOf(header, WATER.reach) == 2;
  const isBare = floatOf(header, WATER.hold) == 0 && floatOf(header, WATER.swerve) == 0;
  if (isSharp && isBare && floatOf(header, WATER.sweep) == 0) {
    movePlain(header, count);
    return;
  }
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
  const sweep = floatOf(header, WATER.sweep);
  const sweepScale = f32x4.splat(floatOf(header, WATER.sweepScale));
  const rowWays = addressOf(header, WATER.rowMomentum);
  const colWays = addressOf(header, WATER.colMomentum);
  const nextRowWays = addressOf(header, WATER.nextRowMomentum);
  const nextColWays = addressOf(header, WATER.nextColMomentum);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);

  for (let n = 0; n < count; n++) {
    const box = boxes + <usize>n * (BOX.words << 2);
    const row1 = load<i32>(box, BOX.row1 << 2);
    const col0 = load<i32>(box, BOX.col0 << 2);
    const col1 = load<i32>(box, BOX.col1 << 2);
    let isAbove = 0;
    let stirred = zero;
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
        const direction = directions + <usize>(col >> 2) * (WATER.direction << 2);
        let drag = zero;
        let rowAround = zero;
        let colAround = zero;
        let onwards = zero;
        if (sweep != 0) {
          rowAround = sumAround(rowWays + offset, pitch);
          colAround = sumAround(colWays + offset, pitch);
          onwards = f32x4.add(
            f32x4.mul(rowAround, stepOf(direction, 0)),
            f32x4.mul(colAround, stepOf(direction, 1)),
          );
          const most = f32x4.min(one, f32x4.max(zero, f32x4.mul(onwards, sweepScale)));
          drag = f32x4.mul(f32x4.splat(sweep), most);
          let raised = low;
          if (hold != 0) {
            raised = f32x4.add(low, f32x4.mul(f32x4.splat(hold), v128.load(affinities + offset)));
          }
          over = f32x4.sub(water, f32x4.mul(raised, f32x4.sub(one, drag)));
          const own = before(col, col1);
          stirred = v128.or(stirred, v128.and(own, f32x4.ne(v128.load(rowWays + offset), zero)));
          stirred = v128.or(stirred, v128.and(own, f32x4.ne(v128.load(colWays + offset), zero)));
          v128.store(nextRowWays + offset, zero);
          v128.store(nextColWays + offset, zero);
        }
        const moves = v128.and(f32x4.gt(over, zero), before(col, col1));
        if (!v128.any_true(moves)) continue;
        isAbove = WATER.moved;

        const remainder = remaining(table, water, scale);
        const loose = v128.and(
          f32x4.sub(one, f32x4.mul(remainder, v128.load(noiseAt))),
          f32x4.lt(remainder, one),
        );
        const free = f32x4.max(loose, drag);
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
        if (sweep != 0) {
          const across = f32x4.sub(
            f32x4.mul(stepOf(direction, 0), colAround),
            f32x4.mul(stepOf(direction, 1), rowAround),
          );
          const theirs = f32x4.min(one, f32x4.max(f32x4.splat(-1), f32x4.div(across, onwards)));
          const drawn = f32x4.add(lean, f32x4.mul(drag, f32x4.sub(theirs, lean)));
          lean = v128.bitselect(drawn, lean, f32x4.gt(drag, zero));
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
          if (isStraight && sweep == 0) {
            give(gain + distance * ahead, stops);
          } else {
            const left = rounded(stops, leftward);
            const right = rounded(stops, rightward);
            const straight = f32x4.sub(f32x4.sub(stops, left), right);
            if (sweep != 0) {
              const cells = f32x4.splat(<f32>far);
              remember(nextRowWays + offset, direction, 0, cells, straight, left, right);
              remember(nextColWays + offset, direction, 1, cells, straight, left, right);
            }
            give(gain + distance * ahead, straight);
            give(gain + distance * toLeft, left);
            give(gain + distance * toRight, right);
          }
          part = further;
          far++;
        }
      }
    }
    store<i32>(found + (<usize>n << 2), isAbove | (v128.any_true(stirred) ? WATER.stirred : 0));
  }
}

export function settleWater(at: i32, count: i32): void {
  const header = <usize>at << 2;
  const pitch = <usize>wordOf(header, WATER.stride) << 2;
  const waters = addressOf(header, WATER.water);
  const gains = addressOf(header, WATER.gain) - waters;
  const boxes = addressOf(header, WATER.boxes);
  const found = addressOf(header, WATER.found);
  const low = f32x4.splat(floatOf(header, WATER.low));
  const zero = f32x4.splat(0);
  for (let n = 0, end = 0; n < count; n = end) {
    end = endOfRun(boxes, n, count);
    for (let k = n; k < end; k++) store<i32>(found + (<usize>k << 2), 0);
    const run = boxes + <usize>n * (BOX.words << 2);
    const row1 = load<i32>(run, BOX.row1 << 2);
    for (let row = load<i32>(run, BOX.row0 << 2); row < row1; row++) {
      for (let k = n; k < end; k++) {
        const box = boxes + <usize>k * (BOX.words << 2);
        const col0 = load<i32>(box, BOX.col0 << 2);
        const col1 = load<i32>(box, BOX.col1 << 2);
        let arrived = zero;
        let highest = zero;
        let here = waters + <usize>row * pitch + (<usize>col0 << 2);
        for (let col = col0; col < col1; col += 4, here += 16) {
          const gain = v128.load(here + gains);
          let more = gain;
          let rest = zero;
          if (col + 4 > col1) {
            // Beyond the last column is halo, whose gain is not this chart's.
            const own = before(col, col1);
            more = v128.and(gain, own);
            rest = v128.andnot(gain, own);
          }
          const water = f32x4.add(v128.load(here), more);
          arrived = v128.or(arrived, more);
          highest = f32x4.max(highest, water);
          v128.store(here, water);
          v128.store(here + gains, rest);
        }
        const flags =
          (v128.any_true(arrived) ? WATER.arrived : 0) |
          (v128.any_true(f32x4.gt(highest, low)) ? WATER.above : 0) |
          (v128.any_true(f32x4.ge(highest, f32x4.splat(HEIGHT_LIMIT))) ? WATER.full : 0);
        store<i32>(found + (<usize>k << 2), load<i32>(found + (<usize>k << 2)) | flags);
      }
    }
  }
}
