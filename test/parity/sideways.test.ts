/** Water that runs sideways is eroded along columns: five rows are looked at, in up to three rows of tiles. */
import { createSimulation, type SceneInput } from 'rivulet';
import { expect, test } from 'vitest';

/** Two rows of tiles, the second one low: erosion sees where the chart ends. */
const SCENE: SceneInput = {
  surface: { width: 66, height: 37, cellSize: 1, turn: '90deg' },
  coating: { critical: 5 },
  rain: { kind: 'uniform', rate: 2000, small: [1, 20], large: [20, 60] },
};
const STEPS = 60;

test('runs sideways with SIMD as with the reference kernels, and loaded as uninterrupted', () => {
  const simulations = (['reference', 'simd'] as const).map((kernels) => createSimulation(SCENE, {}, { kernels }));
  const [reference, simd] = simulations;
  for (let step = 0; step < STEPS; step++) {
    // A loaded simulation has an empty scratch map, a running one has not: no result may depend on it.
    if (step === STEPS / 2) simulations.push(createSimulation.load(simd.save(), { kernels: 'simd' }));
    for (const simulation of simulations) simulation.step();
    expect(simulations.map((simulation) => simulation.hash())).toEqual(simulations.map(() => reference.hash()));
  }
});
