/** The wind that moves a drop follows from the force that holds it, however the glass is tilted. */
import { createSimulation, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { criticalMass } from '../../src/surface/coating.js';
import { MAPPED, modelWith, PLAIN_SHAPES } from '../support/models.ts';

const DEGREE = Math.PI / 180;
const GRAVITY = 9810;
/** Drag over mass and V² of a hemisphere below δ: (3/8)(ρ_a/ρ)(C_D/δ) (spec 5.2) [1/mm]. */
const DRAG = (3 / 8) * 1.2e-3 * (1.0775 / 6);
const MASS = 8;
/** Ordinary glass, the default coating [rad]. */
const [ADVANCING, RECEDING] = [50 * DEGREE, 20 * DEGREE];

/** F_ret of a drop [mg·mm/s²] (spec 6.3): it equals the weight of the heaviest drop at rest on an upright pane, and goes with ∛m. */
function retention(mass: number): number {
  const limit = criticalMass(ADVANCING, RECEDING, GRAVITY);
  return limit * GRAVITY * Math.cbrt(mass / limit);
}

/** One drop on dry glass without rain or chance. */
function pane(name: string, tilt: number, scene: SceneInput = {}): SceneInput {
  return {
    model: modelWith(name, { residuals: false, meander: 0, lobes: 1 }),
    surface: { width: 60, height: 60, tilt: tilt * DEGREE },
    coating: { advancing: ADVANCING, receding: RECEDING },
    rain: { kind: 'none' },
    drops: [{ x: 30, y: 20, mass: MASS }],
    ...scene,
  };
}

function moves(scene: SceneInput): boolean {
  const simulation = createSimulation(scene);
  for (let n = 0; n < 3; n++) simulation.step();
  return simulation.drops.moving[0] === 1;
}

/** The least value at which `isReached`, by bisection. */
function threshold(isReached: (value: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (high - low > 1e-4 * most) {
    const middle = (low + high) / 2;
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The side wind that moves the drop [mm/s]. */
function leastWind(name: string, tilt: number): number {
  return threshold((speed) => moves(pane(name, tilt, { wind: { speed } })), 60_000);
}

/** The same in closed form: drag and weight are at right angles, and together they are F_ret. */
function expectedWind(tilt: number): number {
  const [held, weight] = [retention(MASS) / MASS, GRAVITY * Math.sin(tilt * DEGREE)];
  return Math.sqrt(Math.sqrt(held * held - weight * weight) / DRAG);
}

describe.each(MAPPED.filter((name) => PLAIN_SHAPES.includes(name)))('%s', (name) => {
  test.each([0, 0.8, 1, 10, 45, 90])('at %f° a side wind moves a drop once wind and weight exceed F_ret', (tilt) => {
    expect(leastWind(name, tilt) / expectedWind(tilt)).toBeCloseTo(1, 2);
  });

  test('the wind that moves a drop falls steadily as the glass is raised', () => {
    const winds = [...Array(31).keys()].map((n) => leastWind(name, 3 * n));
    winds.forEach((wind, n) => {
      if (n === 0) return;
      expect(wind).toBeLessThanOrEqual(winds[n - 1] + 12);
      expect(winds[n - 1] - wind).toBeLessThan(0.06 * winds[0]);
    });
  });

  test('it makes no difference what pulls: wind, the pane itself, or its weight', () => {
    // On level glass: what has to pull one drop off, as wind, and as an acceleration of the pane.
    const byWind = DRAG * leastWind(name, 0) ** 2;
    const byPane = threshold((ax) => moves(pane(name, 0, { motion: { keys: [{ t: 0, ax }] } })), 50_000);
    expect(byWind * MASS).toBeCloseTo(retention(MASS), -3);
    expect(byPane * MASS).toBeCloseTo(retention(MASS), -3);
  });

  test.each([20, 45, 90])('at %f° a given static limit is that of upright glass, in a calm as in a breeze', (tilt) => {
    const heaviest = (speed: number) => {
      const isLoose = (mass: number) =>
        moves(pane(name, tilt, { coating: { critical: 4 }, wind: { speed }, drops: [{ x: 30, y: 20, mass }] }));
      return threshold(isLoose, 100);
    };
    const expected = 4 / Math.sin(tilt * DEGREE) ** 1.5;
    expect(heaviest(0) / expected).toBeCloseTo(1, 2);
    expect(heaviest(1) / expected).toBeCloseTo(1, 2);
  });

  test.each([
    [0, 1],
    [1e-160, 1],
    [0, 0],
    [1e-160, 0],
  ])(
    'where next to nothing pulls a thrown drop stops, in wind of %f mm/s and film friction of %f',
    (speed, friction) => {
      const thrown = { x: 30, y: 20, mass: MASS, vx: 100 };
      const still: SceneInput = { gravity: 1e-300, wind: { speed }, film: { friction }, drops: [thrown] };
      const simulation = createSimulation(pane(name, 90, still));
      for (let n = 0; n < 3; n++) simulation.step();
      const { moving, x, vx, vy } = simulation.drops;
      expect([moving[0], x[0], vx[0], vy[0]]).toEqual([0, 30, 0, 0]);
    },
  );

  test.each([20, 90])('at %f° a breath of wind does not change how fast a drop runs', (tilt) => {
    const speedIn = (speed: number) => {
      const simulation = createSimulation(
        pane(name, tilt, { coating: { critical: 2 }, wind: { speed }, drops: [{ x: 30, y: 5, mass: 30 }] }),
      );
      for (let n = 0; n < 10; n++) simulation.step();
      return simulation.drops.vy[0];
    };
    expect(speedIn(0)).toBeGreaterThan(10);
    expect(speedIn(1) / speedIn(0)).toBeCloseTo(1, 6);
  });
});
