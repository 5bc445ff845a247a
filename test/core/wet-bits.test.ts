/** Wet bits say of each cell whether it may be wet, and of those around the chart that they are not. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGrid } from '../../src/core/grid.js';
import { TILE_COLUMNS, TILE_ROWS } from '../../src/core/tile-boxes.js';
import { Tiles, type WetBits } from '../../src/core/tiles.js';
import { mayBeWet } from '../support/wet-cells.ts';

const anySize = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 70 }));

/** Cells from a tile before the chart to one after it that have their bit set and must not, or the other way round. */
function wrongCells(
  bits: WetBits,
  columns: number,
  rows: number,
  isWet: (row: number, col: number) => boolean,
): string[] {
  const wrong: string[] = [];
  for (let row = -TILE_ROWS; row < rows + TILE_ROWS; row++) {
    for (let col = -TILE_COLUMNS; col < columns + TILE_COLUMNS; col++) {
      const isOnChart = row >= 0 && row < rows && col >= 0 && col < columns;
      if (mayBeWet(bits.words, { columns }, row, col) !== (isOnChart && isWet(row, col))) wrong.push(`${row}, ${col}`);
    }
  }
  return wrong;
}

test('wetting a box sets the bits of its cells and of no others', () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const property = fc.property(anySize, share, share, share, share, ([columns, rows], top, left, down, across) => {
    const row0 = Math.floor(top * rows);
    const col0 = Math.floor(left * columns);
    const row1 = row0 + 1 + Math.floor(down * (rows - row0));
    const col1 = col0 + 1 + Math.floor(across * (columns - col0));
    const tiles = new Tiles(createGrid(columns, rows, 1));
    tiles.wetten(row0, row1, col0, col1, 1);
    const isWet = (row: number, col: number) => row >= row0 && row < row1 && col >= col0 && col < col1;
    expect(wrongCells(tiles.wetBits, columns, rows, isWet)).toEqual([]);
  });
  fc.assert(property, { numRuns: 60 });
});

test('part of a row is dry if none of its cells may be wet', () => {
  const property = fc.property(
    fc.uniqueArray(fc.integer({ min: 0, max: 119 }), { maxLength: 4 }),
    fc.integer({ min: 0, max: 119 }),
    fc.integer({ min: 1, max: 120 }),
    (wetColumns, col0, width) => {
      const tiles = new Tiles(createGrid(120, 40, 1));
      for (const col of wetColumns) tiles.wetten(35, 36, col, col + 1, 1);
      const col1 = Math.min(120, col0 + width);
      expect(tiles.wetBits.isDry(35, col0, col1)).toBe(!wetColumns.some((col) => col >= col0 && col < col1));
      expect(tiles.wetBits.isDry(34, col0, col1)).toBe(true);
    },
  );
  fc.assert(property, { numRuns: 1000 });
});

test('when nothing is known every cell may be wet', () => {
  const property = fc.property(anySize, ([columns, rows]) => {
    const tiles = new Tiles(createGrid(columns, rows, 1));
    tiles.forgetWater();
    expect(wrongCells(tiles.wetBits, columns, rows, () => true)).toEqual([]);
  });
  fc.assert(property, { numRuns: 30 });
});
