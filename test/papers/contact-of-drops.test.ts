/** Where only drops touch, and not trails (`contact: 'drops'`), bodies become one when they lie in each other. */
import { describe, expect, test } from 'vitest';
import { withCaps } from './shapes-lab.ts';

const [HEAVY, LIGHT] = [30, 3];

/** A heavy drop runs past a light one that waits so far from it, rim to rim [mm], as wide as it is before it is drawn out. */
function runPast(gap: number) {
  const { simulation } = withCaps(
    { surface: { width: 40, height: 60 }, coating: { critical: 10 } },
    { merging: true, contact: 'drops', irregularity: 0, viscosity: 1500, relax: false },
  );
  simulation.addDrop({ x: 10, y: 5, mass: HEAVY });
  const first = simulation.addDrop({ x: 30, y: 5, mass: LIGHT });
  const [wide, narrow] = simulation.drops.radius;
  simulation.clear();
  simulation.addDrop({ x: 15, y: 5, mass: HEAVY });
  const waiting = simulation.addDrop({ x: 15 + wide + narrow + gap, y: 30, mass: LIGHT });
  expect(waiting).toBe(first + 2);
  while (simulation.drops.y[0] < 45 && simulation.time < 5) simulation.step();
  const { id, mass, count } = simulation.drops;
  return { waits: id.subarray(0, count).includes(waiting), mass: mass[0] };
}

describe('a drop that runs past another', () => {
  test.each([-3, -1.5, -0.8])('takes it along where they overlap: %d mm', (gap) => {
    expect(runPast(gap)).toEqual({ waits: false, mass: HEAVY + LIGHT });
  });

  test.each([0.1, 0.3, 1])('leaves it where it is at %d mm from its rim, and be it less than a cell', (gap) => {
    expect(runPast(gap)).toEqual({ waits: true, mass: HEAVY });
  });
});
