/** Surfaces that stand and move by a pose: rotations, key frames, spin, and the pull that follows. */
import { createSimulation, type SceneInput, type Simulation, simulationFactory } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { aboutAxis, createPose, multiply, slerp, toSurface, toWorld } from '../../src/core/pose.js';
import type { World } from '../../src/models/model.js';
import { PoseMotion } from '../../src/weather/pose-motion.js';
import { puddle } from '../support/puddle.ts';

const G = 9810;
const HALF = Math.SQRT1_2;

describe('rotations', () => {
  test('a product turns by its second factor first, and stays a unit quaternion', () => {
    const [a, b, c] = [createPose(), createPose(), createPose()];
    aboutAxis([0, 1, 0], Math.PI / 2, a.rotation);
    aboutAxis([3, 0, 0], Math.PI / 2, b.rotation);
    multiply(a.rotation, b.rotation, c.rotation);
    const [once, twice, both] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
    toWorld(b, Float64Array.of(1, 2, 3), once);
    toWorld(a, once, twice);
    toWorld(c, Float64Array.of(1, 2, 3), both);
    for (const n of [0, 1, 2]) expect(both[n]).toBeCloseTo(twice[n], 12);
    expect(Math.hypot(...c.rotation)).toBeCloseTo(1, 14);
    toSurface(c, both, once);
    for (const n of [0, 1, 2]) expect(once[n]).toBeCloseTo(n + 1, 12);
  });

  test('between two rotations it turns evenly, the shorter way', () => {
    const [from, to, at] = [new Float64Array(4), new Float64Array(4), createPose()];
    aboutAxis([0, 0, 1], 0.2, from);
    aboutAxis([0, 0, 1], 1.4, to);
    for (const sign of [1, -1]) {
      slerp(
        from,
        to.map((value) => sign * value),
        0.25,
        at.rotation,
      );
      const out = new Float64Array(3);
      toWorld(at, Float64Array.of(1, 0, 0), out);
      expect([out[0], out[1]]).toEqual([expect.closeTo(Math.cos(0.5), 12), expect.closeTo(Math.sin(0.5), 12)]);
    }
  });
});

test('keys and spin: half way between the keys, around once after 2π, and again after a round', () => {
  const keys = [
    { t: 0, pose: [0, 0, 0, 1], acceleration: null },
    { t: 2, pose: [HALF, 0, 0, HALF], acceleration: [100, 0, 0] },
  ];
  const motion = new PoseMotion({ keys, repeat: 4, spin: null }, [0, 0, 0, 1]);
  const [pose, turning] = [createPose(), new Float64Array(3)];
  motion.at(5, pose, turning);
  expect(pose.rotation[0]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
  expect([...pose.acceleration]).toEqual([100, 0, 0]);
  const spin = new PoseMotion({ keys: [], repeat: null, spin: { axis: [0, 2, 0], rate: 1 } }, [0, 0, 0, 1]);
  spin.at(Math.PI, pose, turning);
  expect([...pose.rotation]).toEqual([0, expect.closeTo(1, 12), 0, expect.closeTo(0, 12)]);
});

/** The pull at a place, and its limits, as a model sees them in the first step. */
function worldOf(scene: SceneInput): World {
  let seen: World | undefined;
  const simulation: Simulation = simulationFactory([puddle((world) => (seen = world as unknown as World)) as never])({
    ...scene,
    model: { name: 'puddle' },
    rain: { kind: 'none' },
  });
  simulation.step();
  return seen as World;
}

function pullIn(world: World, chart = 0): number[] {
  const out = new Float64Array(2);
  world.pull({ chart, x: 1, y: 1 }, out);
  return [...out];
}

test('a pane by its pose is pulled as the same pane by tilt and turn', () => {
  const surface = { tilt: 0.7, turn: 0.4 };
  const byTilt = worldOf({ surface });
  const { rotation } = createSimulation({ surface, rain: { kind: 'none' } }).frame().pose;
  const byPose = worldOf({ pose: [...rotation] as unknown as [number, number, number, number] });
  const place = { chart: 0, x: 1, y: 1 };
  const [before, after] = [pullIn(byTilt), pullIn(byPose)];
  expect(after).toEqual([expect.closeTo(before[0], 6), expect.closeTo(before[1], 6)]);
  expect(byPose.limit(place) / byTilt.limit(place)).toBeCloseTo(1, 9);
  expect(byPose.hang(place)).toBe(Number.POSITIVE_INFINITY);
});

test('on a box each face has its own pull, limit and pendant limit; a given critical mass is that of upright faces', () => {
  const world = worldOf({ surface: { kind: 'box', cellSize: 1 }, coating: { critical: 7 } });
  for (const chart of [0, 1, 2, 3]) {
    expect(pullIn(world, chart)).toEqual([expect.closeTo(0, 9), expect.closeTo(G, 9)]);
    expect(world.limit({ chart, x: 1, y: 1 })).toBeCloseTo(7, 9);
    expect(world.hang({ chart, x: 1, y: 1 })).toBe(Number.POSITIVE_INFINITY);
  }
  for (const chart of [4, 5])
    expect([...pullIn(world, chart), world.limit({ chart, x: 1, y: 1 })]).toEqual([0, 0, Infinity]);
  expect(world.hang({ chart: 5, x: 1, y: 1 })).toBeGreaterThan(300);
  // Turned by 30° about Z the right face leans: its pull is g cos 30°.
  const turned = worldOf({
    surface: { kind: 'box', cellSize: 1 },
    coating: { critical: 7 },
    pose: [0, 0, Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)],
  });
  expect(Math.hypot(...pullIn(turned, 1))).toBeCloseTo(G * Math.cos(Math.PI / 6), 6);
  expect(turned.limit({ chart: 1, x: 1, y: 1 })).toBeCloseTo(7 * Math.cos(Math.PI / 6) ** -1.5, 9);
});

