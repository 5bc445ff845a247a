import type { Grid } from '../core/grid.js';

/**
 * The rows of a layer's cells that a region meets, and which columns of each have their centres in it: a region fills it
 * in one go, so that nobody asks it row by row.
 */
export class CellRows {
  readonly cellSize: number;
  /** Cells a mm. */
  readonly #perCell: number;
  /** First row, and the one after the last. */
  row0 = 0;
  row1 = 0;
  /** Four columns for each row of the grid: first and end of the cells before a hole, then of those behind it. */
  readonly spans: Int32Array;
  readonly #columns: number;
  readonly #rows: number;

  constructor({ columns, rows, cellSize }: Grid) {
    this.cellSize = cellSize;
    this.#perCell = 1 / cellSize;
    this.#columns = columns;
    this.#rows = rows;
    this.spans = new Int32Array(4 * rows);
  }

  /** Takes the rows from `top` to `bottom` [mm]; `setSpan` is to follow for each of them. */
  setRows(top: number, bottom: number): void {
    this.row0 = Math.max(0, Math.floor(top / this.cellSize));
    this.row1 = Math.min(this.#rows, Math.floor(bottom / this.cellSize) + 1);
  }

  /** In a row lie those from x = `left` to `right` [mm]; none of them if that is the wrong way round. */
  setSpan(row: number, left: number, right: number): void {
    const col0 = Math.max(0, Math.ceil(left * this.#perCell - 0.5));
    this.setColumns(row, col0, Math.min(this.#columns, Math.floor(right * this.#perCell - 0.5) + 1));
  }

  /** In a row lie those from `col0` to before `col1`. */
  setColumns(row: number, col0: number, col1: number): void {
    const { spans } = this;
    spans[4 * row] = col0;
    spans[4 * row + 1] = col1;
    spans[4 * row + 2] = col1;
    spans[4 * row + 3] = col1;
  }

  /** Those from `left` to `right` [mm] need not be looked at. */
  setHole(row: number, left: number, right: number): void {
    const { spans } = this;
    const col0 = spans[4 * row];
    const col1 = spans[4 * row + 3];
    const next = Math.max(col0, Math.min(col1, Math.ceil(left * this.#perCell - 0.5)));
    spans[4 * row + 1] = next;
    spans[4 * row + 2] = Math.max(next, Math.min(col1, Math.floor(right * this.#perCell - 0.5) + 1));
  }
}
