/**
 * A saved water texture did not go on as the one that was not saved where texels were full: tiles passed their surplus on in the
 * order in which they had become wet, which is not saved.
 */
import { createSimulation } from 'rivulet';
import { expect, test } from 'vitest';

test('a box whose lowest corner is full goes on after loading as it does without', () => {
  const simulation = createSimulation({
    model: { name: 'stuppacher2007' },
    surface: { kind: 'box', width: 80, height: 80, depth: 80, cellSize: 1 },
    rain: { kind: 'none' },
    step: 1 / 60,
    // On its corner.
    pose: [0.325122, 0.134671, 0.325122, 0.877756],
  });
  for (let chart = 0; chart < 6; chart++) {
    for (const x of [24, 56]) for (const y of [24, 56]) simulation.addDrop({ chart, x, y, mass: 900 });
  }
  simulation.advance(1);
  const loaded = createSimulation.load(simulation.save());
  const heights = simulation.frame().charts.flatMap(({ height }) => [...height.data]);
  expect(heights.filter((height) => height > 15.9).length).toBeGreaterThan(20);
  for (const one of [simulation, loaded]) one.advance(0.2);
  expect(loaded.hash()).toBe(simulation.hash());
});
