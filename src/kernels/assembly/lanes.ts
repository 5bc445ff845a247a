// Four ids or heights at once.

// @ts-ignore: decorator
@inline
export function leastLane(v: v128): u32 {
  return min(
    min(<u32>i32x4.extract_lane(v, 0), <u32>i32x4.extract_lane(v, 1)),
    min(<u32>i32x4.extract_lane(v, 2), <u32>i32x4.extract_lane(v, 3)),
  );
}

// @ts-ignore: decorator
@inline
export function mostLane(v: v128): u32 {
  return max(
    max(<u32>i32x4.extract_lane(v, 0), <u32>i32x4.extract_lane(v, 1)),
    max(<u32>i32x4.extract_lane(v, 2), <u32>i32x4.extract_lane(v, 3)),
  );
}

/** Lanes of `owner` with an owner other than `id`. */
// @ts-ignore: decorator
@inline
export function foreign(owner: v128, id: u32): v128 {
  return v128.and(i32x4.ne(owner, i32x4.splat(0)), i32x4.ne(owner, i32x4.splat(<i32>id)));
}

/** Lanes of `owner` without an owner other than `id` or `known`, which are given in all four lanes. */
// @ts-ignore: decorator
@inline
export function familiar(owner: v128, id: v128, known: v128): v128 {
  return v128.or(v128.or(i32x4.eq(owner, i32x4.splat(0)), i32x4.eq(owner, id)), i32x4.eq(owner, known));
}

/** Four losses of float32, each exact, added to two sums of float64. */
// @ts-ignore: decorator
@inline
export function addLanes(sums: v128, lanes: v128): v128 {
  const high = v128.shuffle<i32>(lanes, lanes, 2, 3, 2, 3);
  return f64x2.add(sums, f64x2.add(f64x2.promote_low_f32x4(lanes), f64x2.promote_low_f32x4(high)));
}

/** Both of them together. */
// @ts-ignore: decorator
@inline
export function sumOfTwo(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

/** The lanes of four cells from column `col` on that stand before column `end`. */
// @ts-ignore: decorator
@inline
export function before(col: i32, end: i32): v128 {
  return i32x4.gt_s(i32x4.splat(end - col), i32x4(0, 1, 2, 3));
}
