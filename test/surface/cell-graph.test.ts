/** The graph of cells of every kind of surface (KAN-1, KAN-O7, KAN-O11). */
import { describe, expect, test } from 'vitest';
import { Bezier } from '../../src/surface/bezier/bezier.js';
import { createPatchPoint, evaluatePatch } from '../../src/surface/bezier/patch.js';
import { teapotPatches } from '../../src/surface/bezier/teapot.js';
import { windshieldPatch } from '../../src/surface/bezier/windshield.js';
import { Box } from '../../src/surface/box.js';
import { type CellGraph, createCellGraph, OUTSIDE } from '../../src/surface/cell-graph.js';
import { Cylinder } from '../../src/surface/cylinder.js';
import { Pane } from '../../src/surface/pane.js';
import type { Surface } from '../../src/surface/surface.js';
import { cross, dot } from './law-of-surfaces.ts';

const teapot = new Bezier({ patches: teapotPatches(), cellSize: 0.74 });
const windshield = new Bezier({ patches: [windshieldPatch()], cellSize: 2 });
const surfaces: Record<string, Surface> = {
  pane: new Pane({ width: 40, height: 30, cellSize: 2 }),
  'closed cylinder': new Cylinder({ radius: 30, width: null, height: 40, cellSize: 2, wet: 'convex' }),
  box: new Box({ width: 40, height: 30, depth: 36, cellSize: 2, open: [] }),
  'box without a lid': new Box({ width: 40, height: 30, depth: 36, cellSize: 2, open: ['top'] }),
  windshield,
  teapot,
};

const graphs = Object.fromEntries(Object.entries(surfaces).map(([name, surface]) => [name, createCellGraph(surface)]));

function entryTo({ first, neighbour }: CellGraph, from: number, to: number): number {
  for (let entry = first[from]; entry < first[from + 1]; entry++) if (neighbour[entry] === to) return entry;
  return -1;
}

/** Cells that can be reached from a cell, itself included. */
function reachable({ count, first, neighbour }: CellGraph, start: number): Uint8Array {
  const seen = new Uint8Array(count);
  const stack = [start];
  seen[start] = 1;
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    for (let entry = first[cell]; entry < first[cell + 1]; entry++) {
      const other = neighbour[entry];
      if (other === OUTSIDE || seen[other]) continue;
      seen[other] = 1;
      stack.push(other);
    }
  }
  return seen;
}

describe.each(Object.entries(graphs))('%s', (name, graph) => {
  test('neighbours are mutual and as far from each other from both sides', () => {
    const { count, first, neighbour, offsetX, offsetY } = graph;
    let asymmetric = 0;
    let uneven = 0;
    for (let cell = 0; cell < count; cell++) {
      for (let entry = first[cell]; entry < first[cell + 1]; entry++) {
        if (neighbour[entry] === OUTSIDE) continue;
        const back = entryTo(graph, neighbour[entry], cell);
        if (back < 0) asymmetric += 1;
        const [one, other] = [entry, back].map((at) => Math.hypot(offsetX[at], offsetY[at]));
        if (!(one > 0 && Math.abs(one - other) <= 1e-9 * one)) uneven += 1;
      }
    }
    expect([asymmetric, uneven]).toEqual([0, 0]);
  });

  test('every cell has an orthonormal frame and lies where its place is', () => {
    const { count, normal, tangentX, tangentY, chart, x, y } = graph;
    for (let cell = 0; cell < count; cell += 37) {
      const [n, a, b] = [normal, tangentX, tangentY].map((all) => all.subarray(3 * cell, 3 * cell + 3));
      expect([dot(n, n), dot(a, a), dot(a, n)]).toEqual([1, 1, 0].map((value) => expect.closeTo(value, 12)));
      for (const k of [0, 1, 2]) expect(cross(a, b)[k]).toBeCloseTo(n[k], 12);
      expect(graph.cellAt({ chart: chart[cell], x: x[cell], y: y[cell] })).toBe(cell);
    }
  });

  test('no cell is out of reach', () => {
    const seen = reachable(graph, 0);
    const missing = seen.indexOf(0);
    if (name !== 'teapot') {
      expect(missing).toBe(-1);
      return;
    }
    // The lid lies in its opening without touching the rim: it is reached from its own cells, and is all that is left.
    const lid = reachable(graph, missing);
    expect(seen.every((is, cell) => is + lid[cell] === 1)).toBe(true);
    expect(seen.every((is, cell) => (teapot.parts[graph.chart[cell]] === 3 ? 0 : 1) === is)).toBe(true);
  });
});

