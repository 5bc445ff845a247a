/** The kernels of the water texture: the two implementations leave the same words, and neither makes or loses water. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pane } from '../../src/surface/pane.js';
import { G, type Lab, lab } from '../papers/stuppacher-lab.ts';
import { evenly } from '../support/numbers.ts';
import { generator } from './random-maps.ts';

const anyOptions = fc.record({
  thresholdMin: evenly(0, 0.5),
  thresholdMax: evenly(0.5, 2),
  farShare: evenly(0, 1),
  reach: fc.integer({ min: 2, max: 4 }),
  remainder: evenly(0, 1),
  remainderAt: evenly(0.1, 3),
  noise: evenly(0, 1),
  noisePeriod: fc.constantFrom(4, 7, 64),
  softness: fc.oneof(fc.constant(0), evenly(0, 1)),
  affinityHold: fc.oneof(fc.constant(0), evenly(0, 3)),
  affinityTurn: fc.oneof(fc.constant(0), evenly(0, 1)),
  sweep: fc.oneof(fc.constant(0), evenly(0, 0.95)),
  directions: fc.constantFrom('split' as const, 'nearest' as const),
});

const anyPane = fc.record({
  columns: fc.integer({ min: 8, max: 80 }),
  rows: fc.integer({ min: 8, max: 80 }),
  seed: fc.integer({ min: 0, max: 1e6 }),
  wet: evenly(0, 1),
  most: fc.constantFrom(0.3, 2, 15.9),
  pull: fc.tuple(evenly(-1, 1), evenly(-1, 1)),
  curved: fc.boolean(),
});

/** Every word of the charts' maps. */
function words({ memory }: Lab): number[] {
  return memory.charts.flatMap(({ heap, water, gain, grid, momentum }) => {
    const of = (map: number) => [...heap.u32.subarray(map - grid.origin, map - grid.origin + grid.words)];
    return [water, gain, ...momentum].flatMap(of);
  });
}

/** As printed, for which the SIMD kernel has a shorter way. */
const printedOptions = anyOptions.map((options) => {
  return { ...options, reach: 2, softness: 0, affinityHold: 0, affinityTurn: 0, sweep: 0 };
});

test.each([
  ['any options', anyOptions],
  ['the law as printed', printedOptions],
] as const)(
  'moveWater and settleWater, %s: reference and SIMD leave the same words, and all water',
  (_, someOptions) => {
    const property = fc.property(someOptions, anyPane, (options, { columns, rows, seed, wet, most, pull, curved }) => {
      const labs = (['reference', 'simd'] as const).map((kernels) => {
        const one = lab(options, new Pane({ width: columns, height: rows, cellSize: 1 }), kernels);
        // On a curved sheet the direction changes from column to column.
        const [x, y] = [pull[0] * G, pull[1] * G];
        one.pull((place) => (curved && place.x > columns / 2 ? [y, -x] : [x, y]));
        const random = generator(seed);
        for (let row = 0; row < rows; row++) {
          for (let col = 0; col < columns; col++) {
            const height = Math.floor(random() * most * 65536) / 65536;
            if (random() < wet) one.put(row, col, height);
          }
        }
        return one;
      });
      const before = labs[0].total();
      for (let n = 0; n < 5; n++) {
        for (const one of labs) one.step();
        expect(words(labs[1])).toEqual(words(labs[0]));
        const { drained, dripped } = labs[0].model.book();
        expect(labs[0].total() + drained + dripped).toBe(before);
      }
    });
    fc.assert(property, { numRuns: 60 });
  },
);
