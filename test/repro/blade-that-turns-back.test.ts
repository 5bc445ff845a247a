/**
 * A blade leaves its drops exactly a cell before it. Where it turned back, rounding decided which of them it touched, and took those
 * to its other side: a wiper across the seam of a closed cylinder gave other water than one away from it, and one on a pane other
 * water than the same a few cells further on.
 */
import { createSimulation, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkBooks } from '../support/books.ts';
import { MAPPED } from '../support/models.ts';

/** Around the roll, and by how much the water of the second simulation is moved [mm]. */
const AROUND = 128;
const MOVED = 64;
const SURFACES = {
  'a closed cylinder': { kind: 'cylinder', radius: AROUND / (2 * Math.PI), height: 60, cellSize: 0.5 },
  'a pane': { width: AROUND + MOVED, height: 60, cellSize: 0.5 },
} as const;
const SWEEP = [-2.9, -0.24] as const;
const BLADE = { x: 64, y: 55, arm: 10, length: 40, interval: 100, delay: 0, film: 0 };

interface Case {
  readonly model: string;
  readonly on: keyof typeof SURFACES;
  readonly stroke: number;
  readonly ends: readonly [number, number];
}

/** Sixty drops and a wiper that goes forth and back, moved by so much. */
function wiped({ model, on, stroke, ends: [from, to] }: Case, moved: number) {
  const even = { affinityTie: 10, meander: 0, ...(model === 'rivulet' ? { irregularity: 0 } : {}) };
  const simulation = createSimulation({
    rain: { kind: 'none' },
    model: { name: model, ...even },
    surface: SURFACES[on],
    wipers: [{ ...BLADE, x: BLADE.x + moved, stroke, from, to }],
    step: 0.005,
  } as SceneInput);
  const wrap = on === 'a pane' ? AROUND + MOVED : AROUND;
  for (let n = 0; n < 60; n++) {
    const x = Math.floor(((n * 0.618034) % 1) * 2 * AROUND) / 2 + 0.25;
    simulation.addDrop({ x: (x + moved) % wrap, y: 3 + ((n * 0.754878) % 1) * 54, mass: 0.5 + ((n * 7) % 11) / 3 });
  }
  return simulation;
}

describe.each(MAPPED)('%s', (model) => {
  test.each(
    (Object.keys(SURFACES) as Case['on'][]).flatMap((on) =>
      [0.6, 0.6025, 0.611].flatMap((stroke) => [
        { model, on, stroke, ends: SWEEP },
        { model, on, stroke, ends: [SWEEP[1], SWEEP[0]] as const },
      ]),
    ),
  )('turns back on $on after $stroke s, from $ends.0 rad: the same water wherever it is', (which) => {
    const pair = [wiped(which, 0), wiped(which, MOVED)];
    for (let step = 0; step < 240; step++) for (const simulation of pair) simulation.step();
    const [here, there] = pair.map(({ drops }, k) =>
      Array.from({ length: drops.count }, (_, n) => [
        (drops.x[n] - k * MOVED + AROUND) % AROUND,
        drops.y[n],
        drops.mass[n],
      ]),
    );
    expect(there.length).toBe(here.length);
    const apart = (a: number, b: number) => Math.abs(((b - a + 1.5 * AROUND) % AROUND) - 0.5 * AROUND);
    const isAt = ([x, y, mass]: number[], other: number[]) =>
      apart(x, other[0]) < 1e-3 && Math.abs(other[1] - y) < 1e-3 && Math.abs(other[2] - mass) < 1e-6;
    expect(here.filter((drop) => !there.some((other) => isAt(drop, other)))).toEqual([]);
    for (const simulation of pair) checkBooks(simulation);
  });
});
