/** Surfaces of Bezier patches: windshield and teapot, their lattices, and rays (KAN-1, KAN-O7, KAN-T11). */
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { Bezier } from '../../src/surface/bezier/bezier.js';
import { patchLengths } from '../../src/surface/bezier/patch.js';
import { teapotPatches } from '../../src/surface/bezier/teapot.js';
import { windshieldPatch } from '../../src/surface/bezier/windshield.js';
import { crossSeam } from '../../src/surface/seams.js';
import type { Hit, Place } from '../../src/surface/surface.js';
import { casteljau, subdivide } from './bezier-oracle.ts';
import { cross, dot, pointOn } from './law-of-surfaces.ts';
import { raysThatMiss } from './seam-rays.ts';

const chance = new Chance(11);
const random = (n: number, k: number) => chance.uniform(1, n, 0, k);
const surfaces = {
  windshield: new Bezier({ patches: [windshieldPatch()], cellSize: 2 }),
  teapot: new Bezier({ patches: teapotPatches(), cellSize: 0.74 }),
};

/** Some places of a surface, none of them at a pole. */
function somePlaces(surface: Bezier, count: number): Place[] {
  return Array.from({ length: count }, (_, n) => {
    const chart = Math.floor(random(n, 0) * surface.charts.length);
    const { width, height } = surface.charts[chart];
    return { chart, x: (0.001 + 0.998 * random(n, 1)) * width, y: (0.001 + 0.998 * random(n, 2)) * height };
  });
}

