/** No drop owns this cell. */
export const DRY = 0;

/** Heights are multiples of this [mm], so that sums of them are exact in any order (design §3). */
export const HEIGHT_QUANTUM = 1 / 65536;

/** Heights stay below this [mm]: nine of them still add up exactly in float32. */
export const HEIGHT_LIMIT = 16;

/** Columns kept free left of a row: a multiple of four, so that rows start aligned for SIMD. */
const LEFT_HALO = 4;
/** Rows kept free above and below: kernels look one row beyond the chart, and `flow` packs more than its cells. */
const ROW_HALO = 2;

/**
 * How the cells of one chart lie in memory: rows one after another with a dry border around them. Kernels read past the
 * edge without asking and find nothing there. Cell (row, col) of a map that starts at word `map` is `map + row·stride + col`.
 */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell [mm]. */
  readonly cellSize: number;
  /** Words from one row to the next. */
  readonly stride: number;
  /** Words from the start of a map's memory to its first cell. */
  readonly origin: number;
  /** Words one map takes, border included. */
  readonly words: number;
}

export function createGrid(columns: number, rows: number, cellSize: number): Grid {
  // At least one free column on the right; the left border of the next row serves the rest.
  const stride = LEFT_HALO + Math.ceil((columns + 1) / 4) * 4;
  const origin = ROW_HALO * stride + LEFT_HALO;
  const words = (rows + 2 * ROW_HALO) * stride + LEFT_HALO;
  return { columns, rows, cellSize, stride, origin, words };
}
