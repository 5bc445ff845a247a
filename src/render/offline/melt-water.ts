/** Water out of focus. Discs too large for single pixels are reckoned in blocks of them, as those of the backdrop are. */
import { type Disc, discBlur, insideShares, MOST_DISC, makeDisc } from '../picture/lens.js';

/** Colour times coverage, and the coverage. */
const CHANNELS = 4;

/** A disc of which so much lies in the picture is whole but for rounding. */
const WHOLE = 1 - 1e-9;

/** How water melts: a disc in blocks, and how many pixels a block has a side. */
export interface WaterLens {
  readonly disc: Disc;
  readonly by: number;
}

/** The lens that makes discs of a radius [px]. */
export function waterLens(radius: number): WaterLens {
  const by = Math.max(1, Math.ceil(radius / MOST_DISC));
  return { disc: makeDisc(radius / by), by };
}

/**
 * The rows `from` to before `to` of a picture of `width` × `height` pixels, melted; `rowsOf` draws those of it that are needed
 * for. A part comes out as the whole does, bit for bit: blocks lie where they lie in the whole.
 */
export function meltRows(
  { disc, by }: WaterLens,
  width: number,
  height: number,
  from: number,
  to: number,
  rowsOf: (from: number, to: number) => Float32Array,
): Float32Array {
  const down = Math.ceil(height / by);
  // Pixels lie between the middles of blocks, so one more on each side.
  const beside = by > 1 ? 1 : 0;
  const top = Math.max(0, Math.floor(from / by) - beside);
  const bottom = Math.min(down, Math.ceil(to / by) + beside);
  // Discs bring in what lies around.
  const first = Math.max(0, top - disc.reach);
  const end = Math.min(down, bottom + disc.reach);
  const rows = rowsOf(first * by, Math.min(height, end * by));
  const blocks = by > 1 ? shrunk(rows, width, by) : rows;
  const across = Math.ceil(width / by);
  const melted = discBlur(
    { data: blocks, width: across, height: end - first },
    CHANNELS,
    disc,
    top - first,
    bottom - first,
  );
  // The mean of what there is: the glass goes on past the picture's edges, and is as wet there.
  for (let row = top, q = 0; row < bottom; row++) {
    const shares = insideShares(disc, across, down, row);
    for (let col = 0; col < across; col++, q += CHANNELS) {
      if (shares[col] > WHOLE) continue;
      for (let c = 0; c < CHANNELS; c++) melted[q + c] /= shares[col];
    }
  }
  return by > 1 ? enlarged(melted, top, width, by, from, to) : melted;
}

/** The means of blocks; those at the right and lower edge may have fewer pixels. */
function shrunk(rows: Float32Array, width: number, by: number): Float32Array {
  const height = rows.length / (CHANNELS * width);
  const across = Math.ceil(width / by);
  const out = new Float32Array(CHANNELS * across * Math.ceil(height / by));
  for (let q = 0; q < out.length; q += CHANNELS) {
    const col = by * ((q / CHANNELS) % across);
    const row = by * Math.floor(q / CHANNELS / across);
    const [right, below] = [Math.min(width, col + by), Math.min(height, row + by)];
    const share = 1 / ((right - col) * (below - row));
    for (let y = row; y < below; y++) {
      for (let p = CHANNELS * (y * width + col); p < CHANNELS * (y * width + right); p++) {
        out[q + (p % CHANNELS)] += rows[p] * share;
      }
    }
  }
  return out;
}

/** Pixels of rows `from` to before `to`, each between the four nearest blocks, of which the first row is the `top`th. */
function enlarged(
  blocks: Float32Array,
  top: number,
  width: number,
  by: number,
  from: number,
  to: number,
): Float32Array {
  const across = Math.ceil(width / by);
  const last = blocks.length / (CHANNELS * across) - 1;
  const out = new Float32Array(CHANNELS * width * (to - from));
  for (let row = from, q = 0; row < to; row++) {
    const v = (row + 0.5) / by - 0.5;
    const above = Math.floor(v);
    const line = (n: number) => across * Math.min(last, Math.max(0, n - top));
    const [upper, lower, down] = [line(above), line(above + 1), v - above];
    for (let col = 0; col < width; col++, q += CHANNELS) {
      const u = (col + 0.5) / by - 0.5;
      const before = Math.floor(u);
      const right = u - before;
      const [a, b] = [Math.max(0, before), Math.min(across - 1, before + 1)];
      for (let c = 0; c < CHANNELS; c++) {
        const at = (block: number) => blocks[CHANNELS * block + c];
        const high = at(upper + a) * (1 - right) + at(upper + b) * right;
        const low = at(lower + a) * (1 - right) + at(lower + b) * right;
        out[q + c] = high * (1 - down) + low * down;
      }
    }
  }
  return out;
}
