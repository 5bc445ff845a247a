/** Every kernel leaves the same bits behind and gives the same answer, whether in TypeScript or in SIMD. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTACTS } from '../../src/kernels/kernels.js';
import { hasSimd } from '../../src/kernels/simd.js';
import { mayBeWet } from '../support/wet-cells.ts';
import { anyFill, anyPlace, anyThreshold, boxOf, type Fill, KernelPair, LABEL_MASK } from './kernel-pair.ts';

const RUNS = { numRuns: 250 };
const anyFlag = fc.constantFrom(0, 1);
/** A place along the chart in shares of it, on it or beside it. */
const anyWhere = fc.double({ min: -0.5, max: 1.5, noNaN: true });
/** [cells] Smaller than a cell, as usual, and larger than the whole chart. */
const anyRadius = fc.oneof(
  fc.double({ min: 0.01, max: 1.5, noNaN: true }),
  fc.double({ min: 1.5, max: 9, noNaN: true }),
  fc.double({ min: 9, max: 90, noNaN: true }),
);
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
  test('smooth', () => {
    const property = fc.property(anyPlace, anyThreshold, ([fill, shares], threshold) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { heights, target }, { stride }) =>
        kernels.smooth(heights, target, stride, row0, row1, col0, col1, threshold),
      );
    });
    fc.assert(property, RUNS);
  });

  test('erode, along rows and along columns, with a guard and without', () => {
    const property = fc.property(anyPlace, anyFlag, anyFlag, ([fill, shares], guarded, sideways) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { heights, target, still }, { stride }) => {
        const step = sideways ? stride : 1;
        return kernels.erode(heights, target, guarded * still, step, stride, row0, row1, col0, col1);
      });
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('anchor', () => {
    const property = fc.property(anyPlace, ([fill, shares]) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { still, stillIds, heights, ids }, { stride }) =>
        kernels.anchor(still, stillIds, heights, ids, stride, row0, row1, col0, col1),
      );
    });
    fc.assert(property, RUNS);
  });

  test('copy and clear', () => {
    const property = fc.property(anyPlace, ([fill, shares]) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      const pair = new KernelPair(fill);
      pair.run((kernels, { heights, target }, { stride }) =>
        kernels.copy(heights, target, stride, row0, row1, col0, col1),
      );
      pair.run((kernels, { still }, { stride }) => kernels.clear(still, stride, row0, row1, col0, col1));
    });
    fc.assert(property, RUNS);
  });
});

