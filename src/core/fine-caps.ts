import { Chance, STREAM } from './chance.js';
import type { FineView } from './frame.js';
import { exp, log } from './math.js';

/**
 * The layer of fine drops as caps: which of them stand in a cell of the layer is a function of the seed, the cell, and
 * how often the cell was cleared, so nothing but the amount and that count has to be kept. Sizes follow Marshall and
 * Palmer's exponential below the largest diameter (NAK-12, NAK-O5).
 */

/** No cell holds more caps than this. */
export const MOST_FINE_CAPS = 32;
/** Numbers a cap: x, y [mm on the chart], base radius [mm], diameter of the drop in the air [mm]. */
export const FINE_CAP_SIZE = 4;

/** Writes the caps that stand in a cell to `out` and returns how many. A cap is there once the cell's amount passes its own lot. */
export function fineCaps(fine: FineView, col: number, row: number, out: Float64Array): number {
  const { amount, generation } = fine;
  const share = amount.data[row * amount.stride + col];
  if (!(share > 0)) return 0;
  return capsUpTo(fine, share, generation.data[row * generation.stride + col], col, row, out);
}

/** The caps of a cell whose amount is `share` in its `time`-th life. */
export function capsUpTo(
  fine: Pick<FineView, 'seed' | 'density' | 'sizeRate' | 'largest' | 'spread' | 'cellSize' | 'amount'>,
  share: number,
  time: number,
  col: number,
  row: number,
  out: Float64Array,
): number {
  const chance = chanceOf(fine.seed);
  const cell = row * fine.amount.width + col;
  const mean = fine.density * fine.cellSize * fine.cellSize;
  const all = Math.min(MOST_FINE_CAPS, chance.poisson(mean, STREAM.fine, cell, time));
  // Truncated exponential: the inverse of its distribution function.
  const cut = 1 - exp(-fine.sizeRate * fine.largest);
  let count = 0;
  for (let n = 0; n < all; n++) {
    if (chance.uniform(STREAM.fine, cell, time, 4 * n + 1000) >= share) continue;
    const diameter = -log(1 - cut * chance.uniform(STREAM.fine, cell, time, 4 * n + 1001)) / fine.sizeRate;
    const at = FINE_CAP_SIZE * count;
    out[at] = (col + chance.uniform(STREAM.fine, cell, time, 4 * n + 1002)) * fine.cellSize;
    out[at + 1] = (row + chance.uniform(STREAM.fine, cell, time, 4 * n + 1003)) * fine.cellSize;
    out[at + 2] = fine.spread * diameter;
    out[at + 3] = diameter;
    count += 1;
  }
  return count;
}

let last: { seed: number; chance: Chance } | undefined;

/** Chance of a seed; the last one is kept, since a layer asks for the same one again and again. */
function chanceOf(seed: number): Chance {
  if (last?.seed !== seed) last = { seed, chance: new Chance(seed) };
  return last.chance;
}