describe.each(Object.entries(surfaces))('%s', (_name, surface) => {
  const coordinates = ({ chart, x, y }: Place) =>
    [x / surface.charts[chart].width, y / surface.charts[chart].height] as const;

  test('has its points and normals where direct evaluation has them', () => {
    for (const place of somePlaces(surface, 500)) {
      const [u, v] = coordinates(place);
      const patch = surface.patches[place.chart];
      const { position, normal, tangentX, tangentY } = pointOn(surface, place);
      const exact = casteljau(patch, u, v);
      const STEP = 1e-4;
      const slope = (du: number, dv: number) => {
        const [a, b] = [casteljau(patch, u + du, v + dv), casteljau(patch, u - du, v - dv)];
        return a.map((value, n) => value - b[n]);
      };
      const product = cross(slope(STEP, 0), slope(0, STEP));
      const length = Math.hypot(...product);
      for (const n of [0, 1, 2]) {
        expect(position[n]).toBeCloseTo(exact[n], 9);
        expect(normal[n]).toBeCloseTo(product[n] / length, 4);
      }
      expect([dot(tangentX, tangentX), dot(tangentY, tangentY), dot(tangentX, tangentY)]).toEqual([
        expect.closeTo(1, 12),
        expect.closeTo(1, 12),
        expect.closeTo(0, 12),
      ]);
      for (const n of [0, 1, 2]) expect(cross(tangentX, tangentY)[n]).toBeCloseTo(normal[n], 12);
    }
  });

  test('a seam is the same line of points on both charts, at every corner of its cells', () => {
    surface.charts.forEach(({ columns, rows, cellSize }, chart) => {
      [0, 1, 2, 3].forEach((edge) => {
        const seam = surface.seams.at(chart, edge);
        if (!seam) return;
        const count = edge < 2 ? rows : columns;
        for (let k = 0; k <= count; k++) {
          const x = edge < 2 ? (edge === 0 ? 0 : columns * cellSize) : k * cellSize;
          const y = edge < 2 ? k * cellSize : edge === 2 ? 0 : rows * cellSize;
          const next = { chart: 0, x: 0, y: 0 };
          crossSeam(seam, x, y, next);
          const here = pointOn(surface, { chart, x, y }).position;
          const there = pointOn(surface, next).position;
          for (const n of [0, 1, 2]) expect(there[n]).toBeCloseTo(here[n], 6);
        }
      });
    });
  });

  test('moves as far as its velocity says, and keeps its speed', () => {
    for (const place of somePlaces(surface, 50)) {
      const [u, v] = coordinates(place);
      // Before a pole the coordinates change within a step.
      if (Math.min(u, v, 1 - u, 1 - v) < 0.1) continue;
      const velocity = Float64Array.of(3, -4);
      const start = pointOn(surface, place).position;
      const moved = { ...place };
      if (!surface.move(moved, velocity, 0.02)) continue;
      const end = pointOn(surface, moved).position;
      expect(Math.hypot(...velocity)).toBeCloseTo(5, 9);
      expect(Math.hypot(...end.map((value, n) => value - start[n]))).toBeCloseTo(0.1, 3);
    }
  });

  test('samples uniformly by area, and no place inside another part', () => {
    const counts = surface.charts.map(() => 0);
    const areas = surface.charts.map(({ columns, rows }, chart) => {
      let area = 0;
      const STEP = 1 / 64;
      for (let k = 0; k < 4096; k++) {
        const [u, v] = [((k % 64) + 0.5) * STEP, (Math.floor(k / 64) + 0.5) * STEP];
        if (surface.isCovered(chart, Math.floor(v * rows), Math.floor(u * columns))) continue;
        const at = (a: number, b: number) => casteljau(surface.patches[chart], a, b);
        const [du, dv] = [
          [at(u + STEP / 2, v), at(u - STEP / 2, v)],
          [at(u, v + STEP / 2), at(u, v - STEP / 2)],
        ].map(([a, b]) => a.map((value, n) => value - b[n]));
        area += Math.hypot(...cross(du, dv));
      }
      return area;
    });
    const COUNT = 20_000;
    const place: Place = { chart: 0, x: 0, y: 0 };
    for (let n = 0; n < COUNT; n++) {
      surface.sample(random(n, 7), random(n, 8), place);
      counts[place.chart] += 1;
      const { cellSize } = surface.charts[place.chart];
      expect(surface.isCovered(place.chart, Math.floor(place.y / cellSize), Math.floor(place.x / cellSize))).toBe(
        false,
      );
    }
    const total = areas.reduce((sum, area) => sum + area, 0);
    counts.forEach((count, chart) => {
      const expected = (COUNT * areas[chart]) / total;
      expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected) + 1);
    });
  });

  test('KAN-T11: Bezier clipping finds what subdivision finds, with 10,000 rays', () => {
    const hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };
    let hits = 0;
    for (let n = 0; n < 10_000; n++) {
      // From a ball around the surface, through its middle and beside it.
      const [z, angle] = [2 * random(n, 20) - 1, 2 * Math.PI * random(n, 21)];
      const flat = Math.sqrt(1 - z * z);
      const origin = Float64Array.of(900 * flat * Math.cos(angle), 900 * z, 900 * flat * Math.sin(angle));
      const size = surface === surfaces.teapot ? 130 : 700;
      const target = [22, 23, 24].map((k) => size * (2 * random(n, k) - 1));
      const direction = Float64Array.from(target, (value, k) => value - origin[k]);
      const length = Math.hypot(...direction);
      const ray = { origin, direction: direction.map((value) => value / length) };
      const slow = surface.patches.reduce((far, patch) => Math.min(far, subdivide(patch, ray, far)), Infinity);
      const found = surface.intersect(ray, hit);
      expect([n, found]).toEqual([n, slow < Infinity]);
      if (!found) continue;
      hits += 1;
      expect(Math.abs(hit.distance - slow)).toBeLessThan(1e-6);
      const { position } = pointOn(surface, hit);
      for (const k of [0, 1, 2]) expect(position[k]).toBeCloseTo(origin[k] + hit.distance * ray.direction[k], 6);
    }
    expect(hits).toBeGreaterThan(500);
  });

  test('KAN-T11: no ray misses at a seam, from either side', () => {
    expect(raysThatMiss(surface, 32)).toEqual([]);
  });
});