describe('lists of boxes', () => {
  test('flow, with and without smoothing, erosion and a guard', () => {
    const property = fc.property(anyFill, anyThreshold, anyFlag, anyFlag, anyFlag, (fill, threshold, s, e, guarded) => {
      const pair = new KernelPair(fill);
      // A second time with the bits that the first has left.
      for (let time = 0; time < 2; time++) flow(pair.listWetBoxes(), guarded, threshold, s, e);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('flow is smooth and then erode, and dries the ids', () => {
    const property = fc.property(anyFill, anyThreshold, anyFlag, (fill, threshold, guarded) => {
      const pair = new KernelPair(fill);
      const { rows, columns, stride } = pair.grid;
      const { heights, ids, target, targetIds, scratch, still, losses } = pair.places;
      const { f32, u32, f64 } = pair.heap;
      const guard = guarded * still;
      let smoothed = 0;
      let eroded = 0;
      pair.run((kernels) => {
        smoothed = kernels.smooth(heights, scratch, stride, 0, rows, 0, columns, threshold);
        eroded = kernels.erode(scratch, target, guard, 1, stride, 0, rows, 0, columns);
        kernels.copy(ids, targetIds, stride, 0, rows, 0, columns);
      });
      flow(pair.listWetBoxes(), guarded, threshold, 1, 1);
      expect([...f64.subarray(losses >> 1, (losses >> 1) + 2)]).toEqual([smoothed, eroded]);
      const wrong: number[] = [];
      for (let cell = 0; cell < rows * stride; cell++) {
        const owner = f32[target + cell] > 0 ? u32[targetIds + cell] : 0;
        if (f32[heights + cell] !== f32[target + cell] || u32[ids + cell] !== owner) wrong.push(cell);
      }
      expect(wrong).toEqual([]);
    });
    fc.assert(property, RUNS);
  });

  test('flow leaves the bits of what is wet', () => {
    const property = fc.property(anyFill, anyFlag, anyFlag, (fill, smoothing, erosion) => {
      const pair = new KernelPair(fill).listWetBoxes();
      const { heights, wet } = pair.places;
      const { rows, columns, stride } = pair.grid;
      flow(pair, 0, 0.01, smoothing, erosion);
      const bits = pair.heap.u32.subarray(wet);
      const wrong: string[] = [];
      for (let row = 0; row < rows; row++) {
        for (let col = 0; col < columns; col++) {
          if (mayBeWet(bits, pair.grid, row, col) !== pair.heap.f32[heights + row * stride + col] > 0)
            wrong.push(`${row}, ${col}`);
        }
      }
      expect(wrong).toEqual([]);
    });
    fc.assert(property, RUNS);
  });

  test('drain, which leaves wet what is wet', () => {
    const anyShare = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
    const property = fc.property(anyFill, anyShare, (fill, share) => {
      const pair = new KernelPair(fill).listWetBoxes();
      const { heights, still, wet, rectangles, found } = pair.places;
      const before = wetCells(pair);
      // Heights of the other map serve as the glass: below 0 and above 1 there is no affinity, but it is cut off there.
      pair.run((kernels, _places, { stride, columns }) =>
        kernels.drain(heights, still, stride, columns, wet, rectangles, pair.boxes, share, found),
      );
      expect(wetCells(pair)).toEqual(before);
    });
    fc.assert(property, RUNS);
  });
});

/** Which cells of the chart are wet. */
function wetCells({ heap, places, grid }: KernelPair): boolean[] {
  const map = heap.f32.subarray(places.heights, places.heights + grid.rows * grid.stride);
  return Array.from(map, (height) => height > 0);
}

/** `flow` on both sides. What it leaves in scratch is nobody's business, as long as it stays there. */
function flow(pair: KernelPair, guarded: number, threshold: number, smoothing: number, erosion: number): void {
  const { heights, ids, still, wet, scratch, rectangles, losses, found } = pair.places;
  const { stride, columns, words, origin } = pair.grid;
  const guard = guarded * still;
  pair.run((kernels, _places, _grid, heap) => {
    const list = [rectangles, pair.boxes] as const;
    const how = [threshold, 0.25, smoothing, erosion] as const;
    kernels.flow(heights, ids, guard, stride, columns, wet, scratch, ...list, ...how, losses, found);
    heap.u32.fill(0, scratch - origin, scratch - origin + words);
  });
}

describe('ids', () => {
  test('growIds', () => {
    const property = fc.property(anyPlace, anyThreshold, ([fill, shares], threshold) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { heights, ids, target }, { stride }) =>
        kernels.growIds(heights, ids, target, stride, row0, row1, col0, col1, threshold),
      );
    });
    fc.assert(property, RUNS);
  });

  test('relabel', () => {
    const property = fc.property(anyFill, (fill) => {
      const pair = new KernelPair(fill).listWetBoxes();
      pair.run((kernels, { ids, labels, wet, rectangles, found }, { stride, columns }) =>
        kernels.relabel(ids, labels, LABEL_MASK, stride, columns, wet, rectangles, pair.boxes, found),
      );
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

describe('a lonely trail', () => {
  test('scan finds the one cell of somebody else', () => {
    let met = 0;
    const anySide = fc.integer({ min: -1, max: 1 });
    const property = fc.property(
      anyFill,
      anyFlag,
      anyFlag,
      fc.nat(),
      anySide,
      anySide,
      (fill, diagonal, isStill, n, dr, dc) => {
        const pair = new KernelPair({ ...fill, trails: 1, spare: 700 }).listWetBoxes();
        const { ids, stillIds, contacts } = pair.places;
        const { rows, stride } = pair.grid;
        const cells = Array.from({ length: rows * stride }, (_, cell) => cell);
        const owned = cells.filter((cell) => pair.heap.u32[ids + cell] !== 0);
        if (owned.length === 0) return;
        const beside = owned[n % owned.length] + dr * stride + dc;
        pair.change(({ u32 }) => {
          u32.fill(0, stillIds, stillIds + rows * stride);
          for (const cell of owned) u32[ids + cell] = 1;
          if (isStill) u32[stillIds + beside] = 2;
          else if (u32[ids + beside] !== 0) u32[ids + beside] = 2;
        });
        pair.scanToEnd(diagonal, () => {
          if (pair.heap.u32[contacts + CONTACTS.count] > 0) met += 1;
        });
      },
    );
    fc.assert(property, { numRuns: 500 });
    expect(met).toBeGreaterThan(50);
  });
});

describe('stamps', () => {
  test('stamp, through full contact lists too', () => {
    let resumed = 0;
    const property = fc.property(anyFill, anyWay, anyRadius, anyCellSize, (fill, way, cells, cellSize) => {
      const pair = new KernelPair(fill, 2);
      const places = pair.putWay(placesOn(way, fill, cellSize));
      const stamp = (id: number): number =>
        pair.runToEnd(0, (kernels, { heights, ids, stillIds, contacts }, { stride, rows, columns }, row) => {
          const maps = [heights, ids, stillIds, contacts] as const;
          const r = cells * cellSize;
          return kernels.stamp(...maps, stride, rows, columns, cellSize, places, way.count, r, id, row);
        });
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
      const pair = new KernelPair(fill);
      const { heap, grid, places } = pair;
      const maps = [places.heights, places.ids, places.stillIds, places.contacts] as const;
      const { stride, rows, columns } = grid;
      const met = new Set<string>();
      let added = 0;
      for (let n = 0; n < way.count; n += count) {
        const at = pair.putWay(placesOn(way, fill, cellSize).slice(2 * n));
        pair.runToEnd(0, (kernels, _places, _grid, row) => {
          const gain = kernels.stamp(...maps, stride, rows, columns, cellSize, at, count, radius, 3, row);
          if (kernels.kind !== 'reference') return gain;
          added += gain;
          const first = places.contacts + CONTACTS.first;
          const end = first + CONTACTS.entry * heap.u32[places.contacts + CONTACTS.count];
          for (let entry = first; entry < end; entry += CONTACTS.entry)
            met.add(heap.u32.slice(entry, entry + 2).join());
          return gain;
        });
      }
      const mapAt = (place: number) => heap.u32.slice(place, place + rows * stride);
      return { added, met: [...met].sort(), heights: mapAt(places.heights), ids: mapAt(places.ids) };
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
      new KernelPair(fill).run((kernels, { scratch }, { stride, rows, columns }) =>
        kernels.cap(scratch, stride, rows, columns, cellSize, x, y, cells * cellSize),
      );
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
        const { row0, row1, col0, col1 } = boxOf(fill, shares);
        const box = [row1, col0, col1] as const;
        const calls = new KernelPair(fill).runToEnd(row0, (kernels, places, { stride }, row) => {
          const { scratch, still, stillIds, ids, contacts } = places;
          const { lay } = kernels;
          return lay(scratch, still, stillIds, ids, contacts, stride, row, ...box, 2, threshold, smooth, diagonal);
        });
        if (calls > 1) resumed += 1;
      },
    );
    fc.assert(property, RUNS);
    expect(resumed).toBeGreaterThan(20);
  });

  test('lift', () => {
    const property = fc.property(anyPlace, fc.integer({ min: 1, max: 7 }), ([fill, shares], id) => {
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      new KernelPair(fill).run((kernels, { still, stillIds, heights, ids }, { stride }) =>
        kernels.lift(still, stillIds, heights, ids, stride, row0, row1, col0, col1, id),
      );
    });
    fc.assert(property, RUNS);
  });
});

describe('regions', () => {
  test('regionHeight, off the chart too', () => {
    const property = fc.property(anyFill, anyCell, anyCell, fc.integer({ min: 1, max: 7 }), (fill, row, col, own) => {
      new KernelPair(fill).run((kernels, { still, stillIds, heights, ids }, { stride, rows, columns }) =>
        kernels.regionHeight(still, stillIds, heights, ids, stride, rows, columns, row, col, own),
      );
    });
    fc.assert(property, RUNS);
  });

  test('regionMean, off the chart too', () => {
    const property = fc.property(anyFill, anyCell, anyCell, (fill, row, col) => {
      new KernelPair(fill).run((kernels, { heights }, { stride, rows, columns }) =>
        kernels.regionMean(heights, stride, rows, columns, row, col),
      );
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
      pair.run((kernels, { heights, target }, { stride }) =>
        kernels.smooth(heights, target, stride, row0, row1, col0, col1, 0.01),
      );
      const { target } = pair.places;
      for (let i = 0; i < before.length; i++) {
        if (pair.heap.u32[i] === before[i]) continue;
        const row = Math.floor((i - target) / pair.grid.stride);
        const col = i - target - row * pair.grid.stride;
        expect([row >= row0 && row < row1, col >= col0 && col < col1]).toEqual([true, true]);
      }
    });
    fc.assert(property, RUNS);
  });

  test('a full contact list loses no pair', () => {
    const property = fc.property(anyFill, (fill) => {
      const pairs = (spare: number): string[] => {
        const pair = new KernelPair({ ...fill, spare });
        const { contacts } = pair.places;
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
