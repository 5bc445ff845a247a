/** Bodies as renderers see them: height, slope and contact line, from the same description that models stamp. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyHeight } from '../../src/core/body.js';
import { profileK, profileScale } from '../../src/core/profile.js';
import { RAY, waterRay } from '../../src/optics/water-ray.js';
import { LOOK } from '../../src/render/picture/look.js';
import { DROP_OUTLINE, type FineDrop } from '../../src/render/water/fine-drops.js';
import { bodyPoint, capPoint, coverageOf, POINT, softRadius, softShare } from '../../src/render/water/surface-point.js';
import { restingShape } from '../../src/surface/coating.js';
import { anyShape, bodyOf, DEGREE } from '../support/bodies.ts';

const out = new Float64Array(POINT.size);

/** What `bodyPoint` computes at a place. */
function pointAt(body: Float64Array, x: number, y: number) {
  expect(bodyPoint(body, x, y, out)).toBe(true);
  const [gx, gy, height, edge] = out;
  return { gx, gy, height, edge };
}

test('a round body is as high as the one that is stamped', () => {
  const place = fc.double({ min: -0.6, max: 0.6, noNaN: true });
  const property = fc.property(anyShape, place, place, (shape, x, y) => {
    const body = bodyOf({ ...shape, stretch: 0, tail: 1 });
    expect(pointAt(body, x, y).height).toBeCloseTo(bodyHeight(body, x, y), 9);
  });
  fc.assert(property, { numRuns: 300 });
});

/** A fine drop of an outline that took nothing and has no lobes. */
function plainDrop(c2: number, s2: number): FineDrop {
  const lobes = Array.from({ length: DROP_OUTLINE - 4 }, (_, n) => (n % 4 === 2 ? -1 : 0));
  return [0, 0, 1, 1.3, ...lobes, c2, s2];
}

test.each([20, 60, 90, 120, 165])('at %i° a fine drop without lobes is the body of its shape', (degrees) => {
  const angle = degrees * DEGREE;
  const [c2, s2] = [0.1, -0.05];
  const body = bodyOf({ angle, c2, s2 });
  for (const [x, y] of [
    [0.6, 0],
    [-0.5, 0.4],
    [0.1, -0.85],
    [0.8, 1],
  ]) {
    const { gx, gy, height, edge } = pointAt(body, x, y);
    capPoint(plainDrop(c2, s2), { k: profileK(angle), e: profileScale(angle) }, 1, x, y, out);
    for (const [n, value] of [gx, gy, height, edge].entries()) expect(out[n]).toBeCloseTo(value, 9);
  }
});

test('a long body is so on its axis and at its ends, and near it where its parts meet', () => {
  for (const [stretch, tail] of [
    [1, 1],
    [2, 0.6],
    [4, 0.4],
  ]) {
    const body = bodyOf({ angle: 1, stretch, tail });
    for (const x of [0.9, 1e-9 - stretch / 2, -stretch - 0.9 * tail]) {
      expect(Math.abs(pointAt(body, x, 0).height - bodyHeight(body, x, 0))).toBeLessThan(0.12);
    }
  }
});

test('the slope is the derivative of the height', () => {
  const place = fc.double({ min: -0.95, max: 0.95, noNaN: true });
  let checked = 0;
  const property = fc.property(anyShape, place, place, (shape, along, across) => {
    const body = bodyOf(shape);
    const x = along * (1 + shape.stretch / 2) - shape.stretch / 2;
    if (!bodyPoint(body, x, across, out)) return;
    const { gx, gy, edge } = pointAt(body, x, across);
    // Away from the rim, where slopes are held back.
    if (edge < 0.1 || Math.hypot(gx, gy) > 0.9 * LOOK.steepest) return;
    const d = 1e-6;
    const dx = (pointAt(body, x + d, across).height - pointAt(body, x - d, across).height) / (2 * d);
    const dy = (pointAt(body, x, across + d).height - pointAt(body, x, across - d).height) / (2 * d);
    expect(gx).toBeCloseTo(dx, 3);
    expect(gy).toBeCloseTo(dy, 3);
    checked += 1;
  });
  fc.assert(property, { numRuns: 400 });
  expect(checked).toBeGreaterThan(100);
});

