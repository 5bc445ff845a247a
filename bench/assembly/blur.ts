// A bare 3×3 blur, nothing else: the strictest unit. The engine's own `smooth` also rounds, cuts off and keeps the book.

const NINTH: f32 = 1.0 / 9.0;

/** The sum of the cells above, at and below an address, four columns at once. */
function columnSum(at: usize, pitch: usize): v128 {
  return f32x4.add(f32x4.add(v128.load(at - pitch), v128.load(at)), v128.load(at + pitch));
}

/** Means of `source` into `target`, bytes; rows and columns beyond the edge must be readable, columns a multiple of four. */
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
