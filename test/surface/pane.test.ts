/** The pane as a surface: its cells, its frame, rays, and what pulls along it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPose, setPaneRotation, toSurface, toWorld } from '../../src/core/pose.js';
import type { World } from '../../src/models/model.js';
import { simulationFactory } from '../../src/simulation/create-simulation.js';
import { Pane } from '../../src/surface/pane.js';
import { createSurfacePoint, EDGE, type Hit, isOnSurface, onlyChart, type Place } from '../../src/surface/surface.js';
import { type PaneState, pullAlong } from '../../src/weather/pane-motion.js';
import { puddle } from '../support/puddle.ts';

const DEGREE = Math.PI / 180;
const G = 9810;
const PANE = new Pane({ width: 40, height: 30 });
const MIDDLE: Place = { chart: 0, x: 20, y: 15 };

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** What pulls in the world of a scene's first step, x and y [mm/s²]. */
function pullIn(tilt: number, turn: number): number[] {
  const out = new Float64Array(2);
  const look = (world: World) => world.pull(MIDDLE, out);
  const scene = { surface: { width: 40, height: 30, tilt, turn }, model: { name: 'puddle' } } as never;
  simulationFactory([puddle(look)])(scene).step();
  return [...out];
}

describe('cells', () => {
  test('are whole: a started one counts, a rounding error does not', () => {
    const chart = onlyChart(new Pane({ width: 10.2, height: 7.5, cellSize: 0.5 }));
    expect(chart).toEqual({
      name: 'pane',
      columns: 21,
      rows: 15,
      cellSize: 0.5,
      width: 10.5,
      height: 7.5,
      isFlat: true,
      isPlanar: true,
    });
    const third = onlyChart(new Pane({ width: 0.3, height: 0.9, cellSize: 0.1 }));
    expect([third.columns, third.rows]).toEqual([3, 9]);
    const paper = onlyChart(new Pane({ width: 250, height: 250, cellSize: 0.48828125 }));
    expect([paper.columns, paper.rows]).toEqual([512, 512]);
  });
});

describe('frame', () => {
  test('has its origin in the middle, Y up, the wet side towards −Z', () => {
    const point = createSurfacePoint();
    PANE.point({ chart: 0, x: 0, y: 0 }, point);
    expect([...point.position]).toEqual([-20, 15, 0]);
    PANE.point({ chart: 0, x: 40, y: 30 }, point);
    expect([...point.position]).toEqual([20, -15, 0]);
    expect([...point.normal]).toEqual([0, 0, -1]);
  });

  test('is right-handed: tangentX × tangentY = normal', () => {
    const { normal, tangentX: a, tangentY: b } = pointAt(MIDDLE);
    const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    expect(cross.map((value) => value + 0)).toEqual([...normal]);
  });

  function pointAt(place: Place) {
    const point = createSurfacePoint();
    PANE.point(place, point);
    return point;
  }
});

