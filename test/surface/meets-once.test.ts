/** Directions in which a line meets a surface once: the tracer does not look for a second meeting there. */
import { expect, test } from 'vitest';
import { clipRay } from '../../src/surface/bezier/clipping.js';
import { createSurface } from '../../src/surface/create-surface.js';
import { createSurfacePoint } from '../../src/surface/surface.js';

const windshield = createSurface({ kind: 'bezier', preset: 'windshield', patches: null, cellSize: null });
const teapot = createSurface({ kind: 'bezier', preset: 'teapot', patches: null, cellSize: null });

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

test('of the windshield: from either side there is no second meeting, and the meeting is that of Bezier clipping', () => {
  const random = randomFrom(7);
  const point = createSurfacePoint();
  const hit = { chart: 0, x: 0, y: 0, distance: 0 };
  const { patches } = windshield as unknown as { patches: readonly Float64Array[] };
  const [{ width, height }] = windshield.charts;
  const counts = { once: 0, perhaps: 0 };
  for (let n = 0; n < 4000; n++) {
    const way = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...way);
    const direction = Float64Array.from(way, (value) => value / length);
    const side = windshield.crossing?.(direction) ?? 0;
    counts[side === 0 ? 'perhaps' : 'once'] += 1;
    if (side === 0) continue;
    windshield.point({ chart: 0, x: width * random(), y: height * random() }, point);
    const from = (away: number) => Float64Array.from(point.position, (value, axis) => value + away * direction[axis]);
    expect(windshield.intersect({ origin: from(1e-6), direction }, hit)).toBe(false);
    expect(Math.sign(point.normal.reduce((sum, value, axis) => sum + value * direction[axis], 0))).toBe(side);
    expect(windshield.intersect({ origin: from(-300), direction }, hit)).toBe(true);
    expect(hit.distance).toBeCloseTo(300, 8);
    const clipped = { u: 0, v: 0, distance: Number.POSITIVE_INFINITY };
    expect(clipRay(patches[0], { origin: from(-300), direction }, clipped)).toBe(true);
    expect(hit.x / width).toBeCloseTo(clipped.u, 9);
    expect(hit.y / height).toBeCloseTo(clipped.v, 9);
  }
  expect(counts.once).toBeGreaterThan(1000);
  expect(counts.perhaps).toBeGreaterThan(500);
});

test('no line is sure to meet a teapot only once', () => {
  for (const direction of [Float64Array.of(0, 1, 0), Float64Array.of(1, 0, 0)]) {
    expect(teapot.crossing?.(direction) ?? 0).toBe(0);
  }
});
