/** The box: six planar charts, twelve seams, eight corners. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOX_FACES, Box } from '../../src/surface/box.js';
import { crossSeam, EDGES, seamCells } from '../../src/surface/seams.js';
import type { Place, Seam } from '../../src/surface/surface.js';
import { aim, cross, dot, headingIn, pointOn } from './law-of-surfaces.ts';

const SIZE = { width: 60, height: 40, depth: 50, cellSize: 0.5 };
const box = new Box({ ...SIZE, open: [] });
const FACES = BOX_FACES.map((name, chart) => [name, chart] as const);
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = fc
  .record({ chart: fc.integer({ min: 0, max: 5 }), u: number(0.001, 0.999), v: number(0.001, 0.999) })
  .map(({ chart, u, v }) => ({ chart, x: u * box.charts[chart].width, y: v * box.charts[chart].height }));

describe.each(FACES)('%s', (name, chart) => {
  const { width, height } = box.charts[chart];

  test('is a plane whose wet side is outside', () => {
    const { position, normal, tangentX, tangentY } = pointOn(box, { chart, x: width / 2, y: height / 2 });
    expect(box.charts[chart].name).toBe(name);
    expect(cross(tangentX, tangentY).map((value) => value + 0)).toEqual([...normal].map((value) => value + 0));
    // The middle of a face lies on its normal through the middle of the box.
    const half = [SIZE.width, SIZE.height, SIZE.depth].map((side) => side / 2);
    expect([...position].map((value) => value + 0)).toEqual([...normal].map((value, n) => value * half[n] + 0));
  });

  test.each(EDGES)('its edge %i is the edge of the next face, in space and in direction', (edge) => {
    const seam = box.seams.at(chart, edge) as Seam;
    const [x, y] = [
      [0, 7],
      [width, 7],
      [9, 0],
      [9, height],
    ][edge];
    const next: Place = { chart: 0, x: 0, y: 0 };
    crossSeam(seam, x, y, next);
    expect([...pointOn(box, next).position]).toEqual([...pointOn(box, { chart, x, y }).position]);
    // Back over the same edge.
    const back = EDGES.map((other) => box.seams.at(next.chart, other)).find((one) => one?.chart === chart) as Seam;
    const home: Place = { chart: 0, x: 0, y: 0 };
    crossSeam(back, next.x, next.y, home);
    expect(home).toEqual({ chart, x, y });
  });

  test.each(EDGES)('cells beyond its edge %i are cells of the next face', (edge) => {
    const seam = box.seams.at(chart, edge) as Seam;
    const { columns, rows, cellSize } = box.charts[chart];
    const cells = seamCells(seam, cellSize);
    const [row, col] = [
      [3, -2],
      [3, columns + 1],
      [-2, 5],
      [rows + 1, 5],
    ][edge];
    const nextRow = cells.row0 + cells.rowByRow * row + cells.rowByCol * col;
    const nextCol = cells.col0 + cells.colByRow * row + cells.colByCol * col;
    const middle: Place = { chart: 0, x: 0, y: 0 };
    crossSeam(seam, (col + 0.5) * cellSize, (row + 0.5) * cellSize, middle);
    expect([middle.x, middle.y]).toEqual([(nextCol + 0.5) * cellSize, (nextRow + 0.5) * cellSize]);
    const { columns: across, rows: down } = box.charts[seam.chart];
    expect(nextRow >= 0 && nextRow < down && nextCol >= 0 && nextCol < across).toBe(true);
  });
});

test('twelve seams: every edge of every face meets another face once', () => {
  const pairs = FACES.flatMap(([, chart]) =>
    EDGES.map((edge) => [chart, box.seams.at(chart, edge)?.chart].sort().join()),
  );
  expect(new Set(pairs).size).toBe(12);
  expect(pairs).toHaveLength(24);
});

test('a straight way around four sides comes back to its start and heading', () => {
  const { width, depth } = SIZE;
  for (const chart of [0, 1, 2, 3]) {
    const at = { chart, x: 11.25, y: 17.5 };
    const velocity = Float64Array.of(2 * (width + depth), 0);
    expect(box.move(at, velocity, 1)).toBe(true);
    expect(at).toEqual({ chart, x: expect.closeTo(11.25, 9), y: 17.5 });
    expect([...velocity]).toEqual([220, 0]);
  }
});

test('around a corner a way of three short pieces turns by 90°', () => {
  // From the front over its upper edge to the top, right over the top's edge, and down again onto the front.
  const at = { chart: 0, x: 2, y: 1 };
  const velocity = Float64Array.of(0, -1);
  box.move(at, velocity, 3);
  expect(box.charts[at.chart].name).toBe('top');
  const heading = headingIn(box, at, velocity);
  expect(heading.map((value) => value + 0)).toEqual([0, 0, -1]);
  // The corner where front, top and right meet is at +x, +y, +z: go there along +X.
  const { tangentX, tangentY } = pointOn(box, at);
  velocity[0] = dot([1, 0, 0], tangentX);
  velocity[1] = dot([1, 0, 0], tangentY);
  box.move(at, velocity, 4);
  expect(box.charts[at.chart].name).toBe('right');
  // Straight down now; turning left around the corner would lead back to the front.
  expect(headingIn(box, at, velocity).map((value) => value + 0)).toEqual([0, -1, 0]);
});

test('100,000 random crossings lose nothing: it stays on the box, as fast as before', () => {
  const at = { chart: 4, x: 20, y: 20 };
  const velocity = Float64Array.of(31.7, 50.3);
  const speed = Math.hypot(...velocity);
  let crossings = 0;
  for (let n = 0; n < 200_000 && crossings < 100_000; n++) {
    const before = at.chart;
    if (!box.move(at, velocity, 0.9)) throw new Error('it left');
    if (at.chart !== before) crossings += 1;
    const { width, height } = box.charts[at.chart];
    if (!(at.x >= 0 && at.x < width && at.y >= 0 && at.y < height)) throw new Error('it is off its chart');
  }
  expect(crossings).toBe(100_000);
  expect(Math.hypot(...velocity)).toBe(speed);
});

test('a way over an edge is as long in space as on the charts', () => {
  const property = fc.property(place, number(0, 6.28), (start, angle) => {
    const at = { ...start };
    const velocity = Float64Array.of(Math.cos(angle), Math.sin(angle));
    let way = 0;
    let before = pointOn(box, at).position;
    for (let n = 0; n < 400; n++) {
      box.move(at, velocity, 0.1);
      const { position } = pointOn(box, at);
      way += Math.hypot(position[0] - before[0], position[1] - before[1], position[2] - before[2]);
      before = position;
    }
    // A step across an edge cuts it, by less than its length.
    expect(way).toBeGreaterThan(40 - 0.6);
    expect(way).toBeLessThan(40 + 1e-6);
  });
  fc.assert(property, { numRuns: 50 });
});

test('an image lies where the footprint continues: as far from the edge, at the same place along it', () => {
  const property = fc.property(place, (start) => {
    const REACH = 12;
    box.images(start, REACH, (chart, x, y, quarters) => {
      const { width, height } = box.charts[chart];
      const off = Math.max(-x, x - width, -y, y - height);
      if (chart === start.chart) expect([x, y, quarters]).toEqual([start.x, start.y, 0]);
      else expect(off).toBeGreaterThanOrEqual(-1e-9);
      expect(off).toBeLessThan(REACH);
    });
  });
  fc.assert(property, { numRuns: 100 });
});

test('a left-out face has no chart and leaves its edges open', () => {
  const open = new Box({ ...SIZE, open: ['top'] });
  expect(open.charts.map(({ name }) => name)).toEqual(['front', 'right', 'back', 'left', 'bottom']);
  expect(open.move({ chart: 0, x: 5, y: 1 }, Float64Array.of(0, -10), 1)).toBe(false);
  expect(aim(open, [0, 100, 0], [0, 0, 0])).toMatchObject({ chart: 4, distance: 120 });
});

test('samples are uniform by area', () => {
  const COUNT = 60_000;
  const found = new Array(6).fill(0);
  const at: Place = { chart: 0, x: 0, y: 0 };
  for (let n = 0; n < COUNT; n++) {
    box.sample((n + 0.5) / COUNT, 0.5, at);
    found[at.chart] += 1;
    expect(at.x < box.charts[at.chart].width).toBe(true);
  }
  const areas = box.charts.map(({ width, height }) => width * height);
  const whole = areas.reduce((sum, area) => sum + area);
  for (const [chart, area] of areas.entries()) expect(Math.abs(found[chart] - (COUNT * area) / whole)).toBeLessThan(2);
});

test('a ray from outside hits the face it was aimed at', () => {
  const property = fc.property(place, number(1, 100), (at, away) => {
    const { position, normal } = pointOn(box, at);
    const hit = aim(
      box,
      position.map((value, n) => value + away * normal[n]),
      position,
    );
    expect(hit).toMatchObject({ chart: at.chart, x: expect.closeTo(at.x, 6), y: expect.closeTo(at.y, 6) });
  });
  fc.assert(property, { numRuns: 200 });
});
