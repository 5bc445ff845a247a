/** Chen's scenes over a minute (spec 1.6b): as many drops, as wet and as lively as the paper's pane. */
import { describe, expect, test } from 'vitest';
import { checkChensPane, watch } from './chen-watch.ts';

/** From here on the pane has filled up [s]. */
const FILLED = 20;

describe('a minute of', () => {
  test('chen-pane-500: 400 to 600 drops, a wet share of 0.02 to 0.1, at least 20 runs a second', () => {
    checkChensPane(watch('chen-pane-500', {}, FILLED, 60));
  });

  test.each([2, 3, 4])('chen-pane-500 with seed %d: much the same', (seed) => {
    const { drops, wet, runs } = watch('chen-pane-500', { seed }, FILLED, 60);
    expect(Math.abs(drops.mean - 490)).toBeLessThan(50);
    expect(drops.least).toBeGreaterThan(350);
    expect(drops.most).toBeLessThan(650);
    expect(wet.most).toBeLessThan(0.1);
    expect(runs).toBeGreaterThan(20);
  });

  // Table 1 has 250 and 500 drops. The rate does not set the population, the share of heavy drops does
  // (docs/decisions/004).
  test.each([
    [250, { largeShare: 0.52 }],
    [500, {}],
  ])('chen-pane-500: Table 1’s %d drops, within a fifth', (population, rain) => {
    const { drops } = watch('chen-pane-500', { rain }, FILLED, 60);
    expect(drops.least).toBeGreaterThan(0.75 * population);
    expect(drops.most).toBeLessThan(1.25 * population);
    expect(Math.abs(drops.mean - population)).toBeLessThan(0.2 * population);
  });

  test('chen-pane-500: half the rain keeps nearly as many drops', () => {
    const [half, whole] = [100, 200].map((rate) => watch('chen-pane-500', { rain: { rate } }, FILLED, 60).drops.mean);
    expect(half / whole).toBeGreaterThan(0.85);
    expect(half / whole).toBeLessThan(1.1);
  });

  test.each(['chen-pane-512', 'chen-pane-1000'])('%s: about 500 drops', (scene) => {
    const { drops, wet, runs } = watch(scene, {}, FILLED, 60);
    expect(Math.abs(drops.mean - 500)).toBeLessThan(100);
    expect(wet.least).toBeGreaterThan(0.02);
    expect(wet.most).toBeLessThan(0.1);
    expect(runs).toBeGreaterThan(20);
  });
});