test('the windshield is 1300 by 600 mm in 650 by 300 cells, 27° from level on average, wet above', () => {
  const { windshield } = surfaces;
  expect(windshield.charts).toMatchObject([{ columns: 650, rows: 300, width: 1300, height: 600, isFlat: false }]);
  expect(patchLengths(windshield.patches[0])).toEqual([expect.closeTo(1300, 0), expect.closeTo(600, 0)]);
  let slopes = 0;
  for (let k = 0; k < 10_000; k++) {
    const place = { chart: 0, x: 13 * ((k % 100) + 0.5), y: 6 * (Math.floor(k / 100) + 0.5) };
    slopes += Math.acos(pointOn(windshield, place).normal[1]) / 10_000;
  }
  expect((slopes * 180) / Math.PI).toBeCloseTo(27, 1);
});

test('the teapot has 32 patches, 52 seams, 16 open edges and 8 poles, about 160,000 cells, wet outside', () => {
  const { teapot } = surfaces;
  const edges = teapot.charts.flatMap((_, chart) => [0, 1, 2, 3].map((edge) => teapot.seams.at(chart, edge)));
  expect([teapot.charts.length, edges.filter(Boolean).length / 2]).toEqual([32, 52]);
  const cells = teapot.charts.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  expect(Math.abs(cells - 160_000)).toBeLessThan(5000);
  // Handle, spout, body and lid are parts; only the lid touches none of the others.
  expect(new Set(teapot.parts).size).toBe(4);
  // From the middle of the body every patch of body and lid shows its dry side.
  teapot.charts.forEach(({ width, height }, chart) => {
    const { position, normal } = pointOn(teapot, { chart, x: width / 2, y: height / 2 });
    const isBody = teapot.parts[chart] === 0;
    if (isBody) expect(dot([position[0], position[1] + 10, position[2]], normal)).toBeGreaterThan(0);
  });
});

test('patches that are given the other way round are turned to agree with the first', () => {
  const flat = (x: number, flip: boolean) =>
    Float64Array.from({ length: 48 }, (_, n) => {
      const [k, axis] = [Math.floor(n / 3), n % 3];
      const col = flip ? 3 - (k % 4) : k % 4;
      return axis === 0 ? x + 10 * col : axis === 1 ? -10 * Math.floor(k / 4) : 0;
    });
  const pair = new Bezier({ patches: [flat(0, false), flat(30, true)], cellSize: 1 });
  for (const chart of [0, 1]) expect(pointOn(pair, { chart, x: 5, y: 5 }).normal[2]).toBe(-1);
  const place = { chart: 0, x: 29, y: 15 };
  expect(pair.move(place, Float64Array.of(10, 0), 0.5)).toBe(true);
  expect(place).toEqual({ chart: 1, x: expect.closeTo(4, 9), y: expect.closeTo(15, 9) });
});

describe('bad patches get one line', () => {
  const good = [...windshieldPatch()];
  const cases: [string, ArrayLike<number>[], number, RegExp][] = [
    [
      'NaN',
      [good.map((value, n) => (n === 5 ? Number.NaN : value))],
      2,
      /patches\[0\] must be finite .*got NaN as number 5/,
    ],
    [
      'points that coincide',
      [good, new Array(48).fill(7)],
      2,
      /patches\[1\] must have an area; got control points that coincide/,
    ],
    ['too few numbers', [good.slice(3)], 2, /must be 48 numbers.*got 45/],
    [
      'a third patch at an edge',
      [good, good.map((v, n) => (n % 12 < 3 ? v : v + 9)), good.map((v, n) => (n % 12 < 3 ? v : v - 9))],
      2,
      /at most; got patches 0, 1, 2 with one edge/,
    ],
    ['a lattice too fine', [good], 0.1, /cellSize must make at most 4000000 cells; got 0.1 mm, about 779\d{5} cells/],
  ];
  test.each(cases)('%s', (_name, patches, cellSize, message) => {
    expect(() => new Bezier({ patches, cellSize })).toThrow(message);
  });
});
