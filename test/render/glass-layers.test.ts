/** Fog as it is drawn: without cells. */
import { describe, expect, test } from 'vitest';
import { fogAt, fogSparkle } from '../../src/render/picture/shade.js';

const SIDE = 40;
const CELL = 0.5;

/** Fog that is cleared cell by cell where `isClear` at a cell's middle [mm]. */
function fogOf(isClear: (x: number, y: number) => boolean) {
  const data = Float32Array.from({ length: SIDE * SIDE }, (_, n) =>
    isClear(((n % SIDE) + 0.5) * CELL, (Math.floor(n / SIDE) + 0.5) * CELL) ? 0 : 1,
  );
  const changedSince = () => new Int32Array();
  return { data, width: SIDE, height: SIDE, stride: SIDE, cellSize: CELL, version: 1, changedSince };
}

/** Where along a row of the pane half of the fog is gone [mm], by halving. */
function edgeAt(fog: ReturnType<typeof fogOf>, y: number, from: number, to: number): number {
  let [clear, dense] = [from, to];
  while (dense - clear > 1e-6) {
    const middle = (clear + dense) / 2;
    if (fogAt(fog, middle, y) < 0.5) clear = middle;
    else dense = middle;
  }
  return clear;
}

describe('fog', () => {
  test('has no staircase: the edge of a slanting track wavers by less than half of what cells do', () => {
    for (const slope of [0.3, 0.5, 1]) {
      const line = (y: number) => 6.1 + slope * (y - 4);
      const fog = fogOf((x, y) => x < line(y));
      const ways = Array.from({ length: 80 }, (_, n) => 4 + 0.1 * n).map(
        (y) => (edgeAt(fog, y, line(y) - 3, line(y) + 3) - line(y)) / Math.sqrt(1 + slope * slope),
      );
      // A staircase wavers by a whole cell, seen across the edge.
      expect(Math.max(...ways) - Math.min(...ways)).toBeLessThan((0.5 * CELL) / Math.sqrt(1 + slope * slope));
    }
  });

  test('is what its map says where that is even, up to the edges of the pane', () => {
    const fog = fogOf(() => false);
    for (const at of [0, 0.1, 0.25, 7.3, SIDE * CELL]) expect(fogAt(fog, at, SIDE * CELL - at)).toBeCloseTo(1, 12);
  });

  test('sparkles around 1, less the larger the pixels are', () => {
    const spread = (pixel: number) => {
      const values = Array.from({ length: 4000 }, (_, n) => fogSparkle((n % 61) * 0.31, n * 0.047, pixel));
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(mean).toBeCloseTo(1, 1);
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    };
    expect(spread(0.02)).toBeGreaterThan(1.5 * spread(0.1));
    expect(spread(0.3)).toBe(0);
  });
});
