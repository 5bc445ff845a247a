import { normalAt, normalMap } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { type Fill, makeMap } from './make-frame.js';

const COLUMNS = 9;
const ROWS = 7;

/** The normal at a cell of the height map `fill` [mm] with cells of `cellSize` [mm]. */
function normal(fill: Fill, col: number, row: number, cellSize = 0.5): number[] {
  const out = new Float64Array(3);
  normalAt(makeMap(Float32Array, COLUMNS, ROWS, fill), cellSize, row, col, out);
  return [...out];
}

function expectAlong(actual: number[], direction: number[]): void {
  const length = Math.hypot(...direction);
  for (let c = 0; c < 3; c++) expect(actual[c]).toBeCloseTo(direction[c] / length, 12);
}

describe('CHEN-T13: normals from heights', () => {
  test.each([0, 0.125, 3])('CHEN-T13: level water of %f mm faces straight out', (depth) => {
    for (let row = 1; row < ROWS - 1; row++) {
      for (let col = 1; col < COLUMNS - 1; col++) expect(normal(() => depth, col, row)).toEqual([0, 0, 1]);
    }
  });

  // Slopes and cell sizes that are exact in float32, so that the test is of the formula alone.
  test.each([
    [0.25, 0.5],
    [-0.25, 0.5],
    [2, 0.5],
    [0.5, 0.25],
    [1, 2],
  ])('CHEN-T13: H = %f x on cells of %f mm gives n along (−k, 0, 1)', (k, cellSize) => {
    const ramp: Fill = (col) => 4 + k * cellSize * (col + 0.5);
    for (let col = 1; col < COLUMNS - 1; col++) expectAlong(normal(ramp, col, 3, cellSize), [-k, 0, 1]);
  });

  test('a slope along y tilts y alone, and both together add', () => {
    expectAlong(
      normal((_, row) => 0.25 * row, 4, 3),
      [0, -0.5, 1],
    );
    expectAlong(
      normal((col, row) => 8 + 0.5 * col - 0.25 * row, 4, 3),
      [-1, 0.5, 1],
    );
  });
});

test('every normal has length 1, also on the steepest of walls', () => {
  const rough: Fill = (col, row) => ((col * 7 + row * 13) % 5 === 0 ? 15 : 0.01);
  const map = makeMap(Float32Array, COLUMNS, ROWS, rough);
  const normals = normalMap(map, 0.01, new Float64Array(3 * COLUMNS * ROWS));
  for (let i = 0; i < normals.length; i += 3) {
    expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 12);
    expect(normals[i + 2]).toBeGreaterThan(0);
  }
});

test('beyond the edge it is dry: level water turns outwards there', () => {
  const depth = 0.5;
  expectAlong(
    normal(() => depth, 0, 3),
    [-depth, 0, 1],
  );
  expectAlong(
    normal(() => depth, COLUMNS - 1, 3),
    [depth, 0, 1],
  );
  expectAlong(
    normal(() => depth, 4, 0),
    [0, -depth, 1],
  );
  expectAlong(
    normal(() => depth, 4, ROWS - 1),
    [0, depth, 1],
  );
});

test('the map of normals is row after row what each cell gives', () => {
  const bumps: Fill = (col, row) => ((col * 31 + row * 17) % 11) / 8;
  const map = makeMap(Float32Array, COLUMNS, ROWS, bumps);
  const all = normalMap(map, 0.5, new Float64Array(3 * COLUMNS * ROWS));
  for (let row = 0; row < ROWS; row++) {
    for (let col = 0; col < COLUMNS; col++) {
      const i = 3 * (row * COLUMNS + col);
      expect([...all.subarray(i, i + 3)]).toEqual(normal(bumps, col, row));
    }
  }
});
