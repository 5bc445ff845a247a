import { DRY, type Grid } from './grid.js';
import { TILE_COLUMNS, TILE_ROWS, TileBoxes, tileCount, tileEnd, tileOf } from './tile-boxes.js';

/**
 * Where the water is, so that work follows it: which parts of the trail map may be wet, which were touched since the
 * last scan, where still shapes lie, and when each tile last changed.
 */
export class Tiles {
  readonly grid: Grid;
  readonly across: number;
  readonly count: number;
  /** No cell of the trail map outside these is wet, */
  readonly wet: TileBoxes;
  /** nor is one whose bit is 0. */
  readonly wetBits: WetBits;
  /** Where ids or shapes changed since the last scan for contacts. */
  readonly touched: TileBoxes;
  /** Where still shapes were laid, ever. */
  readonly laid: TileBoxes;
  /** Where still shapes were taken out in this step, to be laid again. */
  readonly erased: TileBoxes;
  /** The drops whose water may lie in each tile of the trail map. */
  readonly owners: TileOwners;
  /** Version of each tile's last change. */
  readonly version: Uint32Array;
  /** The version a change gets now, and the last one that any tile got. */
  now = 1;
  last = 0;

  /** @param wetBits where the kernels see them @param owners these too */
  constructor(grid: Grid, wetBits?: Uint32Array, owners: Uint32Array = new Uint32Array(ownerWords(tileCount(grid)))) {
    this.grid = grid;
    this.count = tileCount(grid);
    this.wet = new TileBoxes(grid);
    this.wetBits = new WetBits(grid, wetBits);
    this.touched = new TileBoxes(grid);
    this.laid = new TileBoxes(grid);
    this.erased = new TileBoxes(grid);
    this.owners = new TileOwners(owners);
    this.across = this.wet.across;
    this.version = new Uint32Array(this.count);
  }

  /** First row of a tile and the row after its last; the same for columns. */
  row0(tile: number): number {
    return Math.floor(tile / this.across) * TILE_ROWS;
  }

  row1(tile: number): number {
    return Math.min(this.grid.rows, this.row0(tile) + TILE_ROWS);
  }

  col0(tile: number): number {
    return (tile % this.across) * TILE_COLUMNS;
  }

  col1(tile: number): number {
    return Math.min(this.grid.columns, this.col0(tile) + TILE_COLUMNS);
  }

  /** The tile of a cell. */
  at(row: number, col: number): number {
    return tileOf(row) * this.across + tileOf(col);
  }

  /**
   * Notes that water of `id` may be in a box of the trail map now, or water of any drop if `id` is `DRY`; and, if it `touches`,
   * that it may lie next to the water of others. Every stamp calls this, so it notes everything in one pass over the tiles.
   */
  wetten(row0: number, row1: number, col0: number, col1: number, id: number, touches = true): void {
    const highest = id === DRY ? ANY_ID : id;
    for (let row = row0; row < row1; ) {
      const rowEnd = Math.min(row1, tileEnd(row));
      for (let col = col0; col < col1; ) {
        const colEnd = Math.min(col1, tileEnd(col));
        const tile = this.at(row, col);
        this.wet.include(tile, row, rowEnd, col, colEnd);
        this.wetBits.include(row, rowEnd, col, colEnd);
        if (touches) this.touched.include(tile, row, rowEnd, col, colEnd);
        this.owners.include(tile, id, highest);
        this.change(tile);
        col = colEnd;
      }
      row = rowEnd;
    }
  }

  /** Nothing is known of the trail map: every cell may be wet, with the water of any drop. */
  forgetWater(): void {
    this.wet.add(0, this.grid.rows, 0, this.grid.columns);
    for (let tile = 0; tile < this.count; tile++) {
      this.wetBits.include(this.row0(tile), this.row1(tile), this.col0(tile), this.col1(tile));
    }
    this.owners.forget();
  }

  /** Notes that cells of a box on the chart changed. */
  touch(row0: number, row1: number, col0: number, col1: number): void {
    this.touched.add(row0, row1, col0, col1);
    this.alter(row0, row1, col0, col1);
  }

  /** Notes that cells of a box changed, but that there are no new contacts. */
  alter(row0: number, row1: number, col0: number, col1: number): void {
    const bottom = this.at(row1 - 1, 0);
    for (let first = this.at(row0, 0); first <= bottom; first += this.across) {
      const right = first + tileOf(col1 - 1);
      for (let tile = first + tileOf(col0); tile <= right; tile++) this.change(tile);
    }
  }

  /** Notes that a tile changed. */
  change(tile: number): void {
    this.version[tile] = this.now;
    this.last = this.now;
  }

