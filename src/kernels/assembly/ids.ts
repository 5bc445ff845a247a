// Ids: growth with the water, and new names after a merge.

const ANY: i32 = 1;
const TOP: i32 = 2;
const BOTTOM: i32 = 4;
const LEFT: i32 = 8;
const RIGHT: i32 = 16;

function highestOwner(height: usize, id: usize, pitch: usize): u32 {
  let best: f32 = 0;
  let owner: u32 = 0;
  for (let side = 0; side < 4; side++) {
    const offset: isize = side == 0 ? -<isize>pitch : side == 1 ? -4 : side == 2 ? 4 : <isize>pitch;
    const other = load<u32>(id + <usize>offset);
    const there = load<f32>(height + <usize>offset);
    if (other != 0 && there > best) {
      best = there;
      owner = other;
    }
  }
  return owner;
}

// @ts-ignore: decorator
@inline
function growOne(heights: usize, ids: usize, target: usize, pitch: usize, offset: usize, threshold: f32): void {
  const height = load<f32>(heights + offset);
  let id: u32 = 0;
  if (height != 0) {
    id = load<u32>(ids + offset);
    if (id == 0 && height >= threshold) id = highestOwner(heights + offset, ids + offset, pitch);
  }
  store<u32>(target + offset, id);
}

export function growIds(
  heights: usize,
  ids: usize,
  target: usize,
  stride: i32,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  threshold: f32,
): i32 {
  const pitch = <usize>stride << 2;
  const zero = f32x4.splat(0);
  const floor = f32x4.splat(threshold);
  let wet = 0;
  for (let row = row0; row < row1; row++) {
    const first = <usize>row * pitch + (<usize>col0 << 2);
    let offset = first;
    let col = col0;
    let seen = zero;
    for (; col + 4 <= col1; col += 4, offset += 16) {
      const height = v128.load(heights + offset);
      if (!v128.any_true(height)) {
        v128.store(target + offset, zero);
        continue;
      }
      seen = v128.or(seen, height);
      const id = v128.load(ids + offset);
      const orphan = v128.and(f32x4.ge(height, floor), i32x4.eq(id, zero));
      v128.store(target + offset, v128.and(id, f32x4.gt(height, zero)));
      if (v128.any_true(orphan)) {
        for (let lane: usize = 0; lane < 16; lane += 4) growOne(heights, ids, target, pitch, offset + lane, threshold);
      }
    }
    let wetRow = v128.any_true(seen);
    for (; col < col1; col++, offset += 4) {
      growOne(heights, ids, target, pitch, offset, threshold);
      wetRow = wetRow || load<f32>(heights + offset) != 0;
    }
    if (!wetRow) continue;
    wet |= ANY;
    if (row == row0) wet |= TOP;
    if (row == row1 - 1) wet |= BOTTOM;
    if (load<f32>(heights + first) != 0) wet |= LEFT;
    if (load<f32>(heights + offset - 4) != 0) wet |= RIGHT;
  }
  return wet;
}

// @ts-ignore: decorator
@inline
function lookUp(table: usize, mask: i32, id: u32): u32 {
  const h = id * 0x9e3779b1;
  let i = (h ^ (h >> 15)) & <u32>mask;
  while (true) {
    const from = load<u32>(table + (<usize>i << 3));
    if (from == 0) return id;
    if (from == id) return load<u32>(table + (<usize>i << 3) + 4);
    i = (i + 1) & <u32>mask;
  }
}

export function relabel(
  ids: usize,
  table: usize,
  mask: i32,
  stride: i32,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
): void {
  const pitch = <usize>stride << 2;
  for (let row = row0; row < row1; row++) {
    let at = ids + <usize>row * pitch + (<usize>col0 << 2);
    const end = at + (<usize>(col1 - col0) << 2);
    // Neighbours mostly carry the same id: the last answer is kept.
    let last: u32 = 0;
    let answer: u32 = 0;
    while (at < end) {
      if (at + 16 <= end && !v128.any_true(v128.load(at))) {
        at += 16;
        continue;
      }
      const id = load<u32>(at);
      if (id != last) {
        last = id;
        answer = id == 0 ? 0 : lookUp(table, mask, id);
      }
      if (answer != id) store<u32>(at, answer);
      at += 4;
    }
  }
}
