/** A short look at Chen's pane once it has filled up; the whole minute is in chen-scenes.slow.test.ts. */
import { expect, test } from 'vitest';
import { watch } from './chen-watch.ts';

test('chen-pane-500, from 20 to 35 s: 400 to 600 drops, 2 to 10 % wet, at least 20 runs a second', () => {
  const { drops, wet, runs } = watch('chen-pane-500', {}, 20, 35);
  expect(drops.least).toBeGreaterThanOrEqual(400);
  expect(drops.most).toBeLessThanOrEqual(600);
  expect(wet.least).toBeGreaterThan(0.02);
  expect(wet.most).toBeLessThan(0.1);
  expect(runs).toBeGreaterThan(20);
});
