/** What wet bits say of single cells. */
import type { Grid } from '../../src/core/grid.js';
import { TILE_COLUMNS } from '../../src/core/tile-boxes.js';
import { ringAcross, wetBitsAt } from '../../src/core/tiles.js';

/** Is a cell's bit set? Asks a tile beyond the chart as well. */
export function mayBeWet(words: Uint32Array, { columns }: Pick<Grid, 'columns'>, row: number, col: number): boolean {
  const word = words[wetBitsAt(ringAcross(columns), row, col)];
  return ((word >>> (col & (TILE_COLUMNS - 1))) & 1) === 1;
}
