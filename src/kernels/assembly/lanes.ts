// The lowest and the highest of four unsigned lanes.

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
