/** What the model has beyond the paper: shapes that deform (L2), drag by shape (L4), wedges (L5), the boundary layer (L6). */
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { crestOf, frontOf } from '../../src/core/body.js';
import { Chance } from '../../src/core/chance.js';
import { wedgeViscosity } from '../../src/models/nakata2012/forces.js';
import { Wind } from '../../src/weather/wind.js';
import { cellsOf } from '../support/reading.ts';
import { firstAcceleration, gapBetween, type Options, radiusOf, slope, steps } from './nakata-lab.ts';

const DEFORM: Options = { deform: true, mergedPlace: 'middle' };
const FINELY: SceneInput = { surface: { width: 60, height: 40, cellSize: 0.1 } };

/** Heights along a line through a drop's middle, from its rear to its front [mm]. */
function profileOfDrop(simulation: Simulation): number[] {
  const { data, stride, width } = simulation.frame().charts[0].height;
  const row = Math.round(simulation.drops.y[0] / 0.1);
  return [...data.subarray(row * stride, row * stride + width)];
}

/** Where the heights of a frame are, in all: what the picture shows. */
const heightsOf = (simulation: Simulation) => cellsOf(simulation.frame().charts[0].height);

describe('NAK-L2: drops deform', () => {
  const coating = { advancing: '70deg', receding: '40deg' };

  test('a drop that is about to let go meets the glass at the advancing angle below and the receding one above', () => {
    const simulation = slope(0, { ...DEFORM, omega: 0 }, { ...FINELY, coating, motion: null });
    // Level glass that is pulled sideways by just less than what holds the drop.
    simulation.addDrop({ x: 30, y: 20, mass: 20 });
    const level = simulation.drops.sag[0];
    simulation.set({ surface: { tilt: '27deg' } });
    simulation.advance(0.5);
    const { sag, headingY, moving, contactAngle } = simulation.drops;
    expect([level, moving[0], headingY[0]]).toEqual([0, 0, 1]);
    const tan = Math.tan(contactAngle[0]);
    expect(tan).toBeCloseTo((Math.tan((70 * Math.PI) / 180) + Math.tan((40 * Math.PI) / 180)) / 2, 9);
    // It leans in the proportion of the pull to what holds it.
    const held = (Math.PI / 2) * 72_800 * baseRadius(20, contactAngle[0]) * (Math.cos(0.6981317) - Math.cos(1.2217305));
    const full = (Math.tan(1.2217305) - Math.tan(0.6981317)) / 2 / tan;
    expect(sag[0] / full).toBeCloseTo((20 * 9810 * Math.sin((27 * Math.PI) / 180)) / held, 1);
  });

  test('a running drop is drawn out to a thinner rear, and holds its water to 0.5 %', () => {
    const simulation = slope(0, { ...DEFORM, omega: 1e-9, stretchMax: 2 }, { ...FINELY, coating });
    simulation.addDrop({ x: 10, y: 20, mass: 20, vx: 200 });
    simulation.advance(0.15);
    const { stretch, tail } = simulation.drops;
    expect(stretch[0]).toBeGreaterThan(1.2);
    expect(tail[0]).toBeCloseTo(1 / (1 + stretch[0] / 2), 2);
    const heights = profileOfDrop(simulation);
    const [first, last] = [heights.findIndex((h) => h > 0), heights.findLastIndex((h) => h > 0)];
    const third = Math.round((last - first) / 3);
    const sum = (from: number, to: number) => heights.slice(from, to).reduce((all, h) => all + h, 0);
    expect(sum(last - third, last + 1)).toBeGreaterThan(1.5 * sum(first, first + third));
    const volume = heightsOf(simulation).reduce((all, h) => all + h * 0.01, 0);
    expect(volume / 20).toBeCloseTo(1, 2.3);
  });

  test('two drops merge without a jump: the heights change by no more a step than they do later', () => {
    /** Largest change of the heights in a step, as a share of all of them: in the step of the merger and right after. */
    const changes = (options: Options) => {
      const simulation = slope(0, { omega: 1e-9, ...options }, { ...FINELY, step: 1 / 480 });
      let before = heightsOf(simulation);
      simulation.addDrop({ x: 33, y: 20, mass: 15 });
      simulation.addDrop({ x: 28, y: 20, mass: 15, vx: 30 });
      while (simulation.drops.count === 2) {
        before = heightsOf(simulation);
        simulation.step();
      }
      const found: number[] = [];
      for (let n = 0; n < 12; n++) {
        const now = heightsOf(simulation);
        found.push(now.reduce((sum, h, cell) => sum + Math.abs(h - before[cell]), 0) * 0.01);
        before = now;
        simulation.step();
      }
      expect(simulation.drops.count).toBe(1);
      expect(imbalance(simulation.ledger())).toBeLessThan(1e-12);
      return Math.max(...found) / 30;
    };
    const [jumps, flows] = [changes({ mergedPlace: 'middle' }), changes(DEFORM)];
    expect(jumps).toBeGreaterThan(0.5);
    expect(flows).toBeLessThan(0.4 * jumps);
  });

  test('shapes come to rest, and drops that have theirs do not change and do not touch', () => {
    const simulation = slope(35, { ...DEFORM, omega: 0.5 }, { coating, rain: { kind: 'uniform', rate: 400 } });
    simulation.advance(2);
    simulation.set({ rain: { kind: 'none' } });
    simulation.advance(2);
    const { count, movingCount, drops } = { ...counts(simulation), drops: simulation.drops };
    expect(count).toBeGreaterThan(100);
    for (let a = movingCount; a < count; a++) {
      expect([drops.stretch[a], drops.waist[a]]).toEqual([0, 0]);
      for (let b = a + 1; b < count; b++) {
        if (drops.moving[b] === 0) expect(gapBetween(simulation, a, b)).toBeGreaterThan(0);
      }
    }
    const shapes = () =>
      [drops.radius, drops.sag, drops.headingX].map((column) => [...column.subarray(movingCount, count)]);
    const before = shapes();
    steps(simulation, 20);
    expect([simulation.drops.count, shapes()]).toEqual([count, before]);
  });

  test('saved and loaded on the way it is the same water, and switched off drops are hemispheres again', () => {
    const scene: SceneInput = {
      ...FINELY,
      coating,
      rain: { kind: 'uniform', rate: 300, small: [1, 9], large: [9, 40] },
    };
    const a = slope(60, { ...DEFORM, omega: 0.3 }, scene);
    a.advance(0.5);
    const b = createSimulation.load(a.save());
    for (const one of [a, b]) one.advance(0.5);
    expect(b.hash()).toBe(a.hash());
    a.set({ model: { deform: false }, rain: { kind: 'none' } });
    for (let slot = 0; slot < a.drops.count; slot++) {
      expect([a.drops.contactAngle[slot], a.drops.sag[slot], a.drops.tail[slot]]).toEqual([Math.PI / 2, 0, 1]);
    }
  });

  test('across the seam of a closed cylinder two drops become one body about the seam', () => {
    const surface = { kind: 'cylinder', radius: 20, height: 60, width: 'closed' } as unknown as SceneInput['surface'];
    const simulation = createSimulation({
      model: { name: 'nakata2012', omega: 2, ...DEFORM },
      surface: { ...(surface as object), width: 2 * Math.PI * 20 } as SceneInput['surface'],
      rain: { kind: 'none' },
    });
    const { width } = simulation.surface;
    simulation.addDrop({ x: 1.5, y: 30, mass: 12 });
    simulation.addDrop({ x: width - 1.5, y: 30, mass: 10 });
    simulation.step();
    const { count, x, mass, stretch, radius } = simulation.drops;
    expect([count, mass[0]]).toEqual([1, 22]);
    expect(Math.min(x[0], width - x[0])).toBeLessThan(1);
    // From end to end of both, and no further.
    expect((stretch[0] + 2) * radius[0]).toBeLessThan(3 + 2 * radiusOf(12) + 0.5);
  });
});

