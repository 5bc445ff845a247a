// The units: a bare 3×3 blur, nothing else, which is the strictest; and smoothing as the engine does it (CHEN-10), which also
// rounds, cuts off and keeps the book. From map to map, in bytes; rows and columns beyond the edge must be readable, and
// whole fours of columns are written.

import { columnSum, laneSum, meanOf } from '../../src/kernels/assembly/heights';

const NINTH: f32 = 1.0 / 9.0;
/** Columns whose lanes add up exactly in float32: 16 heights below 2²⁰ quanta make at most 2²⁴. */
const BLOCK: i32 = 64;

/** Means of `source` into `target`. */
export function blur(source: usize, target: usize, stride: i32, rows: i32, columns: i32): void {
  const pitch = (<usize>stride) << 2;
  const factor = f32x4.splat(NINTH);
  for (let row = 0; row < rows; row++) {
    let at = source + <usize>row * pitch;
    let to = target + <usize>row * pitch;
    let before = columnSum(at - 16, pitch);
    let here = columnSum(at, pitch);
    for (let col = 0; col < columns; col += 4) {
      const after = columnSum(at + 16, pitch);
      const left = v128.shuffle<f32>(before, here, 3, 4, 5, 6);
      const right = v128.shuffle<f32>(here, after, 1, 2, 3, 4);
      v128.store(to, f32x4.mul(f32x4.add(f32x4.add(left, right), here), factor));
      before = here;
      here = after;
      at += 16;
      to += 16;
    }
  }
}

/** Means of `source` into `target`; those below `threshold` become 0. Returns the loss. */
export function smooth(source: usize, target: usize, stride: i32, rows: i32, columns: i32, threshold: f32): f64 {
  const pitch = (<usize>stride) << 2;
  const floor = f32x4.splat(threshold);
  let lost: f64 = 0;
  for (let row = 0; row < rows; row++) {
    let at = source + <usize>row * pitch;
    let to = target + <usize>row * pitch;
    let before = columnSum(at - 16, pitch);
    let here = columnSum(at, pitch);
    for (let col = 0; col < columns; ) {
      let gone = f32x4.splat(0);
      for (const stop = min(col + BLOCK, columns); col < stop; col += 4) {
        const after = columnSum(at + 16, pitch);
        if (v128.any_true(v128.or(v128.or(before, here), after))) {
          const left = v128.shuffle<f32>(before, here, 3, 4, 5, 6);
          const right = v128.shuffle<f32>(here, after, 1, 2, 3, 4);
          const mean = meanOf(f32x4.add(f32x4.add(left, right), here));
          const kept = v128.and(mean, f32x4.ge(mean, floor));
          v128.store(to, kept);
          gone = f32x4.add(gone, f32x4.sub(v128.load(at), kept));
        } else {
          v128.store(to, f32x4.splat(0));
        }
        before = here;
        here = after;
        at += 16;
        to += 16;
      }
      lost += laneSum(gone);
    }
  }
  return lost;
}