test.each([20, 40, 48, 49.2, 60, 80])('OPT-T1: a cap of %d° is as steep at its contact line as that', (degrees) => {
  const angle = degrees * DEGREE;
  const ray = new Float64Array(RAY.size);
  for (const turn of [0, 1, 2.5, 4]) {
    const r = 1 - 1e-6;
    const { gx, gy } = pointAt(bodyOf({ angle }), r * Math.cos(turn), r * Math.sin(turn));
    expect(Math.hypot(gx, gy) / Math.tan(angle)).toBeCloseTo(1, 2);
    // Seen along the normal of the glass it has a rim of total reflection only beyond sin⁻¹(1/1.333).
    waterRay(0, 0, gx, gy, ray);
    expect(ray[RAY.share] === 0).toBe(degrees > 48.6);
  }
});

test('the distance from the contact line is right near it, in and out', () => {
  for (const off of [-0.05, -0.01, 0.01, 0.05]) {
    for (const angle of [0, 1, 2.5, 4]) {
      const r = 1 - off;
      const { edge } = pointAt(bodyOf({ angle: 0.9, sag: 0.3 }), r * Math.cos(angle), r * Math.sin(angle));
      expect(edge).toBeCloseTo(off, 2);
    }
  }
  expect(bodyPoint(bodyOf({}), 7, 0, out)).toBe(false);
});

const POSITIONS = 12;
/** Radii of drops, from specks to some pixels [px]. */
const RADII = [0.05, 0.1, 0.2, 0.35, 0.5, 0.57, 0.58, 0.7, 1, 1.7, 3];

/** All that drops of a radius [px] cover, one at each of many places in a pixel, over their area. */
function coveredShares(r: number, area: number, edgeAt: (dx: number, dy: number) => number): number[] {
  const reach = Math.ceil(1.5 * r + 2);
  return Array.from({ length: POSITIONS * POSITIONS }, (_, n) => {
    const x = ((n % POSITIONS) + 0.5) / POSITIONS;
    const y = (Math.floor(n / POSITIONS) + 0.5) / POSITIONS;
    let sum = 0;
    for (let row = -reach; row <= reach; row++) {
      for (let col = -reach; col <= reach; col++) {
        sum += coverageOf(edgeAt(col + 0.5 - x, row + 0.5 - y), softShare(r), 1);
      }
    }
    return sum / area;
  });
}
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each(RADII)('a fine cap of a radius of %d px covers its area, wherever it stands', (r) => {
  for (const c2 of [0, 0.2, 0.4]) {
    const shares = coveredShares(r, (Math.PI * r * r) / Math.sqrt(1 - c2 * c2), (dx, dy) => {
      capPoint(plainDrop(c2, 0), { k: 1, e: 1 }, softRadius(r), dx, dy, out);
      return out[POINT.edge];
    });
    expect(Math.abs(meanOf(shares) - 1)).toBeLessThan(0.01);
    expect(Math.min(...shares)).toBeGreaterThan(0.7);
    expect(Math.max(...shares)).toBeLessThan(1.2);
  }
});

test('coverage does not jump as a drop grows, and none is larger than its pixels', () => {
  let before = 0;
  for (let r = 0.01; r < 2; r += 0.01) {
    capPoint(plainDrop(0.1, 0.1), { k: 1, e: 1 }, softRadius(r), 0.3, 0.2, out);
    const cover = coverageOf(out[POINT.edge], softShare(r), 1);
    expect(Math.abs(cover - before)).toBeLessThan(0.03);
    expect(cover).toBeLessThanOrEqual(1);
    before = cover;
  }
  expect(before).toBe(1);
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
  expect(Math.abs(Math.atan(-pointAt(body, rim, 0).gx) / DEGREE - advancing)).toBeLessThan(3);
  expect(Math.abs(Math.atan(pointAt(body, -rim, 0).gx) / DEGREE - receding)).toBeLessThan(3);
});