/** Base radius of a cap [mm] (spec 0.5). */
function baseRadius(volume: number, angle: number): number {
  const c = Math.cos(angle);
  return Math.cbrt((volume * 3 * Math.sin(angle) ** 3) / (Math.PI * (2 - 3 * c + c ** 3)));
}

function counts({ drops }: Simulation) {
  let movingCount = 0;
  for (let n = 0; n < drops.count; n++) movingCount += drops.moving[n];
  return { count: drops.count, movingCount };
}

describe('NAK-L4: drag by shape', () => {
  test('back at hemispheres the air meets hemispheres again, as in a simulation that is loaded', () => {
    const scene: SceneInput = { coating: { advancing: '70deg', receding: '40deg' }, wind: { vehicle: '60km/h' } };
    const a = slope(60, { ...DEFORM, omega: 0.3, drag: 'shape' }, scene);
    a.addDrop({ x: 30, y: 20, mass: 20 });
    a.advance(0.1);
    a.set({ model: { drag: 'hemisphere' } });
    const b = createSimulation.load(a.save());
    for (const one of [a, b]) one.advance(0.3);
    expect(b.hash()).toBe(a.hash());
  });

  test('Ω stays Ω_min in any wind, and a hemisphere meets the air as before', () => {
    // Eq. 2 to 4 by hand, level: ½ρ_a C_D ½πr² (r/δ)V² − ½πrγΩ.
    const [V, r, m] = [15_000, radiusOf(30), 30];
    const drag = 0.5 * 1.2e-3 * 1.0775 * (Math.PI / 2) * r * r * (r / 6) * V * V;
    const expected = (drag - (Math.PI / 2) * r * 72_800 * 0.2574) / m / 1000;
    expect(-firstAcceleration(30, V, 0, { drag: 'shape' })).toBeCloseTo(expected, 6);
    // Eq. 6 has 0.279 there.
    expect(-firstAcceleration(30, V, 0)).toBeLessThan(expected - 0.1);
  });

  test('a flat drop meets less air: front and height are those of its cap', () => {
    const coating = { advancing: '60deg', receding: '60deg' };
    const simulation = slope(0, { ...DEFORM, drag: 'shape', omega: 1e-9 }, { coating, wind: { vehicle: 15_000 } });
    simulation.addDrop({ x: 150, y: 150, mass: 30 });
    simulation.advance(0.5);
    simulation.set({ wind: { vehicle: 15_000 } });
    const angle = Math.PI / 3;
    const a = baseRadius(30, angle);
    const R = a / Math.sin(angle);
    const front = R * R * (angle - Math.sin(angle) * Math.cos(angle));
    const height = a * Math.tan(angle / 2);
    const flat = slope(0, { ...DEFORM, drag: 'shape', omega: 0.2574 }, { coating });
    flat.addDrop({ x: 150, y: 150, mass: 30 });
    flat.advance(0.5);
    const { drops } = flat as unknown as { drops: Parameters<typeof frontOf>[0] };
    expect([frontOf(drops, 0), crestOf(drops, 0)]).toEqual([front, height].map((n) => expect.closeTo(n, 3)));
    // The speed at which it lets go, from level glass.
    const held = (Math.PI / 2) * radiusOf(30) * 72_800 * 0.2574;
    const V = Math.sqrt(held / (0.5 * 1.2e-3 * 1.0775 * front * (height / 6)));
    for (const [share, runs] of [
      [0.999, 0],
      [1.001, 1],
    ]) {
      flat.set({ wind: { vehicle: share * V } });
      flat.step();
      expect(flat.drops.moving[0]).toBe(runs);
    }
  });
});

