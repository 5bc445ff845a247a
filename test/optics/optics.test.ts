import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fresnel, schlick } from '../../src/optics/fresnel.js';
import { WATER_INDEX } from '../../src/optics/indices.js';
import { refract } from '../../src/optics/refract.js';
import { RAY, waterRay } from '../../src/optics/water-ray.js';

const DEGREE = Math.PI / 180;

/** The path of a ray of slopes (ax, ay) through water of gradient (hx, hy). */
function path(ax: number, ay: number, hx: number, hy: number) {
  const out = new Float64Array(RAY.size);
  waterRay(ax, ay, hx, hy, out);
  return { x: out[RAY.x], y: out[RAY.y], share: out[RAY.share] };
}

describe('Fresnel', () => {
  test('OPT-T3: level water reflects 0.0204, and all under total reflection', () => {
    expect(fresnel(1, 1 / WATER_INDEX)).toBeCloseTo(0.0204, 4);
    expect(fresnel(1, WATER_INDEX)).toBeCloseTo(0.0204, 4);
    const critical = Math.asin(1 / WATER_INDEX);
    expect(fresnel(Math.cos(critical + 0.001), WATER_INDEX)).toBe(1);
    expect(fresnel(Math.cos(critical - 0.001), WATER_INDEX)).toBeLessThan(0.9);
  });

  test('OPT-T3: what is reflected and what passes by the amplitudes make up the whole', () => {
    // T from the transmitted amplitudes, not as 1 − R.
    const passing = (cosine: number, eta: number) => {
      const beyond = Math.sqrt(1 - eta * eta * (1 - cosine * cosine));
      const s = (2 * eta * cosine) / (eta * cosine + beyond);
      const p = (2 * eta * cosine) / (cosine + eta * beyond);
      return (beyond / (eta * cosine)) * 0.5 * (s * s + p * p);
    };
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (cosine) => {
        expect(fresnel(cosine, 1 / WATER_INDEX) + passing(cosine, 1 / WATER_INDEX)).toBeCloseTo(1, 12);
      }),
    );
    // From water to air light passes only below the critical angle.
    const critical = Math.asin(1 / WATER_INDEX);
    fc.assert(
      fc.property(fc.double({ min: 0, max: critical - 1e-4, noNaN: true }), (angle) => {
        const cosine = Math.cos(angle);
        expect(fresnel(cosine, WATER_INDEX) + passing(cosine, WATER_INDEX)).toBeCloseTo(1, 12);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: critical + 1e-9, max: Math.PI / 2, noNaN: true }), (angle) => {
        expect(fresnel(Math.cos(angle), WATER_INDEX)).toBe(1);
      }),
    );
  });

  test('Schlick is at most 0.059 off, and that near grazing', () => {
    let worst = 0;
    let where = 0;
    for (let cosine = 0; cosine <= 1; cosine += 1e-4) {
      const off = Math.abs(schlick(cosine) - fresnel(cosine, 1 / WATER_INDEX));
      if (off > worst) [worst, where] = [off, cosine];
    }
    expect(worst).toBeLessThan(0.0595);
    expect(worst).toBeGreaterThan(0.05);
    expect(where).toBeLessThan(0.3);
  });
});

describe('Snell', () => {
  test('bends a ray so that n sin θ is the same on both sides, in the plane of ray and normal', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        fc.double({ min: 0, max: 6.28, noNaN: true }),
        (angle, turn) => {
          const out = new Float64Array(3);
          const [dx, dy, dz] = [Math.sin(angle) * Math.cos(turn), Math.sin(angle) * Math.sin(turn), Math.cos(angle)];
          expect(refract([dx, dy, dz], [0, 0, 1], 1 / WATER_INDEX, out)).toBe(true);
          expect(Math.hypot(...out)).toBeCloseTo(1, 12);
          expect(WATER_INDEX * Math.hypot(out[0], out[1])).toBeCloseTo(Math.sin(angle), 12);
          expect(out[0] * dy - out[1] * dx).toBeCloseTo(0, 12);
        },
      ),
    );
  });

  test('is undone by the way back', () => {
    const there = new Float64Array(3);
    const back = new Float64Array(3);
    refract([0.6, 0, 0.8], [0, 0, 1], 1 / WATER_INDEX, there);
    refract(there, [0, 0, 1], WATER_INDEX, back);
    for (const [n, value] of [0.6, 0, 0.8].entries()) expect(back[n]).toBeCloseTo(value, 12);
  });

  test('says no under total reflection', () => {
    const out = new Float64Array([7, 7, 7]);
    expect(refract([0.8, 0, 0.6], [0, 0, 1], WATER_INDEX, out)).toBe(false);
    expect([...out]).toEqual([7, 7, 7]);
  });
});

describe('the path through water', () => {
  test('OPT-T4: a flat film shifts nothing and takes no light', () => {
    expect(path(0, 0, 0, 0)).toEqual({ x: 0, y: 0, share: 1 });
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (ax, ay) => {
          const { x, y, share } = path(ax, ay, 0, 0);
          expect(x).toBeCloseTo(ax, 12);
          expect(y).toBeCloseTo(ay, 12);
          expect(share).toBeGreaterThan(0.9);
        },
      ),
    );
  });

  test.each([
    [40, false],
    [48, false],
    [49, true],
    [60, true],
  ])('OPT-T1: at a slope of %d° the water is dark: %s', (degrees, dark) => {
    expect(path(0, 0, -Math.tan(degrees * DEGREE), 0).share === 0).toBe(dark);
  });

  test('OPT-T2: a hemisphere reflects all outside 0.75 of its radius, 43.7 % of its disc', () => {
    const dark = (r: number) => path(0, 0, -r / Math.sqrt(1 - r * r), 0).share === 0;
    expect(dark(0.7495)).toBe(false);
    expect(dark(0.7505)).toBe(true);
    expect(1 - (1 / WATER_INDEX) ** 2).toBeCloseTo(0.437, 3);
  });

  test('OPT-T5: the right side of a drop looks to the left, and its lower side up', () => {
    expect(path(0, 0, -0.5, 0).x).toBeLessThan(-0.1);
    expect(path(0, 0, 0, -0.5).y).toBeLessThan(-0.1);
  });

  test('a thin cap has its focus three radii away', () => {
    // f = R/(n − 1) = 3.0 R: a ray at x leaves with slope −x/f.
    expect(path(0, 0, -0.001, 0).x / -0.001).toBeCloseTo(WATER_INDEX - 1, 5);
  });

  test('agrees with two refractions at the surfaces', () => {
    const [ax, ay, hx, hy] = [0.1, -0.2, 0.3, 0.4];
    const inside = new Float64Array(3);
    const outside = new Float64Array(3);
    const unit = Math.hypot(ax, ay, 1);
    const normal = Math.hypot(hx, hy, 1);
    refract([ax / unit, ay / unit, 1 / unit], [0, 0, 1], 1 / WATER_INDEX, inside);
    refract(inside, [-hx / normal, -hy / normal, 1 / normal], WATER_INDEX, outside);
    const { x, y } = path(ax, ay, hx, hy);
    expect(x).toBeCloseTo(outside[0] / outside[2], 12);
    expect(y).toBeCloseTo(outside[1] / outside[2], 12);
  });
});
