/** NAK-15: Nakata's model on curved glass, open and closed. */
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';

const G = 9810;
const R = 100;
const STEP = 0.0002;
/** Next to nothing holds or slows a drop. */
const SLIPPERY = { name: 'nakata2012', viscosity: 0, omega: 1e-9 };

function sheet(surface: SceneInput['surface']): SceneInput {
  return { model: SLIPPERY, rain: { kind: 'none' }, step: STEP, surface, coating: { advancing: '100deg' } };
}

/** The angle after each of `steps` of θ'' = sense · (g/R) sin θ, by Runge and Kutta. */
function pendulum(angle: number, sense: 1 | -1, steps: number): number[] {
  const pull = (at: number) => (sense * G * Math.sin(at)) / R;
  const angles: number[] = [];
  let [a, w] = [angle, 0];
  for (let n = 0; n < steps; n++) {
    const [k1, l1] = [w, pull(a)];
    const [k2, l2] = [w + (STEP / 2) * l1, pull(a + (STEP / 2) * k1)];
    const [k3, l3] = [w + (STEP / 2) * l2, pull(a + (STEP / 2) * k2)];
    const [k4, l4] = [w + STEP * l3, pull(a + STEP * k3)];
    a += (STEP / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    w += (STEP / 6) * (l1 + 2 * l2 + 2 * l3 + l4);
    angles.push(a);
  }
  return angles;
}

/** How far a drop strays from the pendulum, over the path it has made. */
function strays(simulation: Simulation, middle: number, start: number, sense: 1 | -1, steps: number): number {
  simulation.addDrop({ x: middle + R * start, y: 40, mass: 20 });
  let path = 0;
  let most = 0;
  let before = start;
  for (const angle of pendulum(start, sense, steps)) {
    simulation.step();
    path += R * Math.abs(angle - before);
    before = angle;
    most = Math.max(most, Math.abs(simulation.drops.x[0] - middle - R * angle));
  }
  expect(simulation.drops.count).toBe(1);
  expect(path).toBeGreaterThan(100);
  return most / path;
}

describe('on a level cylinder of radius 100 mm, step 0.2 ms', () => {
  test('a drop slides off the outside as g sin(x/R) pulls it, within 0.1 % of the path', () => {
    const simulation = createSimulation(sheet({ kind: 'cylinder', radius: R, width: 310, height: 80, tilt: 0 }));
    expect(strays(simulation, 155, 0.2, 1, 1300)).toBeLessThan(1e-3);
  });

  test('a drop swings inside as a pendulum of that length, within 0.1 % of the path', () => {
    const surface = { kind: 'cylinder', radius: R, width: 310, height: 80, tilt: 0, wet: 'concave' } as const;
    expect(strays(createSimulation(sheet(surface)), 155, 1.2, -1, 10_000)).toBeLessThan(1e-3);
  });
});

describe('on a closed cylinder', () => {
  const CLOSED = { kind: 'cylinder', radius: 20, height: 60, cellSize: 0.5 } as const;

  test('a thrown drop goes around along a helix and comes back with its velocity', () => {
    const simulation = createSimulation({ ...sheet(CLOSED), gravity: 0 });
    const { width } = simulation.surface;
    simulation.addDrop({ x: 3, y: 10, mass: 5, vx: width, vy: 20 });
    for (let n = 0; n < 5000; n++) simulation.step();
    const { x, y, vx } = simulation.drops;
    expect([x[0], y[0], vx[0]]).toEqual([expect.closeTo(3, 2), expect.closeTo(30, 2), expect.closeTo(width, 2)]);
  });

  test('two drops on either side of the seam merge, with mass and momentum exact', () => {
    const simulation = createSimulation({ ...sheet(CLOSED), gravity: 0 });
    const { width } = simulation.surface;
    simulation.addDrop({ x: width - 1, y: 30, mass: 30, vx: 300 });
    simulation.addDrop({ x: 1, y: 30, mass: 10, vx: -100 });
    simulation.step();
    const { count, mass, vx } = simulation.drops;
    expect([count, mass[0]]).toEqual([1, 40]);
    expect(40 * vx[0]).toBeCloseTo(30 * 300 - 10 * 100, 4);
  });

  test('the height map has a drop at the seam whole', () => {
    const simulation = createSimulation({ ...sheet(CLOSED), gravity: 0 });
    simulation.addDrop({ x: 0.2, y: 30, mass: 30 });
    const [{ height, cellSize }] = simulation.frame().charts;
    let volume = 0;
    for (const value of height.data) volume += value * cellSize * cellSize;
    expect(volume).toBeGreaterThan(29);
    expect(volume).toBeLessThan(31);
  });

  test('rain on a turning cylinder: water comes off below, and the books close at every step', () => {
    const scene: SceneInput = {
      model: { name: 'nakata2012' },
      surface: { ...CLOSED, tilt: 0, edges: 'drip' },
      coating: { advancing: '110deg', receding: '95deg' },
      rain: { kind: 'uniform', rate: 400, small: [2, 10], large: [10, 40] },
      fine: {},
      film: {},
      motion: { spin: { axis: [1, 0, 0], rate: 0.5 } },
    };
    const simulation = createSimulation(scene);
    for (let n = 0; n < 400; n++) {
      simulation.step();
      expect(imbalance(simulation.ledger())).toBeLessThan(1e-9);
    }
    const { dripped, drained } = simulation.ledger();
    expect(dripped).toBeGreaterThan(100);
    expect(drained).toBe(0);
    const loaded = createSimulation.load(simulation.save());
    simulation.advance(0.2);
    loaded.advance(0.2);
    expect(loaded.hash()).toBe(simulation.hash());
  });
});

test('a box is refused in one line', () => {
  expect(() => createSimulation({ model: { name: 'nakata2012' }, surface: { kind: 'box' } })).toThrow(
    'scene.model nakata2012 needs one flat chart, which a box does not have. Take a pane or a cylinder, or the model rivulet.',
  );
});
