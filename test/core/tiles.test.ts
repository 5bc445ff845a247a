/** Tiles report what changed since a version: every cell that did, no tile that did not, no cell twice. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGrid } from '../../src/core/grid.js';
import { TILE_COLUMNS, TILE_ROWS, TileBoxes } from '../../src/core/tile-boxes.js';
import { Tiles } from '../../src/core/tiles.js';

const anyRectangle = fc.tuple(
  fc.integer({ min: -20, max: 120 }),
  fc.integer({ min: -80, max: 320 }),
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 150 }),
);

/** How often each cell is covered by the rectangles of `changedSince`. */
function cover(rectangles: Int32Array, columns: number, rows: number): Uint8Array {
  const covered = new Uint8Array(columns * rows);
  expect(rectangles.length % 4).toBe(0);
  for (let n = 0; n < rectangles.length; n += 4) {
    const [col, row, width, height] = rectangles.subarray(n, n + 4);
    expect(col >= 0 && row >= 0 && width > 0 && height > 0).toBe(true);
    expect(col + width <= columns && row + height <= rows).toBe(true);
    for (let r = row; r < row + height; r++) {
      for (let c = col; c < col + width; c++) covered[r * columns + c] += 1;
    }
  }
  return covered;
}

test('changedSince covers exactly the tiles that were touched', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100 }));
  const touches = fc.array(fc.tuple(anyRectangle, fc.boolean()), { maxLength: 12 });
  const property = fc.property(sizes, touches, fc.nat(13), ([columns, rows], all, since) => {
    const tiles = new Tiles(createGrid(columns, rows, 1));
    const expected = new Uint8Array(columns * rows);
    for (const [[row0, col0, height, width], nextVersion] of all) {
      // Callers cut their rectangles to the chart and leave out empty ones.
      if (row0 >= rows || col0 >= columns || row0 + height <= 0 || col0 + width <= 0) continue;
      if (nextVersion) tiles.now += 1;
      const bottom = Math.min(rows, row0 + height);
      tiles.touch(Math.max(0, row0), bottom, Math.max(0, col0), Math.min(columns, col0 + width));
      if (tiles.now > since) mark(expected, columns, rows, row0, row0 + height, col0, col0 + width);
    }
    expect(cover(tiles.changedSince(since), columns, rows)).toEqual(expected);
  });
  fc.assert(property, { numRuns: 60 });
});

/** Marks all cells of the tiles that a rectangle meets on the chart. */
function mark(
  cells: Uint8Array,
  columns: number,
  rows: number,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
): void {
  const met = new Set<string>();
  for (let row = Math.max(0, row0); row < Math.min(rows, row1); row++) {
    for (let col = Math.max(0, col0); col < Math.min(columns, col1); col++) {
      met.add(`${Math.floor(row / TILE_ROWS)} ${Math.floor(col / TILE_COLUMNS)}`);
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < columns; col++) {
      if (met.has(`${Math.floor(row / TILE_ROWS)} ${Math.floor(col / TILE_COLUMNS)}`)) cells[row * columns + col] = 1;
    }
  }
}

test('nothing has changed since now', () => {
  const tiles = new Tiles(createGrid(100, 40, 0.5));
  tiles.touch(0, 40, 0, 100);
  expect(tiles.changedSince(tiles.now)).toHaveLength(0);
  expect(tiles.changedSince(tiles.now - 1)).not.toHaveLength(0);
});

test('tiles lie side by side and fill the chart', () => {
  for (const [columns, rows] of [
    [1, 1],
    [64, 16],
    [65, 17],
    [200, 50],
  ]) {
    const tiles = new Tiles(createGrid(columns, rows, 1));
    let cells = 0;
    for (let tile = 0; tile < tiles.count; tile++) {
      cells += (tiles.row1(tile) - tiles.row0(tile)) * (tiles.col1(tile) - tiles.col0(tile));
    }
    expect(cells).toBe(columns * rows);
  }
});

test('boxes keep every cell they were given, one box a tile, and forget them', () => {
  const property = fc.property(fc.array(anyRectangle, { maxLength: 8 }), (rectangles) => {
    const grid = createGrid(150, 90, 1);
    const boxes = new TileBoxes(grid);
    for (const [row, col, height, width] of rectangles) boxes.add(row, row + height, col, col + width);
    const covered = new Uint8Array(grid.rows * grid.columns);
    const seen = new Set<number>();
    for (let n = 0; n < boxes.count; n++) {
      const tile = boxes.list[n];
      const [row0, row1, col0, col1] = boxes.box.subarray(4 * tile, 4 * tile + 4);
      expect(Math.floor(row0 / TILE_ROWS)).toBe(Math.floor((row1 - 1) / TILE_ROWS));
      expect(Math.floor(col0 / TILE_COLUMNS)).toBe(Math.floor((col1 - 1) / TILE_COLUMNS));
      expect(seen.has(tile)).toBe(false);
      seen.add(tile);
      for (let row = row0; row < row1; row++) covered.fill(1, row * grid.columns + col0, row * grid.columns + col1);
    }
    for (const [row0, col0, height, width] of rectangles) {
      for (let row = Math.max(0, row0); row < Math.min(grid.rows, row0 + height); row++) {
        for (let col = Math.max(0, col0); col < Math.min(grid.columns, col0 + width); col++) {
          expect(covered[row * grid.columns + col]).toBe(1);
        }
      }
    }
    boxes.clear();
    boxes.add(0, 1, 0, 1);
    expect([...boxes.box.subarray(0, 4), boxes.count]).toEqual([0, 1, 0, 1, 1]);
  });
  fc.assert(property, { numRuns: 30 });
});

test('a region meets the boxes that share a cell with one of its own, tile by tile', () => {
  const boxes = fc.array(anyRectangle, { maxLength: 4 });
  const property = fc.property(boxes, anyRectangle, (given, [row0, col0, height, width]) => {
    const [rows, columns] = [100, 300];
    const region = new TileBoxes(createGrid(columns, rows, 1));
    for (const [top, left, high, wide] of given) region.add(top, top + high, left, left + wide);
    const cells = new Uint8Array(columns * rows);
    for (let n = 0; n < region.count; n++) {
      const [top, bottom, left, right] = region.box.subarray(4 * region.list[n], 4 * region.list[n] + 4);
      for (let row = top; row < bottom; row++) cells.fill(1, row * columns + left, row * columns + right);
    }
    let expected = false;
    for (let row = Math.max(0, row0); row < Math.min(rows, row0 + height); row++) {
      for (let col = Math.max(0, col0); col < Math.min(columns, col0 + width); col++) {
        if (cells[row * columns + col] === 1) expected = true;
      }
    }
    expect(region.meets(row0, row0 + height, col0, col0 + width)).toBe(expected);
  });
  fc.assert(property, { numRuns: 300 });
});