test('where nothing pulls, from the start on, all drops stay where they are', () => {
  const box = { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 1 } as const;
  const fall = { keys: [{ t: 0, acceleration: [0, -G, 0] as const }] };
  for (const scene of [{ gravity: 0 }, { motion: fall }] satisfies SceneInput[]) {
    const world = worldOf({ ...scene, surface: box });
    const place = { chart: 5, x: 1, y: 1 };
    expect([...pullIn(world, 5), world.limit(place), world.hang(place)]).toEqual([0, 0, Infinity, Infinity]);
    const simulation = createSimulation({ ...scene, surface: box, model: { name: 'rivulet' }, rain: { kind: 'none' } });
    for (const chart of [0, 4, 5]) simulation.addDrop({ chart, x: 15, y: 15, mass: 900 });
    simulation.advance(0.1);
    const { moving, count } = simulation.drops;
    expect([count, [...moving.subarray(0, count)].includes(1), simulation.ledger().onDrops]).toEqual([3, false, 2700]);
  }
});

test('in a box that is carried along, water lags behind', () => {
  const motion = { keys: [{ t: 0, acceleration: [0, 0, 2000] as const }] };
  const world = worldOf({ surface: { kind: 'box', cellSize: 1 }, motion });
  // The right face's x grows along +Z, the top's y along −Z.
  const along = createSimulation({ surface: { kind: 'box', cellSize: 1 }, model: { name: 'chen2013' } }).surface;
  for (const chart of [1, 4]) {
    const { tangentX, tangentY } = along.point({ chart, x: 1, y: 1 });
    const [x, y] = pullIn(world, chart);
    expect(x * tangentX[2] + y * tangentY[2]).toBeCloseTo(-2000, 6);
  }
});

test('how it turns is the rate at which its rotation changes, with keys, spin and both', () => {
  const keys = [
    { t: 0, pose: [0, 0, 0, 1], acceleration: null },
    { t: 2, pose: [HALF, 0, 0, -HALF], acceleration: null },
    { t: 3, pose: [0, 0.6, 0, 0.8], acceleration: null },
  ];
  const spin = { axis: [1, 2, -1], rate: 0.7 } as const;
  const vector = Float64Array.of(3, -1, 2);
  for (const options of [
    { keys, spin: null },
    { keys: [], spin },
    { keys, spin },
  ]) {
    const motion = new PoseMotion({ ...options, repeat: 5 }, [0, 0, 0, 1]);
    for (const time of [0.3, 1.9, 2.5, 4, 6.2]) {
      const [turning, before, after, now] = [0, 1, 2, 3].map(() => new Float64Array(3));
      const pose = createPose();
      const hair = 1e-5;
      motion.at(time - hair, pose, turning);
      toWorld(pose, vector, before);
      motion.at(time + hair, pose, turning);
      toWorld(pose, vector, after);
      motion.at(time, pose, turning);
      toWorld(pose, vector, now);
      const speed = [0, 1, 2].map((n) => {
        const [a, b] = [(n + 1) % 3, (n + 2) % 3];
        return turning[a] * now[b] - turning[b] * now[a];
      });
      for (const n of [0, 1, 2]) expect((after[n] - before[n]) / (2 * hair)).toBeCloseTo(speed[n], 6);
    }
  }
});
