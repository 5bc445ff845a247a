/** Nakata 2012: what drops look like and what happens when they meet (NAK-9, NAK-11, NAK-13). */
import * as fc from 'fast-check';
import { createSimulation, imbalance, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { PLAIN, radiusFor, unitVolume } from '../../src/core/body-volume.js';
import { cellsOf } from '../support/reading.ts';
import { gapBetween, type Options, radiusOf, slope, steps } from './nakata-lab.ts';

describe('NAK-T8: half capsules', () => {
  test('hold the same water however long they are', () => {
    for (let stretch = 0; stretch <= 5; stretch += 0.25) {
      const r = Math.cbrt(30 / (Math.PI * (2 / 3 + stretch / 2)));
      const shape = { ...PLAIN, stretch };
      expect(radiusFor(30, shape)).toBeCloseTo(r, 12);
      expect(Math.abs(unitVolume(shape) * r ** 3 - 30)).toBeLessThan(30e-12);
    }
  });

  test.each([0, 40, 100, 400])(
    'thrown at %i mm/s: as long as s_max(1 − e^(−v/v_s)), and the heights hold it',
    (speed) => {
      const simulation = slope(
        0,
        { omega: 1e-9, stretchMax: 5 },
        { surface: { width: 30, height: 30, cellSize: 0.05 } },
      );
      simulation.addDrop({ x: 15, y: 15, mass: 30, vx: 0.6 * speed, vy: 0.8 * speed });
      const { stretch, headingX, headingY } = simulation.drops;
      expect(stretch[0]).toBeCloseTo(5 * (1 - Math.exp(-speed / 100)), 12);
      if (speed > 0) expect([headingX[0], headingY[0]]).toEqual([0.6, 0.8].map((n) => expect.closeTo(n, 12)));
      let volume = 0;
      for (const height of cellsOf(simulation.frame().charts[0].height)) volume += height * 0.05 ** 2;
      expect(Math.abs(volume - 30)).toBeLessThan(0.005 * 30);
    },
  );

  test('cells belong to the drop that stands in them, and there are neither trails nor affinities', () => {
    const simulation = slope(0);
    const ids = [100, 200].map((x) => simulation.addDrop({ x, y: 150, mass: 30 }));
    const [chart] = simulation.frame().charts;
    const { data, stride } = chart.id;
    expect([data[300 * stride + 200], data[300 * stride + 400], data[300 * stride + 300]]).toEqual([...ids, 0]);
    expect([chart.trail, chart.affinity, chart.columns, chart.rows]).toEqual([null, null, 600, 600]);
  });
});

/** Two drops that touch, on a level pane: each its mass and velocity, and so far apart as their rims touch. */
function meeting(masses: readonly [number, number], options: Options = {}): Simulation {
  const simulation = slope(0, options);
  const [a, b] = masses.map((mass) => Math.cbrt((3 * mass) / (2 * Math.PI)));
  simulation.addDrop({ x: 150, y: 150, mass: masses[0], vx: 200 });
  simulation.addDrop({ x: 150 + 0.98 * (a + b), y: 150, mass: masses[1], vx: -100, vy: 50 });
  return simulation;
}

describe('NAK-T9: a drop that meets a smaller one', () => {
  test.each([
    [20, 5],
    [5, 20],
    [8, 8],
  ])('swallows it: %f and %f mg', (first, second) => {
    const alone = meeting([first, second], { merging: false });
    const together = meeting([first, second]);
    for (const simulation of [alone, together]) simulation.step();
    const { count, id, mass, vx, vy, x } = together.drops;
    expect([count, mass[0]]).toEqual([1, first + second]);
    // The larger one survives; of equal ones the older.
    expect(id[0]).toBe(first >= second ? 1 : 2);
    const sum = (column: Float64Array) => column[0] * alone.drops.mass[0] + column[1] * alone.drops.mass[1];
    expect(vx[0] * mass[0]).toBeCloseTo(sum(alone.drops.vx), 9);
    expect(vy[0] * mass[0]).toBeCloseTo(sum(alone.drops.vy), 9);
    const survivor = alone.drops.id.indexOf(id[0]);
    expect(x[0]).toBe(alone.drops.x[survivor]);
    expect(imbalance(together.ledger())).toBeLessThan(1e-12);
  });

  test.each([
    ['middle', [20, 5]],
    ['middle', [5, 20]],
    ['larger', [20, 5]],
    ['larger', [5, 20]],
  ] as const)('NAK-O2: stands where the option says, across and down: %s, %j mg', (mergedPlace, masses) => {
    /** Two drops that touch aslant, with the same velocity, a step later. */
    const places = (merging: boolean) => {
      const simulation = slope(0, { mergedPlace, merging, stretchMax: 0 });
      const apart = 0.98 * (radiusOf(masses[0]) + radiusOf(masses[1]));
      simulation.addDrop({ x: 150, y: 150, mass: masses[0], vx: 100 });
      simulation.addDrop({ x: 150 + 0.6 * apart, y: 150 + 0.8 * apart, mass: masses[1], vx: 100 });
      simulation.step();
      const { count, x, y } = simulation.drops;
      return Array.from({ length: count }, (_, slot) => [x[slot], y[slot]]);
    };
    const [first, second] = places(false);
    const share = mergedPlace === 'middle' ? masses[1] / 25 : masses[1] > masses[0] ? 1 : 0;
    const expected = first.map((value, n) => expect.closeTo(value + share * (second[n] - value), 9));
    expect(places(true)).toEqual([expected]);
  });

  test('leaves it alone if they differ by less than the threshold, and neither overlaps nor goes through the other', () => {
    const simulation = meeting([20, 18], { mergeThreshold: 0.2, stretchMax: 0 });
    const momentum = () => {
      const { mass, vx } = simulation.drops;
      return mass[0] * vx[0] + mass[1] * vx[1];
    };
    const free = meeting([20, 18], { merging: false, stretchMax: 0 });
    for (const one of [simulation, free]) one.step();
    expect(momentum()).toBeCloseTo(free.drops.mass[0] * free.drops.vx[0] + free.drops.mass[1] * free.drops.vx[1], 6);
    for (let n = 0; n < 200; n++) {
      expect(simulation.drops.count).toBe(2);
      expect(gapBetween(simulation, 0, 1)).toBeGreaterThan(-1e-6);
      const [first, second] = [1, 2].map((id) => simulation.drops.x[simulation.drops.id.indexOf(id)]);
      expect(first).toBeLessThan(second);
      simulation.step();
    }
    expect(simulation.drops.moving[0] + simulation.drops.moving[1]).toBe(0);
  });

  test('a heap of bodies is moved apart', () => {
    const simulation = slope(0, { mergeThreshold: 1 });
    for (let n = 0; n < 12; n++) simulation.addDrop({ x: 150 + 0.3 * n, y: 150 + (n % 3), mass: 10 + n });
    simulation.advance(3);
    const { count } = simulation.drops;
    expect(count).toBe(12);
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) expect(gapBetween(simulation, a, b)).toBeGreaterThan(-1e-6);
    }
  });
});

