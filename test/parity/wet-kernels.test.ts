/** The kernels that go by wet bits: the same in TypeScript and in SIMD, and nothing that is wet is missed. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wetBitWords } from '../../src/core/wet-bits.js';
import { CONTACTS, EROSION } from '../../src/kernels/kernels.js';
import { eroded, smoothed } from '../../src/kernels/reference/heights.js';
import { evenly } from '../support/numbers.ts';
import { mayBeWet } from '../support/wet-cells.ts';
import { anyFill, anyFlag, anyPlace, anyThreshold, boxOf, KernelPair, LABEL_MASK, RUNS } from './kernel-pair.ts';

const anyErosion = fc.constantFrom(...Object.values(EROSION));

describe('lists of boxes', () => {
  test('flow, with and without smoothing, erosion either way and a guard', () => {
    const property = fc.property(
      anyFill,
      anyThreshold,
      anyFlag,
      anyErosion,
      anyFlag,
      anyThreshold,
      (fill, threshold, s, e, guarded, idThreshold) => {
        const pair = new KernelPair(fill);
        // A second time with the bits that the first has left.
        for (let time = 0; time < 2; time++) flow(pair.listWetBoxes(), guarded, threshold, s, e, idThreshold);
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });

  test('flow is smoothing of the whole chart and then erosion, and dries the ids', () => {
    const property = fc.property(anyFill, anyThreshold, anyFlag, anyFlag, (fill, threshold, guarded, sideways) => {
      const pair = new KernelPair(fill);
      const { rows, columns, stride, origin, words } = pair.grid;
      const { heights, ids, target, targetIds, scratch, still, losses } = pair.places;
      const { f32, u32, f64 } = pair.heap;
      const step = sideways ? stride : 1;
      let smoothedAway = 0;
      let erodedAway = 0;
      const eachCell = (visit: (cell: number) => void) => {
        for (let row = 0; row < rows; row++) {
          for (let cell = row * stride; cell < row * stride + columns; cell++) visit(cell);
        }
      };
      pair.change((heap) => heap.u32.copyWithin(targetIds, ids, ids + rows * stride));
      const smooth = f32.slice(scratch - origin, scratch - origin + words);
      eachCell((cell) => {
        smooth[origin + cell] = smoothed(f32, heights + cell, stride, Math.fround(threshold));
        smoothedAway += f32[heights + cell] - smooth[origin + cell];
      });
      const whole = f32.slice(target, target + rows * stride);
      eachCell((cell) => {
        whole[cell] = eroded(smooth, origin + cell, step, f32, guarded * still, cell, step);
        erodedAway += smooth[origin + cell] - whole[cell];
      });
      pair.change((heap) => heap.f32.set(whole, target));
      flow(pair.listWetBoxes(), guarded, threshold, 1, sideways ? EROSION.alongColumns : EROSION.alongRows);
      expect([...f64.subarray(losses >> 1, (losses >> 1) + 2)]).toEqual([smoothedAway, erodedAway]);
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
    const property = fc.property(anyFill, anyFlag, anyErosion, (fill, smoothing, erosion) => {
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
    const anyShare = fc.oneof(fc.constantFrom(0, 1), evenly(0, 1));
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
function flow(
  pair: KernelPair,
  guarded: number,
  threshold: number,
  smoothing: number,
  erosion: number,
  idThreshold = 0.25,
): void {
  const { heights, ids, still, wet, owners, scratch, rectangles, losses, found } = pair.places;
  const { stride, rows, columns, words, origin } = pair.grid;
  const guard = guarded * still;
  pair.run((kernels, _places, _grid, heap) => {
    const list = [rectangles, pair.boxes] as const;
    const how = [threshold, idThreshold, smoothing, erosion] as const;
    kernels.flow(heights, ids, guard, stride, rows, columns, wet, owners, scratch, ...list, ...how, losses, found);
    heap.u32.fill(0, scratch - origin, scratch - origin + words);
  });
}

describe('still bits', () => {
  test('noteStill, in a box and nowhere else', () => {
    const property = fc.property(anyPlace, fc.nat(), ([fill, shares], seed) => {
      const pair = new KernelPair(fill);
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      const { stillBits } = pair.places;
      // What stood there before must be of no account.
      pair.change(({ u32 }) => {
        for (let n = 0; n < wetBitWords(pair.grid); n++) u32[stillBits + n] = Math.imul(seed + n, 0x9e3779b1);
      });
      pair.run((kernels, { stillIds }, { stride, columns }) =>
        kernels.noteStill(stillIds, stillBits, stride, columns, row0, row1, col0, col1),
      );
    });
    fc.assert(property, RUNS);
  });
});

describe('ids', () => {
  test('relabel', () => {
    const property = fc.property(anyFill, (fill) => {
      const pair = new KernelPair(fill).listWetBoxes();
      pair.run((kernels, { ids, labels, wet, rectangles, found }, { stride, columns }) =>
        kernels.relabel(ids, labels, LABEL_MASK, stride, columns, wet, rectangles, pair.boxes, found),
      );
    });
    fc.assert(property, RUNS);
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
        const pair = new KernelPair({ ...fill, trails: 1, drops: 0, spare: 700 }).listWetBoxes();
        const { ids, stillIds, contacts } = pair.places;
        const { rows, columns, stride } = pair.grid;
        const cells = Array.from({ length: rows * stride }, (_, cell) => cell);
        const owned = cells.filter((cell) => pair.heap.u32[ids + cell] !== 0);
        if (owned.length === 0) return;
        const beside = owned[n % owned.length] + dr * stride + dc;
        // Beyond the chart there is nobody.
        if (beside < 0 || beside >= rows * stride || beside % stride >= columns) return;
        pair.change(({ u32 }) => {
          u32.fill(0, stillIds, stillIds + rows * stride);
          for (const cell of owned) u32[ids + cell] = 1;
          if (isStill) u32[stillIds + beside] = 2;
          else if (u32[ids + beside] !== 0) u32[ids + beside] = 2;
        });
        pair.knowOwners();
        pair.scanToEnd(diagonal, () => {
          if (pair.heap.u32[contacts + CONTACTS.count] > 0) met += 1;
        });
      },
    );
    fc.assert(property, { numRuns: 500 });
    expect(met).toBeGreaterThan(50);
  });
});
