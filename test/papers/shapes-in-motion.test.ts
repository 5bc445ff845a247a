/** Bodies that run and merge (model `rivulet`): stretched by their speed, drawn in after a merger, and never with a jump. */
import type { Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { BODY, bodyHeight, writeBody } from '../../src/core/body.js';
import { dropsOf } from './chen-lab.ts';
import { withCaps } from './shapes-lab.ts';

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

/** Height of the highest body at a place [mm]. */
function heightAt({ drops }: Simulation, x: number, y: number): number {
  let height = 0;
  for (let slot = 0; slot < drops.count; slot++) {
    writeBody(drops, slot, BODY_AT_HAND);
    height = Math.max(height, bodyHeight(BODY_AT_HAND, x, y));
  }
  return height;
}
const BODY_AT_HAND = new Float64Array(BODY.size);

/** How much of the glass that either covers both do, and the water of the second [mg], on a grid of 0.05 mm. */
function compareFootprints(before: Simulation, after: Simulation): { shared: number; water: number } {
  const step = 0.05;
  let [both, either, water] = [0, 0, 0];
  for (let x = 10; x < 30; x += step) {
    for (let y = 10; y < 30; y += step) {
      const [a, b] = [heightAt(before, x, y), heightAt(after, x, y)];
      if (a > 0 && b > 0) both += 1;
      if (a > 0 || b > 0) either += 1;
      water += b * step * step;
    }
  }
  return { shared: both / either, water };
}

describe('running', () => {
  test.each([100, 400, 1500])('a run at %i mm/s leaves no ripple above 2 percent along its centre line', (speed) => {
    const surface = { width: 40, height: 120, cellSize: 0.25 };
    const { simulation, state } = withCaps({ surface }, { relaxation: 0.1 });
    simulation.addDrop({ x: 20.1, y: 3, mass: 30, vy: speed });
    const { trail, heap, grid } = state.charts[0].chart;
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
    const body = new Float64Array([0, 0, 1, 0, stretch * radius, radius, tail * radius, k, 1, sag, 0, 0, 0, 0, 0]);
    let sum = 0;
    for (let x = -25; x < 10; x += 0.05) for (let y = -10; y < 10; y += 0.05) sum += bodyHeight(body, x, y);
    return sum * 0.05 * 0.05;
  }
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
    const waists = [simulation.drops.waist[0]];
    for (let n = 0; n < 60; n++) {
      simulation.step();
      lengths.push(simulation.drops.stretch[0]);
      waists.push(simulation.drops.waist[0]);
    }
    for (let n = 1; n < lengths.length; n++) expect(lengths[n]).toBeLessThanOrEqual(lengths[n - 1]);
    // It is laid once a picture, every 15 ms: in between it is late by no more than that.
    expect(lengths[3] / lengths[0]).toBeCloseTo(Math.exp(-15 / 21.7), 1);
    expect(lengths[6] / lengths[0]).toBeCloseTo(Math.exp(-30 / 21.7), 1);
    for (let n = 0; n <= 9; n++) expect(lengths[n] / lengths[0]).toBeLessThan(Math.exp(-(5 * n - 15) / 21.7) + 0.01);
    // The neck fills up twice as fast.
    expect(waists[0]).toBeGreaterThan(0.15);
    expect(waists[3] / waists[0]).toBeCloseTo(Math.exp(-30 / 21.7), 1);
    expect(lengths[60]).toBeLessThan(0.01);
  });

  test.each([
    ['two alike', [4, 4], 3.5],
    ['a large and a small one', [8, 2], 3.3],
    ['one in the other', [6, 5], 1.5],
  ])(
    'CHIN-L2: %s: in a merger the outline does not jump, and a neck holds them together while it must',
    (_name, masses, apart) => {
      const { simulation } = withCaps({ ...pane, coating: { critical: 50 } }, { merging: true, irregularity: 0 });
      const single = withCaps({ ...pane, coating: { critical: 50 } }, { merging: false, irregularity: 0 }).simulation;
      for (const one of [simulation, single]) {
        one.addDrop({ x: 17, y: 20, mass: masses[0] });
        one.addDrop({ x: 17 + apart, y: 20, mass: masses[1] });
        one.step();
      }
      expect(simulation.drops.count).toBe(1);
      const { shared, water } = compareFootprints(single, simulation);
      expect(shared).toBeGreaterThan(0.85);
      expect(Math.abs(water / (masses[0] + masses[1]) - 1)).toBeLessThan(0.01);
      const { stretch, waist } = simulation.drops;
      if (apart > 3) expect(waist[0]).toBeGreaterThan(0.15);
      else expect(waist[0]).toBeLessThan(0.02);
      simulation.advance(0.2);
      expect(waist[0] + stretch[0]).toBeLessThan(0.01);
    },
  );

  test('without `relax` a merged drop is at the lowest place and has its shape at once (CHEN-15)', () => {
    const { simulation } = withCaps(pane, { merging: true, relax: false });
    simulation.addDrop({ x: 18, y: 20, mass: 0.9 });
    simulation.addDrop({ x: 19.5, y: 20.6, mass: 0.9 });
    simulation.step();
    expect(simulation.drops.count).toBe(1);
    expect([simulation.drops.x[0], simulation.drops.y[0], simulation.drops.stretch[0]]).toEqual([19.5, 20.6, 0]);
  });
});
