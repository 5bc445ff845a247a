// A rough look at four cells of a body, in float32 and without division or root. A running drop is stamped again long before
// it has left its own footprint, so that in four of five cells nothing is to be done; only where it may be otherwise is the
// exact height asked for. The look is never wrong: what is near a limit counts as unsure.
import { QUANTUM } from './heights';
import { foreign } from './lanes';

/** What a rough look finds: nobody can tell, no cell is in the footprint, or some are and none of them rises or is another's. */
// @ts-ignore: decorator
@inline export const UNSURE = 0;
// @ts-ignore: decorator
@inline export const OUTSIDE = 1;
// @ts-ignore: decorator
@inline export const SETTLED = 2;

/** How near to the rim, in shares of the radius squared, and to a cell's height, in shares of its cube, is too near to tell. */
// @ts-ignore: decorator
@inline const RIM: f32 = 1e-3;
// @ts-ignore: decorator
@inline const CREST: f32 = 1e-4;

/** The body that is being stamped, in all four lanes. */
let columns = f32x4.splat(0);
let roughUx = f32x4.splat(0);
let roughUy = f32x4.splat(0);
let roughLength = f32x4.splat(0);
let roughHead = f32x4.splat(0);
let slope = f32x4.splat(0);
let lean = f32x4.splat(0);
let lowered = f32x4.splat(0);
let perScale = f32x4.splat(0);
let twiceK = f32x4.splat(0);
let nearRim = f32x4.splat(0);
let nearCrest = f32x4.splat(0);

// @ts-ignore: decorator
@inline
function splat(value: f64): v128 {
  return f32x4.splat(<f32>value);
}

/** Takes a body that is round and has no waist, sunk by a multiple of the quantum [mm]. */
export function readRough(body: usize, cellSize: f64, sunk: f64): void {
  const length = load<f64>(body, 32);
  const head = load<f64>(body, 40);
  const tail = load<f64>(body, 48);
  const widest = <f32>max(head, tail);
  columns = f32x4.mul(f32x4(0, 1, 2, 3), splat(cellSize));
  roughUx = splat(load<f64>(body, 16));
  roughUy = splat(load<f64>(body, 24));
  roughLength = splat(length);
  roughHead = splat(head);
  slope = splat(length > 1e-6 ? (tail - head) / length : 0);
  lean = splat(load<f64>(body, 72));
  lowered = splat(sunk - 2 * QUANTUM);
  perScale = splat(1 / load<f64>(body, 64));
  twiceK = splat(2 * load<f64>(body, 56));
  nearRim = f32x4.splat(RIM * widest * widest);
  nearCrest = f32x4.splat(CREST * widest * widest * widest);
}

/** Looks at four cells, the first of them (dx, dy) from the head's centre [mm]. */
// @ts-ignore: decorator
@inline
export function lookAtFour(heights: usize, ids: usize, stillIds: usize, cell: u32, id: u32, dx: f64, dy: f64): i32 {
  const x = f32x4.add(splat(dx), columns);
  const y = splat(dy);
  const along = f32x4.add(f32x4.mul(x, roughUx), f32x4.mul(y, roughUy));
  const across = f32x4.sub(f32x4.mul(y, roughUx), f32x4.mul(x, roughUy));
  const back = f32x4.pmin(f32x4.pmax(f32x4.neg(along), f32x4.splat(0)), roughLength);
  const radius = f32x4.add(roughHead, f32x4.mul(slope, back));
  const ahead = f32x4.add(along, back);
  const square = f32x4.mul(radius, radius);
  const room = f32x4.sub(square, f32x4.add(f32x4.mul(ahead, ahead), f32x4.mul(across, across)));
  const outside = f32x4.lt(room, f32x4.neg(nearRim));
  if (i32x4.all_true(outside)) return OUTSIDE;
  if (!i32x4.all_true(v128.or(outside, f32x4.gt(room, nearRim)))) return UNSURE;
  // A height of at most h: (1 − q)(1 + sag·X) ≤ (h/ρe)² + 2k·h/ρe, times ρ³.
  const offset = <usize>cell << 2;
  const there = v128.load(heights + offset);
  const level = f32x4.mul(f32x4.add(there, lowered), perScale);
  const most = f32x4.mul(f32x4.mul(radius, level), f32x4.add(level, f32x4.mul(twiceK, radius)));
  const rise = f32x4.mul(room, f32x4.add(radius, f32x4.mul(lean, ahead)));
  const kept = v128.and(f32x4.gt(there, f32x4.splat(0)), f32x4.le(f32x4.add(rise, nearCrest), most));
  if (!i32x4.all_true(v128.or(outside, kept))) return UNSURE;
  const others = v128.or(foreign(v128.load(ids + offset), id), foreign(v128.load(stillIds + offset), id));
  return v128.any_true(others) ? UNSURE : SETTLED;
}
