/** When the operators run in a step and how often, what erosion spares, how ids grow: Chen 2013, Fig. 4 and section 5.2; Chin, Fig. 1. */
import * as fc from 'fast-check';
import { createSimulation, lobeOffsets } from 'rivulet';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGrid } from '../../src/core/grid.js';
import { createFieldMemory } from '../../src/kernels/field-memory.js';
import { EROSION } from '../../src/kernels/kernels.js';
import { openKernels } from '../../src/kernels/open-kernels.js';
import { Fields } from '../../src/models/maps/fields.js';
import { Hemispheres } from '../../src/models/maps/hemispheres.js';
import { Kinship } from '../../src/models/maps/kinship.js';
import { Merging } from '../../src/models/maps/merging.js';
import { Operators } from '../../src/models/maps/operators.js';
import { createSimulation as createFromSource } from '../../src/simulation/all-models.js';
import { anyFill, KernelPair } from '../parity/kernel-pair.ts';
import { BARE, DT, dropsOf, heightsOf, onBarePane, STRAIGHT } from './chen-lab.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the order of a step', () => {
  /** The calls, in their order, of a step in which a drop runs and leaves a droplet. */
  function orderOf(name: string): string[] {
    const simulation = createFromSource({
      ...BARE,
      // A chance that is certain; with sub-steps a drop still runs once a step.
      model: { name, ...STRAIGHT, residualLaw: 'constant', residualPeriod: 0.001, residualRate: 100 },
    });
    simulation.addDrop({ x: 20, y: 10, mass: 8 });
    const called: string[] = [];
    const note = (what: string) => () => void called.push(what);
    const { move } = Hemispheres.prototype;
    vi.spyOn(Hemispheres.prototype, 'move').mockImplementation(function (this: Hemispheres, ...args) {
      // Sub-steps are one run.
      if (called.at(-1) !== 'run') called.push('run');
      return move.apply(this, args);
    });
    vi.spyOn(Kinship.prototype, 'add').mockImplementation(note('residual'));
    vi.spyOn(Operators.prototype, 'run').mockImplementation(note('operators'));
    vi.spyOn(Merging.prototype, 'scan').mockImplementation(note('merge'));
    simulation.step();
    return called;
  }

  test('CHEN, Fig. 4: run, leave residuals, smooth and erode, merge', () => {
    expect(orderOf('chen2013')).toEqual(['run', 'residual', 'operators', 'merge']);
  });

  test('CHIN-1, Fig. 1: leave residuals, run, merge, smooth and erode', () => {
    expect(orderOf('chin')).toEqual(['residual', 'run', 'merge', 'operators']);
  });

  test('CHIN-1: in the single map still drops are placed just before the operators', () => {
    const called: string[] = [];
    vi.spyOn(Fields.prototype, 'anchorAll').mockImplementation(() => void called.push('place'));
    vi.spyOn(Operators.prototype, 'run').mockImplementation(() => void called.push('operators'));
    createFromSource({ ...BARE, model: { name: 'chin', maps: 'single' } }).step();
    expect(called).toEqual(['place', 'operators']);
  });
});

