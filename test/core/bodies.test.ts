/** The body of a drop: what it holds, where its middle lies. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BODY,
  bodyBounds,
  bodyCount,
  bodyHeight,
  chainCode,
  crestOf,
  frontOf,
  lobeOffsets,
  reachAhead,
  writeBody,
  writeLobe,
} from '../../src/core/body.js';
import { headOffset, PLAIN, radiusFor, unitVolume } from '../../src/core/body-volume.js';
import { Drops } from '../../src/core/drops.js';
import { capVolumeFactor, profileOf } from '../../src/core/profile.js';
import { restingShape } from '../../src/surface/coating.js';
import { anyShape, bodyOf, DEGREE } from '../support/bodies.ts';

/** Volume and centroid along the heading, by adding up heights. */
function integrate(body: Float64Array, step = 0.01): { volume: number; middle: number } {
  let volume = 0;
  let moment = 0;
  for (let x = -body[BODY.length] - 1.4 + step / 2; x < 1.4; x += step) {
    for (let y = -1.4 + step / 2; y < 1.4; y += step) {
      const height = bodyHeight(body, x, y);
      volume += height;
      moment += height * x;
    }
  }
  return { volume: volume * step * step, middle: moment / volume };
}

describe('volume', () => {
  test.each([20, 50, 75, 90, 110, 150])('a round body of %i° holds what a spherical cap does', (degrees) => {
    const angle = degrees * DEGREE;
    // Above 90° the body's radius is the sphere's, and the cap's base is narrower.
    const base = angle > Math.PI / 2 ? Math.sin(angle) : 1;
    expect(unitVolume({ ...PLAIN, angle })).toBeCloseTo(capVolumeFactor(angle) * base ** 3, 9);
    expect(integrate(bodyOf({ angle })).volume).toBeCloseTo(unitVolume({ ...PLAIN, angle }), 3);
  });

  test('NAK-T8: a half capsule holds (2/3)πr³ + ½πr²L, whatever its stretch', () => {
    for (let stretch = 0; stretch <= 5; stretch += 0.25) {
      const r = radiusFor(30, { ...PLAIN, stretch });
      const volume = (2 / 3) * Math.PI * r ** 3 + 0.5 * Math.PI * r ** 2 * stretch * r;
      expect(Math.abs(volume / 30 - 1)).toBeLessThan(1e-12);
    }
  });

  test('NAK-T8: the heights of a body add up to its mass within 0.5 %, tail, sag and outline as they may', () => {
    const property = fc.property(anyShape, (shape) => {
      const radius = radiusFor(7, shape);
      expect(Math.abs((integrate(bodyOf(shape)).volume * radius ** 3) / 7 - 1)).toBeLessThan(0.005);
    });
    fc.assert(property, { numRuns: 40 });
  });

  test('the middle of the water lies as far behind the head’s centre as computed', () => {
    for (const angle of [20 * DEGREE, 60 * DEGREE, Math.PI / 2, 2]) {
      for (const [stretch, tail, waist] of [
        [0, 1, 0],
        [1, 1, 0],
        [1.2, 0.5, 0],
        [4, 0.4, 0],
        [2, 0.5, 0.3],
        [3, 1, 0.5],
      ]) {
        const { middle } = integrate(bodyOf({ angle, stretch, tail, waist }));
        expect(-middle).toBeCloseTo(headOffset(profileOf(angle), stretch, tail, waist), 2);
      }
    }
  });
});

describe('shapes at rest', () => {
  test('follow both contact angles without a jump, up to 179° and down to 0°', () => {
    for (const receding of [0, 30, 84, 100]) {
      let before = restingShape(receding * DEGREE + 0.02, receding * DEGREE);
      for (let advancing = receding + 2; advancing <= 179; advancing += 0.5) {
        const now = restingShape(advancing * DEGREE, receding * DEGREE);
        expect(now.angle).toBeGreaterThan(0);
        expect(now.angle).toBeLessThan(Math.PI);
        expect(now.sag).toBeGreaterThanOrEqual(0);
        expect(now.sag).toBeLessThan(1);
        expect(now.angle - before.angle).toBeGreaterThanOrEqual(0);
        expect(Math.abs(now.sag - before.sag)).toBeLessThan(0.15);
        before = now;
      }
    }
  });
});

