/** What the paper leaves for later, as options of `stuppacher2007` (spec 2.6), and how it rests and falls. */
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { Box } from '../../src/surface/box.js';
import { G, lab } from './stuppacher-lab.ts';

const BOTTOM = 5;

function simulate(model: Record<string, number | string | boolean>, surface: SceneInput['surface']): Simulation {
  return createSimulation({
    model: { name: 'stuppacher2007', ...model },
    surface,
    rain: { kind: 'none' },
    step: 1 / 60,
  });
}

const PANE = { width: 60, height: 120, cellSize: 0.5 } as const;

/** Columns that are wet, and the most water of a texel [mm]. */
function spread(simulation: Simulation): { columns: number; most: number } {
  const { data, width, height, stride } = simulation.frame().charts[0].height;
  let most = 0;
  const wet = new Set<number>();
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const value = data[row * stride + col];
      if (value > 0) wet.add(col);
      most = Math.max(most, value);
    }
  }
  return { columns: wet.size, most };
}

test('STUP-L4: where the affinity is high more water stays behind', () => {
  const most = [0, 3].map((affinityHold) => {
    const simulation = simulate({ affinityHold }, PANE);
    simulation.addDrop({ x: 30, y: 10, mass: 60 });
    simulation.advance(20);
    return spread(simulation).most;
  });
  expect(most[0]).toBeLessThanOrEqual(0.1);
  expect(most[1]).toBeGreaterThan(0.15);
  expect(most[1]).toBeLessThanOrEqual(0.4);
});

test('STUP-L5: by the affinity water turns aside', () => {
  const columns = [0, 0.8].map((affinityTurn) => {
    const simulation = simulate({ affinityTurn }, PANE);
    simulation.addDrop({ x: 30, y: 10, mass: 60 });
    simulation.advance(3);
    return spread(simulation).columns;
  });
  expect(columns[1]).toBeGreaterThan(columns[0] + 2);
});

describe('STUP-L6: texels that move sweep their neighbours along', () => {
  /** A film below L over all of the texture, and a cap that runs down through it. */
  function filmWith(sweep: number) {
    const one = lab({ sweep });
    for (let row = 0; row < 64; row++) for (let col = 0; col < 64; col++) one.put(row, col, 0.09375);
    for (let row = 4; row < 10; row++) for (let col = 28; col < 34; col++) one.put(row, col, 1.5);
    const before = one.total();
    one.step(30);
    return { ...one, before };
  }

  test('what lies beside a running drop goes with it, further away nothing does, and no water is lost', () => {
    const [still, swept] = [0, 0.6].map(filmWith);
    // Beside the cap, in the third column from its edge, and far from it.
    expect([still.at(14, 27), still.at(14, 34)]).toEqual([0.09375, 0.09375]);
    expect(swept.at(14, 27)).toBeLessThan(0.08);
    expect(swept.at(14, 34)).toBe(swept.at(14, 27));
    expect([swept.at(14, 10), swept.at(50, 31)]).toEqual([0.09375, still.at(50, 31)]);
    for (const { total, model, before } of [still, swept]) expect(total() + model.book().drained * 4).toBe(before);
  });

  test('water keeps some of its way when gravity turns', () => {
    const aside = [0, 0.6].map((sweep) => {
      const { put, step, middle, pull } = lab({ sweep });
      pull(() => [0.7 * G, 0.7 * G]);
      for (let row = 10; row < 16; row++) for (let col = 10; col < 16; col++) put(row, col, 1);
      step(6);
      pull(() => [0, G]);
      const before = middle()[1];
      step(6);
      return middle()[1] - before;
    });
    expect(aside[0]).toBe(0);
    expect(aside[1]).toBeGreaterThan(0.3);
  });

  test('at rest nothing is swept, and on a level chart the way is forgotten', () => {
    const { put, step, heights, memory, pull } = lab({ sweep: 0.9 });
    for (let n = 0; n < 60; n++) put(30, n, 0.0625);
    const before = heights();
    step(60);
    expect(heights()).toEqual(before);
    put(10, 10, 2);
    step(3);
    const [chart] = memory.charts;
    const stirred = () =>
      chart.momentum.some((map) => chart.heap.f32.subarray(map, map + 64 * 64).some((value) => value !== 0));
    expect(stirred()).toBe(true);
    pull(() => [0, 0]);
    step();
    expect(stirred()).toBe(false);
  });

  test('a saved texture goes on with its momentum, with the other kernels', () => {
    const one = simulate({ sweep: 0.7, affinityTurn: 0.3 }, PANE);
    one.addDrop({ x: 30, y: 20, mass: 60 });
    one.advance(0.5);
    const other = createSimulation.load(one.save(), { kernels: 'reference' });
    for (const simulation of [one, other]) simulation.advance(1);
    expect(other.hash()).toBe(one.hash());
  });
});

