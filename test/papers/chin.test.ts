/** Chin, "Animating raindrops on a surface": the properties CHIN-T1 to T6. Her y points up; ours is Nℓ − y. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spacedLine } from '../../src/models/maps/running.js';
import { cellsOf } from '../support/reading.ts';
import {
  ALL_OFF,
  CRITICAL,
  chin,
  dropOf,
  dropsById,
  GRAVITY,
  heightsOf,
  idsOf,
  run,
  runUntil,
  STEP,
  STRAIGHT,
} from './chin-pane.ts';

test('Table 1: the affinity is drawn from N(0.5, 1.5), so that 74 % of it lie outside 0 to 1', () => {
  const surface = { kind: 'pane' as const, width: 200, height: 200, cellSize: 0.5 };
  const cells = cellsOf(chin({}, { surface }).frame().charts[0].affinity!);
  const count = cells.length;
  expect(count).toBe(160_000);
  const mean = cells.reduce((sum, f) => sum + f, 0) / count;
  const deviation = Math.sqrt(cells.reduce((sum, f) => sum + (f - mean) ** 2, 0) / count);
  // Within 4 standard errors: σ/√n of the mean, σ/√(2n) of the deviation, √(p(1 − p)/n) of a share.
  expect(Math.abs(mean - 0.5)).toBeLessThan((4 * 1.5) / Math.sqrt(count));
  expect(Math.abs(deviation - 1.5)).toBeLessThan((4 * 1.5) / Math.sqrt(2 * count));
  // Both ends of 0 to 1 are a third of σ from the mean: P(|z| > 1/3) = 0.7389.
  const outside = cells.filter((f) => f < 0 || f > 1).length / count;
  expect(Math.abs(outside - 0.7389)).toBeLessThan(4 * Math.sqrt((0.7389 * 0.2611) / count));
  // And a normal law has 0.27 % beyond 3 σ; an even one of the same deviation has none.
  const far = cells.filter((f) => Math.abs(f - 0.5) > 4.5).length / count;
  expect(Math.abs(far - 0.0027)).toBeLessThan(4 * Math.sqrt(0.0027 / count));
});

describe('coordinates', () => {
  const ROWS = 17;
  const COLUMNS = 23;

  test.each([0.5, 0.25, 0.48828125, 0.3, 0.1])(
    'CHIN-T1: cell(centre(i, j)) = (i, j) for all cells of %f mm',
    (cell) => {
      const surface = { kind: 'pane' as const, width: COLUMNS * cell, height: ROWS * cell, cellSize: cell };
      const simulation = chin(ALL_OFF, { surface });
      expect(simulation.surface).toMatchObject({ rows: ROWS, columns: COLUMNS });
      const expected = new Uint32Array(ROWS * COLUMNS);
      for (let i = 0; i < ROWS; i++) {
        for (let j = 0; j < COLUMNS; j++) {
          // Equation 8, y up; then through the flip into our coordinates.
          const x = cell * j + cell / 2;
          const up = ROWS * cell - (cell * i + cell / 2);
          expect([Math.floor((ROWS * cell - up) / cell), Math.floor(x / cell)], 'equation 1').toEqual([i, j]);
          // A drop of half a cell's radius, or the smallest there is, covers the centre it sits on and no other.
          const radius = Math.max(cell / 2, 0.08);
          const mass = (2 / 3) * Math.PI * radius ** 3;
          expected[i * COLUMNS + j] = simulation.addDrop({ x, y: ROWS * cell - up, mass });
        }
      }
      expect(idsOf(simulation)).toEqual(expected);
    },
  );
});

describe('motion', () => {
  test('CHIN-T2: after k steps the place has changed by the sum of vΔt', () => {
    // One sub-step and one choice in it, so that every velocity is seen; meander and affinity bend the way.
    const simulation = chin({ substeps: 1, chooses: 'part', residuals: false });
    const id = simulation.addDrop({ x: 20, y: 2, mass: 1.2 * CRITICAL });
    let x = 20;
    let y = 2;
    for (let k = 0; k < 30; k++) {
      simulation.step();
      const drop = dropOf(simulation, id)!;
      x += drop.vx * STEP;
      y += drop.vy * STEP;
      expect(Math.abs(drop.x - x)).toBeLessThan(1e-12 * 120);
      expect(Math.abs(drop.y - y)).toBeLessThan(1e-12 * 120);
    }
    expect(y - 2).toBeGreaterThan(10);
    expect(Math.abs(x - 20)).toBeGreaterThan(0.1);
  });

  test('CHIN-T3: b changes the distance by aTΔt(1 − 1/b)/2 and the speed not at all', () => {
    const mass = 1.5 * CRITICAL;
    const a = GRAVITY * (1 - CRITICAL / mass);
    const steps = 20;
    const T = steps * STEP;
    const fall = (substeps: number) => {
      const simulation = chin({ ...STRAIGHT, substeps, residuals: false });
      const id = simulation.addDrop({ x: 20, y: 2, mass });
      run(simulation, steps);
      const { x, y, vx, vy } = dropOf(simulation, id)!;
      expect([x, vx]).toEqual([20, 0]);
      return { distance: y - 2, speed: vy };
    };
    const whole = fall(1);
    for (const b of [2, 4, 7]) {
      const parts = fall(b);
      expect(Math.abs(parts.speed / (a * T) - 1)).toBeLessThan(1e-12);
      const difference = (a * T * STEP * (1 - 1 / b)) / 2;
      expect(Math.abs((whole.distance - parts.distance) / difference - 1)).toBeLessThan(1e-10);
    }
    expect(Math.abs(whole.speed / (a * T) - 1)).toBeLessThan(1e-12);
    // Semi-implicit Euler, one part: n(n + 1)/2 steps of aΔt².
    expect(Math.abs(whole.distance / ((a * STEP * STEP * steps * (steps + 1)) / 2) - 1)).toBeLessThan(1e-12);
  });
});

describe('placing', () => {
  test('CHIN-T4: hemispheres stand at most 1.5 ℓ apart along any step, both ends included', () => {
    const place = fc.double({ min: -50, max: 250, noNaN: true });
    const cell = fc.double({ min: 0.05, max: 5, noNaN: true });
    const property = fc.property(place, place, place, place, cell, (x0, y0, x1, y1, cellSize) => {
      const way: [number, number][] = [];
      spacedLine({ x0, y0, x1, y1 }, 1.5 * cellSize, (x, y) => way.push([x, y]));
      expect(way.at(-1)).toEqual([x1, y1]);
      expect(Math.hypot(way[0][0] - x0, way[0][1] - y0)).toBeLessThan(1e-9);
      let widest = 0;
      for (let n = 1; n < way.length; n++) {
        widest = Math.max(widest, Math.hypot(way[n][0] - way[n - 1][0], way[n][1] - way[n - 1][1]));
      }
      expect(widest).toBeLessThanOrEqual(1.5 * cellSize + 1e-9);
      // No more of them than the spacing asks for: stamping is what a step costs.
      expect(way.length).toBeLessThanOrEqual(Math.ceil(Math.hypot(x1 - x0, y1 - y0) / (1.5 * cellSize)) + 1);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('CHIN-T4: a fast drop’s trail nowhere dips lower than spheres 1.5 ℓ apart do', () => {
    const simulation = chin({ ...STRAIGHT, ...ALL_OFF });
    const mass = 1.5 * CRITICAL;
    const id = simulation.addDrop({ x: 20.25, y: 2, mass, vy: 4000 });
    simulation.step();
    const { y, radius } = dropOf(simulation, id)!;
    expect(y).toBeGreaterThan(30);
    const { height } = simulation.frame().charts[0];
    // Between two spheres the nearest centre is at most 0.75 ℓ away.
    const lowest = Math.sqrt(radius ** 2 - (0.75 * 0.5) ** 2) - 2 ** -16;
    for (let row = 4; row < Math.floor(y / 0.5); row++)
      expect(height.data[row * height.stride + 40]).toBeGreaterThan(lowest);
  });
});

describe('merging', () => {
  /** Drop ids present now. */
  const ids = (simulation: ReturnType<typeof chin>) => [...dropsById(simulation).keys()].sort((a, b) => a - b);

  test.each(['two', 'single'])('CHIN-T5: parent and fresh residual never merge (maps: %s)', (maps) => {
    let residuals = 0;
    for (let seed = 0; seed < 20; seed++) {
      const operators = seed % 2 === 0;
      const simulation = chin({ maps, smoothing: operators, erosion: operators }, { seed });
      const parent = simulation.addDrop({ x: 20, y: 3, mass: 2 * CRITICAL });
      runUntil(simulation, () => dropOf(simulation, parent)?.moving !== 1);
      // A merged drop would have a new id, and the parent's would be gone before it has run its way.
      const { onDrops, drained } = simulation.ledger();
      const stopped = dropOf(simulation, parent);
      expect(onDrops + drained).toBeCloseTo(2 * CRITICAL, 9);
      if (stopped) expect(stopped.mass).toBeLessThanOrEqual(CRITICAL);
      else expect(drained).toBeGreaterThan(0);
      residuals += simulation.drops.count - (stopped ? 1 : 0);
    }
    expect(residuals).toBeGreaterThan(20);
  });

  test('CHIN-T5: an unrelated drop merges with a residual that its parent may not touch', () => {
    // Operators off: the parent's trail covers the residual for ever.
    const simulation = chin({ ...STRAIGHT, smoothing: false, erosion: false, residualRate: 60, viscosity: 500 });
    const parent = simulation.addDrop({ x: 20, y: 5, mass: 3 * CRITICAL });
    runUntil(simulation, () => simulation.drops.count > 1);
    simulation.set({ model: { residuals: false } });
    const [, residual] = ids(simulation);
    run(simulation, 30);
    expect(ids(simulation)).toEqual([parent, residual]);
    const before = dropOf(simulation, residual)!;
    expect(dropOf(simulation, parent)!.y - before.y).toBeGreaterThan(5);
    simulation.addDrop({ x: before.x + 0.5, y: before.y, mass: 0.5 });
    run(simulation, 2);
    expect(dropOf(simulation, residual)).toBeUndefined();
    expect(simulation.ledger().onDrops).toBeCloseTo(3 * CRITICAL + 0.5, 9);
  });

  test('CHIN-T5: an unrelated drop merges with a residual whose parent has left', () => {
    const simulation = chin({ ...STRAIGHT, smoothing: false, erosion: false });
    const parent = simulation.addDrop({ x: 20, y: 5, mass: 3 * CRITICAL });
    runUntil(simulation, () => simulation.drops.count > 1);
    // One residual is enough: two of them would meet in the trail that their parent left.
    simulation.set({ model: { residuals: false } });
    runUntil(simulation, () => dropOf(simulation, parent) === undefined);
    const [residual] = ids(simulation);
    const { x, y, mass } = dropOf(simulation, residual)!;
    simulation.addDrop({ x: x + 0.5, y: y + 0.5, mass: 0.5 });
    run(simulation, 2);
    expect(simulation.drops.count).toBe(1);
    expect(dropOf(simulation, residual)).toBeUndefined();
    const [merged] = dropsById(simulation).values();
    expect(merged.mass).toBeCloseTo(mass + 0.5, 12);
    expect(merged).toMatchObject({ x: x + 0.5, y: y + 0.5 });
  });

  test('CHIN-T6: contact of a live drop with a dead trail changes no mass', () => {
    const simulation = chin({ ...STRAIGHT, smoothing: false, erosion: false, residuals: false });
    const runner = simulation.addDrop({ x: 20, y: 20, mass: 2 * CRITICAL });
    runUntil(simulation, () => dropOf(simulation, runner) === undefined);
    const trail = idsOf(simulation);
    expect(new Set(trail)).toEqual(new Set([0, runner]));
    const id = simulation.addDrop({ x: 20, y: 60, mass: 1 });
    const laid = dropOf(simulation, id)!;
    const { wiped, drained, supplied } = simulation.ledger();
    run(simulation, 3);
    expect(dropOf(simulation, id)).toEqual(laid);
    expect(simulation.ledger()).toMatchObject({ supplied, drained, wiped, onDrops: 1 });
    // What changes is whose the trail is.
    expect(new Set(idsOf(simulation))).toEqual(new Set([0, id]));
  });

  test('CHIN-17: where two dead trails meet, both take the smaller id, and nothing else happens', () => {
    const simulation = chin({ ...STRAIGHT, ...ALL_OFF });
    const first = simulation.addDrop({ x: 20, y: 20, mass: 2 * CRITICAL });
    const second = simulation.addDrop({ x: 21, y: 30, mass: 2 * CRITICAL });
    runUntil(simulation, () => simulation.drops.count === 0);
    expect(new Set(idsOf(simulation))).toEqual(new Set([0, first, second]));
    const [heights, ledger] = [heightsOf(simulation), simulation.ledger()];
    simulation.set({ model: { merging: true } });
    run(simulation, 2);
    expect(new Set(idsOf(simulation))).toEqual(new Set([0, first]));
    expect(heightsOf(simulation)).toEqual(heights);
    expect(simulation.ledger()).toEqual(ledger);
  });
});
