/**
 * Chin, Fig. 7, as claims that can be measured: all operations off (7a), smoothing (7b), erosion added (7c), residual
 * droplets added (7d), merging added (7e). Two of them look on during a step; these take the simulation from the sources.
 */
import { createSimulation, loadScene, type Simulation } from 'rivulet';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { quantise } from '../../src/kernels/reference/heights.js';
import { Fields } from '../../src/models/maps/fields.js';
import { Kinship } from '../../src/models/maps/kinship.js';
import { Operators } from '../../src/models/maps/operators.js';
import { WayStamps } from '../../src/models/maps/way-stamps.js';
import { createSimulation as createFromSource } from '../../src/simulation/all-models.js';
import {
  dropsById,
  firstDifference,
  followers,
  heightsOf,
  highest,
  idsOf,
  runUntil,
  sum,
  type Watched,
  wetCount,
} from './chin-pane.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const LETTERS = ['a', 'b', 'c', 'd', 'e'];
/** When the pictures are taken [s]. */
const AT = 5;

function figure(letter: string, seconds = AT): Simulation {
  const simulation = createSimulation(`chin-fig-7${letter}`);
  simulation.advance(seconds);
  return simulation;
}

/** The pane of a figure without rain, and one drop near the top of it. */
function oneRun(letter: string, seed = 1): { simulation: Simulation; id: number } {
  const simulation = createSimulation(`chin-fig-7${letter}`, { seed, rain: { kind: 'none' } });
  return { simulation, id: simulation.addDrop({ x: 45, y: 5, mass: 8 }) };
}

/** Wet cells in each row. */
function widths(simulation: Simulation): number[] {
  const heights = heightsOf(simulation);
  const { rows, columns } = simulation.surface;
  return Array.from({ length: rows }, (_, row) => wetCount(heights.subarray(row * columns, (row + 1) * columns)));
}

describe('CHIN-5, Fig. 3: following', () => {
  test.each(['a', 'e'])('drops beside the trail of 7%s, its drop gone, end within a radius of it', (letter) => {
    expect(followers(`chin-fig-7${letter}`, 8, 50)).toBeGreaterThanOrEqual(49);
  });
});

test('chin-fig-7a to 7e differ in their four switches alone', () => {
  const switches = ['smoothing', 'erosion', 'residuals', 'merging'];
  const scenes = LETTERS.map((letter) => loadScene(`chin-fig-7${letter}`) as Record<string, unknown>);
  const rest = scenes.map(({ model, title, about, ...scene }) => {
    const options = Object.entries(model as object).filter(([name]) => !switches.includes(name));
    return { scene, options };
  });
  for (const other of rest) expect(other).toEqual(rest[0]);
  const on = scenes.map(({ model }) => switches.filter((name) => (model as Record<string, boolean>)[name]));
  expect(on).toEqual([0, 1, 2, 3, 4].map((count) => switches.slice(0, count)));
});

test.each(LETTERS)('chin-fig-7%s shows 60 to 150 drops after 5 s', (letter) => {
  const { count } = figure(letter).drops;
  expect(count).toBeGreaterThanOrEqual(60);
  expect(count).toBeLessThanOrEqual(150);
});

