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
  /** Two columns for each row of the grid: the first, and the one after the last. */
  readonly spans: Int32Array;
  readonly #columns: number;
  readonly #rows: number;

  constructor({ columns, rows, cellSize }: Grid) {
    this.cellSize = cellSize;
    this.#perCell = 1 / cellSize;
    this.#columns = columns;
    this.#rows = rows;
    this.spans = new Int32Array(2 * rows);
  }

  /** Takes the rows from `top` to `bottom` [mm]; `setSpan` is to follow for each of them. */
  setRows(top: number, bottom: number): void {
    this.row0 = Math.max(0, Math.floor(top / this.cellSize));
    this.row1 = Math.min(this.#rows, Math.floor(bottom / this.cellSize) + 1);
  }

  /** In a row lie those from x = `left` to `right` [mm]; none of them if that is the wrong way round. */
  setSpan(row: number, left: number, right: number): void {
    this.spans[2 * row] = Math.max(0, Math.ceil(left * this.#perCell - 0.5));
    this.spans[2 * row + 1] = Math.min(this.#columns, Math.floor(right * this.#perCell - 0.5) + 1);
  }
}
