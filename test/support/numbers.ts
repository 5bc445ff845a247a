import * as fc from 'fast-check';

/** Numbers from `min` to before `max`, everywhere between them as often. */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 2 ** 20 - 1 }).map((n) => min + ((max - min) * n) / 2 ** 20);
}

/** Whole hundredths from `min` to `max`: fast-check's own doubles are nearly all close to 0. */
export function hundredths(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: Math.ceil(100 * min), max: Math.floor(100 * max) }).map((n) => n / 100);
}
