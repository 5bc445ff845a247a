/** Chance by counter: even, independent in every one of its counters, and the same numbers for ever. */
import { describe, expect, test } from 'vitest';
import { Chance, STREAM } from '../../src/core/chance.js';

/** One number as a function of one counter, the others held. */
type Walk = (chance: Chance, n: number) => number;

/** Every way to count: a generator that is even along one counter may still repeat itself along another. */
const WALKS: Record<string, Walk> = {
  seed: (_, n) => new Chance(n).uniform(STREAM.spawn, 1, 2, 3),
  stream: (chance, n) => chance.uniform(n, 1, 2, 3),
  id: (chance, n) => chance.uniform(STREAM.residual, n, 17, 0),
  step: (chance, n) => chance.uniform(STREAM.residual, 42, n, 0),
  use: (chance, n) => chance.uniform(STREAM.shape, 42, 0, n),
  'id and step together': (chance, n) => chance.uniform(STREAM.affinity, n >>> 9, n & 511, 0),
};

/** χ² of counts that should all be the same. */
function chiSquared(counts: Float64Array): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

/** χ² of `freedom` degrees lies below this in all but 1 of 30,000 cases (4 σ; Wilson and Hilferty 1931). */
function chiSquaredLimit(freedom: number): number {
  const a = 2 / (9 * freedom);
  return freedom * (1 - a + 4 * Math.sqrt(a)) ** 3;
}

describe.each(Object.keys(WALKS))('along %s', (name) => {
  const walk = WALKS[name];

  test('numbers are even', () => {
    const chance = new Chance(7);
    const counts = new Float64Array(256);
    for (let n = 0; n < 200_000; n++) counts[Math.floor(walk(chance, n) * 256)] += 1;
    expect(chiSquared(counts)).toBeLessThan(chiSquaredLimit(255));
  });

  test('pairs of neighbours are even, too', () => {
    const chance = new Chance(8);
    const counts = new Float64Array(32 * 32);
    let last = walk(chance, 0);
    for (let n = 1; n < 200_000; n++) {
      const next = walk(chance, n);
      counts[Math.floor(last * 32) * 32 + Math.floor(next * 32)] += 1;
      last = next;
    }
    expect(chiSquared(counts)).toBeLessThan(chiSquaredLimit(1023));
  });
});

describe('independence', () => {
  test.each([
    ['stream', (chance: Chance, n: number, bit: number) => chance.bits(bit, n, n * 7, 0)],
    ['id', (chance: Chance, n: number, bit: number) => chance.bits(4, n ^ bit, 99, 0)],
    ['step', (chance: Chance, n: number, bit: number) => chance.bits(4, 99, n ^ bit, 0)],
    ['use', (chance: Chance, n: number, bit: number) => chance.bits(4, 99, n, bit)],
  ])('one bit more of %s turns each bit of the number in half of the cases', (_name, bits) => {
    const chance = new Chance(3);
    const cases = 20_000;
    for (let flipped = 0; flipped < 32; flipped++) {
      const turned = new Float64Array(32);
      for (let n = 0; n < cases; n++) {
        // Places far apart: with 0, 1, 2, … each pair of numbers would be met twice.
        const place = Math.imul(n, 0x9e3779b1) >>> 0;
        const change = bits(chance, place, 0) ^ bits(chance, place, (1 << flipped) >>> 0);
        for (let bit = 0; bit < 32; bit++) turned[bit] += (change >>> bit) & 1;
      }
      // 5 σ of a fair coin, over 32 × 32 coins.
      for (const count of turned) expect(Math.abs(count / cases - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / cases));
    }
  });

  test('two streams know nothing of each other', () => {
    const chance = new Chance(11);
    const streams = Object.values(STREAM);
    const count = 100_000;
    for (const a of streams) {
      for (const b of streams) {
        if (a >= b) continue;
        let product = 0;
        for (let n = 0; n < count; n++) {
          product += (chance.uniform(a, n, 5, 0) - 0.5) * (chance.uniform(b, n, 5, 0) - 0.5);
        }
        // The product of two independent uniforms about 0 has deviation 1/12.
        expect(Math.abs(product / count)).toBeLessThan((4 / 12 / Math.sqrt(count)) * 1.2);
      }
    }
  });

  test('another seed gives other numbers', () => {
    const first = new Chance(0);
    const second = new Chance(2 ** 32 - 1);
    let same = 0;
    for (let n = 0; n < 10_000; n++) if (first.bits(1, n, 0, 0) === second.bits(1, n, 0, 0)) same += 1;
    expect(same).toBeLessThan(2);
  });
});

