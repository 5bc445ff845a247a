/** No drop owns this cell. */
export const DRY = 0;

/** Heights are multiples of this [mm], so that sums of them are exact in any order (design §3). */
export const HEIGHT_QUANTUM = 1 / 65536;

/** Heights stay below this [mm]: nine of them still add up exactly in float32. */
export const HEIGHT_LIMIT = 16;

/**
 * Cells around a chart on every side, in every map: dry at an open edge, copies of the next chart's cells at a seam. `flow` reads
 * three cells beyond a chart; four keep the rows aligned for SIMD.
 */
export const HALO = 4;

/**
 * How the cells of one chart lie in memory: row after row with a halo around them, so that kernels read past the edge without
 * a test. Cell (row, col) of a map whose cell (0, 0) has the word index `map` is `map + row·stride + col`.
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
  /** Words in one map, halo included. */
  readonly words: number;
}

export function createGrid(columns: number, rows: number, cellSize: number): Grid {
  const stride = HALO + Math.ceil((columns + HALO) / 4) * 4;
  const origin = HALO * stride + HALO;
  const words = (rows + 2 * HALO) * stride;
  return { columns, rows, cellSize, stride, origin, words };
}
