/** Where only drops touch, and not trails (`contact: 'drops'`), bodies become one when they lie in each other. */
import type { Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { withCaps } from './shapes-lab.ts';

const [HEAVY, LIGHT] = [30, 3];
const [X, Y] = [15, 30];

/** A heavy drop that begins to run at the top of the glass. */
function runner(): Simulation {
  const { simulation } = withCaps(
    { surface: { width: 40, height: 60 }, coating: { critical: 10 } },
    { merging: true, contact: 'drops', irregularity: 0, viscosity: 1500, relax: false },
  );
  simulation.addDrop({ x: X, y: 5, mass: HEAVY });
  return simulation;
}

function runTo(simulation: Simulation, y: number): void {
  while (simulation.drops.y[0] < y && simulation.time < 5) simulation.step();
}

/** Lets it run past a light one that waits so far from its way, rim to rim [mm]. */
function runPast(gap: number) {
  const alone = runner();
  alone.addDrop({ x: 35, y: 50, mass: LIGHT });
  runTo(alone, Y);
  const [wide, narrow] = alone.drops.radius;
  const simulation = runner();
  const waiting = simulation.addDrop({ x: X + wide + narrow + gap, y: Y, mass: LIGHT });
  runTo(simulation, 45);
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
