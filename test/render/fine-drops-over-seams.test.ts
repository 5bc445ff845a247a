/** Fine drops are not cut at seams: a place on a seam has the same fine drops, seen from either of its charts. */
import { createSimulation, type SceneInput } from 'rivulet';
import { renderMaps, renderView } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { beyondSeams } from '../../src/render/tracer/beyond-seams.js';
import { ChartWater, SAMPLE } from '../../src/render/water/water-map.js';
import { createSurface } from '../../src/surface/create-surface.js';
import { crossSeam, EDGES } from '../../src/surface/seams.js';
import { EDGE } from '../../src/surface/surface.js';

const SURFACES = {
  box: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 1 },
  'closed cylinder': { kind: 'cylinder', radius: 10, height: 40, cellSize: 1 },
} as const;
/** Large and dense, so that many reach over a seam. */
const FINE: SceneInput = { rain: { kind: 'none' }, fine: { density: 1, largest: 1, wetAtStart: 1 } };

describe.each(Object.keys(SURFACES) as (keyof typeof SURFACES)[])('on a %s', (kind) => {
  const simulation = createSimulation({ ...FINE, surface: SURFACES[kind] });
  const surface = createSurface(simulation.scene.surface);
  const frame = simulation.frame();
  const waters = surface.charts.map((_, chart) => new ChartWater(frame, chart, beyondSeams(frame, surface, chart)));

  test('both charts of a seam agree about its water', () => {
    const [here, there] = [new Float64Array(SAMPLE.size), new Float64Array(SAMPLE.size)];
    const beyond = { chart: 0, x: 0, y: 0 };
    let [places, wet] = [0, 0];
    surface.charts.forEach(({ width, height }, chart) => {
      for (const edge of EDGES) {
        const seam = surface.seams.at(chart, edge);
        if (!seam) continue;
        const isUpright = edge === EDGE.left || edge === EDGE.right;
        // Not near corners, where three charts meet and no two of them can be laid flat with the third.
        for (let at = 8; at < (isUpright ? height : width) - 8; at += 0.37) {
          const x = isUpright ? (edge === EDGE.left ? 0 : width) : at;
          const y = isUpright ? at : edge === EDGE.top ? 0 : height;
          crossSeam(seam, x, y, beyond);
          waters[chart].at(x, y, 0.05, here);
          waters[seam.chart].at(beyond.x, beyond.y, 0.05, there);
          expect(there[SAMPLE.fine]).toBeCloseTo(here[SAMPLE.fine], 5);
          expect(there[SAMPLE.height]).toBeCloseTo(here[SAMPLE.height], 5);
          places += 1;
          wet += Number(here[SAMPLE.fine] > 0);
        }
      }
    });
    expect(wet).toBeGreaterThan(0.1 * places);
    expect(wet).toBeLessThan(0.95 * places);
  });

  test('maps and the view of fine drops have those of the other side', () => {
    const [{ columns, rows }] = surface.charts;
    const [width, height] = [10 * columns, 10 * rows];
    const maps = [{}, { surface }].map((known) => renderMaps(frame, ['fine'], { width, height, ...known }).fine);
    const views = [{}, { surface }].map((known) => renderView(frame, 'fine', { width, height, ...known }).data);
    const grown = maps[0].filter((share, p) => maps[1][p] > share + 0.1);
    expect(grown.length).toBeGreaterThan(50);
    expect(maps[0].every((share, p) => maps[1][p] >= share - 1e-6)).toBe(true);
    expect(views[0].filter((value, p) => views[1][p] > value + 20).length).toBeGreaterThan(50);
  });
});