describe('chin-fig-7a: raw discs', () => {
  test('no height ever falls', () => {
    const simulation = figure('a', 0);
    let before = heightsOf(simulation);
    while (simulation.time < AT) {
      simulation.step();
      const now = heightsOf(simulation);
      expect(now.findIndex((height, cell) => height < before[cell])).toBe(-1);
      before = now;
    }
    expect(sum(before)).toBeGreaterThan(1000);
  });

  test('the map is exactly the hemispheres of the drops and of their ways', () => {
    const stamps = vi.spyOn(WayStamps.prototype, 'stampHemisphere');
    const simulation = createFromSource('chin-fig-7a');
    simulation.advance(AT);
    const still = [...dropsById(simulation).values()].filter((drop) => drop.moving === 0);
    const discs = [...stamps.mock.calls, ...still.map(({ x, y, radius }) => [x, y, radius])];
    expect(stamps.mock.calls.length).toBeGreaterThan(1000);
    expect(firstDifference(heightsOf(simulation), hemispheres(discs, simulation))).toBe(-1);
    // Equation 7.
    for (const { mass, radius } of still) expect(radius).toBeCloseTo(Math.cbrt((3 * mass) / (2 * Math.PI)), 12);
  });

  /** Equation 9 in each cell, the highest of all discs (x, y, radius). */
  function hemispheres(discs: readonly number[][], { surface }: Watched): Float32Array {
    const { rows, columns, cellSize } = surface;
    const heights = new Float32Array(rows * columns);
    for (const [x, y, radius] of discs) {
      const reach = Math.ceil(radius / cellSize);
      const [row0, col0] = [Math.floor(y / cellSize), Math.floor(x / cellSize)];
      for (let row = Math.max(0, row0 - reach); row <= Math.min(rows - 1, row0 + reach); row++) {
        for (let col = Math.max(0, col0 - reach); col <= Math.min(columns - 1, col0 + reach); col++) {
          const square = radius ** 2 - (((col + 0.5) * cellSize - x) ** 2 + ((row + 0.5) * cellSize - y) ** 2);
          const cell = row * columns + col;
          if (square > 0) heights[cell] = Math.max(heights[cell], quantise(Math.sqrt(square)));
        }
      }
    }
    return heights;
  }
});

describe('chin-fig-7b: smoothed', () => {
  test('the water is wider and lower than in 7a', () => {
    const [raw, smoothed] = [heightsOf(figure('a')), heightsOf(figure('b'))];
    expect(wetCount(smoothed)).toBeGreaterThan(1.5 * wetCount(raw));
    expect(highest(smoothed)).toBeLessThan(0.95 * highest(raw));
  });

  test('left to itself the wet area grows and the maximum falls, step by step', () => {
    const simulation = figure('b', 3);
    simulation.set({ rain: { kind: 'none' } });
    simulation.clear();
    let before = heightsOf(simulation);
    for (let step = 0; step < 20; step++) {
      simulation.step();
      const now = heightsOf(simulation);
      expect(wetCount(now)).toBeGreaterThan(wetCount(before));
      expect(highest(now)).toBeLessThan(highest(before));
      before = now;
    }
  });
});

describe('chin-fig-7c: eroded trails', () => {
  /** Widths of the trail after the drop has left, one list a step. */
  function decay(letter: string, steps: number): number[][] {
    const { simulation } = oneRun(letter);
    runUntil(simulation, () => simulation.drops.count === 0);
    return Array.from({ length: steps }, () => {
      simulation.step();
      return widths(simulation);
    });
  }

  test('a trail never widens, narrows and is gone within a second; without erosion it stays', () => {
    const eroded = decay('c', 30);
    for (let step = 1; step < eroded.length; step++) {
      expect(eroded[step].findIndex((width, row) => width > eroded[step - 1][row])).toBe(-1);
    }
    const middle = eroded.map((step) => step[240]);
    expect(middle[0]).toBeGreaterThan(4);
    expect(middle[10]).toBeLessThan(middle[0]);
    expect(Math.max(...eroded[29])).toBe(0);
    expect(Math.min(...decay('b', 30)[29].slice(40, 440))).toBeGreaterThan(middle[0]);
  });

  test('the pane is drier than in 7b, and trails are still seen', () => {
    const [smoothed, eroded] = [figure('b'), figure('c')];
    expect(wetCount(heightsOf(eroded))).toBeLessThan(0.3 * wetCount(heightsOf(smoothed)));
    // Trail cells belong to drops that run or have left.
    const drops = dropsById(eroded);
    const trail = idsOf(eroded).filter((id) => id !== 0 && drops.get(id)?.moving !== 0);
    expect(trail.length).toBeGreaterThan(1000);
  });
});

