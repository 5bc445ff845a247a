/** What keeps films free of ribbons and pops: trails that run thin (`trailHeight`, `trailWidth`, `trailDrain`) and landings (`impact`). */
import { createSimulation, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkBooks } from '../support/books.ts';
import { withCaps } from './shapes-lab.ts';

/** Chen's bare pane with round bodies. */
function roundCaps(model: Record<string, unknown> = {}, coating = {}): Simulation {
  return withCaps({ coating }, { irregularity: 0, ...model }).simulation;
}

function highest(map: { data: Float32Array }): number {
  return map.data.reduce((high, height) => Math.max(high, height), 0);
}

const trailOf = (simulation: Simulation) => simulation.frame().charts[0].trail!;

/** The highest cell of the trail after a drop has run down from the top for `seconds`. */
function afterRun(model: Record<string, unknown>, seconds = 0.2): number {
  const simulation = roundCaps(model);
  simulation.addDrop({ x: 20, y: 5, mass: 30, vy: 100 });
  simulation.advance(seconds);
  return highest(trailOf(simulation));
}

describe('trails', () => {
  test('are lower than their drops by the given share', () => {
    expect(afterRun({ trailHeight: 0.3 }) / afterRun({})).toBeCloseTo(0.3, 2);
  });

  test('are narrower than their drops by the given share, and the glass beside them is only wetted', () => {
    /** Cells across the trail 10 mm above a fast drop, higher than a tenth of its crest; and all that are wet. */
    const across = (trailWidth: number) => {
      const simulation = roundCaps({ trailWidth, smoothing: false, erosion: false });
      simulation.addDrop({ x: 20, y: 5, mass: 60, vy: 300 });
      while (simulation.drops.count > 0 && simulation.drops.y[0] < 30) simulation.step();
      const { data, stride, width } = trailOf(simulation);
      const row = data.subarray(40 * stride, 40 * stride + width);
      const crest = Math.max(...row);
      return {
        high: row.filter((height) => height > 0.1 * crest).length,
        wet: row.filter((height) => height > 0).length,
      };
    };
    const [whole, narrow] = [across(1), across(0.5)];
    expect(narrow.wet).toBe(whole.wet);
    expect(narrow.high / whole.high).toBeGreaterThan(0.4);
    expect(narrow.high / whole.high).toBeLessThan(0.7);
  });

  test('become thin e-fold in the given time, sooner where affinity is low', () => {
    const simulation = roundCaps({ trailDrain: 0.2, affinityGrain: 4 });
    simulation.addDrop({ x: 20, y: 20, mass: 30, vy: 400 });
    while (simulation.drops.count > 0) simulation.step();
    const { data, width, height, stride } = trailOf(simulation);
    const before = data.slice();
    simulation.advance(0.2);
    const { data: affinity, stride: pitch } = simulation.frame().charts[0].affinity!;
    let checked = 0;
    for (let row = 0; row < height; row++) {
      for (let col = 0; col < width; col++) {
        const was = before[row * stride + col];
        if (was < 0.05) continue;
        // 0.5 times as fast on glass of affinity 1, 1.5 times on glass of affinity 0.
        const share = Math.exp(-(1.5 - affinity[row * pitch + col]));
        expect(data[row * stride + col] / was).toBeCloseTo(share, 1);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test('do not change by default', () => {
    expect(afterRun({ trailHeight: 1, trailWidth: 1, trailDrain: 0 })).toBe(afterRun({}));
    expect(afterRun({ trailDrain: 0.05 }, 0.4)).toBeLessThan(afterRun({}, 0.4));
  });

  test('are left by no merged drop that rests: it draws its members’ water in', () => {
    for (const [trailHeight, left] of [
      [0.3, false],
      [1, true],
    ] as const) {
      const simulation = roundCaps({ trailHeight, merging: true }, { critical: 50 });
      simulation.addDrop({ x: 18, y: 20, mass: 2 });
      simulation.addDrop({ x: 20, y: 20, mass: 2 });
      simulation.step();
      expect([simulation.drops.count, simulation.drops.moving[0]]).toEqual([1, 0]);
      expect(highest(trailOf(simulation)) > 0).toBe(left);
    }
  });
});

describe('a landing', () => {
  test('spreads a drop, which draws together over the capillary time, its water the same', () => {
    const [spread, round] = [roundCaps({ impact: 0.4 }), roundCaps()];
    for (const simulation of [spread, round]) simulation.addDrop({ x: 20, y: 20, mass: 5 });
    const angle = round.drops.contactAngle[0];
    expect(spread.drops.contactAngle[0]).toBeCloseTo(0.4 * angle, 12);
    expect(spread.drops.radius[0]).toBeGreaterThan(1.2 * round.drops.radius[0]);
    let before = spread.drops.radius[0];
    for (let n = 0; n < 40; n++) {
      spread.step();
      expect(spread.drops.radius[0]).toBeLessThanOrEqual(before);
      before = spread.drops.radius[0];
    }
    round.advance(40 * round.scene.step);
    expect(spread.drops.contactAngle[0]).toBeCloseTo(angle, 1);
    expect(spread.drops.radius[0] / round.drops.radius[0]).toBeCloseTo(1, 1);
    expect(spread.drops.mass[0]).toBe(5);
  });
});

test('no drop at the static limit sheds its film and takes it up again, step after step', () => {
  const simulation = createSimulation('window', { surface: { width: 100, height: 60 }, rain: { rate: 20 }, seed: 2 });
  const moved = new Map<number, number>();
  const turns = new Map<number, number>();
  for (let n = 0; n < 1600; n++) {
    simulation.step();
    const { id, moving, count } = simulation.drops;
    for (let slot = 0; slot < count; slot++) {
      if ((moved.get(id[slot]) ?? moving[slot]) !== moving[slot]) turns.set(id[slot], (turns.get(id[slot]) ?? 0) + 1);
      moved.set(id[slot], moving[slot]);
    }
  }
  expect(turns.size).toBeGreaterThan(0);
  expect(Math.max(...turns.values())).toBeLessThan(10);
});

test('all of it is the same water with either kernels, saved and loaded or not, and the books close', () => {
  const simulation = createSimulation('window-storm', { surface: { width: 80, height: 60 } });
  const reference = createSimulation('window-storm', { surface: { width: 80, height: 60 } }, { kernels: 'reference' });
  for (const each of [simulation, reference]) each.advance(1);
  const loaded = createSimulation.load(simulation.save());
  for (const each of [simulation, reference, loaded]) each.advance(0.5);
  expect(reference.hash()).toBe(simulation.hash());
  expect(loaded.hash()).toBe(simulation.hash());
  checkBooks(simulation);
});