describe('CHEN-12, CHEN-O8: the shape of a still drop', () => {
  const COLUMNS = 80;
  const ROWS = 120;
  const THRESHOLD = 0.01;

  /** The highest of the chain's hemispheres in each cell, row after row. */
  function chainOf({ x, y, radius, lobes }: ReturnType<typeof dropsOf>[0]): number[] {
    const offsets = new Float64Array(10);
    const count = lobeOffsets(lobes, 0.5, offsets);
    return Array.from({ length: COLUMNS * ROWS }, (_, n) => {
      const [col, row] = [n % COLUMNS, Math.floor(n / COLUMNS)];
      let highest = 0;
      for (let lobe = 0; lobe < 2 * count; lobe += 2) {
        const dx = (col + 0.5) * 0.5 - x - offsets[lobe];
        const dy = (row + 0.5) * 0.5 - y - offsets[lobe + 1];
        highest = Math.max(highest, radius * radius - dx * dx - dy * dy);
      }
      return Math.sqrt(highest);
    });
  }

  function smoothed(heights: number[]): number[] {
    return heights.map((_, n) => {
      let sum = 0;
      for (const down of [-COLUMNS, 0, COLUMNS]) for (const right of [-1, 0, 1]) sum += heights[n + down + right] ?? 0;
      return sum / 9 < THRESHOLD ? 0 : sum / 9;
    });
  }

  test.each([
    ['smoothed once', true],
    ['bare without smoothing', false],
  ])('is its chain of hemispheres, %s, and stays so', (_name, smoothing) => {
    for (let seed = 1; seed <= 5; seed++) {
      const simulation = onBarePane({ seed, model: { smoothing, erosion: smoothing, smoothingThreshold: THRESHOLD } });
      simulation.addDrop({ x: 20.1, y: 30.2, mass: 2 });
      const [drop] = dropsOf(simulation);
      const expected = smoothing ? smoothed(chainOf(drop)) : chainOf(drop);
      for (const steps of [0, 1, 40]) {
        for (let step = 0; step < steps; step++) simulation.step();
        const { heights } = heightsOf(simulation);
        const wrong = expected.findIndex((height, n) => Math.abs(height - heights[n]) > 2e-5);
        expect(wrong, `after ${steps} steps`).toBe(-1);
      }
    }
  });
});

describe('in the single map', () => {
  const COLUMNS = 80;
  const MIDDLE = 60;
  /** Heights of the row through the middle of a still drop that has just been placed, and of that row a step later. */
  function twoRows(name: string): number[][] {
    const model = { name, maps: 'single', lobes: 1, erosion: true, smoothing: false };
    const simulation = createSimulation(BARE, { model, coating: { critical: 20 } });
    simulation.addDrop({ x: 20.25, y: 0.5 * MIDDLE + 0.25, mass: 20 });
    const row = () => [...heightsOf(simulation).heights.subarray(MIDDLE * COLUMNS, (MIDDLE + 1) * COLUMNS)];
    const before = row();
    simulation.step();
    return [before, row()];
  }

  test('CHEN-11: erosion spares the cells of a still drop', () => {
    const [before, after] = twoRows('chen2013');
    expect(before.filter((height) => height > 0).length).toBeGreaterThan(7);
    expect(after).toEqual(before);
  });

  test.each([0, Math.PI / 2])(
    'CHEN-11: erosion spares all of a still drop, also where it works along columns: turn %f',
    (turn) => {
      const model = { name: 'chen2013', maps: 'single', erosion: true, smoothing: false };
      const simulation = createSimulation(BARE, { model, coating: { critical: 20 }, surface: { turn } });
      for (const [x, y] of [
        [10.1, 12.2],
        [25.4, 33.3],
        [30.2, 50.1],
      ])
        simulation.addDrop({ x, y, mass: 20 });
      const before = heightsOf(simulation).heights.slice();
      for (let n = 0; n < 5; n++) simulation.step();
      expect(heightsOf(simulation).heights).toEqual(before);
      expect(simulation.ledger().field.eroded).toBe(0);
    },
  );

  test('CHEN-11: what borders on a still drop is eroded from its other end alone', () => {
    const property = fc.property(anyFill, fc.constantFrom(EROSION.alongRows, EROSION.alongColumns), (fill, erosion) => {
      const pair = new KernelPair({ ...fill, seams: 0 }).listWetBoxes();
      const { trail: heights, still, scratch } = pair.chart;
      const { rows, columns, stride, origin, words } = pair.grid;
      const { f32 } = pair.heap;
      const sideways = erosion === EROSION.alongColumns;
      const expected = f32.slice(heights, heights + rows * stride);
      for (let line = 0; line < (sideways ? columns : rows); line++) {
        const length = sideways ? rows : columns;
        const cells = Array.from({ length }, (_, n) => (sideways ? n * stride + line : line * stride + n));
        const spared = cells.map((cell) => f32[still + cell] > 0);
        const left = shrunk(
          cells.map((cell) => f32[heights + cell]),
          spared,
        );
        cells.forEach((cell, n) => {
          expected[cell] = left[n];
        });
      }
      pair.run((kernels, { header }, heap) => {
        kernels.flow(header, pair.boxes, 0, 0.25, 0, erosion, 1);
        heap.u32.fill(0, scratch - origin, scratch - origin + words);
      });
      const wrong: number[] = [];
      for (let cell = 0; cell < rows * stride; cell++) if (f32[heights + cell] !== expected[cell]) wrong.push(cell);
      expect(wrong).toEqual([]);
    });
    fc.assert(property, { numRuns: 200 });
  });

  /** A line of heights after each of its wet runs has lost a cell at both ends, whose height the next one takes; some are spared. */
  function shrunk(line: readonly number[], spared: readonly boolean[]): number[] {
    const left = [...line];
    for (let first = 0; first < line.length; first++) {
      if (line[first] === 0) continue;
      let last = first;
      while (line[last + 1] > 0) last += 1;
      const ends = [first, last].filter((end) => !spared[end]);
      for (const next of new Set([first + 1, last - 1])) {
        const moved = ends.filter((end) => Math.abs(end - next) === 1).map((end) => line[end]);
        const isInside = next > first && next < last;
        if (moved.length > 0 && isInside && !spared[next]) left[next] = Math.max(...moved);
      }
      for (const end of ends) left[end] = 0;
      first = last;
    }
    return left;
  }

  test('CHIN-13: Chin’s spares nothing, and the next step places it again', () => {
    const [before, after] = twoRows('chin');
    const first = before.findIndex((height) => height > 0);
    const end = before.length - [...before].reverse().findIndex((height) => height > 0);
    const expected = [...before];
    expected[first + 1] = before[first];
    expected[end - 2] = before[end - 1];
    expected[first] = 0;
    expected[end - 1] = 0;
    expect(after).toEqual(expected);
  });
});

