/** With the shipped options Chin's drops took a dead trail over and no longer saw it ahead. */
import { expect, test } from 'vitest';
import { chinPane, followers } from '../papers/chin-pane.ts';

test.each([
  [0.005, 0.5],
  [1 / 30, 0.5],
  [1 / 30, 0.25],
])('with steps of %f s on cells of %f mm drops follow the trail of one that has left', (step, cellSize) => {
  // Without the operators the trail stays: at 5 ms it would dry before a second drop has come down.
  const dry = chinPane({ smoothing: false, erosion: false }, { step, surface: { height: 120, cellSize } });
  expect(followers(dry, 6, 50)).toBeGreaterThanOrEqual(49);
});

test('in the scene of Fig. 7e they follow it while it smooths and erodes', () => {
  expect(followers('chin-fig-7e', 8, 30)).toBeGreaterThanOrEqual(29);
});
