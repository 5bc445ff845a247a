/** The scene chin-fig-7d froze at its cap of 200 drops, and so did 7a to 7c a little later. */
import { createSimulation } from 'rivulet';
import { expect, test } from 'vitest';
import { IS_SLOW } from '../support/runs.ts';

/** When drops are looked for [s]: 7d froze first, so the others wait a minute in the slow suite alone. */
const timesOf = (letter: string) => (IS_SLOW || letter === 'd' ? [20, 60] : [20]);

test.each(['a', 'b', 'c', 'd', 'e'])('in chin-fig-7%s drops still run at 20 s and later', (letter) => {
  const simulation = createSimulation(`chin-fig-7${letter}`);
  for (const time of timesOf(letter)) {
    simulation.advance(time - simulation.time);
    const { supplied } = simulation.ledger();
    let moving = 0;
    while (simulation.time < time + 2) {
      simulation.step();
      const { drops } = simulation;
      moving += drops.moving.subarray(0, drops.count).reduce((sum, one) => sum + one, 0);
    }
    expect(moving, `between ${time} and ${time + 2} s`).toBeGreaterThan(5);
    expect(simulation.ledger().supplied).toBeGreaterThan(supplied);
  }
});
