/** The geometry of what an edge sweeps, against a slow and plain account of it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { SweptRegion } from '../../src/weather/swept-region.js';
import { Wiper, type WiperOptions } from '../../src/weather/wipers.js';

const place = fc.double({ min: -50, max: 50, noNaN: true });

const ARC: WiperOptions = {
  kind: 'pivot',
  x: 50,
  y: 80,
  arm: 10,
  length: 60,
  from: -2.8,
  to: -0.4,
  blade: -Math.PI / 2,
  stroke: 0.8,
  interval: 0.5,
  delay: 1,
  film: 0.002,
  wear: 0,
};

describe('a region', () => {
  test('spans on a line exactly what is at no distance from it', () => {
    const region = new SweptRegion();
    const span = new Float64Array(2);
    const property = fc.property(
      fc.array(place, { minLength: 6, maxLength: 6 }),
      fc.double({ min: 0.5, max: 8, noNaN: true }),
      ([x0, y0, x1, y1, x, y], width) => {
        region.setStroke(x0, y0, x1, y1, width);
        const reaches = region.span(y, span);
        const inside = reaches && x >= span[0] && x <= span[1];
        const distance = region.distance(x, y);
        if (inside) expect(distance).toBeLessThan(1e-9);
        else if (!reaches || x < span[0] - 1e-9 || x > span[1] + 1e-9) expect(distance).toBeGreaterThan(0);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  test('a blade that turns sweeps its sector, each place once', () => {
    const wiper = new Wiper(ARC, 0, new Chance(1));
    const region = new SweptRegion();
    const side = 120;
    const hits = new Uint8Array(side * side);
    for (let t = 1; t < 1.8 - 1e-9; t += 0.01) {
      wiper.sweep(t, Math.min(1.8, t + 0.01), region, (r) => {
        for (let n = 0; n < hits.length; n++) {
          if (r.distance((n % side) + 0.37, Math.floor(n / side) + 0.41) === 0) hits[n] += 1;
        }
      });
    }
    let wrong = 0;
    for (let n = 0; n < hits.length; n++) {
      const dx = (n % side) + 0.37 - ARC.x;
      const dy = Math.floor(n / side) + 0.41 - ARC.y;
      const radius = Math.hypot(dx, dy);
      const angle = Math.atan2(dy, dx);
      const inSector = radius > 10.2 && radius < 69.8 && angle > -2.799 && angle < -0.401;
      const outside = radius < 9.8 || radius > 70 || angle < -2.801 || angle > -0.399;
      if ((inSector && hits[n] !== 1) || (outside && hits[n] !== 0)) wrong += 1;
    }
    expect(wrong).toBe(0);
  });

  test('ahead is where the blade goes, on the way forth and on the way back', () => {
    const wiper = new Wiper(ARC, 0, new Chance(1));
    const region = new SweptRegion();
    wiper.sweep(1.4, 1.41, region, () => {});
    const forth = [region.aheadX, region.aheadY];
    wiper.sweep(2.2 - 0.01, 2.2, region, () => {});
    expect(region.aheadX).toBeCloseTo(-forth[0], 1);
    expect(forth[0]).toBeGreaterThan(0.9);
  });
});

describe('a wiper', () => {
  const wiper = new Wiper(ARC, 0, new Chance(1));

  test('rests, goes forth, comes back and rests again', () => {
    expect(wiper.angle(0)).toBe(-2.8);
    expect(wiper.angle(1)).toBe(-2.8);
    expect(wiper.angle(1.4)).toBeCloseTo(-1.6, 12);
    expect(wiper.angle(1.8)).toBeCloseTo(-0.4, 12);
    expect(wiper.angle(2.2)).toBeCloseTo(-1.6, 12);
    expect(wiper.angle(2.6)).toBeCloseTo(-2.8, 12);
    expect(wiper.angle(2.9)).toBe(-2.8);
    expect(wiper.angle(1.4 + 2.1)).toBeCloseTo(-1.6, 12);
  });

  test('starts and turns gently', () => {
    const speed = (t: number) => Math.abs(wiper.angle(t + 1e-4) - wiper.angle(t - 1e-4)) / 2e-4;
    expect(speed(1)).toBeLessThan(0.01);
    expect(speed(1.8)).toBeLessThan(0.01);
    expect(speed(1.4)).toBeCloseTo((2.4 * Math.PI) / 1.6, 3);
  });

  test('turns in the middle of a step, and sweeps up to there and back', () => {
    const region = new SweptRegion();
    const ahead: number[] = [];
    wiper.sweep(1.75, 1.86, region, (r) => ahead.push(r.aheadY));
    expect(ahead.map(Math.sign)).toEqual([1, -1]);
  });

  test.each([0, 0.5])('goes its whole way in steps of any length, with %f s of rest', (interval) => {
    const region = new SweptRegion();
    // The middle of the blade goes forth and back three times.
    const way = 3 * 2 * 2.4 * (ARC.arm + ARC.length / 2);
    for (const step of [0.01, 0.13, 0.8, 1, 1.6, 2.5, 9]) {
      const often = new Wiper({ ...ARC, interval }, 0, new Chance(1));
      const end = ARC.delay + 3 * (2 * ARC.stroke + interval);
      let gone = 0;
      for (let from = 0; from < end; from += step) {
        often.sweep(from, Math.min(end, from + step), region, (r) => {
          gone += r.way;
        });
      }
      // Chords of at most 0.05 rad are shorter than their arcs by a ten thousandth.
      expect(gone / way, `steps of ${step} s`).toBeGreaterThan(0.9998);
      expect(gone / way, `steps of ${step} s`).toBeLessThan(1 + 1e-9);
    }
  });

  test('a parallel blade keeps its direction', () => {
    const parallel = new Wiper({ ...ARC, kind: 'parallel', arm: 40, length: 30, blade: -1.2 }, 0, new Chance(1));
    const region = new SweptRegion();
    for (const t of [1.1, 1.4, 1.7]) {
      parallel.sweep(t, t + 0.005, region, () => {});
      expect(region.alongX).toBeCloseTo(Math.cos(-1.2), 9);
      expect(region.alongY).toBeCloseTo(Math.sin(-1.2), 9);
      expect(region.length).toBeCloseTo(30, 9);
    }
  });
});
