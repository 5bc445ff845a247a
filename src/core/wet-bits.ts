import type { Grid } from './grid.js';
import { TILE_COLUMNS, TILE_ROWS, tileEnd, tileOf } from './tile-boxes.js';

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
 * are always dry, so that nobody need ask where the chart ends. A tile's words stand together. A box says where in a
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