test('STUP-L12: with softness what leaves grows from 0 at L, as printed it jumps', () => {
  const left = [0, 0.2].map((softness) => {
    const { put, step, at } = lab({ softness, remainder: 0.25, remainderAt: 0.12, thresholdMin: 0.1 });
    put(10, 10, 0.125);
    step();
    return 0.125 - at(10, 10);
  });
  expect(left[0]).toBeCloseTo(0.75 * 0.125, 4);
  expect(left[1]).toBeCloseTo((0.75 * 0.125 * 0.025) / 0.2, 4);
});

describe('STUP-O4: water under a box', () => {
  const surface = { kind: 'box', width: 40, height: 40, depth: 40, cellSize: 0.5 } as const;

  test.each([
    [false, 500, 0],
    [true, 500, 480],
    [true, 200, 0],
  ])('with detach %s, of %i mg at least %i mg falls off', (detach, mass, least) => {
    const simulation = simulate({ detach }, surface);
    simulation.addDrop({ chart: BOTTOM, x: 20, y: 20, mass });
    simulation.step();
    expect(simulation.frame().falling.count).toBe(least > 0 ? 1 : 0);
    expect(imbalance(simulation.ledger())).toBe(0);
    simulation.advance(1);
    // The rim of the drop, texels with at most L, stays.
    const { inField, falling, dripped } = simulation.ledger();
    expect([inField + dripped, falling]).toEqual([mass, 0]);
    expect(dripped).toBeGreaterThanOrEqual(least);
    expect(dripped === 0).toBe(least === 0);
  });
});

test('on a cylinder that lies level water runs down both sides, and none is lost', () => {
  const simulation = simulate({}, { kind: 'cylinder', radius: 30, height: 40, cellSize: 0.5, tilt: 0, wet: 'convex' });
  const { width } = simulation.surface;
  // Level, a cylinder has −Z of its own frame up.
  const top = [0, width / 2].find((x) => simulation.surface.point({ x, y: 20 }).normal[2] < -0.9) ?? 0;
  for (const off of [10, width - 10]) simulation.addDrop({ x: (top + off) % width, y: 20, mass: 60 });
  simulation.advance(5);
  const { data, stride } = simulation.frame().charts[0].height;
  const wet = (x: number) => data[40 * stride + Math.floor(((((top + x) % width) + width) % width) / 0.5)] > 0;
  // Further down on either side, and nothing over the top.
  expect([wet(20), wet(-20), wet(0)]).toEqual([true, true, false]);
  expect(simulation.ledger()).toMatchObject({ supplied: 120, inField: 120 });
});

test('water at rest costs nothing: its tiles do not change', () => {
  const simulation = simulate({}, PANE);
  simulation.addDrop({ x: 30, y: 10, mass: 30 });
  simulation.advance(20);
  const { version } = simulation.frame().charts[0].height;
  simulation.advance(1);
  expect(simulation.frame().charts[0].height.version).toBe(version);
});

test('a saved texture goes on as the one that was not saved, with the other kernels', () => {
  const one = simulate({}, { kind: 'box', width: 40, height: 40, depth: 40, cellSize: 1 });
  one.addDrop({ chart: 0, x: 20, y: 30, mass: 300 });
  one.advance(0.5);
  const other = createSimulation.load(one.save(), { kernels: 'reference' });
  for (const simulation of [one, other]) simulation.advance(2);
  expect(other.hash()).toBe(one.hash());
  expect(other.ledger()).toEqual(one.ledger());
});

test('a full texel passes its surplus to those around it and over the seam; nothing drips while they have room', () => {
  const box = new Box({ width: 40, height: 40, depth: 40, cellSize: 1, open: [] });
  const { put, step, at, total, pull, model } = lab({ thresholdMin: 0.1 }, box);
  // Water goes down the front to its lower edge and stays on the bottom, which is level.
  pull(({ chart }) => (chart === 0 ? [0, G] : [0, 0]));
  for (let row = 20; row < 38; row++) put(row, 20, 15);
  const before = total();
  step(400);
  expect([total(), model.book().dripped]).toEqual([before, 0]);
  const onBottom = Array.from({ length: 40 * 40 }, (_, n) => at(Math.floor(n / 40), n % 40, BOTTOM));
  expect(Math.max(...onBottom)).toBeLessThan(16);
  // 270 mm of water need 17 full texels; each takes half of its room, so it is a mound of a few more.
  expect(onBottom.filter((height) => height > 1).length).toBeGreaterThanOrEqual(20);
});

test.each([
  ['stuppacher-box-mirror', 2, 128],
  ['stuppacher-box-glass', 0.5, 512],
  ['stuppacher-box-glass', 0.25, 1024],
])('%s with texels of %f mm has %i texels a side', (name, cellSize, texels) => {
  const { surface, scene } = createSimulation(name, { surface: { kind: 'box', cellSize } });
  expect(surface.charts.map(({ columns, rows }) => [columns, rows])).toEqual(Array(6).fill([texels, texels]));
  expect(scene.inside?.triangles ?? 0).toBe(name === 'stuppacher-box-glass' ? 100_000 : 0);
});
