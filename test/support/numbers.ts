import * as fc from 'fast-check';

/** Whole hundredths from `min` to `max`: fast-check's own doubles are nearly all close to 0. */
export function hundredths(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: Math.ceil(100 * min), max: Math.floor(100 * max) }).map((n) => n / 100);
}
