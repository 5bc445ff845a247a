/** What the wind does to drops: when they let go, and where they go. */
import { createSimulation, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { capVolumeFactor } from '../../src/core/profile.js';
import { DROPPED, HELD, modelWith, PLAIN_SHAPES } from '../support/models.ts';

/** A windshield without rain on which hardly anything is held, and no chance in the way drops take. */
function windshield(name: string, wind: SceneInput['wind'], tilt = Math.PI / 4): SceneInput {
  return {
    // What holds a drop shall not grow with the wind.
    model: modelWith(name, { residuals: false, meander: 0, affinityTie: 10, substeps: 1, omegaSpeed: 1e9 }),
    surface: { width: 60, height: 60, tilt },
    coating: { critical: 0.01 },
    rain: { kind: 'none' },
    wind,
  };
}

/** V*² = g tan α / k, k = (3/8)(ρ_a/ρ)(C_D/δ) (spec 5.2) [mm/s]. */
function balanceSpeed(tilt: number): number {
  return Math.sqrt((9810 * Math.tan(tilt)) / ((3 / 8) * 1.2e-3 * (1.0775 / 6)));
}

describe.each(DROPPED)('%s', (name) => {
  test.runIf(PLAIN_SHAPES.includes(name) && HELD.includes(name)).each([0.4, Math.PI / 4, 1.1])(
    'NAK-T3: at slope %f drops of any size climb a thousandth above V* and run down a thousandth below it',
    (tilt) => {
      // Lower than δ, and so heavy that 0.002 of their weight is more than what holds them.
      for (const mass of [100, 400]) {
        for (const [share, way] of [
          [1.001, -1],
          [0.999, 1],
        ] as const) {
          const scene = windshield(name, { vehicle: share * balanceSpeed(tilt) }, tilt);
          const model = { ...scene.model, ...modelWith(name, { omega: 1e-6 }) };
          const simulation = createSimulation({ ...scene, model, coating: { critical: 0.001 } });
          const id = simulation.addDrop({ x: 30, y: 30, mass });
          for (let n = 0; n < 30; n++) simulation.step();
          const slot = simulation.drops.id.indexOf(id);
          expect(Math.sign(simulation.drops.y[slot] - 30)).toBe(way);
        }
      }
    },
  );

  test.runIf(name === 'rivulet').each([0.6, 1.1, 1.5])(
    'eq. 3 and 4 for bodies of contact angle %f: their own front and height make V*, whatever their size',
    (angle) => {
      // Front and volume of a cap over a² and a³ of its base radius; it is a·tan(θ/2) high (spec 0.5).
      const front = (angle - Math.sin(angle) * Math.cos(angle)) / Math.sin(angle) ** 2;
      const k = 0.5 * 1.2e-3 * (1.0775 / 6) * ((front * Math.tan(angle / 2)) / capVolumeFactor(angle));
      const balance = Math.sqrt(9810 / k);
      for (const mass of [5, 50]) {
        for (const [share, way] of [
          [1.01, -1],
          [0.99, 1],
        ] as const) {
          const scene = windshield(name, { vehicle: share * balance });
          const simulation = createSimulation({
            ...scene,
            model: { ...scene.model, impact: 1, irregularity: 0 },
            coating: { critical: 0.001, advancing: angle, receding: angle },
          });
          const id = simulation.addDrop({ x: 30, y: 30, mass });
          for (let n = 0; n < 5; n++) simulation.step();
          const slot = simulation.drops.id.indexOf(id);
          expect(Math.sign(simulation.drops.vy[slot])).toBe(way);
        }
      }
    },
  );

  test.runIf(HELD.includes(name))('a gust shakes off drops that a steady wind of the mean speed leaves', () => {
    const gusts = { strength: 0.3, slowest: 2, fastest: 0.5 };
    const pane = (wind: SceneInput['wind']): SceneInput => ({
      ...windshield(name, wind, Math.PI / 2),
      coating: { critical: 10.5 },
      drops: [...Array(5).keys()].map((n) => ({ x: 5 + 12 * n, y: 10, mass: 7 + 0.5 * n })),
    });
    const steady = createSimulation(pane({ speed: 7000 }));
    const gusty = createSimulation(pane({ speed: 7000, gusts }));
    const before = gusty.drops.count;
    steady.advance(4);
    gusty.advance(4);
    const still = (simulation: typeof steady) => simulation.drops.moving.subarray(0, simulation.drops.count);
    expect([...still(steady)].filter((moving) => moving === 0)).toHaveLength(before);
    expect(gusty.drops.y.subarray(0, gusty.drops.count).filter((y) => y === 10).length).toBeLessThan(before);
  });

  // Asking goes through `set`, after which bodies take their shapes again.
  test.runIf(PLAIN_SHAPES.includes(name))(
    'still drops are tested often enough: testing in every step changes nothing',
    () => {
      const scene: SceneInput = {
        ...windshield(
          name,
          { speed: 8000, gusts: { strength: 0.4, slowest: 2, fastest: 0.3 }, field: { kind: 'edge' } },
          1.2,
        ),
        coating: { critical: 4 },
        rain: { kind: 'uniform', rate: 80 },
      };
      const seldom = createSimulation(scene);
      const always = createSimulation(scene);
      for (let n = 0; n < 300; n++) {
        always.set({});
        seldom.step();
        always.step();
      }
      expect(always.drops.count).toBe(seldom.drops.count);
      for (const column of ['id', 'x', 'y', 'mass', 'moving'] as const) {
        const { count } = seldom.drops;
        expect(always.drops[column].subarray(0, count)).toEqual(seldom.drops[column].subarray(0, count));
      }
    },
  );

  test('gusts, field and vehicle: the same water with either kernels, saved and loaded on the way', () => {
    const scene: SceneInput = {
      ...windshield(name, {
        speed: 6000,
        direction: 0.4,
        vehicle: '30km/h',
        gusts: { strength: 0.5, slowest: 1, fastest: 0.2 },
        field: { width: 2, height: 2, values: [0.5, 1, 1.5, 1], turns: [0.2, 0, 0, -0.2] },
      }),
      coating: { critical: 2 },
      rain: { kind: 'uniform', rate: 100 },
    };
    const simd = createSimulation(scene);
    const reference = createSimulation(scene, {}, { kernels: 'reference' });
    for (let n = 0; n < 60; n++) for (const one of [simd, reference]) one.step();
    const loaded = createSimulation.load(simd.save());
    expect(loaded.hash()).toBe(simd.hash());
    for (let n = 0; n < 60; n++) for (const one of [simd, reference, loaded]) one.step();
    expect(reference.hash()).toBe(simd.hash());
    expect(loaded.hash()).toBe(simd.hash());
  });
});

test('a level pane without hysteresis holds nothing: the wind blows a drop off it', () => {
  const simulation = createSimulation({
    surface: { width: 40, height: 40, tilt: 0 },
    coating: { advancing: '60deg', receding: '60deg' },
    rain: { kind: 'none' },
    wind: { speed: 1000 },
    drops: [{ x: 20, y: 20, mass: 5 }],
  });
  simulation.step();
  const { drops } = simulation;
  expect([drops.count, drops.moving[0]]).toEqual([1, 1]);
  expect(drops.x[0]).toBeGreaterThan(20);
  expect(drops.x[0]).toBeLessThan(20.01);
});

describe('bad wind', () => {
  const refusal = (wind: unknown): string => {
    try {
      createSimulation({ wind: wind as SceneInput['wind'] });
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  test.each([
    [
      { field: { width: 4, height: 3, values: Array(11).fill(1) } },
      'scene.wind.field.values must have 12 numbers (4 x 3); got 11.',
    ],
    [
      { field: { width: 2, height: 1, values: [1, 1], turns: [0] } },
      'scene.wind.field.turns must have 2 numbers (2 x 1); got 1.',
    ],
    [
      { field: { width: 2, height: 1, values: [1, Number.NaN] } },
      'scene.wind.field.values[1] must be 0 to 10; got NaN.',
    ],
    [{ field: { values: 'grey.png' } }, 'scene.wind.field.values must be a list of numbers; got "grey.png".'],
    [{ gusts: { strength: 2 } }, 'scene.wind.gusts.strength must be 0 to 1; got 2.'],
    [
      { gusts: { slowest: '1s', fastest: '2s' } },
      'scene.wind.gusts must have fastest at most slowest, 1 s; got 2. Swap the two.',
    ],
    [{ gusts: true }, 'scene.wind.gusts must be an object; got true. For a steady wind write null.'],
    [{ vehicle: -3 }, 'scene.wind.vehicle must be 0 to 100000 mm/s; got -3.'],
  ])('%j', (wind, line) => {
    expect(refusal(wind)).toBe(line);
  });
});
