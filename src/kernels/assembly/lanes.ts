// Four ids at once.

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

/** Lanes of `owner` that belong to somebody other than `id`. */
// @ts-ignore: decorator
@inline
export function foreign(owner: v128, id: u32): v128 {
  return v128.and(i32x4.ne(owner, i32x4.splat(0)), i32x4.ne(owner, i32x4.splat(<i32>id)));
}
