import { MAPS } from '../core/build-flags.js';
import type { LayerMap } from '../core/frame.js';
import type { Grid } from '../core/grid.js';
import { TILE_COLUMNS, TILE_ROWS, tileEnd, tileOf } from '../core/tile-boxes.js';
import { columnBits } from '../core/tiles.js';
import { cellsIn } from '../surface/pane.js';
import type { Chart } from '../surface/surface.js';
import { CellRows, type LayerRegion } from './region.js';

/**
 * Which cells of a row of the chart does the model's own water cover? It is given the columns that stand in `columns` from
 * `first` to before `end`, at most 32, and returns a bit for each. It works a row at a time, since every call costs.
 */
export type Covered = (row: number, columns: Int32Array, first: number, end: number) => number;
/** The cells that a region covers, with `margin` [mm] around it, and whose number is not `settled`. */
interface Unsettled {
  readonly region: LayerRegion;
  readonly margin: number;
  readonly data: Float32Array;
  readonly settled: number;
}

/**
 * Called with the cells of a row whose bits are set in `cells`, all in one tile. The lowest bit is the cell `first` in column
 * `col`. It gets a word at a time, since every call costs.
 */
export type VisitCells = (cells: number, first: number, row: number, col: number) => void;
/** For a model without any water of its own. */
export const UNCOVERED: Covered = () => 0;
/**
 * Updates a row of cells from `first`, in column `col`, to before `end`. False if the cells will not change any more.
 */
export type PassTime = (first: number, end: number, row: number, col: number) => boolean;

/** Steps between two updates of a row, if it needs one at least every `seconds`. */
export function stepsBetweenUpdates(seconds: number, dt: number): number {
  return Math.max(1, Math.floor(Math.min(seconds, LONGEST) / dt));
}

/** Longest wait of a cell for its update [s]. An update adds the growth of the whole wait, even if the cell was cleared just before. */
const LONGEST = 30;

/** Distance between rows that are updated one after another, as a share of all rows: far enough that no pattern shows. */
const GOLDEN = 0.618;

/**
 * The cells of a layer over one chart, in tiles. A tile whose cells still change is restless. Each row of a restless tile is
 * updated every so many steps, rows far apart in each step, so that a step costs only a share of what is not at rest. Tiles
 * know when they changed.
 */
export class LayerCells {
  readonly grid: Grid;
  /** The chart's row under the middle of each row of cells, and the same for columns. */
  readonly chartRow: Int32Array;
  readonly chartCol: Int32Array;
  readonly #across: number;
  /** The cells under the region that is swept. */
  readonly #rows: CellRows;
  /** Rows of each tile that must be updated without a change, one after another, before it is at rest; 0 is at rest. */
  readonly #restless: Uint8Array;
  readonly #version: Uint32Array;
  /** Distance from one updated row to the next, counted over the rows of all tiles. It shares no divisor with their number. */
  readonly #apart: number;
  /** Steps between two updates of a row, as of the last step. */
  #period = 0;
  #now = 1;
  #last = 0;

  /** Cells of side `cellSize` [mm] over a chart. */
  constructor(chart: Chart, cellSize: number) {
    const columns = cellsIn(chart.width, cellSize);
    const rows = cellsIn(chart.height, cellSize);
    this.chartRow = cellsUnder(rows, cellSize, chart.rows, chart.cellSize);
    this.chartCol = cellsUnder(columns, cellSize, chart.columns, chart.cellSize);
    this.grid = { columns, rows, cellSize, stride: columns, origin: 0, words: columns * rows };
    this.#rows = new CellRows(this.grid);
    this.#across = Math.ceil(columns / TILE_COLUMNS);
    const tiles = this.#across * Math.ceil(rows / TILE_ROWS);
    this.#restless = new Uint8Array(tiles);
    this.#apart = coprime(Math.ceil(GOLDEN * tiles * TILE_ROWS), tiles * TILE_ROWS);
    this.#version = new Uint32Array(tiles).fill(this.#now);
    this.#last = this.#now;
  }

  /** Notes that the tile of a cell changed and is restless. */
  wake(row: number, col: number): void {
    const tile = tileOf(row) * this.#across + tileOf(col);
    this.#restless[tile] = TILE_ROWS;
    this.#change(tile);
  }

  /** Notes that all tiles may have changed and may be restless. */
  wakeAll(): void {
    this.#restless.fill(TILE_ROWS);
    this.#version.fill(this.#now);
    this.#last = this.#now;
  }