describe('from the arrays to bodies', () => {
  test('a drop’s body lies in its bounds, holds its mass and has its middle at the drop’s place', () => {
    const drops = new Drops();
    const slot = drops.add(0, 12, 34, 9);
    drops.contactAngle[slot] = 0.7;
    drops.stretch[slot] = 1.5;
    drops.tail[slot] = 0.6;
    drops.headingX[slot] = 0.6;
    drops.headingY[slot] = 0.8;
    drops.fit(slot);
    const body = new Float64Array(BODY.size);
    writeBody(drops, slot, body);
    const bounds = new Float64Array(4);
    bodyBounds(body, bounds);
    const sums = { volume: 0, x: 0, y: 0 };
    const step = 0.02;
    for (let x = 2; x < 22; x += step) {
      for (let y = 24; y < 44; y += step) {
        const height = bodyHeight(body, x, y);
        sums.volume += height * step * step;
        sums.x += height * x * step * step;
        sums.y += height * y * step * step;
        if (height === 0) continue;
        expect(x >= bounds[0] && x <= bounds[1] && y >= bounds[2] && y <= bounds[3]).toBe(true);
        expect((x - 12) * 0.6 + (y - 34) * 0.8).toBeLessThanOrEqual(reachAhead(drops, slot) + step);
      }
    }
    expect(sums.volume).toBeCloseTo(9, 1);
    expect(sums.x / sums.volume).toBeCloseTo(12, 2);
    expect(sums.y / sums.volume).toBeCloseTo(34, 2);
  });

  test('a chain of hemispheres is a body a lobe', () => {
    const drops = new Drops();
    const slot = drops.add(0, 5, 6, 3);
    drops.setLobes(
      slot,
      chainCode(3, () => 2),
    );
    const body = new Float64Array(BODY.size);
    const offsets = new Float64Array(10);
    lobeOffsets(drops.lobes[slot], 0.5, offsets);
    expect(bodyCount(drops, slot)).toBe(3);
    for (let lobe = 0; lobe < 3; lobe++) {
      writeLobe(drops, slot, lobe, 0.5, 0, body);
      expect([body[BODY.x], body[BODY.y]]).toEqual([5 + offsets[2 * lobe], 6 + offsets[2 * lobe + 1]]);
      expect(bodyHeight(body, body[BODY.x], body[BODY.y])).toBe(drops.radius[slot]);
    }
    expect(frontOf(drops, slot)).toBe(0.5 * Math.PI * drops.radius[slot] ** 2);
    expect(crestOf(drops, slot)).toBe(drops.radius[slot]);
  });

  test('a flat cap shows the wind less than a hemisphere of its radius, and is as high as its body', () => {
    const drops = new Drops();
    const slot = drops.add(0, 5, 6, 3);
    drops.contactAngle[slot] = 0.5;
    drops.fit(slot);
    const r = drops.radius[slot];
    // The segment that a cap's middle plane cuts out of its sphere.
    const sphere = r / Math.sin(0.5);
    expect(frontOf(drops, slot)).toBeCloseTo(sphere ** 2 * (0.5 - Math.sin(0.5) * Math.cos(0.5)), 9);
    expect(frontOf(drops, slot)).toBeLessThan(0.5 * Math.PI * r * r);
    const body = new Float64Array(BODY.size);
    writeBody(drops, slot, body);
    expect(crestOf(drops, slot)).toBeCloseTo(r * Math.tan(0.25), 12);
    expect(crestOf(drops, slot)).toBeCloseTo(bodyHeight(body, body[BODY.x], body[BODY.y]), 12);
  });
});
