/** The cylinder: an open sheet or closed, wet outside or inside. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cylinder } from '../../src/surface/cylinder.js';
import { EDGE } from '../../src/surface/surface.js';
import { aim, cross, dot, pointOn } from './law-of-surfaces.ts';

const OPEN = { radius: 100, width: 120, height: 80, cellSize: 0.5, wet: 'convex' } as const;
const sheets = {
  'an open sheet': new Cylinder(OPEN),
  'an open sheet, wet inside': new Cylinder({ ...OPEN, wet: 'concave' }),
  'a closed cylinder': new Cylinder({ ...OPEN, width: null }),
  'a closed cylinder, wet inside': new Cylinder({ ...OPEN, width: null, wet: 'concave' }),
};
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe.each(Object.entries(sheets))('%s', (_name, sheet) => {
  const [{ width, height }] = sheet.charts;
  const place = fc.record({ chart: fc.constant(0), x: number(0.001, width - 0.001), y: number(0.001, height - 0.001) });

  test('has orthonormal tangents whose product is the normal, at a radius from the axis', () => {
    const property = fc.property(place, (at) => {
      const { normal, tangentX, tangentY } = pointOn(sheet, at);
      expect([dot(tangentX, tangentX), dot(tangentY, tangentY), dot(tangentX, tangentY)]).toEqual([
        expect.closeTo(1, 12),
        1,
        expect.closeTo(0, 12),
      ]);
      const product = cross(tangentX, tangentY);
      for (const n of [0, 1, 2]) expect(product[n]).toBeCloseTo(normal[n], 12);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('moves by arc lengths: a small way along the chart is as long in space, along the tangents', () => {
    const property = fc.property(place, (at) => {
      const STEP = 1e-4;
      const { position, tangentX } = pointOn(sheet, at);
      const { position: next } = pointOn(sheet, { ...at, x: at.x + STEP });
      for (const n of [0, 1, 2]) expect((next[n] - position[n]) / STEP).toBeCloseTo(tangentX[n], 4);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('a ray along the normal hits where it was aimed', () => {
    const property = fc.property(place, number(0.1, 30), (at, away) => {
      const { position, normal } = pointOn(sheet, at);
      const origin = position.map((value, n) => value + away * normal[n]);
      const hit = aim(sheet, origin, position);
      expect(hit).toMatchObject({ chart: 0, x: expect.closeTo(at.x, 6), y: expect.closeTo(at.y, 6) });
      expect(hit?.distance).toBeCloseTo(away, 6);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('its middle faces −Z with the wet side, and the box around it has its middle at the origin', () => {
    const { normal } = pointOn(sheet, { chart: 0, x: width / 2, y: height / 2 });
    expect([...normal].map((value) => Math.round(value * 1e9) / 1e9 + 0)).toEqual([0, 0, -1]);
    const all = Array.from(
      { length: 2001 },
      (_, n) => pointOn(sheet, { chart: 0, x: (n / 2000) * width, y: 0 }).position,
    );
    for (const axis of [0, 2]) {
      const values = all.map((position) => position[axis]);
      expect(Math.max(...values) + Math.min(...values)).toBeCloseTo(0, 3);
    }
  });
});

test('a sheet as wide as the circumference closes: the radius follows from whole cells', () => {
  const closed = new Cylinder({ ...OPEN, width: 2 * Math.PI * 100 });
  expect(closed.isClosed).toBe(true);
  expect(closed.charts[0].width / (2 * Math.PI)).toBe(closed.radius);
  expect(Math.abs(closed.radius - 100)).toBeLessThan(0.5 / (2 * Math.PI));
  expect(sheets['an open sheet'].isClosed).toBe(false);
});

test('a way around a closed cylinder is a helix: it comes back with its velocity, 100,000 times', () => {
  const sheet = sheets['a closed cylinder'];
  const [{ width }] = sheet.charts;
  const place = { chart: 0, x: 10, y: 40 };
  const velocity = Float64Array.of(width, 0);
  for (let n = 0; n < 100_000; n++) expect(sheet.move(place, velocity, 1)).toBe(true);
  expect(place.x).toBeCloseTo(10, 6);
  expect([...velocity, place.y]).toEqual([width, 0, 40]);
  const helix = { chart: 0, x: 0, y: 0 };
  for (let n = 0; n < 25; n++) sheet.move(helix, Float64Array.of(width / 10, 3), 1);
  expect([helix.x, helix.y]).toEqual([expect.closeTo(width / 2, 9), 75]);
});

test('leaves over an open edge only', () => {
  expect(sheets['an open sheet'].move({ chart: 0, x: 119, y: 5 }, Float64Array.of(10, 0), 1)).toBe(false);
  expect(sheets['a closed cylinder'].move({ chart: 0, x: 1, y: 5 }, Float64Array.of(-10, 0), 1)).toBe(true);
  expect(sheets['a closed cylinder'].move({ chart: 0, x: 1, y: 5 }, Float64Array.of(0, -10), 1)).toBe(false);
  expect(sheets['a closed cylinder'].seams.at(0, EDGE.bottom)).toBe(null);
});

test('a footprint at the seam has an image at the other end', () => {
  const images: number[][] = [];
  const sheet = sheets['a closed cylinder'];
  const [{ width }] = sheet.charts;
  sheet.images({ chart: 0, x: 2, y: 7 }, 3, (...image) => images.push(image));
  expect(images).toEqual([
    [0, 2, 7, 0],
    [0, 2 + width, 7, 0],
  ]);
});
