/** Drops as bodies with the coating's contact angles (`shapes: 'caps'`): what the maps hold, and that nothing jumps. */
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { BODY, bodyHeight, MOST_OUTLINE } from '../../src/core/body.js';
import { writeBody } from '../../src/core/drop-body.js';
import { quantise } from '../../src/kernels/reference/heights.js';
import { checkLaws } from '../support/laws.ts';
import { dropsOf, openLab, STRAIGHT } from './chen-lab.ts';

const DEGREE = Math.PI / 180;

/** A level pane of one contact angle, with round drops and nothing else going on. */
function levelPane(degrees: number, cellSize: number): Simulation {
  return createSimulation({
    model: { name: 'chen2013', shapes: 'caps', irregularity: 0, residuals: false, merging: false },
    surface: { width: 12, height: 12, cellSize, tilt: 0 },
    coating: { advancing: degrees * DEGREE, receding: degrees * DEGREE, critical: 5000 },
    rain: { kind: 'none' },
  });
}

/** Chen's bare pane with bodies; every feature has to be asked for. */
function withCaps(changes: SceneInput = {}, model: Record<string, unknown> = {}) {
  const bare = { residuals: false, merging: false, smoothing: false, erosion: false };
  return openLab({ ...changes, model: { shapes: 'caps', ...bare, ...STRAIGHT, ...model } });
}

function sumOfHeights(simulation: Simulation): number {
  const { data } = simulation.frame().charts[0].height;
  let sum = 0;
  for (const height of data) sum += height;
  return sum * simulation.surface.cellSize ** 2;
}

/** Common centre of mass of all drops [mm]. */
function centreOf({ drops }: Simulation): { x: number; y: number; mass: number } {
  let [x, y, mass] = [0, 0, 0];
  for (let slot = 0; slot < drops.count; slot++) {
    x += drops.mass[slot] * drops.x[slot];
    y += drops.mass[slot] * drops.y[slot];
    mass += drops.mass[slot];
  }
  return { x: x / mass, y: y / mass, mass };
}

describe('the maps', () => {
  test.each([20, 30, 50, 70, 90, 110])(
    'hold a cap of %i° within 1 percent at ten cells a radius, still and running',
    (degrees) => {
      const mass = 6;
      const base = createSimulation({ model: { shapes: 'caps' } });
      expect(base.scene.model.shapes).toBe('caps');
      const radius = radiusOf(degrees, mass);
      const still = levelPane(degrees, radius / 10);
      still.addDrop({ x: 6.03, y: 6.01, mass });
      expect(Math.abs(sumOfHeights(still) / mass - 1)).toBeLessThan(0.01);
      const running = levelPane(degrees, radius / 10);
      running.addDrop({ x: 6.03, y: 6.01, mass, vx: 5 });
      expect(Math.abs(sumOfHeights(running) / mass - 1)).toBeLessThan(0.01);
    },
  );

  test.each([20, 35, 50, 70, 85])('show a contact angle of %i° within 3°', (degrees) => {
    const simulation = levelPane(degrees, radiusOf(degrees, 6) / 10);
    simulation.addDrop({ x: 6, y: 6, mass: 6 });
    const { data } = simulation.frame().charts[0].height;
    let highest = 0;
    let wet = 0;
    for (const height of data) {
      highest = Math.max(highest, height);
      if (height > 0) wet += 1;
    }
    const base = Math.sqrt(wet / Math.PI) * simulation.surface.cellSize;
    // A spherical cap is tan(θ/2) of its base radius high.
    expect(Math.abs((2 * Math.atan(highest / base)) / DEGREE - degrees)).toBeLessThan(3);
  });

  test('agree with the bodies of still drops at every cell’s centre, exactly', () => {
    const simulation = createSimulation({
      model: { shapes: 'caps', merging: false, affinityGrain: 4, irregularity: 1 },
      surface: { width: 30, height: 30 },
      rain: { kind: 'none' },
    });
    for (const [x, y, mass] of [
      [8, 8, 8],
      [20, 9, 3],
      [14, 22, 5],
      [29.6, 0.4, 6],
    ]) {
      simulation.addDrop({ x, y, mass });
    }
    simulation.advance(0.5);
    const { height, cellSize } = simulation.frame().charts[0];
    const bodies = dropsOf(simulation).map((_, slot) => {
      const body = new Float64Array(BODY.size);
      writeBody(simulation.drops, slot, body);
      return body;
    });
    let wet = 0;
    for (let row = 0; row < height.height; row++) {
      for (let col = 0; col < height.width; col++) {
        const told = bodies.map((body) => quantise(bodyHeight(body, (col + 0.5) * cellSize, (row + 0.5) * cellSize)));
        const stands = height.data[row * height.stride + col];
        if (stands > 0) wet += 1;
        if (stands !== Math.max(...told)) expect.fail(`cell ${row}, ${col}: ${stands} for ${Math.max(...told)}`);
      }
    }
    expect(wet).toBeGreaterThan(100);
  });

  function radiusOf(degrees: number, mass: number): number {
    const simulation = levelPane(degrees, 1);
    simulation.addDrop({ x: 6, y: 6, mass });
    return simulation.drops.radius[0];
  }
});