describe('distributions', () => {
  test('uniform stays inside the open interval, between inside its own', () => {
    const chance = new Chance(1);
    const numbers = Array.from({ length: 100_000 }, (_, n) => chance.uniform(1, n, 0, 0));
    expect(numbers.filter((u) => !(u > 0 && u < 1))).toEqual([]);
    const others = Array.from({ length: 100_000 }, (_, n) => chance.between(-3, 7, 1, n, 0, 0));
    expect(others.filter((v) => !(v > -3 && v < 7))).toEqual([]);
    expect(Math.max(...others.slice(0, 10_000))).toBeGreaterThan(6.9);
  });

  test('normal numbers have the moments of the normal distribution', () => {
    const chance = new Chance(5);
    const count = 200_000;
    const moments = [0, 0, 0, 0];
    let within = 0;
    for (let n = 0; n < count; n++) {
      const z = chance.normal(STREAM.affinity, n, 3, 0);
      for (let k = 0; k < 4; k++) moments[k] += z ** (k + 1) / count;
      if (Math.abs(z) < 1) within += 1;
    }
    const deviation = 1 / Math.sqrt(count);
    expect(Math.abs(moments[0])).toBeLessThan(4 * deviation);
    expect(Math.abs(moments[1] - 1)).toBeLessThan(4 * Math.SQRT2 * deviation);
    expect(Math.abs(moments[2])).toBeLessThan(4 * Math.sqrt(15) * deviation);
    expect(Math.abs(moments[3] - 3)).toBeLessThan(4 * Math.sqrt(96) * deviation);
    expect(Math.abs(within / count - 0.682689)).toBeLessThan(4 * 0.4654 * deviation);
  });

  test.each([0, 0.05, 0.5, 1, 4, 16, 16.5, 40])('Poisson counts of mean %d have that mean and variance', (mean) => {
    const chance = new Chance(6);
    const count = 100_000;
    let sum = 0;
    let squares = 0;
    let none = 0;
    for (let step = 0; step < count; step++) {
      const events = chance.poisson(mean, STREAM.spawn, 0xffffffff, step);
      sum += events;
      squares += (events - mean) ** 2;
      if (events === 0) none += 1;
    }
    const share = Math.exp(-mean);
    expect(Math.abs(sum / count - mean)).toBeLessThanOrEqual(4 * Math.sqrt(mean / count));
    expect(Math.abs(squares / count - mean)).toBeLessThanOrEqual(4 * Math.sqrt((mean + 2 * mean ** 2) / count));
    expect(Math.abs(none / count - share)).toBeLessThanOrEqual(4 * Math.sqrt((share * (1 - share)) / count) + 1e-12);
  });
});

test('the numbers are the same for ever', () => {
  const chance = new Chance(1);
  const bits = [0, 1, 2, 3].map((n) => chance.bits(STREAM.spawn, 1, 2, n));
  expect(bits).toEqual([1850992095, 1334938145, 2132798327, 3167428436]);
  expect(new Chance(4294967295).bits(STREAM.residual, 123456, 789, 1)).toBe(2556391849);
  expect(chance.uniform(STREAM.direction, 1, 2, 3)).toBe(0.18757559161167592);
  expect(chance.normal(STREAM.affinity, 1, 2, 0)).toBe(-0.29175207710203216);
  expect([0, 1, 2, 3, 4, 5].map((step) => chance.poisson(2.5, STREAM.spawn, 0, step))).toEqual([9, 4, 1, 1, 1, 2]);
});
