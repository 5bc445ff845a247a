/** Maps across seams: a surface of several charts is the same water as one chart, wherever geometry allows to compare them. */
import { createSimulation, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { HALO } from '../../src/core/grid.js';
import { toWorld } from '../../src/core/pose.js';
import type { Fields } from '../../src/models/maps/fields.js';
import { Box } from '../../src/surface/box.js';
import { Cylinder } from '../../src/surface/cylinder.js';
import { Pane } from '../../src/surface/pane.js';
import { MAPPED, modelWith } from '../support/models.ts';
import { type SurfaceLab, surfaceLab } from '../support/surface-lab.ts';

const CELL = 0.5;
const QUANTUM = 2 ** -16;
/** Nothing that depends on the glass under a drop: neither affinity nor the random turn, nor an outline. */
const PLAIN = { affinityTie: 10, meander: 0 };
const plain = (model: string) => (model === 'rivulet' ? { ...PLAIN, irregularity: 0 } : PLAIN);

const cube = (side: number) => new Box({ width: side, height: side, depth: side, cellSize: CELL, open: [] });
const roll = (width: number) =>
  new Cylinder({ radius: width / (2 * Math.PI), width: null, height: 48, cellSize: CELL, wet: 'convex' });

/** The higher of both maps of a chart, row after row. */
function heightsOf({ chart, single }: Fields): number[] {
  const { heap, still, trail, grid } = chart;
  return Array.from({ length: grid.rows * grid.columns }, (_, n) => {
    const cell = Math.floor(n / grid.columns) * grid.stride + (n % grid.columns);
    return Math.max(heap.f32[trail + cell], single ? 0 : heap.f32[still + cell]);
  });
}

/** Scatters drops over all charts, some of them too heavy to stay; always the same. */
function scatter(lab: SurfaceLab, count: number): void {
  const { charts } = lab.surface;
  for (let n = 0; n < count; n++) {
    const { width, height } = charts[n % charts.length];
    const [u, v] = [(n * 0.618034) % 1, (n * 0.754878) % 1];
    lab.add({ chart: n % charts.length, x: u * width, y: v * height, mass: 0.5 + ((n * 7) % 11) });
  }
}

describe.each(MAPPED)('%s', (model) => {
  test('water on a closed cylinder is the same wherever its seam is', () => {
    const width = 64;
    const drops = Array.from({ length: 40 }, (_, n) => ({
      x: Math.floor(((n * 0.618034) % 1) * 128) / 2 + 0.25,
      y: 2 + ((n * 0.754878) % 1) * 30,
      mass: 1 + ((n * 7) % 11),
    }));
    const labs = [0, width / 2].map((shift) => {
      const lab = surfaceLab(roll(width), { model, options: plain(model), down: [0, -1, 0] });
      for (const { x, y, mass } of drops) lab.add({ x: (x + shift) % width, y, mass });
      return lab;
    });
    const half = width / 2 / CELL;
    const columns = width / CELL;
    for (let round = 0; round < 12; round++) {
      for (const lab of labs) lab.steps(5);
      const [here, there] = labs.map((lab) => heightsOf(lab.state.charts[0]));
      const worst = here.reduce((most, height, n) => {
        const col = (n % columns) + half;
        const other = there[n - (n % columns) + (col % columns)];
        return Math.max(most, Math.abs(height - other));
      }, 0);
      expect(worst, `after ${5 * round + 5} steps`).toBeLessThanOrEqual(2 * QUANTUM);
      const masses = labs.map(({ state: { drops: store } }) => [...store.mass.subarray(0, store.count)]);
      expect(masses[0]).toEqual(masses[1]);
      expect(labs[0].state.drops.count).toBeGreaterThan(3);
    }
  });

  test('two faces of a box side by side are one wide pane', () => {
    // The front and the face beyond its right edge, the left one, have the same pull: sideways and down.
    const side = 40;
    const down = [-0.5, -1, -0.5];
    const LEFT = 3;
    const high = new Box({ width: side, height: 80, depth: side, cellSize: CELL, open: [] });
    const box = surfaceLab(high, { model, options: plain(model), down });
    const pane = surfaceLab(new Pane({ width: 2 * side, height: 80, cellSize: CELL }), {
      model,
      options: plain(model),
      down: [0.5, -1, 0],
    });
    const add = (x: number, y: number, mass: number) => {
      pane.add({ x, y, mass });
      box.add({ chart: x < side ? 0 : LEFT, x: x < side ? x : x - side, y, mass });
    };
    // One that runs over the edge between them, ahead of all others.
    add(36, 40, 30);
    for (let n = 0; n < 24; n++) {
      add(14 + ((n * 0.618034) % 1) * 36, 10 + ((n * 0.754878) % 1) * 9, 1 + ((n * 7) % 11));
    }
    // Not until water reaches the lower edge, beyond which the pane has none.
    for (let step = 0; step < 14; step++) {
      box.steps(1);
      pane.steps(1);
      const wide = heightsOf(pane.state.charts[0]);
      const faces = [0, LEFT].map((chart) => heightsOf(box.state.charts[chart]));
      const columns = side / CELL;
      const worst = wide.reduce((most, height, n) => {
        const [row, col] = [Math.floor(n / (2 * columns)), n % (2 * columns)];
        const other = faces[col < columns ? 0 : 1][row * columns + (col % columns)];
        return Math.max(most, Math.abs(height - other));
      }, 0);
      expect(worst, `after step ${step}`).toBeLessThanOrEqual(2 * QUANTUM);
    }
    expect(box.state.drops.count).toBe(pane.state.drops.count);
    const { chart, mass, x, movingCount } = box.state.drops;
    const crossed = [...chart.subarray(0, movingCount)].some(
      (at, slot) => at === LEFT && mass[slot] > 15 && x[slot] > 3,
    );
    expect(crossed).toBe(true);
  });

  test('halos are what lies beyond, and both kernels do the same', () => {
    for (const surface of [cube(32), roll(64)]) {
      const labs = (['reference', 'simd'] as const).map((kernels) =>
        surfaceLab(surface, { model, down: [0.3, -1, 0.5], kernels }),
      );
      for (const lab of labs) scatter(lab, 60);
      for (let round = 0; round < 12; round++) {
        for (const lab of labs) lab.steps(8);
        expect(labs[0].hash()).toBe(labs[1].hash());
        labs[1].state.halos?.refresh();
        expect(wrongHalos(labs[1].state.charts)).toEqual([]);
        if (round === 6) for (const lab of labs) lab.turn([-1, 0.2, -0.4]);
        checkBooks(labs[1]);
      }
    }
  });
});

describe.each(MAPPED)('%s over an edge', (model) => {
  /** On its lower edge between bottom and left or right, and leaning towards the front by `lean`. */
  function onEdge(lean: number) {
    const [s, c] = [Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
    const [t, d] = [Math.sin(lean / 2), Math.cos(lean / 2)];
    const pose = [t * c, t * s, d * s, d * c] as const;
    const surface = { kind: 'box', width: 40, height: 40, depth: 60, cellSize: CELL } as const;
    const options = modelWith(model, { ...plain(model), residuals: false });
    return createSimulation({ model: options, surface, pose, rain: { kind: 'none' }, step: 0.005 });
  }
  /** Height of a drop over the middle of the box in the world, and how far it has gone along the edge. */
  function placeIn(simulation: Simulation) {
    const { chart, x, y } = simulation.drops;
    const { position } = simulation.surface.point({ chart: chart[0], x: x[0], y: y[0] });
    const world = new Float64Array(3);
    toWorld(simulation.frame().pose, position, world);
    return { high: world[1], along: position[2] };
  }

  test('a drop that runs down to the lowest edge stays there, pulled to it from both sides', () => {
    const simulation = onEdge(0);
    const BOTTOM = 5;
    simulation.addDrop({ chart: BOTTOM, x: 20, y: 30, mass: 60 });
    simulation.advance(1.5);
    const lowest = -20 * Math.SQRT2;
    expect(Math.abs(placeIn(simulation).high - lowest)).toBeLessThan(3);
    for (let step = 0; step < 100; step++) {
      simulation.step();
      expect(simulation.drops.moving[0], `step ${step}`).toBe(0);
    }
  });

  test('where the edge leans it runs along it, to the lowest corner', () => {
    const simulation = onEdge(0.6);
    const BOTTOM = 5;
    simulation.addDrop({ chart: BOTTOM, x: 20, y: 25, mass: 60 });
    const start = placeIn(simulation).along;
    simulation.advance(3);
    expect(Math.abs(placeIn(simulation).along - start)).toBeGreaterThan(20);
    for (let step = 0; step < 100; step++) {
      simulation.step();
      expect(simulation.drops.moving[0], `step ${step}`).toBe(0);
    }
  });
});

/** Both books of a lab without rain. */
function checkBooks({ model }: SurfaceLab): void {
  const { supplied, onDrops, drained, wiped, dripped, falling, field } = model.book();
  expect(Math.abs(supplied - onDrops - drained - wiped - dripped - falling)).toBeLessThanOrEqual(1e-9 * supplied);
  expect(field.stamped - field.smoothed - field.eroded).toBe(field.total);
}

/** Cells of the halos that differ from the cells that they stand for. */
function wrongHalos(charts: readonly Fields[]): string[] {
  const wrong: string[] = [];
  for (const fields of charts) {
    const { heap, grid, still, trail, stillIds, trailIds } = fields.chart;
    for (let row = -HALO; row < grid.rows + HALO; row++) {
      for (let col = -HALO; col < grid.columns + HALO; col++) {
        if (fields.hasCell(row, col)) continue;
        const link = fields.linkTo(row, col);
        const there = link?.fields.chart;
        const at = link ? link.row(row, col) * link.fields.grid.stride + link.col(row, col) : 0;
        for (const [name, map] of Object.entries({ still, trail, stillIds, trailIds })) {
          const expected = there ? heap.u32[there[name as 'still'] + at] : 0;
          const found = heap.u32[map + row * grid.stride + col];
          if (found !== expected) wrong.push(`${name} of chart ${fields.number} at ${row}, ${col}`);
        }
      }
    }
  }
  return wrong.slice(0, 5);
}