describe('running', () => {
  test.each([100, 400, 1500])('a run at %i mm/s leaves no ripple above 2 percent along its centre line', (speed) => {
    const surface = { width: 40, height: 120, cellSize: 0.25 };
    const { simulation, state } = withCaps({ surface }, { relaxation: 0.1 });
    simulation.addDrop({ x: 20.1, y: 3, mass: 30, vy: speed });
    const { trail, heap, grid } = state.memory;
    const from = 30;
    let to = 0;
    while (to < 100) {
      state.drops.vy[0] = speed;
      simulation.step();
      to = simulation.drops.y[0];
    }
    const col = Math.floor(20.1 / grid.cellSize);
    let lowest = Number.POSITIVE_INFINITY;
    let highest = 0;
    for (let row = from / grid.cellSize; row < Math.floor(to / grid.cellSize) - 4; row++) {
      const height = heap.f32[trail + row * grid.stride + col];
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
    }
    expect(highest / lowest - 1).toBeLessThan(0.02);
  });

  test('NAK-O3: a drop stretches with its speed, its tail thinner than its head, its water the same', () => {
    const { simulation, state } = withCaps();
    simulation.addDrop({ x: 20, y: 5, mass: 20, vy: 60 });
    for (let n = 0; n < 60; n++) {
      state.drops.vx[0] = 0;
      state.drops.vy[0] = 60;
      state.drops.y[0] = 10;
      simulation.step();
    }
    const { stretch, tail, headingX, headingY, radius, contactAngle, sag } = simulation.drops;
    const speed = Math.hypot(simulation.drops.vx[0], simulation.drops.vy[0]);
    expect(stretch[0]).toBeCloseTo(3 * (1 - Math.exp(-speed / 100)), 1);
    expect(tail[0]).toBeLessThan(0.8);
    expect([headingX[0], headingY[0]]).toEqual([0, 1]);
    const shape = { angle: contactAngle[0], stretch: stretch[0], tail: tail[0], sag: sag[0] };
    expect(volumeOf(shape, radius[0])).toBeCloseTo(20, 0);
  });

  test('CHEN-8: a drop leaves its droplets in its trail, clear of itself', () => {
    const { simulation } = withCaps({}, { residuals: true, residualPeriod: 0.05, residualRate: 100 });
    const id = simulation.addDrop({ x: 20, y: 5, mass: 20, vy: 80 });
    let droplets = 0;
    for (let n = 0; n < 60 && dropsOf(simulation).some((drop) => drop.id === id); n++) {
      const known = simulation.drops.count;
      simulation.step();
      if (simulation.drops.count <= known) continue;
      droplets += 1;
      const all = dropsOf(simulation);
      const [parent, newest] = [all.find((drop) => drop.id === id), all[all.length - 1]];
      if (!parent) break;
      expect(newest.moving).toBe(false);
      expect(parent.y - newest.y).toBeGreaterThan(parent.radius + newest.radius);
      expect(parent.y - newest.y).toBeLessThan(5 * parent.radius);
    }
    expect(droplets).toBeGreaterThan(1);
  });

  /** By adding up the heights of the body. */
  function volumeOf(shape: { angle: number; stretch: number; tail: number; sag: number }, radius: number): number {
    const k = 1 / Math.tan(shape.angle);
    const { stretch, tail, sag } = shape;
    const body = new Float64Array([0, 0, 1, 0, stretch * radius, radius, tail * radius, k, 1, sag, 0, 0, 0, 0]);
    let sum = 0;
    for (let x = -25; x < 10; x += 0.05) for (let y = -10; y < 10; y += 0.05) sum += bodyHeight(body, x, y);
    return sum * 0.05 * 0.05;
  }
});