  /** A bit for each cell, a word a row of each tile: all of them set, since nothing is known yet. */
  bits(): Uint32Array {
    return new Uint32Array(this.grid.rows * this.#across).fill(-1);
  }

  /** Where the word with the bit of a cell stands. */
  wordOf(row: number, col: number): number {
    return row * this.#across + tileOf(col);
  }

  /**
   * Visits the cells whose centre the region covers. If bits are given, a cell without its bit holds `settled` already and is
   * skipped, and the bits of visited cells are cleared. That pays, since drops often run where others ran a moment ago, and
   * bits stay in the cache longer than cells.
   */
  sweep(
    region: LayerRegion,
    margin: number,
    data: Float32Array,
    settled: number,
    bits: Uint32Array | null,
    visit: VisitCells,
  ): void {
    const rows = this.#rows;
    const { spans } = rows;
    region.mark(rows, margin);
    const unsettled = { region, margin, data, settled };
    for (let row = rows.row0; row < rows.row1; row++) {
      const last = spans[2 * row + 1];
      for (let col = spans[2 * row]; col < last; col = tileEnd(col)) {
        const word = this.wordOf(row, col);
        const within = columnBits(col, Math.min(last, tileEnd(col)));
        let hits = bits ? bits[word] & within : within;
        if (MAPS && region.covers) hits = this.#covered(unsettled, row, tileEnd(col), hits);
        if (hits === 0) continue;
        if (bits) bits[word] &= ~hits;
        this.wake(row, col);
        const start = tileEnd(col) - TILE_COLUMNS;
        visit(hits, row * this.grid.columns + start, row, start);
      }
    }
  }

  /** Narrows `cells`, bits of a row, to the range from the first to the last cell that is covered and not settled. */
  #covered({ region, margin, data, settled }: Unsettled, row: number, end: number, cells: number): number {
    const { columns, cellSize } = this.grid;
    const y = (row + 0.5) * cellSize;
    let hits = cells;
    for (let isFirst = true; hits !== 0; ) {
      const hit = isFirst ? hits & -hits : 0x80000000 >>> Math.clz32(hits);
      const col = end - 1 - Math.clz32(hit);
      if (data[row * columns + col] === settled || !region.covers?.((col + 0.5) * cellSize, y, margin)) hits &= ~hit;
      else if (isFirst) isFirst = false;
      else break;
    }
    return hits;
  }

  /**
   * Updates the rows of restless tiles that are due in this step. Updates are spread evenly over the period and over the glass, so
   * that growth in a second does not depend on the number of tiles.
   */
  passTime(step: number, period: number, pass: PassTime): void {
    if (period !== this.#period) {
      // Rows are updated in another order now, so what is known of quiet rows no longer holds.
      this.#period = period;
      this.#restless.fill(TILE_ROWS);
    }
    const rows = this.#restless.length * TILE_ROWS;
    const place = step % period;
    const end = Math.floor(((place + 1) * rows) / period);
    for (let n = Math.floor((place * rows) / period); n < end; n++) {
      const row = (n * this.#apart) % rows;
      const tile = Math.floor(row / TILE_ROWS);
      if (this.#restless[tile] === 0) continue;
      if (this.#passRow(tile, row % TILE_ROWS, pass)) this.#restless[tile] = TILE_ROWS;
      else this.#restless[tile] -= 1;
      this.#change(tile);
    }
  }

  /** The cell of a place [mm], or −1 beside the chart. */
  cellAt(x: number, y: number): number {
    if (!MAPS) return -1;
    const { columns, rows, cellSize } = this.grid;
    const col = Math.floor(x / cellSize);
    const row = Math.floor(y / cellSize);
    return col >= 0 && col < columns && row >= 0 && row < rows ? row * columns + col : -1;
  }

  /** A map of these cells as renderers see it. */
  view<T extends Float32Array | Uint32Array>(data: T): LayerMap<T> {
    const cells = this;
    const { columns, rows, cellSize, stride } = this.grid;
    return {
      data,
      width: columns,
      height: rows,
      stride,
      cellSize,
      get version() {
        return cells.#look();
      },
      changedSince: (version) => cells.#changedSince(version),
    };
  }

  /** Updates a row of a tile, if it is on the chart. */
  #passRow(tile: number, place: number, pass: PassTime): boolean {
    const { columns, rows } = this.grid;
    const row = Math.floor(tile / this.#across) * TILE_ROWS + place;
    if (row >= rows) return false;
    const col = (tile % this.#across) * TILE_COLUMNS;
    return pass(row * columns + col, row * columns + Math.min(columns, col + TILE_COLUMNS), row, col);
  }

  #change(tile: number): void {
    this.#version[tile] = this.#now;
    this.#last = this.#now;
  }

  /** The version of the last change. Later changes get a newer one. */
  #look(): number {
    this.#now = this.#last + 1;
    return this.#last;
  }

  #changedSince(version: number): Int32Array {
    const { columns, rows } = this.grid;
    const rectangles: number[] = [];
    for (let tile = 0; tile < this.#version.length; tile++) {
      if (this.#version[tile] <= version) continue;
      const first = tile;
      // Neighbours in a row are joined.
      while ((tile + 1) % this.#across !== 0 && this.#version[tile + 1] > version) tile++;
      const row = Math.floor(first / this.#across) * TILE_ROWS;
      const col = (first % this.#across) * TILE_COLUMNS;
      const right = Math.min(columns, ((tile % this.#across) + 1) * TILE_COLUMNS);
      rectangles.push(col, row, right - col, Math.min(rows, row + TILE_ROWS) - row);
    }
    return Int32Array.from(rectangles);
  }
}

/** The sum of a layer's cells, or NaN if one of them is not 0 to 1 or not a multiple of the layer's quantum. */
export function exactSum(cells: Float32Array, quantised: (value: number) => number): number {
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const value = cells[cell];
    sum += value >= 0 && value <= 1 && quantised(value) === value ? value : Number.NaN;
  }
  return sum;
}

/** The place of the lowest bit that is set, 0 to 31. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** The first number from `least` on that shares no divisor with `count`. */
function coprime(least: number, count: number): number {
  let [a, b] = [least, count];
  while (b !== 0) [a, b] = [b, a % b];
  return a === 1 ? least : coprime(least + 1, count);
}

/** The chart's row (or column) under the middle of each of `count` rows of cells. */
function cellsUnder(count: number, cellSize: number, chartCount: number, chartCell: number): Int32Array {
  const under = (n: number) => Math.min(chartCount - 1, Math.floor(((n + 0.5) * cellSize) / chartCell));
  return Int32Array.from({ length: count }, (_, n) => under(n));
}
