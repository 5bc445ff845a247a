import * as BOX from './box-record.js';
import type { Grid } from './grid.js';

/** Columns and rows of a tile. Columns are as many as a word has bits; trails run down, so tiles are as high as wide. */
const SIDE_BITS = 5;
export const TILE_COLUMNS = 1 << SIDE_BITS;
export const TILE_ROWS = 1 << SIDE_BITS;

/** The row or column of tiles in which a row or column of cells lies. Computed by shifts, since every stamp needs it several times. */
export function tileOf(cell: number): number {
  return cell >> SIDE_BITS;
}

/** The first row or column of cells after those of its tile. */
export function tileEnd(cell: number): number {
  return ((cell >> SIDE_BITS) + 1) << SIDE_BITS;
}

/** Most tiles a grid has. */
export function tileCount(grid: Grid): number {
  return Math.ceil(grid.columns / TILE_COLUMNS) * Math.ceil(grid.rows / TILE_ROWS);
}

/**
 * A region of the chart as one box a tile: adding a box is O(1), listing costs as much as there are tiles with something
 * in them, and dry tiles cost nothing. Boxes are row0 ≤ row < row1, col0 ≤ col < col1.
 */
export class TileBoxes {
  readonly across: number;
  /** Tiles with a box, in the order they came. */
  readonly list: Uint32Array;
  count = 0;
  /** Four words a tile: row0, row1, col0, col1; only those of listed tiles mean anything. */
  readonly box: Uint32Array;
  /** A bit a tile: is it listed? */
  readonly #has: Uint32Array;
  readonly #columns: number;
  readonly #rows: number;

  constructor(grid: Grid) {
    const tiles = tileCount(grid);
    this.across = Math.ceil(grid.columns / TILE_COLUMNS);
    this.#columns = grid.columns;
    this.#rows = grid.rows;
    this.list = new Uint32Array(tiles);
    this.box = new Uint32Array(4 * tiles);
    this.#has = new Uint32Array(Math.ceil(tiles / 32));
  }

  /** Adds a box, cut to the chart and split over the tiles it meets; each tile keeps one box around all it was given. */
  add(row0: number, row1: number, col0: number, col1: number): void {
    const top = Math.max(0, row0);
    const left = Math.max(0, col0);
    const bottom = Math.min(this.#rows, row1);
    const right = Math.min(this.#columns, col1);
    for (let row = top; row < bottom; ) {
      const rowEnd = Math.min(bottom, tileEnd(row));
      const first = tileOf(row) * this.across;
      for (let col = left; col < right; ) {
        const colEnd = Math.min(right, tileEnd(col));
        this.include(first + tileOf(col), row, rowEnd, col, colEnd);
        col = colEnd;
      }
      row = rowEnd;
    }
  }

  /** Does a box meet one of the region's? */
  meets(row0: number, row1: number, col0: number, col1: number): boolean {
    if (this.count === 0) return false;
    const { box } = this;
    const bottom = tileOf(Math.min(this.#rows, row1) - 1);
    const right = tileOf(Math.min(this.#columns, col1) - 1);
    for (let down = tileOf(Math.max(0, row0)); down <= bottom; down++) {
      for (let across = tileOf(Math.max(0, col0)); across <= right; across++) {
        const tile = down * this.across + across;
        const at = 4 * tile;
        if (!(this.#has[tile >> 5] & (1 << tile))) continue;
        if (box[at] < row1 && row0 < box[at + 1] && box[at + 2] < col1 && col0 < box[at + 3]) return true;
      }
    }
    return false;
  }

  has(tile: number): boolean {
    return (this.#has[tile >> 5] & (1 << tile)) !== 0;
  }

  /** Lists the tiles in ascending order: as their bits stand. */
  sort(): void {
    let count = 0;
    for (let word = 0; word < this.#has.length; word++) {
      for (let bits = this.#has[word]; bits !== 0; bits &= bits - 1) {
        this.list[count++] = 32 * word + 31 - Math.clz32(bits & -bits);
      }
    }
  }

  clear(): void {
    this.#has.fill(0);
    this.count = 0;
  }

  /** Writes the listed boxes one after another as `BOX` records, columns widened to multiples of four. Returns how many. */
  write(out: Uint32Array, at: number): number {
    for (let n = 0; n < this.count; n++) this.writeTile(this.list[n], out, at + BOX.words * n);
    return this.count;
  }

  /** Writes the box of a listed tile in that way. */
  writeTile(tile: number, out: Uint32Array, at: number): void {
    const box = 4 * tile;
    out[at + BOX.row0] = this.box[box];
    out[at + BOX.row1] = this.box[box + 1];
    out[at + BOX.col0] = this.box[box + 2] & ~3;
    out[at + BOX.col1] = Math.min(this.#columns, (this.box[box + 3] + 3) & ~3);
  }

  /** Adds a box that lies in one tile. */
  include(tile: number, row0: number, row1: number, col0: number, col1: number): void {
    const { box } = this;
    const at = 4 * tile;
    if (!(this.#has[tile >> 5] & (1 << tile))) {
      this.#has[tile >> 5] |= 1 << tile;
      this.list[this.count++] = tile;
      box[at] = row0;
      box[at + 1] = row1;
      box[at + 2] = col0;
      box[at + 3] = col1;
      return;
    }
    if (row0 < box[at]) box[at] = row0;
    if (row1 > box[at + 1]) box[at + 1] = row1;
    if (col0 < box[at + 2]) box[at + 2] = col0;
    if (col1 > box[at + 3]) box[at + 3] = col1;
  }
}
