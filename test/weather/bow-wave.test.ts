/** The water before a blade: a ridge, not a row of pearls. */
import { createSimulation, type Simulation } from 'rivulet';
import { expect, test } from 'vitest';
import { BODY, writeBody } from '../../src/core/body.js';
import { bodyPoint, POINT } from '../../src/render/water/surface-point.js';

const PIVOT = { x: 150, y: 205 };

/** The height that is drawn at a place [mm]. */
function heightAt({ drops }: Simulation, x: number, y: number): number {
  const body = new Float64Array(BODY.size);
  const point = new Float64Array(POINT.size);
  let highest = 0;
  for (let slot = 0; slot < drops.count; slot++) {
    writeBody(drops, slot, body);
    if (bodyPoint(body, x, y, point)) highest = Math.max(highest, point[POINT.height]);
  }
  return highest;
}

/** Beads that rest before the blade, from its pivot outwards. */
function beadsOf({ drops }: Simulation): number[] {
  const found: number[] = [];
  for (let n = 0; n < drops.count; n++) if (drops.moving[n] === 0 && drops.stretch[n] > 1) found.push(n);
  const far = (n: number) => Math.hypot(drops.x[n] - PIVOT.x, drops.y[n] - PIVOT.y);
  return found.sort((a, b) => far(a) - far(b));
}

test('the wave before a blade is as high between its beads as on them', () => {
  const wiper = { ...PIVOT, arm: 20, length: 160, from: -2.9, to: -0.24, stroke: 1, interval: 100, delay: 3 };
  const simulation = createSimulation('window', { seed: 1, fine: null, wipers: [wiper] });
  simulation.advance(3.5);
  const { drops } = simulation;
  const beads = beadsOf(simulation);
  let joints = 0;
  for (let k = 1; k < beads.length; k++) {
    const [a, b] = [beads[k - 1], beads[k]];
    const pitch = Math.hypot(drops.x[b] - drops.x[a], drops.y[b] - drops.y[a]);
    if (drops.mass[a] !== drops.mass[b] || pitch > 3 * drops.radius[a]) continue;
    joints += 1;
    const heights = Array.from({ length: 21 }, (_, n) => {
      const share = n / 20;
      const x = drops.x[a] + share * (drops.x[b] - drops.x[a]);
      const y = drops.y[a] + share * (drops.y[b] - drops.y[a]);
      return heightAt(simulation, x, y);
    });
    expect(Math.min(...heights)).toBeGreaterThan(0.999 * Math.max(...heights));
  }
  expect(joints).toBeGreaterThan(10);
});

test('pushed drops stand in the maps of a frame, and reading a frame changes nothing', () => {
  const wiper = { ...PIVOT, arm: 20, length: 160, from: -2.9, to: -0.24, stroke: 1, interval: 100, delay: 3 };
  const simulation = createSimulation('window', { seed: 1, fine: null, wipers: [wiper] });
  const unseen = createSimulation('window', { seed: 1, fine: null, wipers: [wiper] });
  const { drops } = simulation;
  for (const seconds of [3.4, 0.1, 0.5, 0.02]) {
    simulation.advance(seconds);
    unseen.advance(seconds);
    // Twice, and from nothing: what was shown of a bead goes when it has gone on.
    for (const { charts } of [simulation.frame(), simulation.frame(), createSimulation.load(unseen.save()).frame()]) {
      const { height, id, cellSize } = charts[0];
      const ids = new Set(drops.id.subarray(0, drops.count));
      for (const slot of beadsOf(simulation)) {
        const cell = Math.floor(drops.y[slot] / cellSize) * height.stride + Math.floor(drops.x[slot] / cellSize);
        expect(height.data[cell]).toBeGreaterThan(0.5 * heightAt(simulation, drops.x[slot], drops.y[slot]));
        expect(ids.has(id.data[cell])).toBe(true);
      }
    }
    const loaded = createSimulation.load(unseen.save()).frame().charts[0];
    expect(simulation.frame().charts[0].height.data).toEqual(loaded.height.data);
    expect(simulation.frame().charts[0].id.data).toEqual(loaded.id.data);
  }
  expect(simulation.hash()).toBe(unseen.hash());
});
