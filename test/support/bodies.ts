/** Bodies to try things on. */
import * as fc from 'fast-check';
import { MOST_OUTLINE } from '../../src/core/body.js';
import { type BodyShape, PLAIN } from '../../src/core/body-volume.js';
import { profileOf } from '../../src/core/profile.js';

export const DEGREE = Math.PI / 180;

/** A body of head radius 1 at the origin that heads along x. */
export function bodyOf(changes: Partial<BodyShape>): Float64Array {
  const { angle, stretch, tail, sag, c2, s2, c3, s3, waist } = { ...PLAIN, ...changes };
  const { k, e } = profileOf(angle);
  return new Float64Array([0, 0, 1, 0, stretch, 1, tail, k, e, sag, c2, s2, c3, s3, waist]);
}

/** Every shape a body may have. */
export const anyShape: fc.Arbitrary<BodyShape> = fc
  .tuple(
    fc.double({ min: 5, max: 130, noNaN: true }),
    fc.constantFrom(0, 0.4, 1, 3, 5),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.74, noNaN: true }),
    fc.tuple(...Array.from({ length: 4 }, () => fc.double({ min: -1, max: 1, noNaN: true }))),
    fc.double({ min: 0, max: MOST_OUTLINE, noNaN: true }),
    fc.double({ min: 0, max: 0.6, noNaN: true }),
  )
  .map(([angle, stretch, thin, sag, waves, size, narrow]) => {
    const scale =
      size /
      Math.max(
        1e-9,
        waves.reduce((sum, wave) => sum + Math.abs(wave), 0),
      );
    const [c2, s2, c3, s3] = waves.map((wave) => wave * scale);
    const tail = 1 - thin * Math.min(0.7, 0.7 * stretch);
    const waist = stretch > 0 ? (narrow * (1 + tail)) / 2 : 0;
    return { angle: angle * DEGREE, stretch, tail, sag, c2, s2, c3, s3, waist };
  });
