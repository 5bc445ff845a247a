/** The papers' rain (CHEN-4, CHEN-O11; CHIN's n): how many, where, how heavy. */
import { createSimulation, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { Pane } from '../../src/surface/pane.js';
import { type Arrival, createArrival, UniformRain, type UniformRainOptions } from '../../src/weather/rain.js';

const PANE = { width: 300, height: 200 };
const OPTIONS: UniformRainOptions = {
  rate: 400,
  small: [0.25, 2],
  large: [2, 4],
  largeShare: 0.2,
  max: Number.POSITIVE_INFINITY,
};
const DT = 0.005;
const STEPS = 20_000;

/** All drops of so many steps, and how many there were in each. */
function rainFor(steps: number, seed: number): { drops: Arrival[]; counts: number[] } {
  const rain = new UniformRain(OPTIONS, { surface: new Pane(PANE), index: 0 });
  const chance = new Chance(seed);
  const drops: Arrival[] = [];
  const counts = Array.from({ length: steps }, (_, step) => {
    const count = rain.count(chance, step, DT, 0);
    for (let n = 0; n < count; n++) {
      const drop = createArrival();
      rain.drop(chance, step, n, drop);
      drops.push(drop);
    }
    return count;
  });
  return { drops, counts };
}

/** Are these values even between two ends? Kolmogorov and Smirnov; above 1.95 in one of a thousand honest samples. */
function expectEven(values: number[], [low, high]: readonly [number, number]): void {
  const count = values.length;
  const sorted = [...values].sort((a, b) => a - b);
  expect(sorted[0]).toBeGreaterThanOrEqual(low);
  expect(sorted[count - 1]).toBeLessThanOrEqual(high);
  const distance = sorted.map((value, n) => Math.abs((value - low) / (high - low) - (n + 0.5) / count));
  expect(Math.max(...distance) * Math.sqrt(count)).toBeLessThan(1.95);
}

describe('CHEN-4, CHEN-O11: uniform rain', () => {
  const { drops, counts } = rainFor(STEPS, 3);
  const of = (what: keyof Arrival) => drops.map((drop) => drop[what]);

  test('brings a Poisson number of drops in a step, as many as its rate says', () => {
    const mean = OPTIONS.rate * DT;
    const found = counts.reduce((sum, count) => sum + count, 0) / STEPS;
    const variance = counts.reduce((sum, count) => sum + (count - found) ** 2, 0) / STEPS;
    expect(Math.abs(found - mean)).toBeLessThan(4 * Math.sqrt(mean / STEPS));
    // The variance of a Poisson law is its mean; its own standard error is √((mean + 2 mean²)/n).
    expect(Math.abs(variance - mean)).toBeLessThan(4 * Math.sqrt((mean + 2 * mean * mean) / STEPS));
  });

  test('falls evenly on the whole glass, at rest', () => {
    expectEven(of('x'), [0, PANE.width]);
    expectEven(of('y'), [0, PANE.height]);
    expect(new Set([...of('vx'), ...of('vy')])).toEqual(new Set([0]));
  });

  test('80 % of its drops are too light to run; masses are even on both sides of the limit', () => {
    const masses = of('mass');
    const light = masses.filter((mass) => mass <= 2);
    const deviation = Math.sqrt((0.2 * 0.8) / masses.length);
    expect(Math.abs(light.length / masses.length - 0.8)).toBeLessThan(4 * deviation);
    expectEven(light, [0.25, 2]);
    expectEven(
      masses.filter((mass) => mass > 2),
      [2, 4],
    );
  });
});

describe('`max`', () => {
  // Nothing runs and nothing merges, so that all stay.
  const still: SceneInput = {
    // 50 drops of uniform rain a step: they would pass the limit in one go.
    step: 0.1,
    model: { merging: false },
    surface: { width: 60, height: 60, tilt: 0 },
    rain: { kind: 'none' },
  };
  const mp = { kind: 'marshall-palmer', rate: '500mm/h', smallest: 0.5, max: 40 } as const;
  const uniform = { kind: 'uniform', rate: 500, max: 40 } as const;

  test.each([
    ['uniform rain', uniform],
    ['Marshall and Palmer’s', mp],
    ['several', { kind: 'several', rains: [mp, uniform, uniform] } as const],
  ])('no drop of %s comes while there are so many (CHIN’s n), and then they come again', (_name, rain) => {
    const simulation = createSimulation({ ...still, rain });
    let most = 0;
    for (let step = 0; step < 400; step++) {
      simulation.step();
      most = Math.max(most, simulation.drops.count);
    }
    expect([simulation.drops.count, most]).toEqual([40, 40]);
    simulation.clear();
    for (let step = 0; step < 400; step++) simulation.step();
    expect(simulation.drops.count).toBe(40);
  });
});