describe('wherever down is', () => {
  const SIDE = 60;
  const CELLS = 2 * SIDE;
  /** The height map, row after row, while a drop runs down from near one edge of a square pane, and after. */
  function runDown(turn: number, x: number, y: number): Float32Array[] {
    const model = { ...STRAIGHT, smoothing: true, erosion: true };
    const simulation = onBarePane({ model, surface: { width: SIDE, height: SIDE, turn } });
    simulation.addDrop({ x, y, mass: 20 });
    return Array.from({ length: 60 }, () => {
      simulation.step();
      return heightsOf(simulation).heights.slice();
    });
  }

  // Where gravity points, and which cell of the upright pane a row and a column are then.
  test.each([
    ['right', Math.PI / 2, 5.25, 30.25, (row: number, col: number) => col * CELLS + row],
    ['up', Math.PI, 30.25, SIDE - 5.25, (row: number, col: number) => (CELLS - 1 - row) * CELLS + col],
    ['left', -Math.PI / 2, SIDE - 5.25, 30.25, (row: number, col: number) => (CELLS - 1 - col) * CELLS + row],
  ])('CHEN-L2: a trail is smoothed and eroded as one that goes down the rows: %s', (_name, turn, x, y, cellOf) => {
    const upright = runDown(0, 30.25, 5.25);
    expect(Math.max(...upright[10])).toBeGreaterThan(1);
    expect(Math.max(...upright[59])).toBe(0);
    const turned = runDown(turn, x, y);
    for (const [step, heights] of turned.entries()) {
      let worst = 0;
      heights.forEach((height, n) => {
        const other = upright[step][cellOf(Math.floor(n / CELLS), n % CELLS)];
        worst = Math.max(worst, Math.abs(height - other));
      });
      // Quarter turns are not whole numbers in binary: a quantum, and nothing that could be seen.
      expect(worst, `after step ${step}`).toBeLessThan(1e-4);
    }
  });
});

