/** Drops on any surface, for tests of the tracer. */
import type { Frame } from 'rivulet';
import type { Place, Surface } from '../../src/surface/surface.js';
import { type DropSketch, makeFrame } from './make-frame.js';

/** A frame of a surface with these drops and nothing else. */
export function surfaceFrame(surface: Surface, drops: readonly DropSketch[]): Frame {
  const frames = surface.charts.map(({ columns, rows, cellSize }) => makeFrame({ columns, rows, cellSize, drops }));
  return { ...frames[0], charts: frames.map(({ charts }) => charts[0]) };
}

/** Drops of many shapes, spread over a surface; another seed spreads them otherwise. */
export function scatter(surface: Surface, count: number, seed: number): DropSketch[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  return Array.from({ length: count }, () => {
    const place: Place = { chart: 0, x: 0, y: 0 };
    surface.sample(random(), random(), place);
    const radius = 0.5 + 2 * random();
    return { ...place, radius, contactAngle: 0.9 + 0.6 * random(), stretch: 0.8 * random(), sag: 0.3 * random() };
  });
}