describe('at rest', () => {
  test('drops lean further the heavier they are, fully at the static limit', () => {
    const simulation = createSimulation({
      model: { shapes: 'caps', irregularity: 0 },
      surface: { width: 40, height: 40 },
      coating: { advancing: '50deg', receding: '20deg', critical: 8 },
      rain: { kind: 'none' },
    });
    for (const [n, mass] of [1, 4, 8].entries()) simulation.addDrop({ x: 8 + 10 * n, y: 20, mass });
    simulation.advance(1);
    const { sag } = simulation.drops;
    const [ahead, behind] = [Math.tan(50 * DEGREE), Math.tan(20 * DEGREE)];
    const most = (ahead - behind) / (ahead + behind);
    expect(sag[2]).toBeCloseTo(most, 1);
    expect(sag[1] / most).toBeCloseTo(1 / 2, 1);
    expect(sag[0] / most).toBeCloseTo(1 / 8, 1);
  });

  test('CHEN-12: outlines are irregular, larger drops’ more, within bounds, and round on request', () => {
    const outlines = (irregularity: number, mass: number) => {
      const simulation = createSimulation({
        model: { shapes: 'caps', irregularity, affinityGrain: 4, merging: false },
        surface: { width: 200, height: 100 },
        rain: { kind: 'none' },
      });
      for (let n = 0; n < 40; n++) simulation.addDrop({ x: 10 + 18 * (n % 10), y: 10 + 20 * Math.floor(n / 10), mass });
      simulation.advance(0.5);
      const { outlineC2, outlineS2, outlineC3, outlineS3 } = simulation.drops;
      return Array.from({ length: 40 }, (_, slot) =>
        [outlineC2, outlineS2, outlineC3, outlineS3].reduce((sum, column) => sum + Math.abs(column[slot]), 0),
      );
    };
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.max(...outlines(1, 8))).toBeLessThanOrEqual(MOST_OUTLINE + 0.01);
    expect(mean(outlines(0.6, 8))).toBeGreaterThan(0.08);
    expect(mean(outlines(0.6, 0.1))).toBeLessThan(0.5 * mean(outlines(0.6, 8)));
    expect(Math.max(...outlines(0, 8))).toBe(0);
  });

  test('a settled drop is left alone, and nothing pops on the way', () => {
    const simulation = createSimulation({
      model: { shapes: 'caps', affinityGrain: 4 },
      surface: { width: 20, height: 20, cellSize: 0.25 },
      rain: { kind: 'none' },
    });
    simulation.addDrop({ x: 10, y: 10, mass: 8 });
    const { height } = simulation.frame().charts[0];
    let before = Float32Array.from(simulation.frame().charts[0].height.data);
    let last = 0;
    for (let n = 1; n <= 100; n++) {
      simulation.step();
      const now = simulation.frame().charts[0].height.data;
      let change = 0;
      for (let i = 0; i < now.length; i++) change = Math.max(change, Math.abs(now[i] - before[i]));
      if (change > 0) last = n;
      expect(change).toBeLessThan(0.15);
      before = Float32Array.from(now);
    }
    expect(last).toBeGreaterThan(3);
    expect(last).toBeLessThan(60);
    expect(height.version).toBeGreaterThan(0);
  });
});

describe('merging', () => {
  const pane = { surface: { width: 40, height: 60, cellSize: 0.5 } };

  test.each([
    [
      'two still drops',
      [
        [18, 20, 1, 0],
        [20.4, 20.3, 1, 0],
      ],
    ],
    [
      'a runner and a still drop',
      [
        [20, 10, 9, 40],
        [20.3, 18, 1.5, 0],
      ],
    ],
    [
      'three at once',
      [
        [18, 20, 0.6, 0],
        [19.6, 20.3, 0.6, 0],
        [19, 21.5, 0.6, 0],
      ],
    ],
  ] as [string, number[][]][])(
    'CHIN-L2: %s: the centre of mass does not jump, and the mass is exact',
    (_name, drops) => {
      const { simulation } = withCaps(pane, { merging: true, mergeGain: 1 });
      for (const [x, y, mass, vy] of drops) simulation.addDrop({ x, y, mass, vy });
      let merged = 0;
      for (let n = 0; n < 60; n++) {
        const before = centreOf(simulation);
        const { count } = simulation.drops;
        simulation.step();
        const after = centreOf(simulation);
        if (simulation.drops.count === 0) break;
        expect(Math.abs(after.mass - before.mass)).toBeLessThan(1e-12);
        const fastest = Math.max(...dropsOf(simulation).map(({ vx, vy }) => Math.hypot(vx, vy)));
        expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThanOrEqual(fastest * 0.005 + 0.05);
        if (simulation.drops.count < count) merged += count - simulation.drops.count;
      }
      expect(merged).toBe(drops.length - 1);
    },
  );

  test('CHIN-L2: a merged drop spans its members, and draws in over the capillary time', () => {
    const { simulation } = withCaps({ ...pane, coating: { critical: 50 } }, { merging: true, irregularity: 0 });
    simulation.addDrop({ x: 17.6, y: 20, mass: 4 });
    simulation.addDrop({ x: 21.1, y: 20, mass: 4 });
    const radius = simulation.drops.radius[0];
    simulation.step();
    expect(simulation.drops.count).toBe(1);
    const extent = () => simulation.drops.radius[0] * (simulation.drops.stretch[0] + 1 + simulation.drops.tail[0]);
    const whole = 3.5 + 2 * radius;
    expect(Math.abs(extent() / whole - 1)).toBeLessThan(0.15);
    expect(Math.abs(simulation.drops.headingX[0])).toBeGreaterThan(0.95);
    // Three capillary times an e-fold: √(ρR³/γ) = 7.2 ms for 8 mg.
    const lengths = [simulation.drops.stretch[0]];
    for (let n = 0; n < 60; n++) {
      simulation.step();
      lengths.push(simulation.drops.stretch[0]);
    }
    for (let n = 1; n < lengths.length; n++) expect(lengths[n]).toBeLessThanOrEqual(lengths[n - 1]);
    expect(lengths[4] / lengths[0]).toBeCloseTo(Math.exp(-20 / 21.7), 1);
    expect(lengths[60]).toBeLessThan(0.01);
  });

  test('without `relax` a merged drop is at the lowest place and has its shape at once (CHEN-15)', () => {
    const { simulation } = withCaps(pane, { merging: true, relax: false });
    simulation.addDrop({ x: 18, y: 20, mass: 0.9 });
    simulation.addDrop({ x: 19.5, y: 20.6, mass: 0.9 });
    simulation.step();
    expect(simulation.drops.count).toBe(1);
    expect([simulation.drops.x[0], simulation.drops.y[0], simulation.drops.stretch[0]]).toEqual([19.5, 20.6, 0]);
  });
});

