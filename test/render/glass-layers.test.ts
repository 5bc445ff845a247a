/** Fog and fine caps as they are drawn: no cells in the one, no overlaps in the other. */
import { describe, expect, test } from 'vitest';
import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../src/core/fine-caps.js';
import { CAP_SIZE, CapTiles } from '../../src/render/picture/cap-tiles.js';
import { fogAt, fogSparkle } from '../../src/render/picture/fog.js';

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

describe('fine caps', () => {
  const fine = (density: number, cellSize: number) => {
    const side = Math.ceil(24 / cellSize);
    const map = { width: side, height: side, stride: side, cellSize, version: 1, changedSince: () => new Int32Array() };
    const amount = { ...map, data: new Float32Array(side * side).fill(1) };
    const generation = { ...map, data: new Uint32Array(side * side) };
    return { seed: 3, density, sizeRate: 4, largest: 1, spread: 0.8, contactAngle: 0.7, cellSize, amount, generation };
  };
  /** As the layer has them, in floats. */
  const allOf = (view: ReturnType<typeof fine>) => {
    const cell = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
    return Array.from({ length: view.amount.width * view.amount.height }, (_, n) => n).flatMap((n) => {
      const count = fineCaps(view, n % view.amount.width, Math.floor(n / view.amount.width), cell);
      return Array.from({ length: count }, (_, k) => [
        ...Float32Array.from(cell.subarray(FINE_CAP_SIZE * k, FINE_CAP_SIZE * k + CAP_SIZE)),
      ]);
    });
  };
  const triples = (caps: Float32Array) =>
    Array.from({ length: caps.length / CAP_SIZE }, (_, n) => [...caps.subarray(CAP_SIZE * n, CAP_SIZE * (n + 1))]);
  const touch = (a: number[], b: number[]) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (a[2] + b[2]) ** 2;

  test.each([
    [0.5, 0.5],
    [2, 0.5],
    [3, 0.1],
  ])(
    'of a density of %d/mm² in cells of %d mm: those that touch a larger one are left out, and no others',
    (density, cellSize) => {
      const view = fine(density, cellSize);
      const caps = new CapTiles(view);
      const tiles = Array.from({ length: caps.across * caps.down }, (_, tile) => tile);
      for (const tile of tiles) caps.refresh(view, tile);
      const all = allOf(view);
      const drawn = tiles.flatMap((tile) => triples(caps.drawn(tile)));
      const expected = all.filter((cap) => !all.some((other) => other[2] > cap[2] && touch(cap, other)));
      expect(drawn.map(String).sort()).toEqual(expected.map(String).sort());
      expect(drawn.length).toBeLessThan(all.length);
      expect(drawn.some((cap) => drawn.some((other) => other !== cap && touch(cap, other)))).toBe(false);
    },
  );
});
