/** Stuppacher & Supan 2007: the assertable properties of spec 2.8. */
import * as fc from 'fast-check';
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop, normalMap, renderTraced, renderView } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { windowStart } from '../../src/models/stuppacher2007/texture-maps.js';
import { RAY, waterRay } from '../../src/optics/water-ray.js';
import { drawnHeights } from '../../src/render/water/map-water.js';
import { SmoothTrail } from '../../src/render/webgl/map-texture.js';
import { Box } from '../../src/surface/box.js';
import { Pane } from '../../src/surface/pane.js';
import { G, type Lab, lab, QUANTUM } from './stuppacher-lab.ts';

const MODEL = { name: 'stuppacher2007' } as const;

/** Heights of all charts times the area of a cell [mg]; exact where the area is a power of two. */
function water(simulation: Simulation): number {
  let sum = 0;
  for (const { height, cellSize } of simulation.frame().charts) {
    for (let row = 0; row < height.height; row++) {
      for (let col = 0; col < height.width; col++) sum += height.data[row * height.stride + col] * cellSize ** 2;
    }
  }
  return sum;
}

const anyOptions = fc
  .record({
    thresholdMin: fc.double({ min: 0, max: 1, noNaN: true }),
    more: fc.double({ min: 0, max: 1, noNaN: true }),
    farShare: fc.double({ min: 0, max: 1, noNaN: true }),
    reach: fc.integer({ min: 2, max: 4 }),
    remainder: fc.double({ min: 0, max: 1, noNaN: true }),
    noise: fc.double({ min: 0, max: 1, noNaN: true }),
    softness: fc.constantFrom(0, 0, 0.1, 1),
    affinityHold: fc.constantFrom(0, 0, 1),
    affinityTurn: fc.constantFrom(0, 0, 0.4),
    sweep: fc.constantFrom(0, 0, 0.8),
    directions: fc.constantFrom('split' as const, 'nearest' as const),
  })
  .map(({ more, ...rest }) => ({ ...rest, thresholdMax: rest.thresholdMin + more }));

describe('STUP-T1: water and what drained make up what came, exactly', () => {
  test.each([0, 45, 90, 135, 180, 225, 270, 315, 20])('with gravity turned by %i°, any thresholds and maps', (turn) => {
    const property = fc.property(anyOptions, (options) => {
      const simulation = createSimulation({
        model: { ...MODEL, ...options },
        surface: { width: 20, height: 18, cellSize: 0.5, turn: `${turn}deg` },
        rain: { kind: 'none' },
        step: 1 / 60,
      });
      for (const [x, y, mass] of [
        [10, 9, 40],
        [3, 4, 12.3],
        [16, 15, 0.7],
      ]) {
        simulation.addDrop({ x, y, mass });
      }
      const before = water(simulation) + simulation.ledger().drained;
      expect(53 - before).toBeLessThan(3 * QUANTUM);
      simulation.advance(2);
      expect(water(simulation) + simulation.ledger().drained).toBe(before);
    });
    fc.assert(property, { numRuns: 12 });
  });

  test('on six stitched charts while the box tumbles for 60 s', () => {
    const simulation = createSimulation({
      model: { ...MODEL, thresholdMin: 0.05 },
      surface: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 1 },
      rain: { kind: 'none' },
      step: 1 / 60,
      motion: { spin: { axis: [1, 0.2, 0.9], rate: 0.8 } },
    });
    // On two opposite faces, from where it goes over seams to all of them.
    for (const chart of [0, 2]) simulation.addDrop({ chart, x: 16, y: 16, mass: 600 });
    const wetAtSomeTime = new Set<number>();
    for (let second = 0; second < 60; second++) {
      simulation.advance(1);
      // Water that stands 16 mm high in the lowest corner drips off there.
      const { supplied, inField, dripped, drained, falling } = simulation.ledger();
      expect([supplied, inField, drained, falling]).toEqual([1200, water(simulation), 0, 0]);
      expect(inField + dripped).toBe(1200);
      simulation.frame().charts.forEach(({ height }, n) => {
        if (height.data.some((value) => value > 0)) wetAtSomeTime.add(n);
      });
    }
    expect(wetAtSomeTime.size).toBe(6);
  });

  test('without seams what comes to the end of a side is gone, and no other side gets wet (STUP-16)', () => {
    const simulation = createSimulation({
      model: { ...MODEL, seams: false },
      surface: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 1 },
      rain: { kind: 'none' },
      step: 1 / 60,
    });
    simulation.addDrop({ chart: 0, x: 20, y: 20, mass: 300 });
    simulation.advance(10);
    const { drained } = simulation.ledger();
    expect(drained).toBeGreaterThan(100);
    expect(water(simulation) + drained).toBe(300);
    const wet = simulation.frame().charts.map(({ height }) => height.data.some((value) => value > 0));
    expect(wet).toEqual([true, false, false, false, false, false]);
  });

  test('over open edges of a box all that is not there any more has drained, or dripped', () => {
    for (const edges of ['drain', 'drip'] as const) {
      const simulation = createSimulation({
        model: MODEL,
        surface: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 1, open: ['bottom'], edges },
        rain: { kind: 'none' },
        step: 1 / 60,
      });
      simulation.addDrop({ chart: 0, x: 20, y: 20, mass: 300 });
      simulation.advance(10);
      const { drained, dripped } = simulation.ledger();
      expect(edges === 'drain' ? drained : dripped).toBeGreaterThan(100);
      expect(water(simulation) + drained + dripped).toBe(300);
    }
  });
});

