/** Panes that turn and cars that brake: what pulls, what holds, and that nothing else changes. */
import * as fc from 'fast-check';
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { GRAVITY } from '../../src/core/units.js';
import { type MotionKey, PaneMotion, type PaneState, pullAlong } from '../../src/weather/pane-motion.js';
import { checkLaws } from '../support/laws.ts';
import { DROPPED, HELD, modelWith, PLAIN_SHAPES } from '../support/models.ts';

const REST: PaneState = { tilt: 1, turn: 0, ax: 0, ay: 0, forward: 0 };
const SILENT = { tilt: null, turn: null, ax: null, ay: null, forward: null };

function stateAt(keys: readonly Partial<MotionKey>[], time: number, repeat: number | null = null): PaneState {
  const out = { ...REST };
  const whole = keys.map((key, n) => ({ t: n, ...SILENT, ...key }));
  new PaneMotion(whole, repeat, REST).at(time, out);
  return out;
}

describe('keys', () => {
  const keys = [
    { t: 1, tilt: 0.2 },
    { t: 2, ax: 100 },
    { t: 3, tilt: 0.6 },
  ];

  test('each number goes straight from key to key, past those that do not say it', () => {
    expect(stateAt(keys, 0).tilt).toBe(0.2);
    expect(stateAt(keys, 1.5).tilt).toBeCloseTo(0.3, 12);
    expect(stateAt(keys, 2).tilt).toBeCloseTo(0.4, 12);
    expect(stateAt(keys, 9)).toEqual({ ...REST, tilt: 0.6, ax: 100 });
  });

  test('what no key says stays as the scene has it', () => {
    expect(stateAt([], 5)).toEqual(REST);
    expect(stateAt(keys, 1).turn).toBe(0);
  });

  test('two keys at one time are a jump', () => {
    const jump = [
      { t: 0, ay: 0 },
      { t: 1, ay: 0 },
      { t: 1, ay: 7 },
    ];
    expect([0.999, 1, 1.001].map((time) => stateAt(jump, time).ay)).toEqual([0, 7, 7]);
  });

  test('they start again after their round', () => {
    expect(stateAt(keys, 11.5, 5).tilt).toBeCloseTo(stateAt(keys, 1.5).tilt, 12);
    expect(stateAt(keys, 5, 5).tilt).toBe(0.2);
  });
});

describe('pull', () => {
  const out = new Float64Array(2);

  test('on a pane at rest it is gravity along the slope', () => {
    expect(pullAlong({ ...REST, tilt: Math.PI / 6 }, GRAVITY, out)).toBeCloseTo(GRAVITY / 2, 9);
    expect([...out]).toEqual([0, expect.closeTo(GRAVITY / 2, 9)]);
  });

  test('water lags behind a pane that is accelerated', () => {
    pullAlong({ ...REST, tilt: 0, ax: 300, ay: -500 }, GRAVITY, out);
    expect([...out]).toEqual([-300, 500]);
  });

  test('a car that speeds up by g tan(tilt) takes all pull from its windscreen, and one that brakes adds to it', () => {
    const tilt = 0.5;
    expect(pullAlong({ ...REST, tilt, forward: GRAVITY * Math.tan(tilt) }, GRAVITY, out)).toBe(0);
    expect([...out]).toEqual([0, 0]);
    pullAlong({ ...REST, tilt, forward: -1000 }, GRAVITY, out);
    expect(out[1]).toBeCloseTo(GRAVITY * Math.sin(tilt) + 1000 * Math.cos(tilt), 9);
  });
});

/** A pane with one drop in the middle, dry otherwise. */
function oneDrop(mass: number, scene: SceneInput): Simulation {
  const surface = { width: 100, height: 100, ...scene.surface };
  return createSimulation({ ...scene, rain: { kind: 'none' }, surface, drops: [{ x: 50, y: 50, mass }] });
}

