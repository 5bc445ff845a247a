/** STUP-L9: drops cast shadows on what stands behind the glass, by the height map. */
import { createSimulation, type Simulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop, renderTraced } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { DropShadows } from '../../src/render/tracer/drop-shadows.js';
import { makeStage, type TraceOptions } from '../../src/render/tracer/stage.js';

const FACING = Float64Array.of(0, 0, 1);

/** A wall of two triangles, 60 mm behind the pane. */
const WALL = {
  mesh: {
    positions: Float32Array.of(-80, -80, 0, 80, -80, 0, 80, 80, 0, -80, 80, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  },
  position: [0, 0, -60] as const,
};

function pane(mass: number): Simulation {
  const simulation = createSimulation({
    model: { name: 'stuppacher2007', remainder: 1 },
    surface: { width: 80, height: 80, cellSize: 0.5 },
    rain: { kind: 'none' },
  });
  if (mass > 0) simulation.addDrop({ x: 40, y: 40, mass });
  return simulation;
}

function optionsOf({ scene }: Simulation, shadows: boolean): TraceOptions {
  return {
    surface: scene.surface,
    surroundings: cuboidOfBackdrop(createBackdrop({ kind: 'street' })),
    camera: { position: [0, 0, -20], target: [0, 0, -60], field: 1 },
    models: [WALL],
    sun: { direction: [0, 0, 1], strength: 3, shadows: shadows ? 'drops' : 'none' },
    width: 60,
    height: 60,
  };
}

/** Light of the sun along a line across the shadow, straight behind the glass. */
function lightAcross(simulation: Simulation): number[] {
  const frame = simulation.frame();
  const shadows = new DropShadows(makeStage(frame, optionsOf(simulation, true)).set, frame);
  return Array.from({ length: 41 }, (_, n) => shadows.at(Float64Array.of(n - 20, 0, -50), FACING));
}

test('behind dry glass it is light everywhere; behind a drop the rim is dark and the middle is not', () => {
  const dry = lightAcross(pane(0));
  expect(Math.min(...dry)).toBe(Math.max(...dry));
  expect(dry[0]).toBeGreaterThan(0.85);
  const wet = lightAcross(pane(300));
  expect([wet[0], wet[40]]).toEqual([dry[0], dry[0]]);
  expect(Math.min(...wet)).toBeLessThan(0.6 * dry[0]);
  expect(wet[20]).toBeGreaterThan(0.8 * dry[0]);
});

test('a picture shows the shadow on the wall, and none without `sun.shadows`', () => {
  const simulation = pane(300);
  const spread = [true, false].map((shadows) => {
    const { data } = renderTraced(simulation.frame(), optionsOf(simulation, shadows));
    const middle = Array.from({ length: 60 }, (_, col) => data[4 * (30 * 60 + col) + 1]);
    return Math.max(...middle) - Math.min(...middle);
  });
  expect(spread[0]).toBeGreaterThan(14);
  expect(spread[1]).toBeLessThan(8);
});
