/** The shape of a drop: chains of equal hemispheres that together hold its mass. */
import * as fc from 'fast-check';
import { lobeOffsets } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { chainCode, chainLink, hemisphereRadius, lobeCount, MAX_LOBES, ROUND } from '../../src/core/body.js';

const anyMass = fc.double({ min: 0.001, max: 5000, noNaN: true });
const anyCount = fc.integer({ min: 1, max: MAX_LOBES });

describe('radius', () => {
  test('N hemispheres of it hold the mass', () => {
    const property = fc.property(anyMass, anyCount, (mass, lobes) => {
      const r = hemisphereRadius(mass, lobes);
      expect(Math.abs(lobes * (2 / 3) * Math.PI * r ** 3 - mass)).toBeLessThan(1e-12 * mass);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('is 0.782 mm for a microlitre (spec 0.5)', () => {
    expect(hemisphereRadius(1, 1)).toBeCloseTo(0.782, 3);
  });

  test('is not what the paper prints, which would be 2.145 times too large', () => {
    // Printed: the cube root of (3π/4)(2m/N)ρ instead of (3/(4π))(2m/N)/ρ.
    for (let lobes = 1; lobes <= MAX_LOBES; lobes++) {
      const printed = Math.cbrt(((3 * Math.PI) / 4) * ((2 * 9) / lobes));
      expect(printed / hemisphereRadius(9, lobes)).toBeCloseTo(2.145, 3);
    }
  });
});

describe('chains', () => {
  /** Offsets of a code's lobes, as pairs. */
  function offsetsOf(code: number, cellSize = 1): [number, number][] {
    const out = new Float64Array(2 * MAX_LOBES);
    const count = lobeOffsets(code, cellSize, out);
    return Array.from({ length: count }, (_, lobe) => [out[2 * lobe], out[2 * lobe + 1]]);
  }

  test('a round drop is one lobe at its place', () => {
    expect(lobeCount(ROUND)).toBe(1);
    expect(offsetsOf(ROUND)).toEqual([[0, 0]]);
  });

  test('every link goes to a neighbouring cell, the one its direction names', () => {
    const anyLinks = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 4, maxLength: 4 });
    const property = fc.property(anyCount, anyLinks, fc.constantFrom(0.25, 0.5, 1), (count, links, cellSize) => {
      const code = chainCode(count, (link) => links[link]);
      expect(code).toBeLessThan(2 ** 16);
      expect(lobeCount(code)).toBe(count);
      const offsets = offsetsOf(code, cellSize);
      expect(offsets).toHaveLength(count);
      expect(offsets[0]).toEqual([0, 0]);
      for (let n = 1; n < count; n++) {
        const [dx, dy] = [offsets[n][0] - offsets[n - 1][0], offsets[n][1] - offsets[n - 1][1]];
        // Clockwise from east, y downwards; ℓ along the axes, √2 ℓ along the diagonals (Chen 2013, eq. 2).
        const angle = (links[n - 1] * Math.PI) / 4;
        const length = cellSize * (links[n - 1] % 2 === 0 ? 1 : Math.SQRT2);
        expect(dx).toBeCloseTo(length * Math.cos(angle), 12);
        expect(dy).toBeCloseTo(length * Math.sin(angle), 12);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  test.each([
    ['down', 0, 1],
    ['up', 0, -1],
    ['right', 1, 0],
    ['left', -1, 0],
  ])('with gravity %s a chain goes downhill or to the sides, never uphill', (_name, gx, gy) => {
    const links = [0, 1, 2, 3, 4].map((n) => offsetsOf(chainCode(2, () => chainLink(n, gx, gy)))[1]);
    const downhill = links.map(([x, y]) => x * gx + y * gy);
    const sideways = links.map(([x, y]) => Math.abs(x * gy - y * gx));
    expect(downhill.map(String)).toEqual(['0', '1', '1', '1', '0']);
    expect(sideways).toEqual([1, 1, 0, 1, 1]);
    expect(new Set(links.map(String)).size).toBe(5);
  });
});
