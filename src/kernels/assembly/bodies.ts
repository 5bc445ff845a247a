// Bodies: drops of any shape into the maps. `core/body.ts` says what a body is; the arithmetic here is the same, in the
// same order, so that the heights are the same bits.
import { hasRoom, pushContact, setResume } from './contacts';
import { quantise } from './heights';

// @ts-ignore: decorator
@inline const REACH_SQUARE: f64 = 1.3 * 1.3;

/** The body that is being stamped, read once from memory. */
let headX: f64 = 0;
let headY: f64 = 0;
let ux: f64 = 0;
let uy: f64 = 0;
let length: f64 = 0;
let head: f64 = 0;
let narrowing: f64 = 0;
let k: f64 = 0;
let kk: f64 = 0;
let e: f64 = 0;
let sag: f64 = 0;
let c2: f64 = 0;
let s2: f64 = 0;
let c3: f64 = 0;
let s3: f64 = 0;

function read(body: usize): void {
  headX = load<f64>(body);
  headY = load<f64>(body, 8);
  ux = load<f64>(body, 16);
  uy = load<f64>(body, 24);
  length = load<f64>(body, 32);
  head = load<f64>(body, 40);
  narrowing = load<f64>(body, 48) - head;
  k = load<f64>(body, 56);
  kk = k * k;
  e = load<f64>(body, 64);
  sag = load<f64>(body, 72);
  c2 = load<f64>(body, 80);
  s2 = load<f64>(body, 88);
  c3 = load<f64>(body, 96);
  s3 = load<f64>(body, 104);
}

/** `heightIn` of core/body.ts. */
// @ts-ignore: decorator
@inline
function heightAt(x: f64, y: f64): f64 {
  const dx = x - headX;
  const dy = y - headY;
  const along = dx * ux + dy * uy;
  const across = dy * ux - dx * uy;
  const back = along >= 0 ? 0 : along <= -length ? length : -along;
  const radius = length > 0 ? head + (narrowing * back) / length : head;
  const X = (along + back) / radius;
  const Y = across / radius;
  const xx = X * X;
  const yy = Y * Y;
  if (xx + yy >= REACH_SQUARE) return 0;
  const q =
    xx + yy - (c2 * (xx - yy) + s2 * (2 * X * Y) + c3 * (X * (xx - 3 * yy)) + s3 * (Y * (3 * xx - yy)));
  if (q >= 1) return 0;
  const w = (1 - q) * (1 + sag * X);
  if (w <= 0) return 0;
  return radius * e * (sqrt<f64>(kk + w) - k);
}

export function stampBody(
  heights: usize,
  ids: usize,
  stillIds: usize,
  contacts: usize,
  stride: i32,
  cellSize: f64,
  body: usize,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  id: u32,
): f64 {
  read(body);
  let added: f64 = 0;
  let row = row0;
  for (; row < row1; row++) {
    if (!hasRoom(contacts, (col1 - col0) * 2)) break;
    const y = (<f64>row + 0.5) * cellSize;
    for (let col = col0; col < col1; col++) {
      const height = quantise(heightAt((<f64>col + 0.5) * cellSize, y));
      if (height <= 0) continue;
      const cell = <u32>(row * stride + col);
      const offset = <usize>cell << 2;
      const owner = load<u32>(ids + offset);
      const still = load<u32>(stillIds + offset);
      if (owner != 0 && owner != id) pushContact(contacts, id, owner, cell);
      if (still != 0 && still != id) pushContact(contacts, id, still, cell);
      const gain = height - <f64>load<f32>(heights + offset);
      if (gain <= 0) continue;
      store<f32>(heights + offset, <f32>height);
      store<u32>(ids + offset, id);
      added += gain;
    }
  }
  setResume(contacts, row, row1);
  return added;
}

export function capBody(
  heights: usize,
  stride: i32,
  cellSize: f64,
  body: usize,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
): void {
  read(body);
  for (let row = row0; row < row1; row++) {
    const y = (<f64>row + 0.5) * cellSize;
    for (let col = col0; col < col1; col++) {
      const height = <f32>quantise(heightAt((<f64>col + 0.5) * cellSize, y));
      const at = heights + (<usize>(row * stride + col) << 2);
      if (height > load<f32>(at)) store<f32>(at, height);
    }
  }
}

export function erase(
  still: usize,
  stillIds: usize,
  stride: i32,
  row0: i32,
  row1: i32,
  col0: i32,
  col1: i32,
  id: u32,
): f64 {
  const pitch = <usize>stride << 2;
  let change: f64 = 0;
  for (let row = row0; row < row1; row++) {
    let offset = <usize>row * pitch + (<usize>col0 << 2);
    for (let col = col0; col < col1; col++, offset += 4) {
      if (load<u32>(stillIds + offset) != id) continue;
      change -= <f64>load<f32>(still + offset);
      store<f32>(still + offset, 0);
      store<u32>(stillIds + offset, 0);
    }
  }
  return change;
}
