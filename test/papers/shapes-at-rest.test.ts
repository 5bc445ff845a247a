/** Still drops as bodies with the coating's contact angles (model `rivulet`): what the maps hold, and that nothing pops. */
import { createSimulation, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { BODY, bodyHeight, MOST_OUTLINE, writeBody } from '../../src/core/body.js';
import { quantise } from '../../src/kernels/reference/heights.js';
import { dropsOf } from './chen-lab.ts';
import { DEGREE, withCaps } from './shapes-lab.ts';

/** A level pane of one contact angle, with round drops and nothing else going on. */
function levelPane(degrees: number, cellSize: number): Simulation {
  return createSimulation({
    model: { name: 'rivulet', irregularity: 0, residuals: false, merging: false },
    surface: { width: 12, height: 12, cellSize, tilt: 0 },
    coating: { advancing: degrees * DEGREE, receding: degrees * DEGREE, critical: 5000 },
    rain: { kind: 'none' },
  });
}

function sumOfHeights(simulation: Simulation): number {
  const { data } = simulation.frame().charts[0].height;
  let sum = 0;
  for (const height of data) sum += height;
  return sum * simulation.surface.cellSize ** 2;
}

describe('the maps', () => {
  test.each([20, 30, 50, 70, 90, 110])(
    'hold a cap of %i° within 1 percent at ten cells a radius, still and running',
    (degrees) => {
      const mass = 6;
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
      model: { name: 'rivulet', merging: false, affinityGrain: 4, irregularity: 1 },
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

describe('at rest', () => {
  test('drops lean further the heavier they are, fully at the static limit', () => {
    const simulation = createSimulation({
      model: { name: 'rivulet', irregularity: 0 },
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
        model: { name: 'rivulet', irregularity, affinityGrain: 4, merging: false },
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
      model: { name: 'rivulet', affinityGrain: 4 },
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

describe('kin that rest in each other', () => {
  /** Seconds from when both have their shapes to when they are one, for as many seeds. */
  function waits(mass: number, seeds: number): number[] {
    return Array.from({ length: seeds }, (_, seed) => {
      const surface = { width: 20, height: 20 };
      const { simulation, state } = withCaps({ seed, surface, coating: { critical: 8 } }, { merging: true });
      const [a, b] = [10, 11].map((x) => simulation.addDrop({ x, y: 10, mass }));
      state.kinship.add(b, a);
      const { drops } = state;
      while (drops.relaxing[0] + drops.relaxing[1] > 0) simulation.step();
      expect(drops.count).toBe(2);
      const rested = simulation.time;
      while (drops.count === 2 && simulation.time < 10) simulation.step();
      return simulation.time - rested;
    });
  }

  test('become one at once if the whole rests as well', () => {
    expect(Math.max(...waits(3, 10))).toBeLessThan(0.021);
  });

  test('hang together for 0.2 s on average if the whole will run', () => {
    const times = waits(5, 300);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    // An exponential's standard error, four times; and two steps until the maps have seen it.
    expect(Math.abs(mean - 0.205)).toBeLessThan((4 * 0.2) / Math.sqrt(times.length));
    expect(Math.max(...times)).toBeGreaterThan(0.6);
  });
});
