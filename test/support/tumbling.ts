/** A box or a cylinder that tumbles in the rain, held to its laws all the way. */
import { createSimulation, type SceneInput } from 'rivulet';
import { expect } from 'vitest';
import { checkBooks } from './books.ts';
import { checkLaws } from './laws.ts';

const SPIN = { axis: [1, 0.3, 0.5], rate: 2 } as const;
const RAIN = { kind: 'uniform', rate: 200, largeShare: 0.2, small: [1, 8], large: [100, 600] } as const;

/** What tumbles. */
export const TUMBLING: Readonly<Record<string, SceneInput>> = {
  box: { surface: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 0.5 } },
  'open box': {
    surface: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 0.5, open: ['top'], edges: 'drip' },
  },
  cylinder: { surface: { kind: 'cylinder', radius: 12, height: 50, cellSize: 0.5, edges: 'drip' } },
  pipe: { surface: { kind: 'cylinder', radius: 15, height: 50, cellSize: 0.5, wet: 'concave' } },
};

function scene(model: string, surface: string): SceneInput {
  return { model: { name: model }, step: 0.005, seed: 3, rain: RAIN, motion: { spin: SPIN }, ...TUMBLING[surface] };
}

/** Runs a model for so many steps, with both kernels; one of them is saved and loaded every 60 steps. */
export function tumble(model: string, surface: string, steps: number): void {
  const simulations = (['reference', 'simd'] as const).map((kernels) =>
    createSimulation(scene(model, surface), {}, { kernels }),
  );
  let [fell, dripped] = [0, 0];
  const seen = new Set<number>();
  for (let step = 1; step <= steps; step++) {
    for (const simulation of simulations) simulation.step();
    const [simulation] = simulations;
    checkBooks(simulation);
    const ledger = simulation.ledger();
    fell = Math.max(fell, ledger.falling);
    dripped = ledger.dripped;
    const { chart, count } = simulation.drops;
    for (const at of chart.subarray(0, count)) seen.add(at);
    if (step % 60 !== 0) continue;
    checkLaws(simulation);
    expect(simulations[1].hash(), `after ${step} steps`).toBe(simulation.hash());
    // In the middle of falls as well: the loaded one goes on in the other's place.
    simulations[1] = createSimulation.load(simulations[1].save(), { kernels: 'simd' });
    expect(simulations[1].hash()).toBe(simulation.hash());
  }
  expect(fell).toBeGreaterThan(0);
  if (surface !== 'pipe') expect(dripped).toBeGreaterThan(0);
  expect(seen.size).toBe(simulations[0].surface.charts.length);
}