test('a fast drop jumps over no other drop', () => {
  const simulation = slope(0, { omega: 1e-9, stretchMax: 0 }, { step: 0.02 });
  for (let n = 0; n < 8; n++) simulation.addDrop({ x: 40 + 30 * n, y: 150, mass: 0.05 });
  // 160 mm a step.
  simulation.addDrop({ x: 10, y: 150, mass: 20, vx: 8000 });
  steps(simulation, 1);
  expect(simulation.drops.count).toBe(4);
});

test('after every step no two drops touch, by a test of every pair', () => {
  // Evenly: doubles as fast-check draws them would nearly all be next to nothing, and in one corner.
  const within = (min: number, max: number) =>
    fc.integer({ min: 0, max: 1_000_000 }).map((part) => min + ((max - min) * part) / 1_000_000);
  const anyDrop = fc.record({
    x: within(0, 60),
    y: within(0, 60),
    mass: fc.oneof({ weight: 4, arbitrary: within(0.01, 3) }, { weight: 1, arbitrary: within(3, 100) }),
    vx: within(-100, 100),
    vy: within(-100, 100),
  });
  const places = fc.constantFrom('larger', 'middle');
  const property = fc.property(fc.array(anyDrop, { minLength: 5, maxLength: 40 }), places, (drops, mergedPlace) => {
    const surface = { width: 61, height: 61, tilt: 1 };
    const simulation = slope(0, { stretchMax: 0, mergedPlace }, { surface, drops });
    for (let n = 0; n < 20; n++) {
      simulation.step();
      for (let a = 0; a < simulation.drops.count; a++) {
        for (let b = a + 1; b < simulation.drops.count; b++) expect(gapBetween(simulation, a, b)).toBeGreaterThan(0);
      }
    }
  });
  fc.assert(property, { numRuns: 40 });
});