describe('NAK-L5: viscosity from the flow at the contact line', () => {
  const angles = (degrees: number) => ({
    advancing: (degrees * Math.PI) / 180,
    receding: (degrees * Math.PI) / 180,
  });

  test('at 90° it is 4·ln(10⁶)·η, and for small angles 3π·ln(10⁶)η/θ, as lubrication has it', () => {
    expect(wedgeViscosity(angles(90))).toBeCloseTo(4 * Math.log(1e6), 9);
    const flat = wedgeViscosity(angles(3));
    expect(flat / ((3 * Math.PI * Math.log(1e6)) / ((3 * Math.PI) / 180))).toBeCloseTo(1, 2);
    expect(wedgeViscosity(angles(100))).toBeLessThan(wedgeViscosity(angles(80)));
  });

  test('a drop runs at the final speed that it gives, and `viscosity` has no effect then', () => {
    const coating = { advancing: '100deg', receding: '80deg' };
    const f = wedgeViscosity({ advancing: (100 * Math.PI) / 180, receding: (80 * Math.PI) / 180 });
    for (const viscosity of [0, 500]) {
      const options = { dissipation: 'wedge', viscosity, omega: 0.2574, stretchMax: 0 };
      const simulation = slope(90, options, { coating, surface: { height: 5000, cellSize: 5 } });
      simulation.addDrop({ x: 150, y: 10, mass: 10 });
      simulation.advance(3);
      const r = radiusOf(10);
      const acceleration = 9810 - (0.75 * 72_800 * 0.2574) / r ** 2;
      expect(simulation.drops.vy[0] / (((2 / 3) * Math.PI * r * r * acceleration) / f)).toBeCloseTo(1, 4);
    }
  });
});

