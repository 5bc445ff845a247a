/** Water is neither made nor lost, in any model, at any step. */
import * as fc from 'fast-check';
import { createSimulation, imbalance, modelNames } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkBooks, checkMaps } from '../support/books.ts';
import { checkLaws } from '../support/laws.ts';
import { DROPPED } from '../support/models.ts';
import { busyScene, open, steps } from './busy-scenes.ts';

describe.each(modelNames)('%s', (name) => {
  test('neither makes nor loses water, and its field book closes exactly, at every step', () => {
    const property = fc.property(busyScene(name), (scene) => {
      const { simulation, state } = open(scene);
      for (let step = 0; step < 60; step++) {
        simulation.step();
        checkBooks(simulation);
        checkMaps(simulation, state);
      }
    });
    fc.assert(property, { numRuns: 40 });
  });

  test('neither does it under a wiper, a finger and a cloth', () => {
    const wiper = { kind: 'pivot', x: 5, y: 30, length: 30, from: -3, to: 0.5, stroke: 0.1, wear: 1 } as const;
    const property = fc.property(busyScene(name), (scene) => {
      const { simulation, state } = open({ ...scene, wipers: [wiper] });
      for (let step = 0; step < 60; step++) {
        simulation.step();
        const stroke = { from: { x: 2, y: 9 }, to: { x: 9, y: 2 + (step % 5) }, width: 3 };
        if (step % 9 === 5) simulation.wipe({ ...stroke, keeps: step % 2 === 0 ? 'cloth' : 'finger' });
        checkBooks(simulation);
        checkMaps(simulation, state);
        if (step % 20 === 0) checkLaws(simulation);
      }
    });
    fc.assert(property, { numRuns: 25 });
  });

  test('keeps heights in multiples of 2⁻¹⁶ below 16 mm, and never says NaN', () => {
    const property = fc.property(busyScene(name), (scene) => {
      const { simulation, state } = open(scene);
      for (let round = 0; round < 6; round++) {
        steps(simulation, 8);
        checkLaws(simulation);
        if (!state?.charts) continue;
        const { heap, still, trail, grid } = state.charts[0].chart;
        const wrong = [still, trail].flatMap((map) =>
          wrongHeights(heap.f32.subarray(map, map + grid.rows * grid.stride)),
        );
        expect(wrong).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 30 });
  });

  test('books what is wiped', () => {
    const property = fc.property(busyScene(name), (scene) => {
      const simulation = createSimulation(scene);
      steps(simulation, 20);
      const { onDrops, inField, wiped } = simulation.ledger();
      simulation.clear();
      expect(simulation.drops.count).toBe(0);
      expect(simulation.ledger()).toMatchObject({ onDrops: 0, inField: 0, wiped: wiped + onDrops + inField });
      steps(simulation, 10);
      expect(imbalance(simulation.ledger())).toBeLessThan(1e-9);
    });
    fc.assert(property, { numRuns: 15 });
  });

  test.runIf(DROPPED.includes(name))('takes each drop by hand for what it weighs', () => {
    const simulation = createSimulation({ model: { name }, rain: { kind: 'none' } });
    simulation.addDrop({ x: 100, y: 50, mass: 3 });
    simulation.addDrop({ x: 200, y: 50, mass: 40, vy: 20 });
    expect(simulation.ledger()).toMatchObject({ supplied: 43, onDrops: 43, drained: 0 });
    simulation.advance(20);
    const { supplied, onDrops, drained } = simulation.ledger();
    expect(supplied).toBe(43);
    expect(drained).toBeGreaterThan(0);
    expect(onDrops + drained).toBeCloseTo(43, 9);
  });
});

/** The first few values that are no heights. */
function wrongHeights(heights: Float32Array): number[] {
  const wrong: number[] = [];
  for (const height of heights) {
    if (!(height >= 0 && height < 16 && Number.isInteger(height * 65536)) && wrong.length < 3) wrong.push(height);
  }
  return wrong;
}