test('NAK-T11, NAK-13: fine drops are gone under the way of a drop and stay elsewhere', () => {
  const simulation = createSimulation({
    model: { name: 'nakata2012', stretchMax: 0 },
    surface: { width: 60, height: 100 },
    coating: { critical: 9 },
    rain: { kind: 'none' },
    fine: { refill: 3600 },
  });
  simulation.addDrop({ x: 30, y: 10, mass: 15 });
  while (simulation.drops.count > 0 && simulation.time < 30) simulation.step();
  const { amount } = simulation.frame().charts[0].fine!;
  for (let row = 20; row < 190; row++) {
    for (const [x, share] of [
      [29, 0],
      [31, 0],
      [25, 1],
      [35, 1],
    ]) {
      expect(Math.abs(amount.data[row * amount.stride + 2 * x] - share)).toBeLessThan(0.02);
    }
  }
  expect(simulation.ledger().drained).toBeGreaterThan(15);
});

test.each([
  ['nakata2012', { stretchMax: 0 }],
  ['chen2013', { residuals: false, meander: 0, affinityTie: 10, viscosity: 500 }],
])('NAK-13: the way that a drop of %s clears is as wide as the drop', (name, options) => {
  const simulation = createSimulation({
    model: { name, ...options },
    surface: { width: 20, height: 60 },
    coating: { critical: 9 },
    rain: { kind: 'none' },
    fog: { density: 1, regrow: 3600, mass: 0, cellSize: 0.1 },
  });
  simulation.addDrop({ x: 10.03, y: 5, mass: 15 });
  while (simulation.drops.count > 0 && simulation.time < 30) simulation.step();
  const { data, stride, width } = simulation.frame().charts[0].fog!;
  for (let row = 100; row < 550; row += 7) {
    const cleared = [...data.subarray(row * stride, row * stride + width)].filter((density) => density < 0.5).length;
    // As many cells as have their centre under it, to one at each side.
    expect(Math.abs(0.1 * cleared - 2 * radiusOf(15))).toBeLessThan(0.2);
  }
});

describe('an edge that goes over drops', () => {
  const swept = () => {
    const simulation = slope(0);
    for (const x of [40, 60, 80, 200]) simulation.addDrop({ x, y: 150, mass: 10 });
    return simulation;
  };
  const stroke = { from: { x: 30, y: 150 }, to: { x: 100, y: 150 }, width: 12 };

  test('pushes them before it, where they become one, and leaves the others', () => {
    const simulation = swept();
    expect(simulation.wipe(stroke)).toBe(0);
    steps(simulation, 2);
    const { count, x, mass } = simulation.drops;
    expect(count).toBe(2);
    const pushed = mass[0] > mass[1] ? 0 : 1;
    expect(mass[pushed]).toBe(30);
    expect(x[pushed]).toBeGreaterThan(106);
    expect(x[1 - pushed]).toBe(200);
  });

  test('takes them off if it is a cloth, or over the glass’s edge', () => {
    const cloth = swept();
    expect(cloth.wipe({ ...stroke, keeps: 'cloth' })).toBe(30);
    expect(cloth.drops.count).toBe(1);
    const over = swept();
    expect(over.wipe({ ...stroke, to: { x: 305, y: 150 } })).toBe(40);
    expect(over.ledger().wiped).toBe(40);
  });
});
