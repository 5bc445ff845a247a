/** Drops that come off a surface: they fall as bodies do, land where they meet it, and no water is lost on the way. */
import { createSimulation, imbalance, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { aboutAxis, createPose, type Pose, toWorld } from '../../src/core/pose.js';
import type { World } from '../../src/models/model.js';
import { Falling } from '../../src/models/shared/falling.js';
import { simulationFactory } from '../../src/simulation/create-simulation.js';
import { Box } from '../../src/surface/box.js';
import type { Arrival } from '../../src/weather/rain.js';
import { dripper, type Tell } from '../support/dripper.ts';
import { pointOn } from '../surface/law-of-surfaces.ts';

const G = 9810;
const STILL: SceneInput = { model: { name: 'dripper' }, rain: { kind: 'none' }, step: 0.001 };
const BOX: SceneInput = { ...STILL, surface: { kind: 'box', width: 80, height: 40, depth: 60, cellSize: 1 } };
const TOP = 4;
const BOTTOM = 5;

function run(scene: SceneInput, tell?: Tell) {
  return simulationFactory([dripper(tell)])(scene);
}

describe('hanging', () => {
  test('only below the pendant limit does a drop stay on the underside; it stays on top whatever it weighs', () => {
    const simulation = run(BOX);
    for (const chart of [TOP, BOTTOM]) {
      for (const mass of [100, 300, 400, 1000]) simulation.addDrop({ chart, x: 40, y: 30, mass });
    }
    simulation.step();
    const { count, chart, mass } = simulation.drops;
    const below = [...mass.subarray(0, count)].filter((_, n) => chart[n] === BOTTOM);
    // 16.6 capillary lengths cubed at 20°: 335.6 mg.
    expect(below.sort((a, b) => a - b)).toEqual([100, 300]);
    expect(count).toBe(6);
    expect(simulation.frame().falling.count).toBe(2);
    expect(simulation.ledger().falling).toBe(1400);
  });

  test('what falls off the box leaves it: dripped, outside a sphere around it', () => {
    const simulation = run(BOX);
    simulation.addDrop({ chart: BOTTOM, x: 40, y: 30, mass: 900 });
    simulation.advance(1);
    expect(simulation.ledger()).toMatchObject({ supplied: 900, falling: 0, dripped: 900, onDrops: 0 });
  });

  test('a turning box lets go what it held', () => {
    const simulation = run({ ...BOX, motion: { spin: { axis: [1, 0, 0], rate: Math.PI } } });
    simulation.addDrop({ chart: TOP, x: 40, y: 30, mass: 900 });
    simulation.advance(0.4);
    expect(simulation.drops.count).toBe(1);
    simulation.advance(0.6);
    expect(simulation.drops.count).toBe(0);
    expect(imbalance(simulation.ledger())).toBe(0);
  });
});

describe('falling and landing', () => {
  // A closed cylinder that lies level, wet inside: what comes off its roof lands on its floor.
  const PIPE: SceneInput = {
    ...STILL,
    surface: { kind: 'cylinder', radius: 50, height: 100, cellSize: 0.5, tilt: 0, wet: 'concave' },
  };

  test('from roof to floor of a pipe it takes √(2h/g), along a parabola if it was moving', () => {
    const told: [what: string, drop: Arrival, time: number][] = [];
    const simulation = run(PIPE, (what, drop, { time }) => told.push([what, { ...drop }, time]));
    const { width, height } = simulation.surface;
    // The middle of the sheet is its floor: the normal there points up.
    expect(simulation.surface.point({ x: width / 2, y: 1 }).normal[2]).toBeCloseTo(-1, 12);
    simulation.addDrop({ x: 0, y: height / 2, mass: 500, vy: 200 });
    simulation.advance(0.3);
    const [detached, landed] = told;
    expect([detached[0], landed[0], told.length]).toEqual(['detached', 'landed', 2]);
    const radius = width / (2 * Math.PI);
    const time = Math.sqrt((2 * 2 * radius) / G);
    expect(landed[2] - detached[2]).toBeGreaterThan(time - 1e-9);
    expect(landed[2] - detached[2]).toBeLessThan(time + 0.003);
    expect(landed[1].mass).toBe(500);
    expect(landed[1].x).toBeCloseTo(width / 2, 6);
    expect(landed[1].y - height / 2).toBeCloseTo(200 * time, 1);
    expect([landed[1].vx, landed[1].vy]).toEqual([expect.closeTo(0, 6), expect.closeTo(200, 6)]);
    expect(simulation.ledger()).toMatchObject({ onDrops: 500, falling: 0, dripped: 0 });
  });

  test('in a pipe that is carried along the drop lags behind', () => {
    const told: Arrival[] = [];
    const motion = { keys: [{ t: 0, acceleration: [1000, 0, 0] as const }] };
    const simulation = run({ ...PIPE, motion }, (what, drop) => what === 'landed' && told.push({ ...drop }));
    simulation.addDrop({ x: 0, y: 50, mass: 500 });
    simulation.advance(0.3);
    const { position } = simulation.surface.point(told[0]);
    // It goes along the line of weight, (−1000, −9810): so far aside for each millimetre down.
    const roof = simulation.surface.point({ x: 0, y: 0 }).position;
    const down = Math.abs(position[2] - roof[2]);
    expect(position[0] / down).toBeCloseTo(-1000 / G, 3);
  });

  test('a turning pipe throws its drop on: it falls along its own parabola, and lands with the speed that the floor sees', () => {
    const told: [drop: Arrival, time: number, pose: Pose][] = [];
    const rate = 6;
    const scene: SceneInput = { ...PIPE, step: 0.0001, motion: { spin: { axis: [0, 0, 1], rate } } };
    const simulation = run(scene, (what, drop, { time, pose }) => {
      if (what === 'landed') told.push([{ ...drop }, time, { ...pose, rotation: pose.rotation.slice() }]);
    });
    const radius = simulation.surface.width / (2 * Math.PI);
    simulation.addDrop({ x: 0, y: 50, mass: 500 });
    simulation.advance(0.3);
    const [landed, time, pose] = told[0];
    // From (0, R) with −ωR sideways: it is on the circle again when ¼g²t² = R(g − ω²R).
    const fall = (2 * Math.sqrt(radius * (G - rate * rate * radius))) / G;
    expect(time).toBeGreaterThan(fall);
    expect(time).toBeLessThan(fall + 0.0003);
    const [x, y] = [-rate * radius * fall, radius - 0.5 * G * fall * fall];
    const { position, tangentX } = simulation.surface.point(landed);
    const [there, along] = [new Float64Array(3), new Float64Array(3)];
    toWorld(pose, position, there);
    toWorld(pose, tangentX, along);
    expect([there[0], there[1]]).toEqual([expect.closeTo(x, 0), expect.closeTo(y, 0)]);
    // Its velocity less that of the floor, along the floor.
    const [vx, vy] = [-rate * radius + rate * y, -G * fall - rate * x];
    expect(landed.vx / (vx * along[0] + vy * along[1])).toBeCloseTo(1, 2);
    expect(landed.vy).toBeCloseTo(0, 6);
  });

  test('a drop that lands where it came off, in no time, has the velocity that it had on the turning surface', () => {
    const box = new Box({ width: 80, height: 40, depth: 60, cellSize: 1, open: [] });
    const pose = createPose();
    aboutAxis([1, 2, 3], 0.7, pose.rotation);
    const world = {
      dt: 1e-9,
      pose,
      weight: new Float64Array(3),
      turning: Float64Array.of(3, -2, 5),
    } as unknown as World;
    for (let chart = 0; chart < 6; chart++) {
      const falling = new Falling(box);
      falling.detach(world, { chart, x: 7, y: 11 }, 20, -30, 10);
      // Back into the face that it came from.
      const { normal } = pointOn(box, { chart, x: 7, y: 11 });
      const inwards = new Float64Array(3);
      toWorld(pose, normal, inwards);
      falling.x[0] -= 0.002 * inwards[0];
      falling.y[0] -= 0.002 * inwards[1];
      falling.z[0] -= 0.002 * inwards[2];
      const told: Arrival[] = [];
      falling.step(world, (drop) => told.push({ ...drop }));
      expect(told).toMatchObject([{ chart, vx: expect.closeTo(20, 1), vy: expect.closeTo(-30, 1), mass: 10 }]);
    }
  });

  test('rain inside a tumbling pipe: landed is what was detached, and the books close at every step', () => {
    let [detached, landed] = [0, 0];
    const scene: SceneInput = {
      ...PIPE,
      step: 0.005,
      coating: { advancing: '110deg', receding: '100deg' },
      rain: { kind: 'uniform', rate: 200, small: [30, 60], large: [60, 90] },
      motion: { spin: { axis: [0.3, 0.1, 1], rate: 2 } },
    };
    const simulation = run(scene, (what, { mass }) => {
      if (what === 'detached') detached += mass;
      else landed += mass;
    });
    for (let step = 0; step < 400; step++) {
      simulation.step();
      const { falling, dripped, ...ledger } = simulation.ledger();
      expect(imbalance({ falling, dripped, ...ledger })).toBeLessThan(1e-12);
      expect(Math.abs(detached - landed - falling - dripped)).toBeLessThan(1e-6);
    }
    expect(landed).toBeGreaterThan(1000);
  });

  test('saved in the middle of a fall it goes on bit for bit', () => {
    const create = simulationFactory([dripper()]);
    const scene: SceneInput = { ...PIPE, motion: { spin: { axis: [0, 0, 1], rate: 1 } } };
    const whole = create(scene);
    const { width } = whole.surface;
    for (let n = 0; n < 40; n++) whole.addDrop({ x: (width * n) / 40, y: 50, mass: 500 });
    whole.advance(0.05);
    expect(whole.frame().falling.count).toBeGreaterThan(5);
    const loaded = create.load(whole.save());
    expect(loaded.hash()).toBe(whole.hash());
    expect(loaded.frame().falling.count).toBe(whole.frame().falling.count);
    whole.advance(0.3);
    loaded.advance(0.3);
    expect(loaded.hash()).toBe(whole.hash());
    expect(loaded.ledger()).toEqual(whole.ledger());
  });

  test('a drop that falls into an open box meets its dry side and is gone', () => {
    const box = new Box({ width: 80, height: 40, depth: 60, cellSize: 1, open: ['top'] });
    // Tipped towards the front: what comes off above the back's upper edge falls in, off the front's it falls past.
    const lean = createPose();
    aboutAxis([1, 0, 0], 0.3, lean.rotation);
    const still = { dt: 0.001, pose: lean, weight: Float64Array.of(0, -G, 0), turning: new Float64Array(3) };
    const world = still as unknown as World;
    for (const [chart, side] of [0, 2].map((k) => [k, box.charts[k].name] as const)) {
      const falling = new Falling(box);
      falling.detach(world, { chart, x: 40, y: -10 }, 0, 0, 30);
      let steps = 0;
      for (; falling.count > 0; steps++) falling.step(world, () => expect.unreachable());
      expect(falling.dripped, side).toBe(30);
      // Into the box it goes 50 mm at most, past it some 400.
      const fell = 0.5 * G * (steps * world.dt) ** 2;
      if (side === 'front') expect(fell).toBeGreaterThan(150);
      else expect(fell).toBeLessThan(70);
    }
  });
});

test('a pane holds its water on both sides', () => {
  expect(createSimulation('window').frame().falling.count).toBe(0);
});