test('STUP-T2: where no texel has more than L nothing changes, whatever the noise', () => {
  const { put, heights, step, memory } = lab({ noise: 0.1, thresholdMin: 0.25, thresholdMax: 0.5 });
  for (let col = 4; col < 60; col++) put(20, col, Math.floor((0.25 * (col - 3)) / 56 / QUANTUM) * QUANTUM);
  put(30, 30, 0.25);
  const before = heights();
  expect(memory.noise.some((value) => value < 0.5)).toBe(true);
  step(600);
  expect(heights()).toEqual(before);
});

/** Remainder q for all that moves, as the last entry of the map is. */
function constantRemainder(q: number): Parameters<typeof lab>[0] {
  return { remainder: q, remainderAt: 0.2, thresholdMin: 0.125, thresholdMax: 0.75 };
}

describe('STUP-T3: one texel', () => {
  const near = (height: number) => expect.closeTo(height, 4.5);

  test('with more than L keeps q·w and gives the rest to the texel below', () => {
    const { put, at, step, total } = lab(constantRemainder(0.375));
    put(10, 10, 0.5);
    step();
    expect(at(10, 10)).toBe(0.1875);
    expect(at(11, 10)).toBe(0.3125);
    expect(total()).toBe(0.5);
  });

  test('with more than M gives r of it to the texel two below', () => {
    const { put, at, step, total } = lab({ ...constantRemainder(0.375), farShare: 0.25 });
    put(10, 10, 2);
    step();
    expect([at(10, 10), at(11, 10), at(12, 10), at(13, 10)]).toEqual([0.75, 0.9375, 0.3125, 0]);
    expect(total()).toBe(2);
  });

  test('with more than three times M and a reach of 4 goes on in the same way (STUP-L11)', () => {
    const { put, step, heights } = lab({ ...constantRemainder(0.5), farShare: 0.5, reach: 4 });
    put(10, 10, 4);
    step();
    expect(
      heights()
        .slice(10, 16)
        .map((line) => line[10]),
    ).toEqual([2, 1, 0.5, 0.25, 0.25, 0]);
  });

  test('flows to the nearest of eight neighbours, or along gravity between two of them (STUP-O2)', () => {
    for (const directions of ['nearest', 'split'] as const) {
      const { put, at, step, pull } = lab({ ...constantRemainder(0.5), directions });
      pull(() => [0.6 * G, 0.8 * G]);
      put(10, 10, 0.5);
      step();
      if (directions === 'nearest') expect([at(10, 10), at(11, 11), at(11, 10)]).toEqual([0.25, 0.25, 0]);
      else expect([at(10, 10), at(11, 11), at(11, 10)]).toEqual([near(0.3), near(0.15), near(0.05)]);
    }
  });
});

describe('STUP-T4: the water moves by cos α·(1 − q)·(1 + r[w > M]) texels along gravity', () => {
  test.each([0, 10, 30, 45, 60, 90, 123, 200, 315])('at %i°', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    for (const cosine of [1, 0.5, 0.1]) {
      for (const height of [0.5, 1]) {
        const { put, step, middle, pull } = lab(constantRemainder(0.25));
        pull(() => [Math.sin(angle) * cosine * G, Math.cos(angle) * cosine * G]);
        put(30, 30, height);
        step();
        const far = cosine * 0.75 * (height > 0.75 ? 1.5 : 1);
        const [row, col] = middle();
        expect(row - 30).toBeCloseTo(far * Math.cos(angle), 3);
        expect(col - 30).toBeCloseTo(far * Math.sin(angle), 3);
      }
    }
  });
});