describe.each(DROPPED)('%s', (name) => {
  const model = modelWith(name, { meander: 0, residuals: false, viscosity: 500 });

  test.runIf(HELD.includes(name))(
    'a drop held at 20° runs when the pane is tilted up, just when the slope is too much for it',
    () => {
      // 9.0 mg stay at 90°, 20 mg up to where sin(tilt) = (9.0/20)^(2/3) = 0.587 (spec 6.3).
      const keys = [
        { t: 0.5, tilt: '20deg' },
        { t: 1.5, tilt: '90deg' },
      ] as const;
      const simulation = oneDrop(20, { model, motion: { keys } });
      simulation.advance(0.5);
      expect(simulation.drops.moving[0]).toBe(0);
      while (simulation.drops.count > 0 && simulation.drops.moving[0] === 0 && simulation.time < 3) simulation.step();
      const degrees = 20 + 70 * (simulation.time - 0.5);
      expect(Math.sin((degrees * Math.PI) / 180)).toBeCloseTo((9.0 / 20) ** (2 / 3), 1);
      expect(simulation.drops.moving[0]).toBe(1);
      simulation.advance(1);
      expect(simulation.ledger().drained + simulation.drops.y[0]).toBeGreaterThan(51);
    },
  );

  test('on a level windscreen a drop runs forward while the car brakes, and then stays', () => {
    const keys = [
      { t: 0.2, forward: 0 },
      { t: 0.2, forward: '-2g' },
      { t: 0.3, forward: '-2g' },
      { t: 0.3, forward: 0 },
    ] as const;
    const simulation = oneDrop(20, { model, surface: { tilt: 0 }, motion: { keys } });
    const start = [simulation.drops.x[0], simulation.drops.y[0]];
    simulation.advance(0.2);
    expect([simulation.drops.x[0], simulation.drops.y[0]]).toEqual(start);
    simulation.advance(0.1);
    expect(simulation.drops.moving[0]).toBe(1);
    const y = simulation.drops.y[0];
    expect(y).toBeGreaterThan(52);
    simulation.advance(0.5);
    expect(simulation.drops.moving[0]).toBe(0);
    expect(simulation.drops.y[0] - y).toBeLessThan(20);
  });

  test('an acceleration along x sends it along −x', () => {
    const simulation = oneDrop(20, { model, surface: { tilt: 0 }, motion: { keys: [{ t: 0, ax: '2g' }] } });
    simulation.advance(0.1);
    const [dx, dy] = [simulation.drops.x[0] - 50, simulation.drops.y[0] - 50];
    expect(dx).toBeLessThan(-2);
    // Affinity may lead it a little to either side.
    expect(Math.abs(dy)).toBeLessThan(-dx);
  });

  test.runIf(PLAIN_SHAPES.includes(name) && HELD.includes(name))(
    'strong wind moves a drop on a level pane, a weak one does not (spec 6.3)',
    () => {
      const at = (speed: string) => {
        const simulation = oneDrop(20, { model, surface: { tilt: 0 }, wind: { speed } });
        simulation.advance(0.2);
        return simulation.drops.x[0];
      };
      // F_ret = 9.0 mg · g · ∛(20/9.0) = 1.15e5 mg·mm/s²; the wind's force on 2.12 mm reaches it at 8.45 m/s.
      expect(at('8.2m/s')).toBe(50);
      expect(at('8.7m/s')).toBeGreaterThan(50);
      expect(at('12m/s')).toBeGreaterThan(52);
    },
  );

  test('a script that holds the pane as it is changes nothing', () => {
    const scene = { model: { name }, surface: { width: 60, height: 60, tilt: 0.8 }, rain: { rate: 300 } };
    const still = createSimulation(scene);
    const scripted = createSimulation({
      ...scene,
      motion: {
        keys: [
          { t: 0, tilt: 0.8 },
          { t: 9, tilt: 0.8, ax: 0 },
        ],
      },
    });
    for (const simulation of [still, scripted]) simulation.advance(1);
    expect(scripted.hash()).toBe(still.hash());
  });

  test('a moving pane keeps the laws, and goes on from any saved moment', () => {
    const any = fc.record({
      seed: fc.nat(1e6),
      from: fc.integer({ min: 1, max: 99 }),
      repeat: fc.constantFrom(null, 0.3),
    });
    const property = fc.property(any, ({ seed, from, repeat }) => {
      const keys = [
        { t: 0, tilt: 0, turn: 0 },
        { t: 0.1, ay: '-3g', forward: 0 },
        { t: 0.25, tilt: 2, turn: 3, forward: '2g' },
      ] as const;
      const rain = { kind: 'marshall-palmer', rate: '500mm/h', drift: 3000, smallest: 0.5 } as const;
      const scene: SceneInput = {
        seed,
        model: { name },
        surface: { width: 50, height: 40 },
        rain,
        motion: { keys, repeat },
      };
      const whole = createSimulation(scene, {}, { kernels: 'reference' });
      let other = createSimulation(scene);
      for (let n = 0; n < 100; n++) {
        if (n === from) other = createSimulation.load(other.save());
        if (n === 50) for (const simulation of [whole, other]) simulation.set({ coating: { critical: 1 } });
        whole.step();
        other.step();
        checkLaws(other);
      }
      expect(other.hash()).toBe(whole.hash());
      expect(other.drops.count).toBeGreaterThan(0);
      for (const simulation of [whole, other]) simulation.set({ motion: null });
      for (const simulation of [whole, other]) simulation.advance(0.1);
      expect(other.hash()).toBe(whole.hash());
    });
    fc.assert(property, { numRuns: 8 });
  });

  test('a drop put on the glass after loading meets the pull of the moment', () => {
    const scene: SceneInput = {
      model: { name },
      surface: { width: 50, height: 40 },
      rain: { kind: 'none' },
      motion: {
        keys: [
          { t: 0, tilt: 0 },
          { t: 1, tilt: Math.PI / 2 },
        ],
      },
    };
    const first = createSimulation(scene);
    first.advance(0.9);
    const second = createSimulation.load(first.save());
    for (const simulation of [first, second]) {
      simulation.addDrop({ x: 20, y: 10, mass: 12 });
      expect(simulation.drops.moving[0]).toBe(1);
    }
    expect(second.hash()).toBe(first.hash());
  });
});
