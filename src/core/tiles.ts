import type { Grid } from './grid.js';

/** Columns and rows of a tile. Columns are a multiple of four for SIMD; trails run down, so tiles are as high as wide. */
export const TILE_COLUMNS = 32;
export const TILE_ROWS = 32;

export function tilesAcross(grid: Grid): number {
  return Math.ceil(grid.columns / TILE_COLUMNS);
}

export function tilesDown(grid: Grid): number {
  return Math.ceil(grid.rows / TILE_ROWS);
}

/** Writes row0, row1, col0, col1 of every tile, four words each. */
export function fillRectangles(grid: Grid, out: Uint32Array): void {
  let word = 0;
  for (let row = 0; row < grid.rows; row += TILE_ROWS) {
    for (let col = 0; col < grid.columns; col += TILE_COLUMNS) {
      out[word++] = row;
      out[word++] = Math.min(grid.rows, row + TILE_ROWS);
      out[word++] = col;
      out[word++] = Math.min(grid.columns, col + TILE_COLUMNS);
    }
  }
}

/** A set of tiles that can be listed: adding and asking are O(1), and dry tiles cost nothing. */
export class TileSet {
  readonly has: Uint8Array;
  readonly list: Uint32Array;
  count = 0;

  constructor(tiles: number) {
    this.has = new Uint8Array(tiles);
    this.list = new Uint32Array(tiles);
  }

  add(tile: number): void {
    if (this.has[tile] !== 0) return;
    this.has[tile] = 1;
    this.list[this.count++] = tile;
  }

  clear(): void {
    for (let n = 0; n < this.count; n++) this.has[this.list[n]] = 0;
    this.count = 0;
  }
}

/**
 * The chart in tiles, so that work follows the water: which tiles hold trails and on which sides, which were touched
 * since the last scan, and when each last changed.
 */
export class Tiles {
  readonly across: number;
  readonly down: number;
  readonly count: number;
  /** Four words a tile: row0, row1, col0, col1. */
  readonly rectangles: Uint32Array;
  /** Sides of the trail map that are wet, per tile: `WET` bits of the kernels. Tiles that are not in `wetTiles` have 0. */
  readonly wet: Uint8Array;
  readonly wetTiles: TileSet;
  /** Tiles where ids or shapes changed since the last scan for contacts. */
  readonly touched: TileSet;
  /** Tiles where a still shape was ever laid. */
  readonly laid: TileSet;
  /** Version of each tile's last change. */
  readonly version: Uint32Array;
  /** The version a change gets now, and the last one that any tile got. */
  now = 1;
  last = 0;

  constructor(grid: Grid) {
    this.across = tilesAcross(grid);
    this.down = tilesDown(grid);
    this.count = this.across * this.down;
    this.rectangles = new Uint32Array(4 * this.count);
    fillRectangles(grid, this.rectangles);
    this.wet = new Uint8Array(this.count);
    this.wetTiles = new TileSet(this.count);
    this.touched = new TileSet(this.count);
    this.laid = new TileSet(this.count);
    this.version = new Uint32Array(this.count);
  }

  /** First row of a tile and the row after its last; the same for columns. */
  row0(tile: number): number {
    return this.rectangles[4 * tile];
  }

  row1(tile: number): number {
    return this.rectangles[4 * tile + 1];
  }

  col0(tile: number): number {
    return this.rectangles[4 * tile + 2];
  }

  col1(tile: number): number {
    return this.rectangles[4 * tile + 3];
  }

  /** The tile of a cell. */
  at(row: number, col: number): number {
    return Math.floor(row / TILE_ROWS) * this.across + Math.floor(col / TILE_COLUMNS);
  }

  /** Notes that cells of a rectangle on the chart may have changed; in the trail map (`wet` sides) or the still one. */
  touch(row0: number, row1: number, col0: number, col1: number, wet: number): void {
    const bottom = Math.floor((row1 - 1) / TILE_ROWS);
    const right = Math.floor((col1 - 1) / TILE_COLUMNS);
    for (let down = Math.floor(row0 / TILE_ROWS); down <= bottom; down++) {
      for (let across = Math.floor(col0 / TILE_COLUMNS); across <= right; across++) {
        const tile = down * this.across + across;
        if (wet === 0) this.laid.add(tile);
        else this.setWet(tile, this.wet[tile] | wet);
        this.touched.add(tile);
        this.change(tile);
      }
    }
  }

  /** Says which sides of a tile are wet. */
  setWet(tile: number, wet: number): void {
    this.wet[tile] = wet;
    if (wet !== 0) this.wetTiles.add(tile);
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
