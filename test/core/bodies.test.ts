/** The body of a drop: what it holds, how steep it is, where its middle lies. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BODY, bodyHeight, bodySlope, MOST_OUTLINE, SLOPE } from '../../src/core/body.js';
import { type BodyShape, headOffset, radiusFor, unitVolume } from '../../src/core/body-volume.js';
import { bodyBounds, bodyCount, frontRadius, reachAhead, writeBody, writeLobe } from '../../src/core/drop-body.js';
import { Drops } from '../../src/core/drops.js';
import { capVolumeFactor, profileOf } from '../../src/core/profile.js';
import { chainCode, lobeOffsets } from '../../src/core/shape.js';
import { restingShape } from '../../src/surface/coating.js';

const DEGREE = Math.PI / 180;
const ROUND: BodyShape = { angle: Math.PI / 2, stretch: 0, tail: 1, sag: 0, c2: 0, s2: 0, c3: 0, s3: 0 };

/** A body of head radius 1 at the origin that heads along x. */
function bodyOf(changes: Partial<BodyShape>): Float64Array {
  const { angle, stretch, tail, sag, c2, s2, c3, s3 } = { ...ROUND, ...changes };
  const { k, e } = profileOf(angle);
  return new Float64Array([0, 0, 1, 0, stretch, 1, tail, k, e, sag, c2, s2, c3, s3]);
}

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

const anyShape: fc.Arbitrary<BodyShape> = fc
  .tuple(
    fc.double({ min: 5, max: 130, noNaN: true }),
    fc.constantFrom(0, 0.4, 1, 3, 5),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.74, noNaN: true }),
    fc.tuple(...Array.from({ length: 4 }, () => fc.double({ min: -1, max: 1, noNaN: true }))),
    fc.double({ min: 0, max: MOST_OUTLINE, noNaN: true }),
  )
  .map(([angle, stretch, thin, sag, waves, size]) => {
    const scale =
      size /
      Math.max(
        1e-9,
        waves.reduce((sum, wave) => sum + Math.abs(wave), 0),
      );
    const [c2, s2, c3, s3] = waves.map((wave) => wave * scale);
    const tail = 1 - thin * Math.min(0.7, 0.7 * stretch);
    return { angle: angle * DEGREE, stretch, tail, sag, c2, s2, c3, s3 };
  });

describe('volume', () => {
  test.each([20, 50, 75, 90, 110, 150])('a round body of %i° holds what a spherical cap does', (degrees) => {
    const angle = degrees * DEGREE;
    // Above 90° the body's radius is the sphere's, and the cap's base is narrower.
    const base = angle > Math.PI / 2 ? Math.sin(angle) : 1;
    expect(unitVolume({ ...ROUND, angle })).toBeCloseTo(capVolumeFactor(angle) * base ** 3, 9);
    expect(integrate(bodyOf({ angle })).volume).toBeCloseTo(unitVolume({ ...ROUND, angle }), 3);
  });

  test('NAK-T8: a half capsule holds (2/3)πr³ + ½πr²L, whatever its stretch', () => {
    for (let stretch = 0; stretch <= 5; stretch += 0.25) {
      const r = radiusFor(30, { ...ROUND, stretch });
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

  test('the middle of the water lies behind the head’s centre as told', () => {
    for (const angle of [20 * DEGREE, 60 * DEGREE, Math.PI / 2, 2]) {
      for (const [stretch, tail] of [
        [0, 1],
        [1, 1],
        [1.2, 0.5],
        [4, 0.4],
      ]) {
        const { middle } = integrate(bodyOf({ angle, stretch, tail }));
        expect(-middle).toBeCloseTo(headOffset(profileOf(angle), stretch, tail), 2);
      }
    }
  });
});

describe('slopes', () => {
  const out = new Float64Array(SLOPE.size);

  test('a body’s slope is the derivative of its height', () => {
    const place = fc.double({ min: -0.95, max: 0.95, noNaN: true });
    const property = fc.property(anyShape, place, place, (shape, along, across) => {
      const body = bodyOf(shape);
      const x = along * (1 + shape.stretch / 2) - shape.stretch / 2;
      bodySlope(body, x, across, out);
      const [height, dx, dy, edge] = out;
      expect(height).toBe(bodyHeight(body, x, across));
      // Away from the rim, and from the seams of head and tail, where the slope has a bend.
      const seam = Math.min(Math.abs(x), Math.abs(x + shape.stretch));
      if (edge < 0.05 || seam < 1e-3) return;
      const d = 1e-6;
      expect(dx).toBeCloseTo((bodyHeight(body, x + d, across) - bodyHeight(body, x - d, across)) / (2 * d), 3);
      expect(dy).toBeCloseTo((bodyHeight(body, x, across + d) - bodyHeight(body, x, across - d)) / (2 * d), 3);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('the distance from the contact line is right near it, in and out', () => {
    for (const off of [-0.05, -0.01, 0.01, 0.05]) {
      for (const angle of [0, 1, 2.5, 4]) {
        const r = 1 - off;
        bodySlope(bodyOf({ angle: 0.9, sag: 0.3 }), r * Math.cos(angle), r * Math.sin(angle), out);
        expect(out[SLOPE.edge]).toBeCloseTo(off, 2);
      }
    }
    bodySlope(bodyOf({}), 7, 0, out);
    expect([...out]).toEqual([0, 0, 0, -6]);
  });

  test.each([
    [50, 20],
    [80, 60],
    [85, 85],
    [30, 5],
    [60, 0],
  ])('about to let go, a drop meets the glass at %i° below and %i° above', (advancing, receding) => {
    const { angle, sag } = restingShape(advancing * DEGREE, receding * DEGREE);
    const body = bodyOf({ angle, sag });
    const rim = 1 - 1e-7;
    bodySlope(body, rim, 0, out);
    expect(Math.abs(Math.atan(-out[SLOPE.dx]) / DEGREE - advancing)).toBeLessThan(3);
    bodySlope(body, -rim, 0, out);
    expect(Math.abs(Math.atan(out[SLOPE.dx]) / DEGREE - receding)).toBeLessThan(3);
  });

  test('the shape at rest follows both contact angles without a jump, up to 179° and down to 0°', () => {
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
      writeLobe(drops, slot, lobe, 0.5, body);
      expect([body[BODY.x], body[BODY.y]]).toEqual([5 + offsets[2 * lobe], 6 + offsets[2 * lobe + 1]]);
      expect(bodyHeight(body, body[BODY.x], body[BODY.y])).toBe(drops.radius[slot]);
    }
    expect(frontRadius(drops, slot)).toBe(drops.radius[slot]);
  });

  test('a flat cap shows the wind less than a hemisphere of its radius', () => {
    const drops = new Drops();
    const slot = drops.add(0, 5, 6, 3);
    drops.contactAngle[slot] = 0.5;
    drops.fit(slot);
    const area = 0.5 * Math.PI * frontRadius(drops, slot) ** 2;
    expect(area).toBeCloseTo(profileOf(0.5).strip * drops.radius[slot] ** 2, 9);
    expect(frontRadius(drops, slot)).toBeLessThan(drops.radius[slot]);
  });
});
