/** Our own elementary functions against the built-in ones, which are good to about one unit in the last place. */
import { describe, expect, test } from 'vitest';
import { atan, cbrt, cos, exp, log, pow, sin } from '../../src/core/math.js';

const SAMPLES = 100_000;
/** About four units in the last place. */
const LAST_DIGITS = 1e-15;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Off by this share of the right value. */
function relative(value: number, right: number): number {
  return value === right ? 0 : Math.abs(value - right) / Math.abs(right);
}

/** The largest error over numbers spread evenly between `low` and `high`; NaN if any error is. */
function worst(low: number, high: number, error: (x: number) => number): number {
  let most = 0;
  for (let n = 1; n <= SAMPLES; n++) {
    const found = error(low + (high - low) * ((n * GOLDEN) % 1));
    if (!(found <= most)) most = found;
  }
  return most;
}

describe('exp', () => {
  test('agrees to the last digits from −708 to 709', () => {
    expect(worst(-708, 709, (x) => relative(exp(x), Math.exp(x)))).toBeLessThan(LAST_DIGITS);
    expect(worst(-1, 1, (x) => relative(exp(x), Math.exp(x)))).toBeLessThan(LAST_DIGITS);
  });

  test('ends softly: 0 far below, the largest number far above', () => {
    expect(exp(0)).toBe(1);
    expect(exp(-746)).toBe(0);
    expect(exp(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(exp(710)).toBe(Number.MAX_VALUE);
    expect(exp(Number.NaN)).toBeNaN();
    expect(exp(-740)).toBeGreaterThan(0);
    expect(Math.abs(exp(-740) - Math.exp(-740))).toBeLessThanOrEqual(2 * Number.MIN_VALUE);
  });
});

describe('log', () => {
  test('agrees to the last digits for numbers of any size', () => {
    expect(worst(-1074, 1023, (k) => relative(log(2 ** k), Math.log(2 ** k)))).toBeLessThan(LAST_DIGITS);
  });

  test('keeps its digits near one, where they are lost most easily', () => {
    expect(worst(0.5, 2, (x) => relative(log(x), Math.log(x)))).toBeLessThan(LAST_DIGITS);
    for (let k = 1; k <= 50; k++) {
      for (const x of [1 + 2 ** -k, 1 - 2 ** -k]) expect(relative(log(x), Math.log(x))).toBeLessThan(LAST_DIGITS);
    }
  });

  test('has the usual values at the ends', () => {
    expect(log(1)).toBe(0);
    expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(-1)).toBeNaN();
    expect(log(Number.NaN)).toBeNaN();
    expect(log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('sin and cos', () => {
  test.each([10, 1000, 1e6])('agree to the last digits up to %d', (most) => {
    expect(worst(-most, most, (x) => Math.abs(sin(x) - Math.sin(x)))).toBeLessThan(LAST_DIGITS);
    expect(worst(-most, most, (x) => Math.abs(cos(x) - Math.cos(x)))).toBeLessThan(LAST_DIGITS);
  });

  test('keep their digits next to their zeros', () => {
    for (let n = -2000; n <= 2000; n++) {
      const x = n * (Math.PI / 2);
      const [value, right] = n % 2 === 0 ? [sin(x), Math.sin(x)] : [cos(x), Math.cos(x)];
      expect(relative(value, right), `at ${n}·π/2`).toBeLessThan(1e-14);
    }
  });

  test('have the usual values at the ends', () => {
    expect(sin(0)).toBe(0);
    expect(cos(0)).toBe(1);
    expect(sin(Math.PI / 2)).toBe(1);
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(sin(x)).toBeNaN();
      expect(cos(x)).toBeNaN();
    }
  });

  test('stay between −1 and 1 far beyond their range', () => {
    for (const x of [1e7, 1e9, -1e12]) {
      expect(Math.abs(sin(x))).toBeLessThanOrEqual(1 + 1e-12);
      expect(Math.abs(cos(x))).toBeLessThanOrEqual(1 + 1e-12);
    }
  });
});

describe('atan', () => {
  test('agrees to the last digits for numbers of any size and sign', () => {
    for (let n = -400; n <= 400; n++) {
      const x = Math.sign(n) * 10 ** (Math.abs(n) / 20 - 10);
      expect(Math.abs(atan(x) - Math.atan(x))).toBeLessThanOrEqual(1e-15 * Math.abs(Math.atan(x)));
    }
    expect([atan(0), atan(Number.POSITIVE_INFINITY)]).toEqual([0, Math.PI / 2]);
  });
});

describe('cbrt', () => {
  test('agrees to the last digits for numbers of any size and sign', () => {
    expect(worst(-1022, 1023, (k) => relative(cbrt(2 ** k), Math.cbrt(2 ** k)))).toBeLessThan(LAST_DIGITS);
    expect(worst(-1022, 1023, (k) => Math.abs(cbrt(2 ** k) + cbrt(-(2 ** k))))).toBe(0);
  });

  test('is right for cubes, and has the usual values at the ends', () => {
    for (let n = 1; n <= 1000; n++) expect(relative(cbrt(n ** 3), n)).toBeLessThan(3e-16);
    expect(cbrt(0)).toBe(0);
    expect(cbrt(Number.NaN)).toBeNaN();
    expect(cbrt(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(cbrt(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('pow', () => {
  test.each([-3, -0.5, 0.5, 1, 1.5, 3])('agrees to 10⁻¹⁴ for the exponent %d', (y) => {
    expect(worst(-10, 10, (k) => relative(pow(2 ** k, y), (2 ** k) ** y))).toBeLessThan(1e-14);
  });

  test('knows zero', () => {
    expect(pow(0, 0)).toBe(1);
    expect(pow(5, 0)).toBe(1);
    expect(pow(0, 2)).toBe(0);
    expect(pow(0, -1)).toBe(Number.POSITIVE_INFINITY);
    expect(pow(1, 1e6)).toBe(1);
  });
});
