/** Turns in what need not be done at every step. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsBetweenPictures, stepsWithin } from '../../src/models/rivulet/relaxing.js';

test.each([
  ['at a steady speed before it has gone too far', 1, (ways: number[]) => ways.map(() => ways[0])],
  ['before it has gone twice as far if it becomes faster', 2, (ways: number[]) => ways.sort((a, b) => a - b)],
])('a drop gets its time slice %s', (_, most, driven) => {
  const way = fc.oneof(fc.double({ min: 0, max: 0.3, noNaN: true }), fc.constantFrom(0.125, 0.25, 0.5, 0.6));
  const property = fc.property(fc.array(way, { minLength: 20, maxLength: 60 }), (ways) => {
    let gone = 0;
    driven(ways).forEach((way, step) => {
      const steps = stepsWithin(way, 1, 8);
      expect([1, 2, 4, 8]).toContain(steps);
      if (step % steps === 0) gone = 0;
      expect(gone).toBeLessThanOrEqual(most);
      gone += way;
    });
  });
  fc.assert(property, { numRuns: 1000 });
});

test('a drop that stands waits as long as possible, and one that is too fast not at all', () => {
  expect([0, 0.1, 0.2, 0.26, 0.6, 5].map((way) => stepsWithin(way, 1, 8))).toEqual([8, 8, 4, 2, 1, 1]);
});

test('sixty pictures a second, and never less than a step', () => {
  expect([0.001, 0.005, 0.0075, 0.02].map(stepsBetweenPictures)).toEqual([17, 3, 2, 1]);
});
