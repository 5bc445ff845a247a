// Draining: trails run thin where they are.
import { fetch } from './fetch';
import { QUANTUM } from './heights';
import { addLanes, sumOfTwo } from './lanes';
import { bitsOf, endOfFours, firstFour, ringOf } from './wet-bits';

// @ts-ignore: decorator
@inline const UNEVEN: f32 = 0.5;

/** What is left of four heights: of a wet one at least a quantum, which is a power of two. */
// @ts-ignore: decorator
@inline
function lowered(height: v128, affinity: v128, share: v128): v128 {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const liking = f32x4.pmax(zero, f32x4.pmin(one, affinity));
  const gone = f32x4.mul(share, f32x4.sub(f32x4.splat(1 + UNEVEN), f32x4.mul(f32x4.splat(2 * UNEVEN), liking)));
  const kept = f32x4.pmax(zero, f32x4.sub(one, gone));
  const quanta = f32x4.pmax(one, f32x4.ceil(f32x4.mul(f32x4.mul(height, kept), f32x4.splat(<f32>(1 / QUANTUM)))));
  return v128.and(f32x4.mul(quanta, f32x4.splat(<f32>QUANTUM)), f32x4.gt(height, zero));
}

export function drain(
  heights: usize,
  affinity: usize,
  stride: i32,
  columns: i32,
  wet: usize,
  rectangles: usize,
  count: i32,
  share: f64,
  found: usize,
): f64 {
  heights <<= 2;
  affinity <<= 2;
  wet <<= 2;
  rectangles <<= 2;
  found <<= 2;
  const ring = ringOf(columns);
  const pitch = <usize>stride << 2;
  const zero = f32x4.splat(0);
  const shares = f32x4.splat(<f32>share);
  let lost = f64x2.splat(0);
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + (<usize>n << 4);
    const row0 = load<i32>(rectangle);
    const row1 = load<i32>(rectangle + 4);
    const tile = load<i32>(rectangle + 8) & ~31;
    const before = sumOfTwo(lost);
    fetch(heights, pitch, row0, row1, load<i32>(rectangle + 8), load<i32>(rectangle + 12));
    let bits = bitsOf(wet, ring, row0, tile);
    for (let row = row0; row < row1; row++, bits += 4) {
      const here = load<u32>(bits);
      if (here == 0) continue;
      const end = endOfFours(here);
      let col = firstFour(here);
      let offset = <usize>row * pitch + (<usize>(tile + col) << 2);
      // At most a tile, so that the losses of a row's lanes add up exactly in float32 (see heights.ts).
      let gone = zero;
      for (; col < end; col += 4, offset += 16) {
        const height = v128.load(heights + offset);
        const left = lowered(height, v128.load(affinity + offset), shares);
        v128.store(heights + offset, left);
        gone = f32x4.add(gone, f32x4.sub(height, left));
      }
      lost = addLanes(lost, gone);
    }
    store<i32>(found + (<usize>n << 2), sumOfTwo(lost) > before ? 1 : 0);
  }
  return sumOfTwo(lost);
}
