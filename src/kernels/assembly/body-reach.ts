// How far a body reaches, roughly: a third of the cells of the box around it lie beyond, where no height is computed. In
// float32 and without division or root; cells near the limit count as in reach.

import * as BODY from '../../core/body-record';
import { numberOf } from './memory';

/** How near to the limit, in shares of the radius squared, is too near to decide in float32. */
// @ts-ignore: decorator
@inline const RIM: f32 = 1e-3;

/** The body, in all four lanes. */
let columns = f32x4.splat(0);
let ux = f32x4.splat(0);
let uy = f32x4.splat(0);
let length = f32x4.splat(0);
let head = f32x4.splat(0);
let slope = f32x4.splat(0);
let nearRim = f32x4.splat(0);
/** How far the outline reaches at most, in radii, squared. */
let reachSquare = f32x4.splat(0);

// @ts-ignore: decorator
@inline
function splat(value: f64): v128 {
  return f32x4.splat(<f32>value);
}

/** Reads a body for `areOutside`. */
export function readReach(body: usize, cellSize: f64): void {
  const long = numberOf(body, BODY.length);
  const front = numberOf(body, BODY.head);
  const tail = numberOf(body, BODY.tail);
  const widest = <f32>max(front, tail);
  const second = abs(numberOf(body, BODY.c2)) + abs(numberOf(body, BODY.s2));
  const outline = second + abs(numberOf(body, BODY.c3)) + abs(numberOf(body, BODY.s3));
  const reach = min(1.3, 1 + outline);
  columns = f32x4.mul(f32x4(0, 1, 2, 3), splat(cellSize));
  ux = splat(numberOf(body, BODY.ux));
  uy = splat(numberOf(body, BODY.uy));
  length = splat(long);
  head = splat(front);
  slope = splat(long > 1e-6 ? (tail - front) / long : 0);
  reachSquare = splat(reach * reach);
  nearRim = f32x4.splat(RIM * widest * widest);
}

/** Are four cells, the first of them (dx, dy) from the head's centre [mm], beyond its reach? */
// @ts-ignore: decorator
@inline
export function areOutside(dx: f64, dy: f64): bool {
  const x = f32x4.add(splat(dx), columns);
  const y = splat(dy);
  const along = f32x4.add(f32x4.mul(x, ux), f32x4.mul(y, uy));
  const across = f32x4.sub(f32x4.mul(y, ux), f32x4.mul(x, uy));
  const back = f32x4.pmin(f32x4.pmax(f32x4.neg(along), f32x4.splat(0)), length);
  const radius = f32x4.add(head, f32x4.mul(slope, back));
  const ahead = f32x4.add(along, back);
  const limit = f32x4.add(f32x4.mul(reachSquare, f32x4.mul(radius, radius)), nearRim);
  return i32x4.all_true(f32x4.gt(f32x4.add(f32x4.mul(ahead, ahead), f32x4.mul(across, across)), limit));
}
