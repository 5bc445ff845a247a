/**
 * Every kernel leaves the same bits behind and returns the same value, whether in TypeScript or in SIMD. Those that go by wet
 * bits are in wet-kernels.test.ts.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTACTS } from '../../src/kernels/kernels.js';
import { hasSimd } from '../../src/kernels/simd.js';
import { evenly } from '../support/numbers.ts';
import { anyFill, anyFlag, anyPlace, anyThreshold, boxOf, type Fill, KernelPair, RUNS } from './kernel-pair.ts';

/** A place along the chart in shares of it, on it or beside it. */
const anyWhere = evenly(-0.5, 1.5);
/** [cells] Smaller than a cell, as usual, and larger than the whole chart. */
const anyRadius = fc.oneof(evenly(0.01, 1.5), evenly(1.5, 9), evenly(9, 90));
const anyCellSize = fc.constantFrom(0.25, 0.5, 1, 0.48828125, 1 / 3);
/** A straight way, its ends in shares of the chart, and how many places on it are stamped. */
interface Way {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly count: number;
}
const anyEnd = fc.tuple(anyWhere, anyWhere);
const anyWay: fc.Arbitrary<Way> = fc.record({ from: anyEnd, to: anyEnd, count: fc.integer({ min: 1, max: 12 }) });

/** The places of a way [mm]. */
function placesOn({ from, to, count }: Way, { columns, rows }: Fill, cellSize: number): number[] {
  return Array.from({ length: count }, (_, n) => (n + 1) / count).flatMap((share) => [
    (from[0] + share * (to[0] - from[0])) * columns * cellSize,
    (from[1] + share * (to[1] - from[1])) * rows * cellSize,
  ]);
}

/** Row or column a drop may look at, well off the chart too. */
const anyCell = fc.integer({ min: -5, max: 75 });

test('SIMD runs here: without it there is nothing to compare', () => {
  expect(hasSimd()).toBe(true);
});

describe('heights', () => {
  test('anchor', () => {
    const property = fc.property(anyPlace, ([fill, shares]) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { header }) => kernels.anchor(header, row0, row1, col0, col1));
    });
    fc.assert(property, RUNS);
  });

  test('copy and clear', () => {
    const property = fc.property(anyPlace, ([fill, shares]) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      const pair = new KernelPair(fill);
      pair.run((kernels, { header, trail, affinity }) => kernels.copy(header, trail, affinity, row0, row1, col0, col1));
      pair.run((kernels, { header, still }) => kernels.clear(header, still, row0, row1, col0, col1));
    });
    fc.assert(property, RUNS);
  });
});

describe('ids', () => {
  test('growIds', () => {
    const property = fc.property(anyPlace, anyThreshold, ([fill, shares], threshold) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { header }) => kernels.growIds(header, row0, row1, col0, col1, threshold));
    });
    fc.assert(property, RUNS);
  });

  test('scan, through full contact lists too', () => {
    let resumed = 0;
    const property = fc.property(anyFill, anyFlag, (fill, diagonal) => {
      if (new KernelPair(fill).scanToEnd(diagonal) > 1) resumed += 1;
    });
    fc.assert(property, RUNS);
    expect(resumed).toBeGreaterThan(20);
  });
});