describe('chin-fig-7d: residual droplets', () => {
  test.each([1, 2, 3])('they appear where the runner was and stay when its trail is gone (seed %i)', (seed) => {
    const { simulation, id } = oneRun('d', seed);
    for (let runner = dropsById(simulation).get(id); runner?.moving === 1; runner = dropsById(simulation).get(id)) {
      const known = dropsById(simulation);
      simulation.step();
      for (const drop of dropsById(simulation).values()) {
        if (known.has(drop.id)) continue;
        expect(drop).toMatchObject({ x: runner.x, y: runner.y, vx: 0, vy: 0, moving: 0 });
        expect(drop.mass).toBeLessThanOrEqual(4);
        expect(drop.mass / runner.mass).toBeGreaterThan(0.1);
        expect(drop.mass / runner.mass).toBeLessThan(0.3);
      }
    }
    simulation.advance(2);
    const drops = [...dropsById(simulation).values()];
    expect(drops.length).toBeGreaterThanOrEqual(2);
    const { columns, cellSize } = simulation.surface;
    const [heights, ids] = [heightsOf(simulation), idsOf(simulation)];
    for (const { x, y, id: owner } of drops) {
      const cell = Math.floor(y / cellSize) * columns + Math.floor(x / cellSize);
      expect(ids[cell]).toBe(owner);
      expect(heights[cell]).toBeGreaterThan(0.3);
    }
    // Nothing else is wet: the trail has become a row of drops.
    const farFromDrops = heights.findIndex((height, cell) => {
      const [row, col] = [Math.floor(cell / columns), cell % columns];
      const reaches = (drop: { x: number; y: number; radius: number }) =>
        Math.hypot((col + 0.5) * cellSize - drop.x, (row + 0.5) * cellSize - drop.y) < drop.radius + 6 * cellSize;
      return height > 0 && !drops.some(reaches);
    });
    expect(farFromDrops).toBe(-1);
  });

  test('the pane holds more drops than in 7c, the new ones small', () => {
    const [without, withResiduals] = [figure('c').drops, figure('d').drops];
    expect(withResiduals.count).toBeGreaterThan(1.3 * without.count);
  });
});

describe('chin-fig-7e: merged', () => {
  test('no two live drops but parent and residual share a side in the ID map for longer than a step', () => {
    const { simulation, seen } = watchNeighbours();
    simulation.advance(AT);
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.some(({ kin }) => kin > 0)).toBe(true);
    const lasting = seen.map(({ strangers }, n) => [...strangers].filter((pair) => seen[n + 1]?.strangers.has(pair)));
    expect(lasting.flat()).toEqual([]);
    // A dead trail that got a live owner may have a live neighbour on its other side: they merge in the next step.
    expect(seen.filter(({ strangers }) => strangers.size > 0).length).toBeLessThan(15);
  });

  test('drops have merged: fewer than in 7d, with the same rain', () => {
    const [apart, merged] = [figure('d'), figure('e')];
    expect(merged.ledger().supplied).toBe(apart.ledger().supplied);
    expect(merged.drops.count).toBeLessThan(0.8 * apart.drops.count);
  });

  /** Looks at the ID map of 7e each time merging is done and the operators are about to run. */
  function watchNeighbours() {
    const seen: { kin: number; strangers: Set<string> }[] = [];
    const stamp = vi.spyOn(Fields.prototype, 'bookStamped');
    const add = vi.spyOn(Kinship.prototype, 'add');
    const { run } = Operators.prototype;
    const simulation = createFromSource('chin-fig-7e');
    vi.spyOn(Operators.prototype, 'run').mockImplementation(function (this: Operators, options) {
      const fields = stamp.mock.contexts[0] as Fields | undefined;
      const kinship = (add.mock.contexts[0] as Kinship | undefined) ?? new Kinship();
      if (fields) seen.push(neighbours(fields, kinship, simulation));
      run.call(this, options);
    });
    return { simulation, seen };
  }

  /** Cells where live kin meet, and the pairs of other live drops that do. */
  function neighbours({ chart, grid }: Fields, kinship: Kinship, { drops }: Watched) {
    const alive = new Set(drops.id.subarray(0, drops.count));
    const strangers = new Set<string>();
    let kin = 0;
    for (let cell = 0; cell < grid.rows * grid.stride; cell++) {
      const id = chart.heap.u32[chart.trailIds + cell];
      if (!alive.has(id)) continue;
      for (const beside of [cell + 1, cell + grid.stride]) {
        const other = chart.heap.u32[chart.trailIds + beside];
        if (other === id || !alive.has(other)) continue;
        if (kinship.has(id, other)) kin += 1;
        else strangers.add(`${Math.min(id, other)} and ${Math.max(id, other)}`);
      }
    }
    return { kin, strangers };
  }
});
