/** The kernels that go by wet bits: the same in TypeScript and in SIMD, and nothing that is wet is missed. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WetBits, wetBitWords } from '../../src/core/tiles.js';
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
      const { trail, trailIds, still, losses } = pair.chart;
      const { f32, u32, f64 } = pair.heap;
      const { cells } = pair;
      const step = sideways ? stride : 1;
      const ids = u32.slice(trailIds, trailIds + rows * stride);
      const smooth = new Float32Array(words);
      let smoothedAway = 0;
      let erodedAway = 0;
      // Over a seam, erosion sees two cells of the smoothed halo.
      for (let row = Math.max(cells.row0, -2); row < Math.min(cells.row1, rows + 2); row++) {
        for (let col = Math.max(cells.col0, -2); col < Math.min(cells.col1, columns + 2); col++) {
          const cell = row * stride + col;
          smooth[origin + cell] = smoothed(f32, trail + cell, stride, Math.fround(threshold));
          const isOwn = row >= 0 && row < rows && col >= 0 && col < columns;
          if (isOwn) smoothedAway += f32[trail + cell] - smooth[origin + cell];
        }
      }
      const whole = new Float32Array(rows * stride);
      const eachCell = (visit: (cell: number) => void) => {
        for (let row = 0; row < rows; row++) {
          for (let cell = row * stride; cell < row * stride + columns; cell++) visit(cell);
        }
      };
      eachCell((cell) => {
        whole[cell] = eroded(smooth, origin + cell, step, f32, guarded * still, cell, step);
        erodedAway += smooth[origin + cell] - whole[cell];
      });
      flow(pair.listWetBoxes(), guarded, threshold, 1, sideways ? EROSION.alongColumns : EROSION.alongRows);
      expect([...f64.subarray(losses >> 1, (losses >> 1) + 2)]).toEqual([smoothedAway, erodedAway]);
      const wrong: number[] = [];
      eachCell((cell) => {
        const owner = whole[cell] > 0 ? ids[cell] : 0;
        if (f32[trail + cell] !== whole[cell] || u32[trailIds + cell] !== owner) wrong.push(cell);
      });
      expect(wrong).toEqual([]);
    });
    fc.assert(property, RUNS);
  });

  test('flow leaves the bits of what is wet', () => {
    const property = fc.property(anyFill, anyFlag, anyErosion, (fill, smoothing, erosion) => {
      const pair = new KernelPair(fill).listWetBoxes();
      const { trail, wetBits } = pair.chart;
      const { rows, columns, stride } = pair.grid;
      flow(pair, 0, 0.01, smoothing, erosion);
      const bits = pair.heap.u32.subarray(wetBits);
      const wrong: string[] = [];
      for (let row = 0; row < rows; row++) {
        for (let col = 0; col < columns; col++) {
          if (mayBeWet(bits, pair.grid, row, col) !== pair.heap.f32[trail + row * stride + col] > 0)
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
      const before = wetCells(pair);
      // The affinity is filled with heights, which may be above 1: kernels cut it off there.
      pair.run((kernels, { header }) => kernels.drain(header, pair.boxes, share));
      expect(wetCells(pair)).toEqual(before);
    });
    fc.assert(property, RUNS);
  });
});

/** Which cells of the chart are wet. */
function wetCells({ heap, chart, grid }: KernelPair): boolean[] {
  const map = heap.f32.subarray(chart.trail, chart.trail + grid.rows * grid.stride);
  return Array.from(map, (height) => height > 0);
}

/** `flow` on both sides. What it leaves in the scratch map is undefined, but it must stay there. */
function flow(
  pair: KernelPair,
  guarded: number,
  threshold: number,
  smoothing: number,
  erosion: number,
  idThreshold = 0.25,
): void {
  const { words, origin } = pair.grid;
  pair.run((kernels, { header, scratch }, heap) => {
    kernels.flow(header, pair.boxes, threshold, idThreshold, smoothing, erosion, guarded);
    heap.u32.fill(0, scratch - origin, scratch - origin + words);
  });
}

describe('still bits', () => {
  test('noteStill, in a box and nowhere else', () => {
    const property = fc.property(anyPlace, fc.nat(), ([fill, shares], seed) => {
      const pair = new KernelPair(fill);
      const { row0, row1, col0, col1 } = boxOf(fill, shares);
      const { stillBits } = pair.chart;
      // What stood there before must be of no account.
      pair.change(({ u32 }) => {
        for (let n = 0; n < wetBitWords(pair.grid); n++) u32[stillBits + n] = Math.imul(seed + n, 0x9e3779b1);
      });
      pair.run((kernels, { header }) => kernels.noteStill(header, row0, row1, col0, col1));
    });
    fc.assert(property, RUNS);
  });
});

describe('ids', () => {
  test('relabel', () => {
    const property = fc.property(anyFill, (fill) => {
      const pair = new KernelPair(fill).listWetBoxes();
      pair.run((kernels, { header }) => kernels.relabel(header, pair.boxes, LABEL_MASK));
    });
    fc.assert(property, RUNS);
  });
});

describe('a lonely trail', () => {
  test.each([
    ['above', -1, 0],
    ['below', 1, 0],
    ['left of', 0, -1],
    ['right of', 0, 1],
    ['diagonal to', 1, 1],
  ])('scan finds a drop in the tile %s it, though only the tile of the trail is scanned', (_where, down, right) => {
    const fill = { wet: 0, orphans: 0, most: 3, seed: 1, trails: 0, drops: 0, seams: 0, spare: 700 };
    const pair = new KernelPair({ ...fill, columns: 96, rows: 96 });
    const { heap, grid, chart } = pair;
    // A cell of the middle tile, and its neighbour in the next tile.
    const row = down < 0 ? 32 : 63;
    const col = right < 0 ? 32 : 63;
    const cell = row * grid.stride + col;
    const beside = cell + down * grid.stride + right;
    pair.change((side) => {
      const bits = new WetBits(grid, side.u32.subarray(chart.wetBits));
      for (const [at, id] of [
        [cell, 1],
        [beside, 2],
      ]) {
        side.f32[chart.trail + at] = 1;
        side.u32[chart.trailIds + at] = id;
        bits.include(
          Math.floor(at / grid.stride),
          Math.floor(at / grid.stride) + 1,
          at % grid.stride,
          (at % grid.stride) + 1,
        );
      }
      side.u32.set([32, 64, 32, 64], chart.rectangles);
    });
    pair.boxes = 1;
    const first = chart.contacts + CONTACTS.first;
    const found: number[] = [];
    pair.knowOwners().scanToEnd(1, () => found.push(...heap.u32.slice(first, first + CONTACTS.entry)));
    expect(found).toEqual([1, 2, cell]);
  });

  test('scan finds the one cell of another drop', () => {
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
        const pair = new KernelPair({ ...fill, trails: 1, drops: 0, seams: 0, spare: 700 }).listWetBoxes();
        const { trailIds: ids, stillIds, contacts } = pair.chart;
        const { rows, columns, stride } = pair.grid;
        const cells = Array.from({ length: rows * stride }, (_, cell) => cell);
        const owned = cells.filter((cell) => pair.heap.u32[ids + cell] !== 0);
        if (owned.length === 0) return;
        const beside = owned[n % owned.length] + dr * stride + dc;
        // Beyond the chart there is no owner.
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