describe('stamps', () => {
  test('stamp, through full contact lists too', () => {
    let resumed = 0;
    const property = fc.property(anyFill, anyWay, anyRadius, anyCellSize, (fill, way, cells, cellSize) => {
      const pair = new KernelPair(fill, 2, cellSize);
      pair.putWay(placesOn(way, fill, cellSize));
      const stamp = (id: number): number =>
        pair.runToEnd(0, (kernels, { header }, row) => kernels.stamp(header, way.count, cells * cellSize, id, row));
      const calls = stamp(3);
      // A second drop on the same way is as high everywhere and must win nothing.
      stamp(4);
      if (calls > 1) resumed += 1;
    });
    fc.assert(property, { numRuns: 500 });
    expect(resumed).toBeGreaterThan(20);
  });

  test('stamp of a way is one stamp after another: the same water, owners and contacts', () => {
    /** Stamps a way in parts of `count` places. */
    const stampIn = (count: number, fill: Fill, way: Way, radius: number, cellSize: number) => {
      const pair = new KernelPair(fill, CONTACTS.entriesPerCell + 1, cellSize);
      const { heap, grid, chart } = pair;
      const { stride, rows } = grid;
      const met = new Set<string>();
      let added = 0;
      for (let n = 0; n < way.count; n += count) {
        pair.putWay(placesOn(way, fill, cellSize).slice(2 * n));
        pair.runToEnd(0, (kernels, { header }, row) => {
          const gain = kernels.stamp(header, count, radius, 3, row);
          if (kernels.kind !== 'reference') return gain;
          added += gain;
          const first = chart.contacts + CONTACTS.first;
          const end = first + CONTACTS.entry * heap.u32[chart.contacts + CONTACTS.count];
          for (let entry = first; entry < end; entry += CONTACTS.entry)
            met.add(heap.u32.slice(entry, entry + 2).join());
          return gain;
        });
      }
      const mapAt = (place: number) => heap.u32.slice(place, place + rows * stride);
      return { added, met: [...met].sort(), heights: mapAt(chart.trail), ids: mapAt(chart.trailIds) };
    };
    const property = fc.property(anyFill, anyWay, anyRadius, anyCellSize, (fill, way, cells, cellSize) => {
      const [whole, single] = [way.count, 1].map((count) => stampIn(count, fill, way, cells * cellSize, cellSize));
      expect(whole).toEqual(single);
    });
    fc.assert(property, RUNS);
  });

  test('cap', () => {
    const property = fc.property(anyFill, anyWhere, anyWhere, anyRadius, anyCellSize, (fill, u, v, cells, cellSize) => {
      const x = u * fill.columns * cellSize;
      const y = v * fill.rows * cellSize;
      const pair = new KernelPair(fill, CONTACTS.entriesPerCell + 1, cellSize);
      pair.run((kernels, { header, scratch }) => kernels.cap(header, scratch, x, y, cells * cellSize));
    });
    fc.assert(property, RUNS);
  });

  test('lay, smoothed and bare, through full contact lists too', () => {
    let resumed = 0;
    const property = fc.property(
      anyPlace,
      anyThreshold,
      anyFlag,
      anyFlag,
      ([fill, shares], threshold, smooth, diagonal) => {
        const box = boxOf(fill, shares);
        const pair = new KernelPair(fill);
        pair.putBox(box);
        const calls = pair.runToEnd(box.row0, (kernels, { header, contacts }, row) =>
          kernels.lay(header, contacts, 2, threshold, smooth, diagonal, row),
        );
        if (calls > 1) resumed += 1;
      },
    );
    fc.assert(property, RUNS);
    expect(resumed).toBeGreaterThan(20);
  });

  test('lift', () => {
    const property = fc.property(anyPlace, fc.integer({ min: 1, max: 7 }), ([fill, shares], id) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { header }) => kernels.lift(header, row0, row1, col0, col1, id));
    });
    fc.assert(property, RUNS);
  });
});

describe('regions', () => {
  test('regionHeight, off the chart too', () => {
    const property = fc.property(anyFill, anyCell, anyCell, fc.integer({ min: 1, max: 7 }), (fill, row, col, own) => {
      new KernelPair(fill).run((kernels, { header, still }) => kernels.regionHeight(header, still, row, col, own));
    });
    fc.assert(property, RUNS);
  });

  test('regionMean, off the chart too', () => {
    const property = fc.property(anyFill, anyCell, anyCell, (fill, row, col) => {
      new KernelPair(fill).run((kernels, { header, trail }) => kernels.regionMean(header, trail, row, col));
    });
    fc.assert(property, RUNS);
  });
});

describe('what is promised of both', () => {
  test('kernels write only inside their rectangle', () => {
    const property = fc.property(anyPlace, ([fill, shares]) => {
      const box = boxOf(fill, shares);
      const { row0, row1, col0, col1 } = box;
      const pair = new KernelPair(fill);
      const before = pair.heap.u32.slice();
      pair.run((kernels, { header }) => kernels.growIds(header, row0, row1, col0, col1, 0.01));
      const target = pair.chart.scratch;
      const outside: string[] = [];
      for (let i = 0; i < before.length; i++) {
        if (pair.heap.u32[i] === before[i]) continue;
        const row = Math.floor((i - target) / pair.grid.stride);
        const col = i - target - row * pair.grid.stride;
        if (row < row0 || row >= row1 || col < col0 || col >= col1) outside.push(`${row}, ${col}`);
      }
      expect(outside).toEqual([]);
    });
    fc.assert(property, RUNS);
  });

  test('a full contact list loses no pair', () => {
    const property = fc.property(anyFill, (fill) => {
      const pairs = (spare: number): string[] => {
        const pair = new KernelPair({ ...fill, spare });
        const { contacts } = pair.chart;
        const { u32 } = pair.heap;
        const found = new Set<string>();
        pair.scanToEnd(1, () => {
          for (let n = 0; n < u32[contacts + CONTACTS.count]; n++) {
            const entry = contacts + CONTACTS.first + n * CONTACTS.entry;
            found.add(`${u32[entry]} ${u32[entry + 1]}`);
          }
        });
        return [...found].sort();
      };
      expect(pairs(0)).toEqual(pairs(700));
    });
    fc.assert(property, { numRuns: 100 });
  });
});
