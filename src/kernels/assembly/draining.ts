// Draining: trails become thinner where they are.
import * as BOX from '../../core/box-record';
import * as CHART from '../records/chart';
import { addressOf, wordOf } from './memory';
import { QUANTUM } from './heights';
import { addLanes, before, sumOfTwo } from './lanes';
import { bitsOf, endOfFours, firstFour, onChartBits } from './cell-bits';

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

export function drain(chart: usize, count: i32, share: f64): f64 {
  chart <<= 2;
  const pitch = <usize>wordOf(chart, CHART.stride) << 2;
  const ring = wordOf(chart, CHART.ring);
  const columns = wordOf(chart, CHART.columns);
  const heights = addressOf(chart, CHART.trail);
  const affinity = addressOf(chart, CHART.affinity);
  const wet = addressOf(chart, CHART.wetBits);
  const rectangles = addressOf(chart, CHART.rectangles);
  const found = addressOf(chart, CHART.found);
  const zero = f32x4.splat(0);
  const shares = f32x4.splat(<f32>share);
  let lost = f64x2.splat(0);
  for (let n = 0; n < count; n++) {
    const rectangle = rectangles + <usize>n * (BOX.words << 2);
    const row0 = wordOf(rectangle, BOX.row0);
    const row1 = wordOf(rectangle, BOX.row1);
    const tile = wordOf(rectangle, BOX.col0) & ~31;
    const own = onChartBits(columns - tile);
    const lostBefore = sumOfTwo(lost);
    let bits = bitsOf(wet, ring, row0, tile);
    for (let row = row0; row < row1; row++, bits += 4) {
      const here = load<u32>(bits) & own;
      if (here == 0) continue;
      const end = endOfFours(here);
      let col = firstFour(here);
      let offset = <usize>row * pitch + (<usize>(tile + col) << 2);
      // At most a tile, so that the losses of a row's lanes add up exactly in float32 (see heights.ts).
      let gone = zero;
      for (; col < end; col += 4, offset += 16) {
        const height = v128.load(heights + offset);
        let left = lowered(height, v128.load(affinity + offset), shares);
        // Cells beyond the chart keep what they hold.
        if (tile + col + 4 > columns) left = v128.bitselect(left, height, before(tile + col, columns));
        v128.store(heights + offset, left);
        gone = f32x4.add(gone, f32x4.sub(height, left));
      }
      lost = addLanes(lost, gone);
    }
    store<i32>(found + (<usize>n << 2), sumOfTwo(lost) > lostBefore ? 1 : 0);
  }
  return sumOfTwo(lost);
}