describe('NAK-L6: a boundary layer that thickens along the glass', () => {
  const site = { charts: [{ width: 1200, height: 700 }], tilt: 1, turn: 0 };
  const drag = (options: object, x: number, y: number) => {
    const out = new Float64Array(2);
    new Wind(options, site, new Chance(1)).force({ chart: 0, x, y }, 3, 1, out);
    return Math.hypot(...out);
  };

  test.each([
    ['laminar', 0.5, 0.5],
    ['laminar, profile 1/7', 0.5, 1 / 7],
    ['turbulent', 0.8, 0.5],
    ['turbulent, profile 1/7', 0.8, 1 / 7],
  ])(
    '%s: δ goes as the way from the base to the power of the growth, and drag as δ to that of the profile',
    (_name, layerGrowth, exponent) => {
      const driving = { vehicle: 20_000, exponent, layerGrowth };
      const even = drag({ vehicle: 20_000, exponent }, 600, 350);
      // In the middle of the glass δ is `boundaryLayer`.
      expect(drag(driving, 600, 350)).toBeCloseTo(even, 9);
      for (const y of [600, 175, 10]) {
        const way = (700 - y) / 350;
        expect(drag(driving, 30, y) / even).toBeCloseTo(way ** (-2 * exponent * layerGrowth), 9);
      }
    },
  );

  test('begins at the edge over which the wind comes, and reaches below a drop there', () => {
    const side = { speed: 9000, layerGrowth: 0.5 };
    expect(drag(side, 1190, 100)).toBeLessThan(drag(side, 600, 100));
    expect(drag(side, 600, 650)).toBeCloseTo(drag(side, 600, 100), 12);
    // Higher than the layer is full wind.
    expect(drag(side, 5, 100)).toBeCloseTo(drag({ speed: 9000, boundaryLayer: 0.5 }, 5, 100), 12);
    expect(drag({ speed: 0, layerGrowth: 0.5 }, 5, 5)).toBe(0);
  });

  test('on the windshield drops climb from a lower speed near its base than near its edge', () => {
    const climbs = (y: number) => {
      const simulation = createSimulation('nakata-fig-12', {
        rain: { kind: 'none' },
        fine: null,
        wind: { layerGrowth: 0.8, vehicle: '13.5m/s' },
      });
      simulation.addDrop({ x: 600, y, mass: 45 });
      return simulation.drops.moving[0];
    };
    expect([climbs(600), climbs(50)]).toEqual([1, 0]);
  });
});

test('NAK-L3: on the curve uneven wind lets drops go at the pillars first, and at the upper edge of a windshield', () => {
  const climbs = (kind: 'pillars' | 'windshield', x: number, y: number) => {
    const wind = { vehicle: '13.2m/s', field: { kind, strength: 0.5 } } as const;
    const simulation = createSimulation('nakata-fig-12', { rain: { kind: 'none' }, fine: null, wind });
    simulation.addDrop({ x, y, mass: 20 });
    simulation.step();
    return [simulation.drops.moving[0], simulation.drops.vy[0] < 0];
  };
  expect([climbs('pillars', 600, 350), climbs('pillars', 30, 350)]).toEqual([
    [0, false],
    [1, true],
  ]);
  expect([climbs('windshield', 600, 350), climbs('windshield', 600, 20)]).toEqual([
    [0, false],
    [1, true],
  ]);
});

test('NAK-3: in gusts, where the layer grows and drag goes by shape, drops let go as if each were tested in every step', () => {
  const gusts = { strength: 0.8, slowest: '1s', fastest: '0.1s' };
  const wind = { vehicle: '9m/s', speed: '5m/s', gusts, layerGrowth: 0.5 };
  const drops = Array.from({ length: 120 }, (_, n) => ({
    x: 10 + 20 * (n % 12),
    y: 10 + 20 * Math.floor(n / 12),
    mass: 0.5 + 0.1 * n,
  }));
  const scene = () => slope(45, { omega: 0.2, noise: 500, drag: 'shape' }, { wind, drops });
  const [spared, tested] = [scene(), scene()];
  const runs = ({ drops: { id, moving, count } }: Simulation) =>
    [...id.subarray(0, count)].filter((_, n) => moving[n] === 1);
  const before = new Set(runs(spared));
  const released = new Set<number>();
  for (let n = 0; n < 120; n++) {
    tested.set({ wind });
    for (const one of [spared, tested]) one.step();
    for (const id of runs(spared)) if (!before.has(id)) released.add(id);
    expect(spared.hash(), `step ${n}`).toBe(tested.hash());
  }
  expect(released.size).toBeGreaterThan(2);
});

test.each([
  ['drag by something else', { drag: 'cube' }, 'scene.model.drag must be "hemisphere" or "shape"; got "cube".'],
  ['deforming by half', { deform: 0.5 }, 'scene.model.deform must be true or false; got 0.5.'],
])('%s is refused in one line', (_name, model, line) => {
  expect(() => createSimulation('nakata-fig-10', { model } as SceneInput)).toThrow(line);
});