test('a pane has eight neighbours everywhere, three of them outside at an edge and five at a corner', () => {
  const { count, first, neighbour, offsetX, offsetY } = graphs.pane;
  const ways = new Set<string>();
  for (let cell = 0; cell < count; cell++) {
    expect(first[cell + 1] - first[cell]).toBe(8);
    for (let entry = first[cell]; entry < first[cell + 1]; entry++) ways.add(`${offsetX[entry]} ${offsetY[entry]}`);
  }
  expect(ways.size).toBe(8);
  const outside = (cell: number) =>
    neighbour.subarray(first[cell], first[cell + 1]).filter((n) => n === OUTSIDE).length;
  expect([outside(0), outside(1), outside(21)]).toEqual([5, 3, 0]);
});

test('over the edge of a box a neighbour is a whole cell away, and a corner has one neighbour less', () => {
  const { count, first, offsetX, offsetY } = graphs.box;
  const sizes = new Map<number, number>();
  for (let cell = 0; cell < count; cell++) {
    const size = first[cell + 1] - first[cell];
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    for (let entry = first[cell]; entry < first[cell + 1]; entry++) {
      const away = Math.hypot(offsetX[entry], offsetY[entry]);
      expect(Math.min(Math.abs(away - 2), Math.abs(away - 2 * Math.SQRT2))).toBeLessThan(1e-12);
    }
  }
  expect([...sizes].sort((a, b) => a[0] - b[0])).toEqual([
    [7, 24],
    [8, 1836],
  ]);
});

test.each([
  ['windshield', windshield],
  ['teapot', teapot],
])('the lattice of the %s has the area of its patches within 0.1 %%', (name, surface) => {
  const at = createPatchPoint();
  let exact = 0;
  surface.charts.forEach(({ columns, rows }, chart) => {
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < columns; col++) {
        if (surface.isCovered(chart, row, col)) continue;
        evaluatePatch(surface.patches[chart], (col + 0.5) / columns, (row + 0.5) / rows, at);
        exact += Math.hypot(...cross(at.byU, at.byV)) / (columns * rows);
      }
    }
  });
  const lattice = graphs[name].area.reduce((sum, area) => sum + area, 0);
  expect(Math.abs(lattice / exact - 1)).toBeLessThan(1e-3);
});

test('poles of the teapot are one cell, wide enough, with neighbours all round', () => {
  const { count, area, first, normal } = graphs.teapot;
  const most = Array.from({ length: count }, (_, cell) => first[cell + 1] - first[cell]).reduce((a, b) =>
    Math.max(a, b),
  );
  expect(most).toBeLessThan(40);
  const least = area.reduce((a, b) => Math.min(a, b));
  expect(least).toBeGreaterThan(0.03 * 0.74 * 0.74);
  const up = [graphs.teapot.cellAt({ chart: 24, x: 1, y: 0.1 }), graphs.teapot.cellAt({ chart: 26, x: 9, y: 0.1 })];
  expect(up[0]).toBe(up[1]);
  expect(normal[3 * up[0] + 1]).toBeCloseTo(1, 3);
});

test('handle and spout of the teapot are joined to the body, and hidden places find the nearest cell', () => {
  const graph = graphs.teapot;
  const joints = [1, 2].map((part) => {
    let count = 0;
    for (let cell = 0; cell < graph.count; cell++) {
      if (teapot.parts[graph.chart[cell]] !== part) continue;
      for (let entry = graph.first[cell]; entry < graph.first[cell + 1]; entry++) {
        const other = graph.neighbour[entry];
        if (other !== OUTSIDE && teapot.parts[graph.chart[other]] === 0) count += 1;
      }
    }
    return count;
  });
  for (const count of joints) expect(count).toBeGreaterThan(40);
  const hidden = { chart: 20, x: 5, y: 1 };
  expect(teapot.isCovered(20, 1, 6)).toBe(true);
  const cell = graph.cellAt(hidden);
  expect(teapot.isCovered(graph.chart[cell], Math.floor(graph.y[cell] / 0.74), Math.floor(graph.x[cell] / 0.74))).toBe(
    false,
  );
});
