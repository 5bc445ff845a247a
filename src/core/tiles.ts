import type { Grid } from './grid.js';

/** Columns and rows of a tile: a multiple of four for SIMD, and few enough that six maps of it fit the first cache. */
export const TILE_COLUMNS = 64;
export const TILE_ROWS = 16;

/**
 * The chart in tiles, so that work follows the water: which tiles hold trails and on which sides, which were touched in
 * this step, and when each last changed.
 */
export class Tiles {
  readonly across: number;
  readonly down: number;
  readonly count: number;
  /** Wet sides of the trail map per tile, `WET` bits of the kernels; 0 is a dry tile. */
  readonly wet: Uint8Array;
  /** 1 where something was stamped since the last scan. */
  readonly touched: Uint8Array;
  /** 1 where a still shape was ever laid. */
  readonly laid: Uint8Array;
  /** Version of the last change. */
  readonly version: Uint32Array;
  /** The version a change gets now, and the last one that any tile got. */
  now = 1;
  last = 0;

  readonly #grid: Grid;

  constructor(grid: Grid) {
    this.#grid = grid;
    this.across = Math.ceil(grid.columns / TILE_COLUMNS);
    this.down = Math.ceil(grid.rows / TILE_ROWS);
    this.count = this.across * this.down;
    this.wet = new Uint8Array(this.count);
    this.touched = new Uint8Array(this.count);
    this.laid = new Uint8Array(this.count);
    this.version = new Uint32Array(this.count);
  }

  /** First row of a tile and the row after its last. */
  row0(tile: number): number {
    return Math.floor(tile / this.across) * TILE_ROWS;
  }

  row1(tile: number): number {
    return Math.min(this.#grid.rows, this.row0(tile) + TILE_ROWS);
  }

  /** First column of a tile and the column after its last. */
  col0(tile: number): number {
    return (tile % this.across) * TILE_COLUMNS;
  }

  col1(tile: number): number {
    return Math.min(this.#grid.columns, this.col0(tile) + TILE_COLUMNS);
  }

  /** Notes that cells of a rectangle may have changed: `wet` and `laid` bits are added, and it counts as touched. */
  touch(row0: number, row1: number, col0: number, col1: number, wet: number, laid: number): void {
    const top = Math.floor(Math.max(0, row0) / TILE_ROWS);
    const bottom = Math.floor((Math.min(this.#grid.rows, row1) - 1) / TILE_ROWS);
    const left = Math.floor(Math.max(0, col0) / TILE_COLUMNS);
    const right = Math.floor((Math.min(this.#grid.columns, col1) - 1) / TILE_COLUMNS);
    for (let down = top; down <= bottom; down++) {
      for (let tile = down * this.across + left; tile <= down * this.across + right; tile++) {
        this.wet[tile] |= wet;
        this.laid[tile] |= laid;
        this.touched[tile] = 1;
        this.change(tile);
      }
    }
  }

  /** Notes that a tile may have changed. */
  change(tile: number): void {
    this.version[tile] = this.now;
    this.last = this.now;
  }

  /** Rectangles of the tiles changed after `version`, neighbours in a row joined: col, row, width, height, … */
  changedSince(version: number): Int32Array {
    const rectangles: number[] = [];
    for (let down = 0; down < this.down; down++) {
      for (let across = 0; across < this.across; across++) {
        const first = down * this.across + across;
        if (this.version[first] <= version) continue;
        while (across + 1 < this.across && this.version[down * this.across + across + 1] > version) across++;
        const last = down * this.across + across;
        const col = this.col0(first);
        const row = this.row0(first);
        rectangles.push(col, row, this.col1(last) - col, this.row1(first) - row);
      }
    }
    return Int32Array.from(rectangles);
  }
}
