/** Error lines: one line each, with what, the allowed range, what came, and the remedy. */
import * as fc from 'fast-check';
import { RivuletError } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkNumber, describeRange, describeValue } from '../../src/core/errors.js';

const TILT = { min: 0, max: Math.PI / 2, unit: 'rad' };

describe('checkNumber', () => {
  test('says what, the range, what came, and the remedy', () => {
    const check = () => checkNumber(80, TILT, 'surface.tilt', 'Is it in degrees? Write "80deg".');
    expect(check).toThrow('surface.tilt must be 0 to 1.5708 rad; got 80. Is it in degrees? Write "80deg".');
    try {
      check();
    } catch (error) {
      expect((error as RivuletError).path).toBe('surface.tilt');
      expect((error as RivuletError).name).toBe('RivuletError');
    }
  });

  test('lets both ends pass, and nothing beyond them', () => {
    for (const value of [0, 1, Math.PI / 2]) expect(() => checkNumber(value, TILT, 'x')).not.toThrow();
    for (const value of [-1e-12, 1.5707963267949, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => checkNumber(value, TILT, 'x')).toThrow(/^x must be 0 to 1\.5708 rad; got /);
    }
  });

  test.each(['1', null, undefined, true, [1], { valueOf: () => 1 }, 1n, Symbol('one'), () => 1])(
    'takes no %s for a number',
    (value) => {
      expect(() => checkNumber(value, TILT, 'x')).toThrow(/^x must be/);
    },
  );

  test('wants whole numbers where it says so', () => {
    const range = { min: 1, max: 5, integer: true };
    expect(() => checkNumber(3, range, 'lobes')).not.toThrow();
    expect(() => checkNumber(2.5, range, 'lobes')).toThrow('lobes must be a whole number from 1 to 5; got 2.5.');
  });
});

describe('words', () => {
  test('a range carries its unit', () => {
    expect(describeRange({ min: 1e-4, max: 0.1, unit: 's' })).toBe('0.0001 to 0.1 s');
    expect(describeRange({ min: 0, max: 1 })).toBe('0 to 1');
  });

  test('anything can be named, in one line of at most 60 characters', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(describeValue('80deg')).toBe('"80deg"');
    expect(describeValue(Number.NaN)).toBe('NaN');
    expect(describeValue(undefined)).toBe('undefined');
    expect(describeValue(12n)).toBe('12n');
    expect(describeValue(circle)).toBe('[object Array]');
    expect(describeValue('x'.repeat(200))).toHaveLength(60);
    const property = fc.property(fc.anything({ withBigInt: true, withDate: true }), (value) => {
      const text = describeValue(value);
      expect(text).not.toMatch(/[\n\r]/);
      if (typeof value === 'object' || typeof value === 'string') expect(text.length).toBeLessThanOrEqual(60);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('the package exports the class that the core throws', () => {
    expect(new RivuletError('x', 'y')).toMatchObject({ message: 'x', path: 'y', name: 'RivuletError' });
  });
});
