/** Chin's example (Table 3: 1000 × 600 cells, at most 700 drops) over a minute. */
import { createSimulation, imbalance } from 'rivulet';
import { expect, test } from 'vitest';
import { checkLaws } from '../support/laws.ts';
import { dropsById, heightsOf, wetCount } from './chin-pane.ts';

/** Chin's n. Rain stops there; only residual droplets go beyond it, and a step has few. */
const MOST = 700;
const RESIDUALS = 20;

test('chin-table-3 lives for 60 s: never over 700 drops, never flooded, books closed, drops running to the end', () => {
  const simulation = createSimulation('chin-table-3');
  const { rows, columns, cellSize } = simulation.surface;
  expect([rows, columns, cellSize]).toEqual([1000, 600, 0.5]);
  expect(simulation.scene.rain).toMatchObject({ max: MOST });
  const started: number[] = [];
  for (let second = 1; second <= 60; second++) {
    started.push(startsInASecond(simulation));
    expect(simulation.drops.count).toBeLessThan(MOST + RESIDUALS);
    if (second < 10) continue;
    const share = wetCount(heightsOf(simulation)) / (rows * columns);
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.15);
    expect(imbalance(simulation.ledger())).toBeLessThan(1e-9);
  }
  checkLaws(simulation);
  expect(simulation.drops.count).toBeGreaterThan(MOST / 2);
  // A pane at its cap that nothing runs on is a still picture for ever: rain is all that could wake it.
  const last = started.slice(-10).reduce((runs, count) => runs + count, 0);
  expect(last).toBeGreaterThan(10);
});

/** Lets a second pass and counts the drops that began to run: ids seen running that were not before. */
function startsInASecond(simulation: ReturnType<typeof createSimulation>): number {
  const running = () => [...dropsById(simulation).values()].filter((drop) => drop.moving === 1).map((drop) => drop.id);
  let known = new Set(running());
  let starts = 0;
  for (let step = Math.round(1 / simulation.scene.step); step > 0; step--) {
    simulation.step();
    const now = running();
    starts += now.filter((id) => !known.has(id)).length;
    known = new Set(now);
  }
  return starts;
}
