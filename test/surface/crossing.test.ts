/** Drops that cross the seams of a box: their trails, and what becomes of drops that meet at a seam. */
import { describe, expect, test } from 'vitest';
import { BOX_FACES, Box } from '../../src/surface/box.js';
import { crossSeam, EDGES } from '../../src/surface/seams.js';
import { EDGE, type Place } from '../../src/surface/surface.js';
import { surfaceLab } from '../support/surface-lab.ts';
import { pointOn } from './law-of-surfaces.ts';

const SIDE = 40;
const CELL = 0.5;
const box = new Box({ width: SIDE, height: SIDE, depth: SIDE, cellSize: CELL, open: [] });
const NO_CHANGES = { residuals: false, merging: false, affinityTie: 10, meander: 0 };

/** The place `inward` from the middle of an edge, and unit vectors on the chart: out over the edge, and along it. */
function atEdge(edge: number, inward: number) {
  const middle = SIDE / 2;
  if (edge === EDGE.left) return { x: inward, y: middle, out: [-1, 0], along: [0, 1] };
  if (edge === EDGE.right) return { x: SIDE - inward, y: middle, out: [1, 0], along: [0, 1] };
  if (edge === EDGE.top) return { x: middle, y: inward, out: [0, -1], along: [1, 0] };
  return { x: middle, y: SIDE - inward, out: [0, 1], along: [1, 0] };
}

/** A pull in space that is the same on both faces at an edge, at an angle to the way across it. */
function pullOver(chart: number, edge: number, angle: number): number[] {
  const { x, y, out, along } = atEdge(edge, 0);
  const { normal, tangentX, tangentY } = pointOn(box, { chart, x, y });
  return [0, 1, 2].map((n) => {
    const outward = out[0] * tangentX[n] + out[1] * tangentY[n];
    const sideways = along[0] * tangentX[n] + along[1] * tangentY[n];
    return Math.cos(angle) * (outward - normal[n]) + Math.sin(angle) * sideways;
  });
}

const EVERY_EDGE = BOX_FACES.flatMap((face, chart) =>
  EDGES.map((edge) => [face, Object.keys(EDGE)[edge], chart, edge] as const),
);

describe.each(['chen2013', 'rivulet'])('a trail of %s', (model) => {
  describe.each([35, 45])('at %i°', (degrees) => {
    test.each(EVERY_EDGE)(
      'crosses the %s face’s %s edge in a straight line of the same height',
      (_f, _e, chart, edge) => {
        const angle = (degrees * Math.PI) / 180;
        const lab = surfaceLab(box, { model, options: NO_CHANGES, down: pullOver(chart, edge, angle) });
        const { x, y, out, along } = atEdge(edge, 6);
        lab.add({ chart, x: x - 8 * Math.tan(angle) * along[0], y: y - 8 * Math.tan(angle) * along[1], mass: 40 });
        const { drops } = lab.state;
        const seam = box.seams.at(chart, edge);
        if (!seam) throw new Error('no seam');
        for (let n = 0; n < 200; n++) {
          lab.steps(1);
          if (drops.chart[0] === seam.chart && awayFrom(drops.x[0], drops.y[0], seam.chart, chart) > 8) break;
        }
        expect(drops.chart[0]).toBe(seam.chart);
        // Across the trail, line by line: before the edge and beyond it.
        const lines = [-3, -2, -1, 0, 1, 2].map((line) => lineAt(lab.state.charts, chart, line, out));
        for (let n = 1; n < lines.length; n++) {
          const jump = lines[n].middle - lines[n - 1].middle - Math.tan(angle);
          expect(Math.abs(jump), `from line ${n - 4} to ${n - 3}, in cells`).toBeLessThan(1);
          expect(Math.abs(lines[n].highest / lines[n - 1].highest - 1), `height, line ${n - 4}`).toBeLessThan(0.12);
        }
      },
    );
  });
});

/** How far a place on `chart` is from the edge that it shares with `other` [mm]. */
function awayFrom(x: number, y: number, chart: number, other: number): number {
  const edge = EDGES.find((one) => box.seams.at(chart, one)?.chart === other);
  return [x, SIDE - x, y, SIDE - y][edge ?? 0];
}