describe('STUP-T5: turned by 90°, gravity, water and maps give the turned result', () => {
  const SIDE = 64;
  const options = { noise: 0.3, noisePeriod: 16, affinityHold: 1, affinityTurn: 0.5, affinityGrain: 3 } as const;

  /** A quarter turn: row and column become column and the last row less row. */
  function turned(heights: number[][]): number[][] {
    return heights.map((line, row) => line.map((_, col) => heights[SIDE - 1 - col][row]));
  }

  function fill(one: Lab, turn: boolean): void {
    for (let n = 0; n < 400; n++) {
      const row = (n * 37) % 41;
      const col = 10 + ((n * 29) % 43);
      one.put(turn ? col : row, turn ? SIDE - 1 - row : col, (n % 50) / 32);
    }
  }

  function turnMaps({ memory, chance }: Lab): void {
    const { noise, charts } = memory;
    const old = noise.slice();
    const [a, b] = [windowStart(chance, 0, 0, SIDE), windowStart(chance, 0, 1, SIDE)];
    const at = (n: number) => ((n % SIDE) + SIDE) % SIDE;
    for (let i = 0; i < SIDE; i++) {
      for (let j = 0; j < SIDE + 4; j++) {
        noise[i * (SIDE + 4) + j] = old[at(SIDE - 1 - j + a + b) * (SIDE + 4) + at(i - a + b)];
      }
    }
    const { grid, affinity, heap } = charts[0];
    const glass = heap.f32.slice(affinity, affinity + grid.stride * grid.rows);
    for (let row = 0; row < SIDE; row++) {
      for (let col = 0; col < SIDE; col++) {
        heap.f32[affinity + col * grid.stride + SIDE - 1 - row] = glass[row * grid.stride + col];
      }
    }
  }

  test.each([
    [0, 1, 0],
    [0.3, 0.7, 0],
    [-0.6, 0.6, 0],
    [-0.8, -0.1, 0],
    [0.3, 0.7, 0.6],
    [-0.8, -0.1, 0.6],
  ])('gravity (%d, %d), sweep %d', (x, y, sweep) => {
    const one = lab({ ...options, sweep, noiseSpeedX: 60, noiseSpeedY: 120 });
    const other = lab({ ...options, sweep, noiseSpeedX: -120, noiseSpeedY: 60 });
    turnMaps(other);
    one.pull(() => [x * G, y * G]);
    other.pull(() => [-y * G, x * G]);
    fill(one, false);
    fill(other, true);
    expect(other.heights()).toEqual(turned(one.heights()));
    one.step(40);
    other.step(40);
    expect(other.heights()).toEqual(turned(one.heights()));
    expect(one.total()).toBeGreaterThan(10);
  });
});

test('STUP-T6: face up nothing moves; tilted back, it moves again', () => {
  const scene: SceneInput = { model: MODEL, rain: { kind: 'none' }, step: 1 / 60 };
  const simulation = createSimulation({ ...scene, surface: { width: 60, height: 120, cellSize: 0.5 } });
  simulation.addDrop({ x: 30, y: 20, mass: 60 });
  simulation.advance(0.1);
  const moving = simulation.hash();
  simulation.step();
  expect(simulation.hash()).not.toBe(moving);
  simulation.set({ surface: { tilt: 0 } });
  const before = simulation.frame().charts[0].height.data.slice();
  simulation.advance(5);
  expect(simulation.frame().charts[0].height.data).toEqual(before);
  simulation.set({ surface: { tilt: '30deg' } });
  simulation.advance(0.2);
  expect(simulation.frame().charts[0].height.data).not.toEqual(before);
});

describe('STUP-T7: a white remainder map is the identity', () => {
  test.each([1, 0.5])('with noise from %d', (noise) => {
    const { put, step, heights } = lab({ remainder: 1, noise });
    for (let n = 0; n < 200; n++) put((n * 17) % 60, (n * 41) % 60, (n % 64) / 128);
    const before = heights();
    step(300);
    expect(heights()).toEqual(before);
  });
});

