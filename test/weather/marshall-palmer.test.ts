/** Rain as it is measured: sizes, supply, and what of it meets a tilted pane. */
import { createSimulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { Pane } from '../../src/surface/pane.js';
import {
  fallSpeed,
  type MarshallPalmerOptions,
  MarshallPalmerRain,
  sizeSlope,
} from '../../src/weather/marshall-palmer.js';
import { createArrival } from '../../src/weather/rain.js';

const HOUR = 3600;
const METRE = { width: 1000, height: 1000 };
const STEADY: MarshallPalmerOptions = {
  rate: 10 / HOUR,
  drift: 0,
  smallest: 1,
  weighting: 'arrival',
  max: Number.POSITIVE_INFINITY,
};

function rainOf(options: Partial<MarshallPalmerOptions>): MarshallPalmerRain {
  return new MarshallPalmerRain({ ...STEADY, ...options }, { surface: new Pane(METRE), index: 0 });
}

/** Diameters of so many drops [mm], rising. */
function diameters(rain: MarshallPalmerRain, count: number, seed: number): number[] {
  const out = createArrival();
  const chance = new Chance(seed);
  const all = Array.from({ length: count }, (_, n) => {
    rain.drop(chance, 0, n, out);
    return Math.cbrt((6 * out.mass) / Math.PI);
  });
  return all.sort((a, b) => a - b);
}

/** Kolmogorov and Smirnov's statistic times √n; above 1.95 in one of a thousand honest samples. */
function kolmogorov(sorted: readonly number[], share: (value: number) => number): number {
  const n = sorted.length;
  const distance = sorted.map((value, k) => Math.max(share(value) - k / n, (k + 1) / n - share(value)));
  return Math.max(...distance) * Math.sqrt(n);
}

describe('sizes', () => {
  test.each([
    [1, 4.1],
    [5, 2.924],
    [25, 2.0856],
    [100, 1.5588],
  ])('NAK-T10: in a rain of %d mm/h Λ is %f /mm', (rate, slope) => {
    expect(sizeSlope(rate / HOUR)).toBeCloseTo(slope, 3);
  });

  test.each([1, 5, 25, 100])('NAK-T10: in the air, drops above 1 mm at %d mm/h are exponential', (rate) => {
    const slope = 4.1 * rate ** -0.21;
    const sizes = diameters(rainOf({ rate: rate / HOUR, weighting: 'air' }), 20_000, rate);
    expect(kolmogorov(sizes, (d) => 1 - Math.exp(-slope * (d - 1)))).toBeLessThan(1.95);
    const mean = sizes.reduce((sum, d) => sum + d, 0) / sizes.length;
    expect(Math.abs(mean - (1 + 1 / slope))).toBeLessThan(3 / slope / Math.sqrt(sizes.length));
  });

  test('NAK-T10: in a cloudburst drops are exponential up to 8 mm, where they break up', () => {
    const slope = 4.1 * 1000 ** -0.21;
    const sizes = diameters(rainOf({ rate: 1000 / HOUR, weighting: 'air' }), 20_000, 11);
    const below = (d: number) => 1 - Math.exp(-slope * (d - 1));
    expect(kolmogorov(sizes, (d) => below(d) / below(8))).toBeLessThan(1.95);
    expect(sizes[sizes.length - 1]).toBeLessThanOrEqual(8);
    // Λ is 0.961 /mm: of 20,000 drops above 1 mm some 400 are above 5 mm, and some 15 above 7.5 mm.
    expect(sizes.filter((d) => d > 7.5).length).toBeGreaterThan(3);
  });

  test('NAK-T10: at 1 mm/h 1.66 % of all drops in the air are above 1 mm, and the others 0.227 mm on average', () => {
    const sizes = diameters(rainOf({ rate: 1 / HOUR, weighting: 'air', smallest: 1e-6 }), 200_000, 7);
    const small = sizes.filter((d) => d <= 1);
    // Λ is 4.1 /mm. Within 3 standard errors: √(p(1 − p)/n) of the share, less than 1/(Λ√n) of the mean.
    const share = Math.exp(-4.1);
    expect(share).toBeCloseTo(0.0166, 4);
    const found = 1 - small.length / sizes.length;
    expect(Math.abs(found - share)).toBeLessThan(3 * Math.sqrt((share * (1 - share)) / sizes.length));
    const mean = small.reduce((sum, d) => sum + d, 0) / small.length;
    expect(Math.abs(mean - 0.227)).toBeLessThan(3 / 4.1 / Math.sqrt(small.length));
  });

  test('NAK-O8: on a level pane each size arrives as often as it is in the air times its fall speed', () => {
    const slope = 4.1 * 10 ** -0.21;
    const density = (d: number) => fallSpeed(d) * Math.exp(-slope * d);
    // The sum of the density over narrow strips: nothing of the table is used.
    const STRIPS = 70_000;
    const sums = [0];
    for (let k = 0; k < STRIPS; k++) sums.push(sums[k] + density(1 + ((k + 0.5) * 7) / STRIPS));
    const share = (d: number) => sums[Math.round(((d - 1) / 7) * STRIPS)] / sums[STRIPS];
    expect(kolmogorov(diameters(rainOf({}), 50_000, 3), share)).toBeLessThan(1.95);
    // The exponential of the air is far from it: the test can tell the two apart.
    expect(kolmogorov(diameters(rainOf({ weighting: 'air' }), 50_000, 3), share)).toBeGreaterThan(5);
  });

  test('drops fall as Atlas measured: 4.0 m/s at 1 mm, 9.1 m/s at 5 mm, nothing below 0.1 mm', () => {
    expect(fallSpeed(1)).toBeCloseTo(3997, 0);
    expect(fallSpeed(5)).toBeCloseTo(9137, 0);
    expect(fallSpeed(0.1)).toBe(0);
  });
});

/** Water of `seconds` of rain [mg], and its standard error. */
function supply(rain: MarshallPalmerRain, seconds: number): { water: number; error: number } {
  const chance = new Chance(11);
  const out = createArrival();
  let water = 0;
  let squares = 0;
  for (let step = 0; step < seconds * 10; step++) {
    const count = rain.count(chance, step, 0.1, 0);
    for (let n = 0; n < count; n++) {
      rain.drop(chance, step, n, out);
      water += out.mass;
      squares += out.mass ** 2;
    }
  }
  // The variance of a sum of a Poisson count of drops is the sum of their squares.
  return { water, error: Math.sqrt(squares) };
}

describe('supply', () => {
  test.each(['arrival', 'air'] as const)('10 mm/h are 10 mm/h on a level pane, weighted by %s', (weighting) => {
    const { water, error } = supply(rainOf({ smallest: 0.125, weighting }), 60);
    const expected = (10 / HOUR) * 60 * METRE.width * METRE.height;
    expect(error / expected).toBeLessThan(0.01);
    expect(Math.abs(water - expected)).toBeLessThan(3 * error);
  });

  test('water below the smallest drop is the rest of it, and none is lost between', () => {
    const rain = rainOf({ smallest: 1 });
    const { water, error } = supply(rain, 100);
    const fine = rain.fineDepth * 100 * METRE.width * METRE.height;
    const expected = (10 / HOUR) * 100 * METRE.width * METRE.height;
    expect(fine / expected).toBeGreaterThan(0.1);
    expect(Math.abs(water + fine - expected)).toBeLessThan(3 * error);
    expect(error / expected).toBeLessThan(0.01);
  });

  test('a simulation books exactly the rain that fell', () => {
    const surface = { width: 100, height: 80, tilt: 0.5 };
    const simulation = createSimulation({ seed: 5, surface, rain: { kind: 'marshall-palmer', rate: '50mm/h' } });
    const rain = new MarshallPalmerRain({ ...STEADY, rate: 50 / HOUR }, { surface: new Pane(surface), index: 0 });
    rain.aim(0.5);
    const chance = new Chance(5);
    const out = createArrival();
    let water = 0;
    for (let step = 0; step < 400; step++) {
      const count = rain.count(chance, step, simulation.scene.step, 0);
      for (let n = 0; n < count; n++) {
        rain.drop(chance, step, n, out);
        water += out.mass;
      }
    }
    simulation.advance(2);
    expect(water).toBeGreaterThan(0);
    expect(simulation.ledger().supplied).toBe(water);
  });
});

describe('orientation', () => {
  /** Drops a second on a pane so tilted [rad], with that drift [mm/s]. */
  function arriving(tilt: number, drift: number): number {
    const rain = rainOf({ drift });
    rain.aim(tilt);
    return rain.dropRate;
  }

  test('nothing meets an upright pane in still air', () => {
    expect(arriving(Math.PI / 2, 0)).toBeLessThan(1e-9);
    const simulation = createSimulation({ rain: { kind: 'marshall-palmer', rate: '100mm/h' } });
    simulation.advance(5);
    expect(simulation.ledger().supplied).toBe(0);
  });

  test('a tilted pane in still air meets the rain of its shadow', () => {
    const level = arriving(0, 0);
    for (const tilt of [0.2, 0.7, 1.3]) expect(arriving(tilt, 0) / level).toBeCloseTo(Math.cos(tilt), 12);
    expect(arriving(2, 0)).toBe(0);
  });

  test('drift meets an upright pane in proportion, and with the tilt both add up', () => {
    const upright = arriving(Math.PI / 2, 5000);
    expect(arriving(Math.PI / 2, 10_000) / upright).toBeCloseTo(2, 9);
    for (const tilt of [0.2, 0.7, 1.3]) {
      const both = Math.cos(tilt) * arriving(0, 0) + Math.sin(tilt) * upright;
      expect(arriving(tilt, 5000) / both).toBeCloseTo(1, 12);
    }
  });

  test('fine water meets the pane by the same geometry', () => {
    const depth = (tilt: number, drift: number) => {
      const rain = rainOf({ drift });
      rain.aim(tilt);
      return rain.fineDepth;
    };
    expect(depth(Math.PI / 2, 0)).toBeLessThan(1e-15);
    expect(depth(0.7, 5000)).toBeCloseTo(Math.cos(0.7) * depth(0, 0) + Math.sin(0.7) * depth(Math.PI / 2, 5000), 12);
  });

  test('drift away from the pane takes rain from it, the slow drops first', () => {
    expect(arriving(Math.PI / 4, -2000)).toBeLessThan(arriving(Math.PI / 4, 0));
    expect(arriving(Math.PI / 4, -20_000)).toBe(0);
    const rain = rainOf({ drift: -5000 });
    rain.aim(Math.PI / 4);
    // Those that fall more slowly than 5 m/s are carried past: 5 = 9.65 − 10.3 e^(−0.6 D).
    expect(diameters(rain, 2000, 1)[0]).toBeGreaterThan(Math.log(10.3 / 4.65) / 0.6 - 0.01);
  });
});

test.each(['arrival', 'air'] as const)('rain too thin to fall is none, weighted by %s', (weighting) => {
  const rain = rainOf({ rate: 1e-25, weighting });
  expect([rain.dropRate, rain.fineDepth]).toEqual([0, 0]);
});
