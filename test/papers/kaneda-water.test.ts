/** What Kaneda's water meets in scenes: affinity, a first speed, coatings, wind, workers, and the way down a teapot. */
import { createSimulation, type SceneInput } from 'rivulet';
import { createSimulationClient } from 'rivulet/worker';
import { expect, test } from 'vitest';
import { Pane } from '../../src/surface/pane.js';
import { bench, G } from './kaneda-lab.ts';

const pane = new Pane({ width: 200, height: 200, cellSize: 1 });

test('KAN-2: the affinity of cells is normally distributed', () => {
  const { affinity } = bench(pane).model.inner;
  const mean = affinity.reduce((sum, c) => sum + c, 0) / affinity.length;
  const spread = Math.sqrt(affinity.reduce((sum, c) => sum + (c - mean) ** 2, 0) / affinity.length);
  expect([mean, spread]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.15, 2)]);
  // Shares within one and two standard deviations.
  const within = (wide: number) => affinity.filter((c) => Math.abs(c - 0.5) < wide * 0.15).length / affinity.length;
  expect(Math.abs(within(1) - 0.6827)).toBeLessThan(0.01);
  expect(Math.abs(within(2) - 0.9545)).toBeLessThan(0.005);
});

test('KAN-2: a wide distribution is clipped to 0 and 1', () => {
  const { affinity } = bench(pane, { affinitySpread: 0.5 }).model.inner;
  const [least, most] = [affinity.reduce((a, b) => Math.min(a, b)), affinity.reduce((a, b) => Math.max(a, b))];
  expect([least, most]).toEqual([0, 1]);
  // 0 and 1 are a standard deviation away: a sixth lies beyond each.
  expect(Math.abs(affinity.filter((c) => c === 0).length / affinity.length - 0.159)).toBeLessThan(0.01);
});

test('KAN-3, KAN-8: a light droplet fed with a speed runs, slows down and stops', () => {
  const { model, world, run } = bench(pane, { affinitySpread: 0, wetting: 0 }, [0, G]);
  const fed = (vy: number) => {
    model.addDrop(world, { chart: 0, x: 100.5, y: 20.5, mass: 5, vx: 0, vy });
    const speeds = [vy];
    for (let n = 0; n < 30 && model.drops.movingCount > 0; n++) {
      run(1);
      speeds.push(model.drops.vy[0]);
    }
    const way = model.drops.y[0] - 20.5;
    model.clear();
    return { way, speeds };
  };
  expect(fed(0).way).toBe(0);
  const { way, speeds } = fed(300);
  expect(way).toBeGreaterThan(1);
  expect(speeds.at(-1)).toBe(0);
  for (let n = 1; n < speeds.length; n++) expect(speeds[n]).toBeLessThanOrEqual(speeds[n - 1]);
});

/** The windshield in coarse cells, so that it is quick. */
const WINDSHIELD: SceneInput = { surface: { kind: 'bezier', cellSize: 6 } };

test('KAN-L1: glass with less hysteresis lets more droplets run', () => {
  const runs = (advancing: string, receding: string) => {
    const simulation = createSimulation('kaneda-windshield', { ...WINDSHIELD, coating: { advancing, receding } });
    simulation.advance(4);
    return simulation.runs?.count ?? 0;
  };
  const [slippery, rough] = [runs('40deg', '35deg'), runs('70deg', '10deg')];
  expect(slippery).toBeGreaterThan(2 * rough);
});

test('KAN-L2: the air of driving takes droplets up the windshield, and the book stays closed', () => {
  /** Share of the running droplets that go up. */
  const upward = (vehicle: string) => {
    const simulation = createSimulation('kaneda-windshield', { ...WINDSHIELD, wind: { vehicle } });
    simulation.advance(2);
    const { vy, moving, count } = simulation.drops;
    const running = Array.from({ length: count }, (_, slot) => slot).filter((slot) => moving[slot] && vy[slot] !== 0);
    const { supplied, onDrops, drained } = simulation.ledger();
    expect(onDrops + drained).toBe(supplied);
    expect(running.length).toBeGreaterThan(2);
    return running.filter((slot) => vy[slot] < 0).length / running.length;
  };
  expect(upward('0km/h')).toBeLessThan(0.1);
  expect(upward('80km/h')).toBeGreaterThan(0.9);
});

const TEAPOT: SceneInput = { surface: { kind: 'bezier', cellSize: 1.2 } };

test('what runs on the teapot goes down it', () => {
  const simulation = createSimulation('kaneda-teapot', TEAPOT);
  let [down, all] = [0, 0];
  for (let n = 0; n < 120; n++) {
    simulation.step();
    const { drops, surface } = simulation;
    for (let slot = 0; slot < drops.count; slot++) {
      if (!drops.moving[slot] || (drops.vx[slot] === 0 && drops.vy[slot] === 0)) continue;
      const place = { chart: drops.chart[slot], x: drops.x[slot], y: drops.y[slot] };
      const { tangentX, tangentY } = surface.point(place);
      all += 1;
      if (drops.vx[slot] * tangentX[1] + drops.vy[slot] * tangentY[1] < 0) down += 1;
    }
  }
  expect(all).toBeGreaterThan(200);
  // In the hollow of the lid and where a droplet shoots over a bend some go up for a while.
  expect(down / all).toBeGreaterThan(0.9);
});

test('a teapot in a worker has the hash of one that runs here', async () => {
  const here = createSimulation('kaneda-teapot', TEAPOT);
  here.advance(1);
  const there = await createSimulationClient('kaneda-teapot', TEAPOT);
  try {
    expect(there.runs).toBe('worker');
    await there.advance(1);
    expect(await there.hash()).toBe(here.hash());
  } finally {
    there.dispose();
  }
});