test('STUP-T8: the blur keeps the sum and is not fed back', () => {
  const scene: SceneInput = {
    model: MODEL,
    surface: { width: 40, height: 40, cellSize: 0.5 },
    rain: { kind: 'none' },
    step: 1 / 60,
  };
  const [seen, unseen] = [createSimulation(scene), createSimulation(scene)];
  for (const one of [seen, unseen]) one.addDrop({ x: 20, y: 15, mass: 40 });
  for (let n = 0; n < 30; n++) {
    seen.step();
    unseen.step();
    const { data } = renderView(seen.frame(), 'blurred');
    expect(data.some((value, byte) => byte % 4 === 0 && value > 0)).toBe(true);
  }
  expect(seen.hash()).toBe(unseen.hash());
  const { height } = seen.frame().charts[0];
  let blurred = 0;
  for (let row = 1; row < 79; row++) {
    for (let col = 1; col < 79; col++) {
      for (const dr of [-1, 0, 1]) {
        for (const dc of [-1, 0, 1]) blurred += height.data[(row + dr) * height.stride + col + dc];
      }
    }
  }
  expect(blurred / 9).toBeCloseTo(water(seen) / 0.25, 9);
});

test('STUP-9: pictures with light are drawn from the mean of 3 × 3 texels, on the CPU and on the graphics card alike', () => {
  const simulation = createSimulation({
    model: MODEL,
    surface: { width: 30, height: 40, cellSize: 0.5 },
    rain: { kind: 'none' },
    step: 1 / 60,
  });
  simulation.addDrop({ x: 15, y: 10, mass: 40 });
  simulation.advance(0.4);
  const { height, smoothing } = simulation.frame().charts[0];
  const drawn = drawnHeights(height, smoothing).heights;
  const card = new SmoothTrail(() => {}, undefined, smoothing);
  card.update(height, Int32Array.of(0, 0, height.width, height.height));
  let most = 0;
  for (let row = 1; row < height.height - 1; row++) {
    for (let col = 1; col < height.width - 1; col++) {
      let sum = 0;
      for (let n = 0; n < 9; n++) sum += height.data[(row + Math.floor(n / 3) - 1) * height.stride + col + (n % 3) - 1];
      expect(drawn.data[row * drawn.stride + col]).toBe(Math.fround(sum / 9));
      expect(card.map.data[row * card.map.stride + col]).toBe(Math.fround(sum / 9));
      most = Math.max(most, sum / 9);
    }
  }
  expect(most).toBeGreaterThan(0.2);
});

test('STUP-T10: a flat field has the normal (0, 0, 1) and bends no ray', () => {
  const { put, model, step } = lab({}, new Pane({ width: 16, height: 16 }));
  for (let row = 0; row < 32; row++) for (let col = 0; col < 32; col++) put(row, col, 0.09375);
  step(20);
  const { height, cellSize } = model.charts[0];
  const normals = normalMap(height, cellSize, new Float64Array(3 * 32 * 32));
  for (let row = 1; row < 31; row++) {
    for (let col = 1; col < 31; col++) {
      const at = 3 * (32 * row + col);
      expect([...normals.subarray(at, at + 3)]).toEqual([0, 0, 1]);
    }
  }
  const ray = new Float64Array(RAY.size);
  waterRay(0, 0, 0, 0, ray);
  expect([ray[RAY.x], ray[RAY.y]]).toEqual([0, 0]);
});

describe('STUP-T10: a mirror under a flat film shows what the dry mirror shows, and one under a drop does not', () => {
  const surroundings = cuboidOfBackdrop(createBackdrop({ kind: 'street' }));

  test.each([
    ['smaller than the film is high', { position: [4, 2, -60], field: 0.03 }, 0.5, 10],
    ['ten times as large', { position: [4, 2, -60], field: 0.4 }, 5, 5],
  ] as const)('where a pixel is %s', (_, camera, most, least) => {
    const scene: SceneInput = {
      model: { ...MODEL, remainder: 1 },
      surface: { width: 40, height: 40, cellSize: 0.5 },
      rain: { kind: 'none' },
    };
    const seen = ['dry', 'flat', 'drop'].map((water) => {
      const simulation = createSimulation(scene);
      const frame = simulation.frame();
      // The frame's heights are the model's own.
      if (water === 'flat') frame.charts[0].height.data.fill(0.09375);
      if (water === 'drop') simulation.addDrop({ x: 20.5, y: 21, mass: 60 });
      const { data } = renderTraced(simulation.frame(), {
        surface: simulation.scene.surface,
        surroundings,
        camera,
        glass: { mirrors: 'all' },
        width: 24,
        height: 24,
      });
      return data;
    });
    const [flat, drop] = seen.slice(1).map((data) => {
      return data.reduce((sum, value, n) => sum + Math.abs(value - seen[0][n]), 0) / data.length;
    });
    // Light leaves a tenth of a millimetre aside: at edges of what is mirrored a pixel may differ.
    expect(flat).toBeLessThan(most);
    expect(drop).toBeGreaterThan(least);
  });
});

