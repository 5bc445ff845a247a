/** Bodies as part of the state (model `rivulet`): saved, loaded, hashed, held to the laws. */
import { createSimulation, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkLaws } from '../support/laws.ts';
import { withCaps } from './shapes-lab.ts';

describe('the state', () => {
  const busy: SceneInput = {
    seed: 5,
    model: {
      name: 'rivulet',
      viscosity: 800,
      operatorPeriod: 0.028,
      affinityGrain: 4,
      contact: 'drops',
      residualPeriod: 0.1,
    },
    surface: { width: 60, height: 50 },
    rain: { rate: 150 },
    wind: { speed: 3000, direction: 0.4 },
  };

  test('is saved, loaded and hashed in the midst of relaxing, with either kernels', () => {
    const simulation = createSimulation(busy);
    simulation.advance(1.5);
    const relaxing = (simulation.drops as unknown as { relaxing: Uint8Array }).relaxing;
    expect(relaxing.subarray(0, simulation.drops.count).some((flag) => flag === 1)).toBe(true);
    const loaded = createSimulation.load(simulation.save());
    const reference = createSimulation(busy, {}, { kernels: 'reference' });
    reference.advance(1.5);
    expect(reference.hash()).toBe(simulation.hash());
    for (let n = 0; n < 3; n++) {
      for (const each of [simulation, loaded, reference]) each.advance(0.2);
      expect(loaded.hash()).toBe(simulation.hash());
      expect(reference.hash()).toBe(simulation.hash());
    }
  });

  test('a drop’s shape is part of the hash', () => {
    const { simulation, state } = withCaps();
    simulation.addDrop({ x: 20, y: 20, mass: 1 });
    const hash = simulation.hash();
    state.drops.sag[0] += 0.125;
    expect(simulation.hash()).not.toBe(hash);
  });

  test('hemispheres are loaded as round as they were', () => {
    const simulation = createSimulation({
      model: { name: 'chen2013' },
      rain: { rate: 500 },
      surface: { width: 20, height: 20 },
    });
    simulation.advance(0.2);
    const { drops } = createSimulation.load(simulation.save());
    for (let slot = 0; slot < drops.count; slot++) {
      expect([drops.tail[slot], drops.headingX[slot], drops.headingY[slot], drops.sag[slot]]).toEqual([1, 0, 1, 0]);
    }
  });

  test.each([
    {},
    { substeps: 4 },
    { relax: false, contact: 'trails' },
    { merging: false, stretchMax: 5, irregularity: 1 },
  ])('keeps the laws with %o', (model) => {
    for (const coating of [
      { advancing: '50deg', receding: 0 },
      { advancing: '110deg', receding: '85deg' },
    ]) {
      const simulation = createSimulation(busy, { model, coating });
      let most = 0;
      for (let n = 0; n < 8; n++) {
        simulation.advance(0.15);
        checkLaws(simulation);
        most = Math.max(most, simulation.drops.count);
      }
      expect(most).toBeGreaterThan(15);
    }
  });

  test('changing the coating changes the shapes of still drops', () => {
    const simulation = createSimulation({ model: { name: 'rivulet' }, rain: { kind: 'none' } });
    simulation.addDrop({ x: 20, y: 20, mass: 2 });
    simulation.advance(0.5);
    const flat = simulation.drops.radius[0];
    simulation.set({ coating: { advancing: '100deg', receding: '80deg' } });
    simulation.advance(0.5);
    expect(simulation.drops.radius[0]).toBeLessThan(0.8 * flat);
  });
});