describe('the state', () => {
  const busy: SceneInput = {
    seed: 5,
    model: {
      shapes: 'caps',
      viscosity: 800,
      operatorPeriod: 0.028,
      affinityGrain: 4,
      contact: 'drops',
      residualPeriod: 0.1,
    },
    surface: { width: 60, height: 50 },
    rain: { rate: 150 },
    wind: { speed: 3000, direction: 0.4 },
  };

  test('is saved, loaded and hashed in the midst of relaxing, with either kernels', () => {
    const simulation = createSimulation(busy);
    simulation.advance(1.5);
    const relaxing = (simulation.drops as unknown as { relaxing: Uint8Array }).relaxing;
    expect(relaxing.subarray(0, simulation.drops.count).some((flag) => flag === 1)).toBe(true);
    const loaded = createSimulation.load(simulation.save());
    const reference = createSimulation(busy, {}, { kernels: 'reference' });
    reference.advance(1.5);
    expect(reference.hash()).toBe(simulation.hash());
    for (let n = 0; n < 3; n++) {
      for (const each of [simulation, loaded, reference]) each.advance(0.2);
      expect(loaded.hash()).toBe(simulation.hash());
      expect(reference.hash()).toBe(simulation.hash());
    }
  });

  test('a drop’s shape is part of the hash', () => {
    const { simulation, state } = withCaps();
    simulation.addDrop({ x: 20, y: 20, mass: 1 });
    const hash = simulation.hash();
    state.drops.sag[0] += 0.125;
    expect(simulation.hash()).not.toBe(hash);
  });

  test('hemispheres are loaded as round as they were', () => {
    const simulation = createSimulation({ rain: { rate: 500 }, surface: { width: 20, height: 20 } });
    simulation.advance(0.2);
    const { drops } = createSimulation.load(simulation.save());
    for (let slot = 0; slot < drops.count; slot++) {
      expect([drops.tail[slot], drops.headingX[slot], drops.headingY[slot], drops.sag[slot]]).toEqual([1, 0, 1, 0]);
    }
  });

  test.each([
    { name: 'chen2013' },
    { name: 'chin' },
    { name: 'chen2013', maps: 'single' },
    { name: 'chen2013', relax: false, contact: 'trails' },
    { name: 'chen2013', merging: false, stretchMax: 5, irregularity: 1 },
  ])('%o keeps the laws with caps', (model) => {
    for (const coating of [
      { advancing: '50deg', receding: 0 },
      { advancing: '110deg', receding: '85deg' },
    ]) {
      const simulation = createSimulation(busy, { model, coating });
      for (let n = 0; n < 8; n++) {
        simulation.advance(0.15);
        checkLaws(simulation);
      }
      expect(simulation.drops.count).toBeGreaterThan(10);
    }
  });

  test('changing the coating changes the shapes of still drops, and `shapes` itself stays', () => {
    const simulation = createSimulation({ model: { shapes: 'caps' }, rain: { kind: 'none' } });
    simulation.addDrop({ x: 20, y: 20, mass: 2 });
    simulation.advance(0.5);
    const flat = simulation.drops.radius[0];
    simulation.set({ coating: { advancing: '100deg', receding: '80deg' } });
    simulation.advance(0.5);
    expect(simulation.drops.radius[0]).toBeLessThan(0.8 * flat);
    expect(() => simulation.set({ model: { shapes: 'hemispheres' } })).toThrow('scene.model.shapes must stay "caps"');
  });
});