describe('CHEN-O6: with a period a trail lives for a time', () => {
  /** Seconds after which the middle row of a straight trail of radius 2 mm is dry. */
  function life(operatorPeriod: number, cellSize: number, step: number): number {
    const simulation = onBarePane({
      model: { ...STRAIGHT, smoothing: true, erosion: true, operatorPeriod },
      step,
      surface: { width: 40, height: 160, cellSize },
    });
    const mass = (2 / 3) * Math.PI * 2 ** 3;
    simulation.addDrop({ x: 20 + cellSize / 2, y: cellSize / 2, mass, vy: 10_000 });
    const { columns, rows } = simulation.surface;
    const middle = (rows / 2) * columns;
    const isDry = () =>
      heightsOf(simulation)
        .heights.subarray(middle, middle + columns)
        .every((height) => height === 0);
    while (isDry()) simulation.step();
    while (!isDry()) simulation.step();
    return simulation.time;
  }

  // 28, 14 and 7 runs in cells of 0.25, 0.5 and 1 mm (spec 1.6), 20, 40 and 80 ms apart: 0.56 s.
  test.each([
    [0.25, 0.005],
    [0.5, 0.005],
    [1, 0.005],
    [0.5, 0.002],
    [0.5, 0.01],
    [0.25, 0.04],
  ])('the same in cells of %d mm and steps of %d s', (cellSize, step) => {
    // The run that dries it may come one period late, since the first one may come right after the drop.
    const period = (0.04 * cellSize) / 0.5;
    expect(Math.abs(life(0.04, cellSize, step) - 0.56)).toBeLessThanOrEqual(period + step + 1e-9);
  });

  test('in proportion to the period; with 0 it is a number of steps', () => {
    expect(life(0.08, 0.5, DT) / life(0.04, 0.5, DT)).toBeCloseTo(2, 1);
    // The drop is at the middle row in the second step, or in the first.
    for (const step of [DT, 2 * DT]) expect(Math.abs(life(0, 0.5, step) / step - 14.5)).toBeLessThan(1);
  });
});

describe('CHIN-14, CHIN-O5: ids grow with the water', () => {
  const COLUMNS = 20;
  const ROWS = 12;
  const THRESHOLD = 0.5;
  const anyCell = fc.record({
    height: fc.constantFrom(0, 0.25, 0.49, 0.5, 0.75, 1, 2),
    id: fc.constantFrom(0, 0, 0, 1, 2, 3),
  });
  const anyCells = fc.array(anyCell, { minLength: COLUMNS * ROWS, maxLength: COLUMNS * ROWS });

  test.each(['reference', 'simd'] as const)(
    'an unowned cell of at least T_id takes the id of its highest 4-neighbour (%s)',
    (kind) => {
      const { charts } = createFieldMemory([createGrid(COLUMNS, ROWS, 0.5)], openKernels(kind));
      const { header, heap, grid, trail, trailIds, scratch, kernels } = charts[0];
      let grown = 0;
      const property = fc.property(anyCells, (cells) => {
        // Water without an owner may be of any height; a dry cell has none.
        const owned = cells.map(({ height, id }) => ({ height, id: height === 0 ? 0 : id }));
        owned.forEach(({ height, id }, n) => {
          const cell = Math.floor(n / COLUMNS) * grid.stride + (n % COLUMNS);
          heap.f32[trail + cell] = height;
          heap.u32[trailIds + cell] = id;
        });
        kernels.growIds(header, 0, ROWS, 0, COLUMNS, THRESHOLD);
        const at = (row: number, col: number) =>
          row < 0 || row >= ROWS || col < 0 || col >= COLUMNS ? { height: 0, id: 0 } : owned[row * COLUMNS + col];
        owned.forEach(({ height, id }, n) => {
          const [row, col] = [Math.floor(n / COLUMNS), n % COLUMNS];
          const around = [at(row - 1, col), at(row, col - 1), at(row, col + 1), at(row + 1, col)];
          const owners = around.filter((other) => other.id !== 0);
          const most = Math.max(...owners.map((other) => other.height));
          const heirs = owners.filter((other) => other.height === most).map((other) => other.id);
          const stays = id !== 0 || height < THRESHOLD || owners.length === 0;
          expect(stays ? [id] : heirs).toContain(heap.u32[scratch + row * grid.stride + col]);
          if (!stays) grown += 1;
        });
      });
      fc.assert(property, { numRuns: 30 });
      expect(grown).toBeGreaterThan(100);
    },
  );
});