describe('a cap of 30 mg', () => {
  const scene = (tilt: string, model = {}): SceneInput => ({
    model: { ...MODEL, ...model },
    surface: { width: 40, height: 160, cellSize: 0.5, tilt },
    rain: { kind: 'none' },
    step: 1 / 60,
  });

  test.each(['35deg', '60deg', '90deg'])('runs at least 50 mm at %s and leaves a track', (tilt) => {
    const simulation = createSimulation(scene(tilt));
    simulation.addDrop({ x: 20, y: 10, mass: 30 });
    simulation.advance(20);
    const { height } = simulation.frame().charts[0];
    const wetRows = Array.from({ length: height.height }, (_, row) =>
      height.data.subarray(row * height.stride, row * height.stride + height.width).some((value) => value > 0),
    );
    expect(wetRows.lastIndexOf(true) * 0.5).toBeGreaterThan(60);
    // The track is wet from where the cap lay to where the water is now.
    expect(wetRows.slice(20, wetRows.lastIndexOf(true)).every(Boolean)).toBe(true);
    expect(simulation.ledger()).toMatchObject({ supplied: 30, inField: 30, drained: 0 });
    expect(simulation.drops.count).toBe(0);
  });

  test('never moves where the remainder map is white', () => {
    const simulation = createSimulation(scene('90deg', { remainder: 1 }));
    simulation.addDrop({ x: 20, y: 10, mass: 30 });
    const before = simulation.frame().charts[0].height.data.slice();
    simulation.advance(5);
    expect(simulation.frame().charts[0].height.data).toEqual(before);
  });
});

describe('STUP-O7: across seams the side that water comes from decides', () => {
  test('water goes down the front of a box and on along its bottom where that slopes, nothing lost in the corner', () => {
    const box = new Box({ width: 40, height: 40, depth: 40, cellSize: 1, open: [] });
    const { put, step, total, heights, pull, model } = lab({ noise: 0.8 }, box);
    // Down and to the side on every upright face, onwards on the bottom.
    pull(({ chart }) => (chart === 5 ? [0.5 * G, 0.5 * G] : [0.7 * G, 0.7 * G]));
    for (let chart = 0; chart < 6; chart++) for (let n = 0; n < 12; n++) put(39 - (n % 3), 39 - (n >> 2), 2, chart);
    const before = total();
    for (let n = 0; n < 200; n++) {
      step();
      // The area of a texel is 1 mm². What one cannot hold drips off.
      expect(total() + model.book().dripped).toBe(before);
    }
    expect(
      heights(5)
        .flat()
        .some((height) => height > 0),
    ).toBe(true);
  });
});

test('the same drops on three resolutions hold the same water (STUP-18)', () => {
  for (const cellSize of [2, 0.5, 0.25]) {
    const simulation = createSimulation({
      model: MODEL,
      surface: { width: 64, height: 64, cellSize, tilt: 0 },
      rain: { kind: 'none' },
    });
    simulation.addDrop({ x: 20, y: 20, mass: 25 });
    simulation.addDrop({ x: 0, y: 0, mass: 25 });
    simulation.addDrop({ x: 40.1, y: 40.3, mass: 0.01 });
    // Less than one quantum waits for the next drop.
    const inTexels = water(simulation);
    expect(50.01 - inTexels).toBeGreaterThanOrEqual(0);
    expect(50.01 - inTexels).toBeLessThan(QUANTUM * cellSize ** 2);
    expect(simulation.ledger().inField).toBe(50.01);
    expect(simulation.wipe({ from: { x: 0, y: 0 }, to: { x: 64, y: 64 }, width: 100, keeps: 'cloth' })).toBe(inTexels);
    expect(water(simulation)).toBe(0);
  }
});

describe('bad input is refused in one line', () => {
  test.each([
    [{ thresholdMin: 0.6 }, 'scene.model.thresholdMin must be at most thresholdMax, 0.5; got 0.6.'],
    [{ farShare: 1.5 }, 'scene.model.farShare must be 0 to 1; got 1.5.'],
    [{ farShare: -0.1 }, 'scene.model.farShare must be 0 to 1; got -0.1.'],
    [{ reach: 5 }, 'scene.model.reach must be a whole number from 2 to 4; got 5.'],
  ])('%o', (options, line) => {
    expect(() => createSimulation({ model: { ...MODEL, ...options } })).toThrow(line);
  });
});