/** Middle [cells] and highest [mm] of the trail in a line of cells along an edge: −1 is the last one before it, 0 the first beyond. */
function lineAt(charts: ReturnType<typeof surfaceLab>['state']['charts'], chart: number, line: number, out: number[]) {
  const cells = SIDE / CELL;
  let [sum, moment, highest] = [0, 0, 0];
  for (let n = 0; n < cells; n++) {
    const across = out[0] + out[1] > 0 ? cells + line : -1 - line;
    const [row, col] = out[0] !== 0 ? [n, across] : [across, n];
    const link = charts[chart].linkTo(row, col);
    if (!link) throw new Error('no cell');
    const { heap, trail, grid } = link.fields.chart;
    const height = heap.f32[trail + link.row(row, col) * grid.stride + link.col(row, col)];
    sum += height;
    moment += n * height;
    highest = Math.max(highest, height);
  }
  return { middle: moment / sum, highest };
}

describe.each(['reference', 'simd'] as const)('with %s kernels', (kernels) => {
  test.each(EVERY_EDGE)(
    'drops that run side by side along the %s face’s %s edge touch across it',
    (_f, _e, chart, edge) => {
      const { along } = atEdge(edge, 0);
      const { tangentX, tangentY } = pointOn(box, { chart, ...atEdge(edge, 0) });
      const down = [0, 1, 2].map((n) => along[0] * tangentX[n] + along[1] * tangentY[n]);
      const lab = surfaceLab(box, {
        model: 'chen2013',
        options: { ...NO_CHANGES, merging: true, idThreshold: 16 },
        down,
        kernels,
      });
      const seam = box.seams.at(chart, edge);
      if (!seam) throw new Error('no seam');
      // Each covers the last cells before the edge and none beyond.
      const mass = 20;
      const radius = Math.cbrt((3 * mass) / (2 * Math.PI));
      const inward = radius + 0.01;
      const here = atEdge(edge, inward);
      const beyond: Place = { chart: 0, x: 0, y: 0 };
      crossSeam(seam, here.x + 2 * inward * here.out[0], here.y + 2 * inward * here.out[1], beyond);
      lab.add({ chart, x: here.x, y: here.y, mass });
      lab.add({ ...beyond, mass });
      expect(lab.state.drops.count).toBe(2);
      lab.steps(1);
      expect(lab.state.drops.count).toBe(1);
    },
  );
});

describe.each(['chen2013', 'chin', 'rivulet'])('two drops of %s that meet at a seam', (model) => {
  test.each(EVERY_EDGE)(
    'become one at the %s face’s %s edge, with all their water and momentum',
    (_f, _e, chart, edge) => {
      const lab = surfaceLab(box, { model, options: { mergeGain: 1 }, down: [0.3, -1, 0.2] });
      const { drops } = lab.state;
      const seam = box.seams.at(chart, edge);
      if (!seam) throw new Error('no seam');
      const { x, y, out, along } = atEdge(edge, 0.8);
      const beyond: Place = { chart: 0, x: 0, y: 0 };
      crossSeam(seam, x + 1.7 * out[0] + 0.3 * along[0], y + 1.7 * out[1] + 0.3 * along[1], beyond);
      lab.add({ chart, x, y, mass: 3, vx: 30 * out[0], vy: 30 * out[1] });
      lab.add({ ...beyond, mass: 5, vx: 20, vy: -10 });
      const before = momentum();
      lab.merge();
      expect(drops.count).toBe(1);
      expect(drops.mass[0]).toBe(8);
      const after = momentum();
      // Over the edge and along it: unfolded, the two faces are one plane.
      for (const n of [0, 1]) expect(after[n]).toBeCloseTo(before[n], 9);

      /** Momentum in the plane of the first face, with the other unfolded into it. */
      function momentum(): number[] {
        const sum = [0, 0];
        for (let slot = 0; slot < drops.count; slot++) {
          const [c, s] = [[1, 0, -1, 0][seam?.quarters ?? 0], [0, 1, 0, -1][seam?.quarters ?? 0]];
          const [vx, vy] = [drops.vx[slot], drops.vy[slot]];
          const isHere = drops.chart[slot] === chart;
          sum[0] += drops.mass[slot] * (isHere ? vx : c * vx + s * vy);
          sum[1] += drops.mass[slot] * (isHere ? vy : -s * vx + c * vy);
        }
        return sum;
      }
    },
  );
});