describe('places', () => {
  test('a sample is exactly u · width and v · height', () => {
    const place = { chart: 7, x: 0, y: 0 };
    PANE.sample(0.1, 0.7, place);
    expect(place).toEqual({ chart: 0, x: 0.1 * 40, y: 0.7 * 30 });
  });

  test('moves in a straight line, and says when it has left', () => {
    const place = { chart: 0, x: 39, y: 15 };
    expect(PANE.move(place, Float64Array.of(10, -20), 0.05)).toBe(true);
    expect(place).toEqual({ chart: 0, x: 39.5, y: 14 });
    expect(PANE.move(place, Float64Array.of(10, 0), 0.05)).toBe(false);
  });

  test('has one image and no seams: the near edges are part of it, the far ones are not', () => {
    const images: number[][] = [];
    PANE.images({ chart: 0, x: 1, y: 2 }, 5, (...image) => images.push(image));
    expect(images).toEqual([[0, 1, 2, 0]]);
    expect(Object.values(EDGE).map((edge) => PANE.seams.at(0, edge))).toEqual([null, null, null, null]);
    expect([isOnSurface(PANE, 0, 0, 0), isOnSurface(PANE, 0, 40, 0), isOnSurface(PANE, 0, 0, 30)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a ray from any place beyond the glass hits where it was aimed, and no ray along it hits', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const property = fc.property(number(0.001, 39.999), number(0.001, 29.999), number(1, 900), (x, y, away) => {
      const point = createSurfacePoint();
      PANE.point({ chart: 0, x, y }, point);
      const origin = Float64Array.of(3, -4, away);
      const direction = point.position.map((value, n) => value - origin[n]);
      const distance = Math.hypot(...direction);
      const hit: Hit = { chart: 9, x: 0, y: 0, distance: 0 };
      expect(PANE.intersect({ origin, direction: direction.map((value) => value / distance) }, hit)).toBe(true);
      expect(hit.chart).toBe(0);
      expect([hit.x, hit.y, hit.distance]).toEqual([x, y, distance].map((value) => expect.closeTo(value, 6)));
    });
    fc.assert(property, { numRuns: 200 });
    const hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };
    const along = { origin: Float64Array.of(0, 0, 5), direction: Float64Array.of(1, 0, 0) };
    expect(PANE.intersect(along, hit)).toBe(false);
    expect(PANE.intersect({ origin: new Float64Array(3), direction: Float64Array.of(1, 0, 0) }, hit)).toBe(false);
    const away = { origin: Float64Array.of(0, 0, 5), direction: Float64Array.of(0, 0, 1) };
    expect(PANE.intersect(away, hit)).toBe(false);
  });
});

describe('pose', () => {
  test.each([
    ['upright: along +y', 90, 0, 0, G],
    ['level: nowhere', 0, 0, 0, 0],
    ['half-way: half of the weight at 30°', 30, 0, 0, G / 2],
    ['turned by 90°: along +x', 90, 90, G, 0],
    ['turned by −90°: along −x', 90, -90, -G, 0],
    ['upside down: along −y', 90, 180, 0, -G],
    ['turned by 30° on a slope of 30°', 30, 30, (G / 2) * 0.5, (G / 2) * Math.sqrt(0.75)],
  ])('%s', (_name, tilt, turn, x, y) => {
    const [px, py] = pullIn(tilt * DEGREE, turn * DEGREE);
    expect(px).toBeCloseTo(x, 8);
    expect(py).toBeCloseTo(y, 8);
  });

  test('gravity and acceleration turned by the pose pull as tilt, turn and motion do', () => {
    const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    const state = fc.record({
      tilt: number(3),
      turn: number(6),
      ax: number(9e3),
      ay: number(9e3),
      forward: number(9e3),
    });
    const property = fc.property(state, (pane: PaneState) => {
      const byAngles = new Float64Array(2);
      pullAlong(pane, G, byAngles);
      const pose = createPose();
      setPaneRotation(pose, pane.tilt, pane.turn);
      toWorld(pose, Float64Array.of(pane.ax, -pane.ay, 0), pose.acceleration);
      pose.acceleration[2] -= pane.forward;
      const felt = pose.acceleration.map((value) => -value);
      felt[1] -= G;
      toSurface(pose, felt, felt);
      const point = createSurfacePoint();
      PANE.point(MIDDLE, point);
      expect(dot(felt, point.tangentX)).toBeCloseTo(byAngles[0], 6);
      expect(dot(felt, point.tangentY)).toBeCloseTo(byAngles[1], 6);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('a pane tilted by 30° looks up, and slopes down towards −Z', () => {
    const pose = createPose();
    setPaneRotation(pose, 30 * DEGREE, 0);
    const point = createSurfacePoint();
    PANE.point(MIDDLE, point);
    const [normal, down] = [new Float64Array(3), new Float64Array(3)];
    toWorld(pose, point.normal, normal);
    toWorld(pose, point.tangentY, down);
    expect(normal[1]).toBeCloseTo(Math.cos(30 * DEGREE), 12);
    expect([...down]).toEqual([0, -0.5, -Math.cos(30 * DEGREE)].map((value) => expect.closeTo(value, 12)));
  });
});
