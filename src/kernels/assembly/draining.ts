// Draining: trails run thin where they are.
import { fetch } from './fetch';

// @ts-ignore: decorator
@inline const UNEVEN: f64 = 0.5;
// @ts-ignore: decorator
@inline const QUANTUM: f64 = 1.0 / 65536.0;

/** What is left of two heights. Quanta are powers of two: multiplying by their inverse is dividing by them. */
// @ts-ignore: decorator
@inline
function lowered(height: v128, affinity: v128, share: v128): v128 {
  const one = f64x2.splat(1);
  const liking = f64x2.max(f64x2.splat(0), f64x2.min(one, affinity));
  const gone = f64x2.mul(share, f64x2.sub(f64x2.splat(1 + UNEVEN), f64x2.mul(f64x2.splat(2 * UNEVEN), liking)));
  const kept = f64x2.max(f64x2.splat(0), f64x2.sub(one, gone));
  const quanta = f64x2.ceil(f64x2.mul(f64x2.mul(height, kept), f64x2.splat(1 / QUANTUM)));
  return f64x2.mul(quanta, f64x2.splat(QUANTUM));
}

/** The upper two lanes, widened. */
// @ts-ignore: decorator
@inline
function promoteHigh(v: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(v, v, 2, 3, 2, 3));
}

/** Lowers four cells. Returns their losses in pairs; a dry cell loses nothing. */
// @ts-ignore: decorator
@inline
function drainFour(at: usize, liking: usize, share: v128): v128 {
  const height = v128.load(at);
  const affinity = v128.load(liking);
  const low = f64x2.promote_low_f32x4(height);
  const high = promoteHigh(height);
  const leftLow = lowered(low, f64x2.promote_low_f32x4(affinity), share);
  const leftHigh = lowered(high, promoteHigh(affinity), share);
  v128.store(at, v128.shuffle<i32>(f32x4.demote_f64x2_zero(leftLow), f32x4.demote_f64x2_zero(leftHigh), 0, 1, 4, 5));
  return f64x2.add(f64x2.sub(low, leftLow), f64x2.sub(high, leftHigh));
}

export function drain(
  heights: usize,
  affinity: usize,
  stride: i32,
  rectangles: usize,
  count: i32,
  share: f64,
  found: usize,
): f64 {
  const pitch = <usize>stride << 2;
  const shares = f64x2.splat(share);
  let lost: f64 = 0;
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + (<usize>n << 4);
    const row0 = load<i32>(rectangle);
    const row1 = load<i32>(rectangle + 4);
    const col0 = load<i32>(rectangle + 8);
    const col1 = load<i32>(rectangle + 12);
    let gone = f64x2.splat(0);
    fetch(heights, pitch, row0, row1, col0, col1);
    for (let row = row0; row < row1; row++) {
      let offset = <usize>row * pitch + (<usize>col0 << 2);
      for (let col = col0; col < col1; col += 4, offset += 16) {
        if (!v128.any_true(v128.load(heights + offset))) continue;
        gone = f64x2.add(gone, drainFour(heights + offset, affinity + offset, shares));
      }
    }
    const boxLost = f64x2.extract_lane(gone, 0) + f64x2.extract_lane(gone, 1);
    store<i32>(found + (<usize>n << 2), boxLost > 0 ? 1 : 0);
    lost += boxLost;
  }
  return lost;
}
