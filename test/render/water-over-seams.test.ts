/** Water drawn from maps runs on across seams: both charts of a seam show the same heights, slopes, owners, fog and film there. */
import { createSimulation, type SceneInput } from 'rivulet';
import { renderMaps } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { beyondSeams } from '../../src/render/tracer/beyond-seams.js';
import { unfold } from '../../src/render/tracer/unfold.js';
import { ChartWater, SAMPLE } from '../../src/render/water/water-map.js';
import { createSurface } from '../../src/surface/create-surface.js';
import { crossSeam, EDGES, turnVector } from '../../src/surface/seams.js';
import { EDGE } from '../../src/surface/surface.js';

const SURFACES = {
  box: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 0.5 },
  'closed cylinder': { kind: 'cylinder', radius: 64 / Math.PI, height: 40, cellSize: 0.5 },
} as const;
const LAYERS = { fog: { cellSize: 1, regrow: 100 }, film: { cellSize: 1 } } as const;

/** Drops that run over every edge: it turns while they do. */
function wet(model: string, kind: keyof typeof SURFACES) {
  const scene: SceneInput = {
    model: { name: model },
    surface: SURFACES[kind],
    seed: 4,
    step: 0.005,
    rain: { kind: 'uniform', rate: 150, small: [5, 20], large: [20, 60] },
    motion: { spin: { axis: [1, 0.4, 0.7], rate: 3 } },
    ...LAYERS,
  };
  const simulation = createSimulation(scene);
  simulation.advance(1.5);
  const surface = createSurface(simulation.scene.surface);
  return { surface, frame: unfold(simulation.frame(), surface) };
}

describe.each(['chen2013', 'rivulet'])('%s', (model) => {
  test.each(Object.keys(SURFACES) as (keyof typeof SURFACES)[])('both charts of a seam of a %s agree', (kind) => {
    const { surface, frame } = wet(model, kind);
    const waters = surface.charts.map((_, chart) => new ChartWater(frame, chart, beyondSeams(frame, surface, chart)));
    const [here, there] = [new Float64Array(SAMPLE.size), new Float64Array(SAMPLE.size)];
    const beyond = { chart: 0, x: 0, y: 0 };
    const slope = new Float64Array(2);
    let [wetPlaces, swept] = [0, 0];
    surface.charts.forEach(({ width, height }, chart) => {
      for (const edge of EDGES) {
        const seam = surface.seams.at(chart, edge);
        if (!seam) continue;
        const isUpright = edge === EDGE.left || edge === EDGE.right;
        // Not near corners, where three charts meet and no two of them can be laid flat with the third.
        for (let at = 6; at < (isUpright ? height : width) - 6; at += 0.23) {
          const x = isUpright ? (edge === EDGE.left ? 0 : width) : at;
          const y = isUpright ? at : edge === EDGE.top ? 0 : height;
          crossSeam(seam, x, y, beyond);
          waters[chart].at(x, y, 0.05, here);
          waters[seam.chart].at(beyond.x, beyond.y, 0.05, there);
          for (const n of [SAMPLE.height, SAMPLE.cover, SAMPLE.fog, SAMPLE.film])
            expect(there[n]).toBeCloseTo(here[n], 4);
          slope.set([here[SAMPLE.gx], here[SAMPLE.gy]]);
          turnVector(slope, seam.quarters);
          expect([there[SAMPLE.gx], there[SAMPLE.gy]]).toEqual([
            expect.closeTo(slope[0], 3),
            expect.closeTo(slope[1], 3),
          ]);
          wetPlaces += Number(here[SAMPLE.height] > 0.05);
          swept += Number(here[SAMPLE.fog] < 0.5);
        }
      }
    });
    expect(wetPlaces).toBeGreaterThan(100);
    expect(swept).toBeGreaterThan(50);
  });
});

test('the blurred heights of a closed cylinder are the same wherever its seam is', () => {
  const { surface, frame } = wet('chen2013', 'closed cylinder');
  const [{ columns, rows, cellSize }] = surface.charts;
  const size = { width: columns, height: rows };
  const { blurred } = renderMaps(frame, ['blurred'], { ...size, surface });
  const { data, stride } = frame.charts[0].height;
  let highest = 0;
  for (let row = 1; row < rows - 1; row++) {
    for (const col of [0, 1, columns - 1]) {
      let sum = 0;
      for (const j of [-1, 0, 1]) {
        for (const i of [-1, 0, 1]) sum += data[(row + j) * stride + ((col + i + columns) % columns)];
      }
      expect(blurred[row * columns + col]).toBeCloseTo(sum / 9, 6);
      highest = Math.max(highest, sum / 9);
    }
  }
  expect(highest).toBeGreaterThan(0.1 * cellSize);
});
