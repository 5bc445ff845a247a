/** Light that spills around highlights (look.ts, 7; STUP-L7). Blocks and boxes are summed one by one, so parts equal the whole. */
import { LOOK } from './look.js';

/** Pixels a side of the blocks in which glow is reckoned. */
export const GLOW_BLOCK = 4;

/** Radius of a box of the glow [blocks]. */
export function glowRadius(height: number): number {
  return Math.max(1, Math.floor((LOOK.glowBlur * height) / GLOW_BLOCK + 0.5));
}

/** Rows of blocks of a part of a picture that glow may reach beyond it. */
export function glowMargin(height: number): number {
  return 2 * glowRadius(height) + 1;
}

/**
 * The glow of a linear picture, one RGB a block. `firstRow` and `rows` say which of a picture of `height` rows `data`
 * holds; `firstRow` is a multiple of the block. The last blocks may be cut off by the picture's edge.
 */
export function glowOf(
  data: Float32Array,
  width: number,
  firstRow: number,
  rows: number,
  height: number,
): Float32Array {
  const columns = Math.ceil(width / GLOW_BLOCK);
  const lines = Math.ceil(rows / GLOW_BLOCK);
  let bright = new Float32Array(3 * columns * lines);
  for (let row = 0; row < rows; row++) {
    // Blocks at the lower and right edge are as large as the picture lets them be.
    const line = Math.floor(row / GLOW_BLOCK);
    const tall = Math.min(GLOW_BLOCK, height - firstRow - line * GLOW_BLOCK);
    for (let col = 0; col < width; col++) {
      const block = Math.floor(col / GLOW_BLOCK);
      const share = 1 / (tall * Math.min(GLOW_BLOCK, width - block * GLOW_BLOCK));
      const from = 3 * (row * width + col);
      const to = 3 * (line * columns + block);
      for (let c = 0; c < 3; c++) bright[to + c] += Math.min(LOOK.glowMost, Math.max(0, data[from + c] - 1)) * share;
    }
  }
  const radius = glowRadius(height);
  bright = spreadAlong(bright, columns, lines, radius);
  return spreadDown(bright, columns, lines, radius, Math.ceil(height / GLOW_BLOCK) - firstRow / GLOW_BLOCK);
}

/** Two boxes of 2·radius + 1 blocks along x, one after the other, which are a tent; beyond the edges it is dark. */
function spreadAlong(data: Float32Array, columns: number, lines: number, radius: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(data.length);
  const tent = makeTent(radius);
  for (let line = 0; line < lines; line++) {
    for (let col = 0; col < columns; col++) {
      const to = 3 * (line * columns + col);
      for (let n = Math.max(0, col - 2 * radius); n <= Math.min(columns - 1, col + 2 * radius); n++) {
        const share = tent[Math.abs(n - col)];
        for (let c = 0; c < 3; c++) out[to + c] += data[3 * (line * columns + n) + c] * share;
      }
    }
  }
  return out;
}

/** The same along y; the picture ends after `end` lines. */
function spreadDown(data: Float32Array, columns: number, lines: number, radius: number, end: number): Float32Array {
  const out = new Float32Array(data.length);
  const tent = makeTent(radius);
  for (let line = 0; line < lines; line++) {
    for (let n = Math.max(0, line - 2 * radius); n <= Math.min(lines, end) - 1 && n <= line + 2 * radius; n++) {
      const share = tent[Math.abs(n - line)];
      for (let k = 0; k < 3 * columns; k++) out[3 * line * columns + k] += data[3 * n * columns + k] * share;
    }
  }
  return out;
}

/** Shares of a block by its distance, 0 to 2·radius. */
function makeTent(radius: number): Float64Array {
  const wide = 2 * radius + 1;
  return Float64Array.from({ length: wide }, (_, n) => (wide - n) / (wide * wide));
}