  /** Rectangles of the tiles changed after `version`, neighbours in a row joined: col, row, width, height, … */
  changedSince(version: number): Int32Array {
    const rectangles: number[] = [];
    for (let tile = 0; tile < this.count; tile++) {
      if (this.version[tile] <= version) continue;
      const first = tile;
      while ((tile + 1) % this.across !== 0 && this.version[tile + 1] > version) tile++;
      const col = this.col0(first);
      const row = this.row0(first);
      rectangles.push(col, row, this.col1(tile) - col, this.row1(first) - row);
    }
    return Int32Array.from(rectangles);
  }
}

/** Tiles in a row of tiles, with one of the ring on either side. */
export function ringAcross(columns: number): number {
  return Math.ceil(columns / TILE_COLUMNS) + 2;
}

/** Words that the wet bits of a chart take. */
export function wetBitWords({ columns, rows }: Grid): number {
  return TILE_ROWS * ringAcross(columns) * (Math.ceil(rows / TILE_ROWS) + 2);
}

/** Where the word of a row stands in the tile of a column; from one tile above or left of the chart to one beyond it. */
export function wetBitsAt(ring: number, row: number, col: number): number {
  return TILE_ROWS * ((tileOf(row) + 1) * ring + tileOf(col) + 1) + (row & (TILE_ROWS - 1));
}

/** Bits of the columns from `col0` to before `col1` of one tile. */
export function columnBits(col0: number, col1: number): number {
  return (0xffffffff >>> (TILE_COLUMNS - (col1 - col0))) << (col0 & (TILE_COLUMNS - 1));
}

/**
 * Which cells of a map may be wet: a word a row of each tile, a bit a column, and a ring of tiles around the chart that
 * are always dry, so that no kernel has to test where the chart ends. A tile's words stand together. A box says where in a
 * tile water may be, these say in which cells of it.
 */
export class WetBits {
  readonly words: Uint32Array;
  readonly #ring: number;

  constructor(grid: Grid, words: Uint32Array = new Uint32Array(wetBitWords(grid))) {
    this.#ring = ringAcross(grid.columns);
    this.words = words;
  }

  /** Is no cell of a row from `col0` to before `col1` wet for sure? */
  isDry(row: number, col0: number, col1: number): boolean {
    for (let col = col0; col < col1; ) {
      const end = Math.min(col1, tileEnd(col));
      if (this.words[wetBitsAt(this.#ring, row, col)] & columnBits(col, end)) return false;
      col = end;
    }
    return true;
  }

  /** Cells of a box that lies in one tile may be wet. */
  include(row0: number, row1: number, col0: number, col1: number): void {
    const bits = columnBits(col0, col1);
    const first = wetBitsAt(this.#ring, row0, col0);
    for (let word = first; word < first + row1 - row0; word++) this.words[word] |= bits;
  }
}

/** No id is higher; none is as low as `DRY`. */
export const ANY_ID = 0xffffffff;

/** Words a tile: the lowest id that may be in it and the highest; none is outside. */
const WORDS = 2;

/** Words before the first tile's and after the last's that stay 0, so that no test for a missing neighbour is needed. */
export function wordsBeyond({ columns }: Grid): number {
  return columns + 2 * WORDS;
}

/** Words that the owners of so many tiles take. */
export function ownerWords(tiles: number): number {
  return WORDS * tiles;
}

/**
 * The drops whose water may lie in each tile, as a range of ids. Most tiles hold the water of one drop, so a search for some ids,
 * or for two drops that touch, looks into few of them.
 */
export class TileOwners {
  readonly #words: Uint32Array;

  /** @param words of all tiles, where the kernels see them; 0 at first: no drop */
  constructor(words: Uint32Array) {
    this.#words = words;
  }

  lowest(tile: number): number {
    return this.#words[WORDS * tile];
  }

  highest(tile: number): number {
    return this.#words[WORDS * tile + 1];
  }

  /** Ids from `lowest` to `highest` may have come into a tile. */
  include(tile: number, lowest: number, highest: number): void {
    const words = this.#words;
    const at = WORDS * tile;
    if (lowest < words[at]) words[at] = lowest;
    if (highest > words[at + 1]) words[at + 1] = highest;
  }

  /** A tile may have got ids from another, if there is that one. */
  includeThoseOf(tile: number, other: number): void {
    const isThere = other >= 0 && WORDS * other < this.#words.length;
    if (isThere) this.include(tile, this.lowest(other), this.highest(other));
  }

  /** Nothing is known: any id may be in any tile. */
  forget(): void {
    for (let at = 0; at < this.#words.length; at += WORDS) {
      this.#words[at] = DRY;
      this.#words[at + 1] = ANY_ID;
    }
  }
}
