/** Blades, fingers, dripping edges and placed rain on cylinders and boxes: as on panes, with closed books. */
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkBooks } from '../support/books.ts';
import { checkLaws } from '../support/laws.ts';
import { MAPPED } from '../support/models.ts';

const DRY = { rain: { kind: 'none' } } as const satisfies SceneInput;
/** A sheet of 120 mm of arc and one that is closed, its seam at x = 0. */
const SHEETS = {
  'an open cylinder': { kind: 'cylinder', radius: 150, width: 120, height: 100, cellSize: 0.5 },
  'a closed cylinder': { kind: 'cylinder', radius: 20, height: 100, cellSize: 0.5 },
} as const;
type Sheet = keyof typeof SHEETS;

/** Many small drops that stay where they fall. */
function wetSheet(model: string, sheet: Sheet, changes: SceneInput = {}): Simulation {
  const rain = { kind: 'uniform', rate: 400, largeShare: 0 } as const;
  const scene = { seed: 5, model: { name: model }, surface: SHEETS[sheet], coating: { critical: 6 }, rain };
  const simulation = createSimulation({ ...scene, ...changes } as SceneInput);
  simulation.advance(1);
  simulation.set(DRY);
  return simulation;
}

/** Still drops whose places are in an area. */
function stillIn({ drops }: Simulation, isInside: (x: number, y: number) => boolean): number {
  let count = 0;
  for (let n = 0; n < drops.count; n++) count += Number(drops.moving[n] === 0 && isInside(drops.x[n], drops.y[n]));
  return count;
}

/** A blade about the middle of the bottom edge; it never reaches the seam of the closed sheet. */
const WIPER = { x: 60, y: 90, arm: 10, length: 40, from: -2.9, to: -0.24, stroke: 0.6, interval: 100, delay: 1 };
const isSwept = (x: number, y: number) => {
  const [dx, dy] = [x - WIPER.x, y - WIPER.y];
  const radius = Math.hypot(dx, dy);
  const angle = Math.atan2(dy, dx);
  return radius > 14 && radius < 46 && angle > WIPER.from + 0.1 && angle < WIPER.to - 0.1;
};

describe.each(MAPPED)('%s', (model) => {
  test.each(Object.keys(SHEETS) as Sheet[])('a wiper clears its sector of %s', (sheet) => {
    const simulation = wetSheet(model, sheet, { wipers: [WIPER] });
    expect(stillIn(simulation, isSwept)).toBeGreaterThan(5);
    const beside = stillIn(simulation, (x, y) => !isSwept(x, y));
    for (let step = 0; step < 120; step++) {
      simulation.step();
      checkBooks(simulation);
    }
    checkLaws(simulation);
    expect(stillIn(simulation, isSwept)).toBe(0);
    expect(stillIn(simulation, (x, y) => !isSwept(x, y))).toBeGreaterThan(beside / 3);
  });

  test.each(Object.keys(SHEETS) as Sheet[])('a cloth takes all water from its way over %s, and no other', (sheet) => {
    const simulation = wetSheet(model, sheet);
    const isWiped = (x: number, y: number) => x > 30 && x < 90 && Math.abs(y - 40) < 7;
    const { wiped, onDrops } = simulation.ledger();
    expect(stillIn(simulation, isWiped)).toBeGreaterThan(2);
    const taken = simulation.wipe({ from: { x: 25, y: 40 }, to: { x: 95, y: 40 }, width: 16, keeps: 'cloth' });
    checkBooks(simulation);
    checkLaws(simulation);
    const ledger = simulation.ledger();
    expect(taken).toBeGreaterThan(0);
    expect(ledger.wiped - wiped).toBeCloseTo(taken, 9);
    expect(onDrops - ledger.onDrops).toBeCloseTo(taken, 9);
    expect(stillIn(simulation, isWiped)).toBe(0);
  });

  test("what runs over an open edge drains, or with edges: 'drip' falls off it and leaves", () => {
    const ends = (['drain', 'drip'] as const).map((edges) => {
      const surface = { ...SHEETS['an open cylinder'], edges };
      const simulation = createSimulation({ model: { name: model }, surface, ...DRY, step: 0.005 });
      simulation.addDrop({ x: 60, y: 90, mass: 200 });
      let fell = 0;
      for (let step = 0; step < 400; step++) {
        simulation.step();
        checkBooks(simulation);
        fell = Math.max(fell, simulation.ledger().falling);
      }
      checkLaws(simulation);
      const { drained, dripped } = simulation.ledger();
      return { drained: drained > 50, dripped: dripped > 50, fell: fell > 50 };
    });
    expect(ends).toEqual([
      { drained: true, dripped: false, fell: false },
      { drained: false, dripped: true, fell: true },
    ]);
  });
});

/** Light drops stay where they fall, also on undersides. */
const BOX: SceneInput = { surface: { kind: 'box', width: 40, height: 30, depth: 50, cellSize: 0.5 }, step: 0.005 };

describe.each(MAPPED)('%s on a box', (model) => {
  test('scripted rain falls on the chart that it names', () => {
    const places = [0, 1, 2, 3, 4, 5].map((chart) => ({ t: 0.01 * chart, chart, x: 10 + chart, y: 12, mass: 0.5 }));
    const rain = { kind: 'script', drops: places } as const;
    const simulation = createSimulation({ ...BOX, model: { name: model }, rain });
    simulation.advance(0.1);
    const { drops } = simulation;
    const found = places.map((_, n) => [drops.chart[n], drops.x[n], drops.y[n], drops.mass[n]]);
    expect(found).toEqual(places.map(({ chart, x, y, mass }) => [chart, x, y, mass]));
  });

  test('an edge of any chart drips', () => {
    const rain = {
      kind: 'drips',
      chart: 4,
      from: [5, 20],
      to: [35, 20],
      places: 3,
      period: 0.1,
      mass: [0.5, 1],
    } as const;
    const simulation = createSimulation({ ...BOX, model: { name: model }, rain });
    simulation.advance(0.5);
    const { chart, y, count } = simulation.drops;
    const { supplied, onDrops } = simulation.ledger();
    expect([supplied > 5, onDrops]).toEqual([true, supplied]);
    expect([...chart.subarray(0, count)].every((at) => at === 4)).toBe(true);
    expect([...y.subarray(0, count)].every((at) => Math.abs(at - 20) < 1)).toBe(true);
  });
});
