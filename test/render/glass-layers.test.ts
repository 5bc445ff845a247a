/** Fog and fine caps as they are drawn: no cells in the one, no overlaps in the other. */
import { describe, expect, test } from 'vitest';
import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../src/core/fine-caps.js';
import { CAP_SIZE, CAP_TILE, CapTiles } from '../../src/render/picture/cap-tiles.js';
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
  /** As the layer has them. */
  const allOf = (view: ReturnType<typeof fine>) => {
    const cell = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
    return Array.from({ length: view.amount.width * view.amount.height }, (_, n) => n).flatMap((n) => {
      const count = fineCaps(view, n % view.amount.width, Math.floor(n / view.amount.width), cell);
      return Array.from({ length: count }, (_, k) => [
        ...cell.subarray(FINE_CAP_SIZE * k, FINE_CAP_SIZE * k + CAP_SIZE),
      ]);
    });
  };
  const touch = (a: number[], b: number[]) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (a[2] + b[2]) ** 2;

  /** What is drawn by the rule itself, cap by cap over the whole glass. */
  const expectedOf = (view: ReturnType<typeof fine>) => {
    const drawn: number[][] = [];
    for (const cap of allOf(view).sort((a, b) => b[2] - a[2])) {
      if (!drawn.some((other) => touch(cap, other))) drawn.push(cap);
    }
    return drawn;
  };
  const tilesOf = ({ across, down }: CapTiles) => Array.from({ length: across * down }, (_, tile) => tile);
  const drawnOf = (caps: CapTiles) => tilesOf(caps).flatMap((tile) => caps.drawn(tile).map((cap) => [...cap]));
  const sorted = (caps: number[][]) => caps.map(String).sort();

  test.each([
    [0.5, 0.5, 1],
    [2, 0.5, 1],
    [3, 0.1, 1],
    [100, 0.3, 2],
  ])(
    'of a density of %d/mm² in cells of %d mm: largest first, those that touch none that is drawn',
    (density, cellSize, largest) => {
      const view = { ...fine(density, cellSize), largest };
      const drawn = drawnOf(new CapTiles(view));
      expect(sorted(drawn)).toEqual(sorted(expectedOf(view)));
    },
  );

  test('a denser layer covers more of the glass', () => {
    const shares = [0.5, 2, 8, 32].map((density) =>
      drawnOf(new CapTiles(fine(density, 0.5))).reduce((sum, cap) => sum + Math.PI * cap[2] ** 2, 0),
    );
    for (let n = 1; n < shares.length; n++) expect(shares[n]).toBeGreaterThan(1.2 * shares[n - 1]);
  });

  test('a tile asked alone has the caps that it has in the whole', () => {
    const view = fine(8, 0.5);
    const whole = new CapTiles(view);
    for (const tile of tilesOf(whole).reverse()) {
      expect(new CapTiles(view).drawn(tile)).toEqual(whole.drawn(tile));
    }
  });

  test('after a wipe only tiles that were told of have other caps, and all are as if they were new', () => {
    const view = fine(8, 0.5);
    const caps = new CapTiles(view);
    for (let turn = 0; turn < 12; turn++) {
      const before = tilesOf(caps).map((tile) => caps.drawn(tile));
      const cell = 61 * turn + 700;
      view.amount.data[cell] = turn % 3 === 0 ? 0 : 0.5;
      view.generation.data[cell] += 1;
      const [col, row] = [cell % view.amount.width, Math.floor(cell / view.amount.width)];
      const told = caps.refresh(caps.across * Math.floor(row / CAP_TILE) + Math.floor(col / CAP_TILE));
      const fresh = new CapTiles(view);
      for (const tile of tilesOf(caps)) {
        expect(caps.drawn(tile)).toEqual(fresh.drawn(tile));
        if (!told.includes(tile)) expect(caps.drawn(tile)).toEqual(before[tile]);
      }
    }
  });
});
