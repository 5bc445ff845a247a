/** Chin, "Animating raindrops on a surface": the properties CHIN-T7 to T10, of the operations and their switches. */
import * as fc from 'fast-check';
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { openKernels } from '../../src/kernels/open-kernels.js';
import { noLayers } from '../../src/layers/all-layers.js';
import { chin as definition } from '../../src/models/chin/chin.js';
import { Hemispheres } from '../../src/models/maps/hemispheres.js';
import { Labels } from '../../src/models/maps/labels.js';
import { MapState } from '../../src/models/maps/map-state.js';
import type { MapOptions } from '../../src/models/maps/options.js';
import { RESIDUAL_LAWS } from '../../src/models/maps/residuals.js';
import { optionDefaults } from '../../src/models/options.js';
import { createSimulation as createFromSource } from '../../src/simulation/all-models.js';
import { Pane } from '../../src/surface/pane.js';
import {
  CRITICAL,
  chin,
  dropsById,
  firstDifference,
  heightsOf,
  idsOf,
  run,
  runUntil,
  STRAIGHT,
  sum,
} from './chin-pane.ts';

describe('CHIN-T7: flood fill touches only the 4-connected area', () => {
  const COLUMNS = 11;
  const ROWS = 9;

  /** The state of a pane of 11 × 9 cells with `ids` in its trail's ID map. */
  function stateWith(ids: readonly number[]): MapState {
    const surface = new Pane({ width: COLUMNS, height: ROWS, cellSize: 1 });
    const options = optionDefaults(definition.options);
    const setup = {
      surface,
      options,
      chance: new Chance(1),
      kernels: openKernels('reference'),
      layers: noLayers(surface),
    };
    const state = new MapState(setup, options as unknown as MapOptions, RESIDUAL_LAWS, (made) => new Hemispheres(made));
    const { heap, trailIds, grid } = state.charts[0].chart;
    ids.forEach((id, n) => {
      heap.u32[trailIds + Math.floor(n / COLUMNS) * grid.stride + (n % COLUMNS)] = id;
    });
    return state;
  }

  function idsIn({ charts }: MapState): number[] {
    const { heap, trailIds, grid } = charts[0].chart;
    const cell = (n: number) => Math.floor(n / COLUMNS) * grid.stride + (n % COLUMNS);
    return Array.from({ length: COLUMNS * ROWS }, (_, n) => heap.u32[trailIds + cell(n)]);
  }

  /** The oracle: cells of `members` reachable over sides from a cell of the 3×3 block around (row, col) become `to`. */
  function flooded(
    ids: readonly number[],
    members: ReadonlySet<number>,
    row: number,
    col: number,
    to: number,
  ): number[] {
    const out = [...ids];
    const visit = (r: number, c: number): void => {
      if (r < 0 || r >= ROWS || c < 0 || c >= COLUMNS || !members.has(out[r * COLUMNS + c])) return;
      out[r * COLUMNS + c] = to;
      for (const [dr, dc] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ])
        visit(r + dr, c + dc);
    };
    for (let r = row - 1; r <= row + 1; r++) for (let c = col - 1; c <= col + 1; c++) visit(r, c);
    return out;
  }

  test('on random maps, against a fill that says what is meant', () => {
    const map = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: COLUMNS * ROWS, maxLength: COLUMNS * ROWS });
    const at = fc.tuple(fc.integer({ min: 0, max: ROWS - 1 }), fc.integer({ min: 0, max: COLUMNS - 1 }));
    const property = fc.property(map, at, (ids, [row, col]) => {
      const state = stateWith(ids);
      const labels = new Labels(state);
      labels.add(1, 9);
      labels.add(2, 9);
      labels.flood(state.charts[0], row * state.charts[0].chart.grid.stride + col);
      expect(idsIn(state)).toEqual(flooded(ids, new Set([1, 2]), row, col, 9));
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('in a scene: the trail a drop lies on becomes its own, the one beside it does not', () => {
    const simulation = chin({ ...STRAIGHT, smoothing: false, erosion: false, residuals: false });
    simulation.addDrop({ x: 10, y: 60, mass: 2 * CRITICAL });
    const beside = simulation.addDrop({ x: 30, y: 60, mass: 2 * CRITICAL });
    runUntil(simulation, () => simulation.drops.count === 0);
    const still = simulation.addDrop({ x: 10, y: 90, mass: 1 });
    run(simulation, 2);
    const { columns } = simulation.surface;
    const ids = idsOf(simulation);
    const isLeft = (n: number) => n % columns < columns / 2;
    expect(new Set(ids.filter((_, n) => isLeft(n)))).toEqual(new Set([0, still]));
    expect(new Set(ids.filter((_, n) => !isLeft(n)))).toEqual(new Set([0, beside]));
  });

  test('no two ids are named after each other, not even if one left while it touched the other', () => {
    const names = new Map<number, number>();
    onTestFinished(() => void vi.restoreAllMocks());
    const { add, reset } = Labels.prototype;
    vi.spyOn(Labels.prototype, 'reset').mockImplementation(function (this: Labels) {
      names.clear();
      reset.call(this);
    });
    // Told at once: the flood that would follow goes back and forth for seconds.
    vi.spyOn(Labels.prototype, 'add').mockImplementation(function (this: Labels, from, to) {
      names.set(from, to);
      for (let name = names.get(to); name !== undefined; name = names.get(name)) expect(name).not.toBe(from);
      expect(to).toBeGreaterThan(0);
      add.call(this, from, to);
    });
    const masses: [number, number] = [1000, 5000];
    const simulation = createFromSource({
      step: 0.1,
      surface: { width: 52, height: 12, cellSize: 1 },
      model: { name: 'chin' },
      rain: { kind: 'uniform', rate: 400, small: masses, large: masses },
    });
    for (let step = 0; step < 8; step++) simulation.step();
    expect(names.size).toBeGreaterThan(0);
  });
});

/** Rain for two seconds on a pane of 60 × 80 mm: runs, trails, residuals and still drops. */
function rained(model: SceneInput['model'], seed = 1): Simulation {
  const simulation = chin(model, {
    seed,
    surface: { kind: 'pane', width: 60, height: 80, cellSize: 0.5 },
    rain: { kind: 'uniform', rate: 60, small: [0.5, CRITICAL], large: [CRITICAL, 2 * CRITICAL] },
  });
  simulation.advance(2);
  return simulation;
}

describe.each(['two', 'single'])('the height map, maps: %s', (maps) => {
  test('CHIN-T8: after X the sum of heights falls steadily to 0', () => {
    const simulation = rained({ maps });
    expect(simulation.drops.count).toBeGreaterThan(30);
    const { onDrops } = simulation.ledger();
    simulation.set({ rain: { kind: 'none' } });
    simulation.clear();
    expect(simulation.drops.count).toBe(0);
    expect(simulation.ledger().wiped).toBeCloseTo(onDrops, 9);
    let before = sum(heightsOf(simulation));
    expect(before).toBeGreaterThan(100);
    let booked = simulation.ledger().field.total;
    for (let step = 0; before > 0; step++) {
      expect(step).toBeLessThan(100);
      simulation.step();
      const now = sum(heightsOf(simulation));
      const { total } = simulation.ledger().field;
      expect(now).toBeLessThan(before);
      expect(total).toBeLessThan(booked);
      before = now;
      booked = total;
    }
    expect(booked).toBe(0);
    expect(idsOf(simulation).every((id) => id === 0)).toBe(true);
  });
});

test('CHIN-T9: with fixed drops, smoothing and erosion the height map converges to a fixed point, bit for bit', () => {
  const simulation = chin({ maps: 'single', merging: false });
  // Alone, side by side, on top of each other, and cut by the border of the pane.
  const places = [
    [10, 20],
    [20, 40],
    [22.3, 40.8],
    [20.5, 43],
    [0.4, 60],
    [39.9, 80],
    [25, 0.1],
    [30.2, 100.1],
    [30.2, 100.1],
  ];
  for (const [x, y] of places) simulation.addDrop({ x, y, mass: 0.4 + (CRITICAL - 0.4) * (y / 120) });
  const water = simulation.ledger().onDrops / simulation.surface.cellSize ** 2;
  const changes: number[] = [];
  let before = heightsOf(simulation);
  for (let step = 0; step < 400; step++) {
    simulation.step();
    const now = heightsOf(simulation);
    changes.push(Math.abs(sum(now) - sum(before)));
    before = now;
  }
  expect(changes[0]).toBeGreaterThan(1);
  expect(changes.slice(-50).every((change) => change === 0)).toBe(true);
  simulation.step();
  expect(firstDifference(heightsOf(simulation), before)).toBe(-1);
  // Every drop anchors water; none floods the pane.
  expect(sum(before)).toBeGreaterThan(0.2 * water);
  expect(sum(before)).toBeLessThan(2 * water);
});

test('to hash and to save leaves a run as it is, also while the operators are paused', () => {
  for (const operatorPeriod of [0, 0.1]) {
    const scene = rained({ operatorPeriod }).input;
    const [watched, left] = [createSimulation(scene), createSimulation(scene)];
    for (let step = 0; step < 150; step++) {
      watched.step();
      left.step();
      watched.hash();
    }
    watched.save();
    expect(watched.hash()).toBe(left.hash());
  }
});

describe('CHIN-T10: each switch changes only its own operation', () => {
  /** Many slow drops that leave many residuals: in every step something happens to be compared. */
  const BUSY = { maps: 'single', viscosity: 500, residualRate: 9 };

  /** A step with the switch as it is, and one with it turned, from the same state. */
  function bothWays(name: 'smoothing' | 'erosion' | 'residuals' | 'merging', seed: number, model = {}) {
    const saved = rained({ ...BUSY, ...model }, seed).save();
    const on = createSimulation.load(saved);
    const off = createSimulation.load(saved);
    const before = dropsById(on);
    const book = on.ledger();
    on.set({});
    off.set({ model: { [name]: false } });
    on.step();
    off.step();
    return { on, off, before, book };
  }

  const seeds = [1, 2, 3, 4, 5];

  test.each(seeds)('E: drops, stamps and smoothing are the same, nothing is eroded (seed %i)', (seed) => {
    const { on, off, book } = bothWays('erosion', seed);
    expect(dropsById(off)).toEqual(dropsById(on));
    const [a, b] = [on.ledger().field, off.ledger().field];
    expect([b.stamped, b.smoothed]).toEqual([a.stamped, a.smoothed]);
    expect(b.eroded).toBe(book.field.eroded);
    expect(a.eroded).toBeGreaterThan(book.field.eroded);
  });

  test.each(seeds)('S: drops and stamps are the same, nothing is smoothed (seed %i)', (seed) => {
    const { on, off, book } = bothWays('smoothing', seed);
    expect(dropsById(off)).toEqual(dropsById(on));
    const [a, b] = [on.ledger().field, off.ledger().field];
    expect(b.stamped).toBe(a.stamped);
    expect(b.smoothed).toBe(book.field.smoothed);
    expect(a.smoothed).not.toBe(book.field.smoothed);
    expect(b.eroded).toBeGreaterThan(book.field.eroded);
  });

  test('M: what did not merge has moved, rained and shed the same; nothing merges', () => {
    let merges = 0;
    let sheds = 0;
    for (const seed of seeds) {
      const { on, off, before } = bothWays('merging', seed);
      const [a, b] = [dropsById(on), dropsById(off)];
      for (const [id, drop] of a) if (b.has(id)) expect(b.get(id)).toEqual(drop);
      for (const amount of ['supplied', 'drained'] as const) expect(off.ledger()[amount]).toBe(on.ledger()[amount]);
      expect(off.ledger().onDrops).toBeCloseTo(on.ledger().onDrops, 9);
      merges += [...b.keys()].filter((id) => !a.has(id)).length;
      sheds += [...b].filter(([id, { mass }]) => before.has(id) && before.get(id)!.mass !== mass).length;
      // Without merging a drop is lost only over the edge, and only if it ran.
      for (const [id, drop] of before) if (!b.has(id)) expect(drop.moving).toBe(1);
    }
    expect(merges).toBeGreaterThan(3);
    expect(sheds).toBeGreaterThan(3);
  });

  test('R: what left no residual moves, rains and merges the same; no residual appears', () => {
    // With merging off ids tell the whole story: what is new is rain or a residual.
    let residuals = 0;
    for (const seed of seeds) {
      const { on, off, before } = bothWays('residuals', seed, { merging: false });
      const [a, b] = [dropsById(on), dropsById(off)];
      expect(on.ledger().supplied).toBe(off.ledger().supplied);
      for (const [id, drop] of b) {
        const same = a.get(id);
        if (same && same.mass === drop.mass) expect(same).toEqual(drop);
        else expect(before.get(id)?.moving, `drop ${id} ran and may have left a residual`).toBe(1);
      }
      const born = [...a.values()].filter(({ id }) => !b.has(id));
      residuals += born.length;
      for (const drop of born) expect(drop).toMatchObject({ moving: 0, vx: 0, vy: 0 });
    }
    expect(residuals).toBeGreaterThan(3);
  });
});
