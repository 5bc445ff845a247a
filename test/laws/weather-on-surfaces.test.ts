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

/** A closed cylinder of 128 mm around, its water turned by half of that: its seam lies at the other side. */
const ROLL = { kind: 'cylinder', radius: 64 / Math.PI, height: 60, cellSize: 0.5 } as const;
const HALF = 64;
const EVEN = { affinityTie: 10, meander: 0 };
/** Without caps the cells of fine drops are cleared all the same; caps of their own would make drops heavier. */
const LAYERS = {
  fine: { density: 0, cellSize: 0.5 },
  fog: { cellSize: 2, density: 0.8, regrow: 3600, mass: 0 },
  film: { cellSize: 1, friction: 0.5, evaporation: 0 },
} as const;

function rolls(model: string, wiper: (typeof WIPER & { film: number }) | null) {
  return [0, HALF].map((shift) => {
    const options = model === 'rivulet' ? { ...EVEN, irregularity: 0 } : MAPPED.includes(model) ? EVEN : {};
    const wipers = wiper ? [{ ...wiper, x: wiper.x + shift }] : [];
    const scene = { ...DRY, ...LAYERS, model: { name: model, ...options }, surface: ROLL, wipers, step: 0.005 };
    const simulation = createSimulation(scene as SceneInput);
    const { width } = simulation.surface;
    for (let n = 0; n < 60; n++) {
      const x = Math.floor(((n * 0.618034) % 1) * 256) / 2 + 0.25 + shift;
      simulation.addDrop({ x: x % width, y: 3 + ((n * 0.754878) % 1) * 54, mass: 0.5 + ((n * 7) % 11) / 3 });
    }
    return { simulation, shift };
  });
}

/** Drops and layers as they lie if the turn is undone. */
function unturned({ simulation, shift }: ReturnType<typeof rolls>[number]) {
  const { drops, surface } = simulation;
  const { fog, film, fine } = simulation.frame().charts[0];
  const list = Array.from({ length: drops.count }, (_, n) => {
    const x = (drops.x[n] - shift + 2 * surface.width + 1e-6) % surface.width;
    return { x, y: drops.y[n], mass: drops.mass[n] };
  });
  const layers = [fog, film, fine?.amount].map((map) => {
    if (!map) throw new Error('no layer');
    const columns = Math.round(shift / map.cellSize);
    const at = (row: number, col: number) => map.data[row * map.stride + ((col + columns) % map.width)];
    return Array.from({ length: map.width * map.height }, (_, n) => at(Math.floor(n / map.width), n % map.width));
  });
  return { list, layers, ledger: simulation.ledger() };
}

describe.each([...MAPPED, 'nakata2012'])('%s on a closed cylinder', (model) => {
  function same(pair: ReturnType<typeof rolls>) {
    const [here, there] = pair.map(unturned);
    expect(there.list.length).toBe(here.list.length);
    const { width } = pair[0].simulation.surface;
    const strays = here.list.filter(({ x, y, mass }) => {
      const isIt = (other: { x: number; y: number; mass: number }) =>
        Math.abs(((other.x - x + 1.5 * width) % width) - 0.5 * width) < 1e-3 &&
        Math.abs(other.y - y) < 1e-3 &&
        Math.abs(other.mass - mass) < 1e-6;
      return !there.list.some(isIt);
    });
    expect(strays).toEqual([]);
    // Rows of fog grow one after another, each by little in the time of a test.
    there.layers.forEach((cells, n) => {
      const off = cells.filter((cell, k) => Math.abs(cell - here.layers[n][k]) > (n === 0 ? 0.05 : 1e-4));
      expect(off, ['fog', 'film', 'fine'][n]).toEqual([]);
    });
    expect(there.ledger.wiped).toBeCloseTo(here.ledger.wiped, 6);
    return here;
  }

  test.each([
    ['to the right', WIPER.from, WIPER.to],
    ['to the left', WIPER.to, WIPER.from],
  ])('a wiper that goes %s sweeps on across the seam: all is the same as where there is none', (_way, from, to) => {
    const pair = rolls(model, { ...WIPER, x: HALF, y: 55, from, to, delay: 0, film: 0 });
    for (let step = 1; step <= 220; step++) {
      for (const { simulation } of pair) simulation.step();
      if (step % 22 !== 0) continue;
      same(pair);
      for (const { simulation } of pair) {
        checkBooks(simulation);
        checkLaws(simulation);
      }
    }
  });

  test.each(['finger', 'cloth'] as const)('so does a %s, as often around as it goes', (keeps) => {
    const pair = rolls(model, null);
    for (const [from, to] of [
      [20, 108],
      [100, -180],
    ]) {
      for (const { simulation, shift } of pair) {
        simulation.wipe({ from: { x: from + shift, y: 20 }, to: { x: to + shift, y: 32 }, width: 9, keeps });
        simulation.advance(0.1);
        checkBooks(simulation);
      }
      same(pair);
    }
    const { ledger } = same(pair);
    expect(ledger.wiped > 0).toBe(keeps === 'cloth');
    // Twice around: no drop is left on the way.
    const { list } = unturned(pair[0]);
    if (keeps === 'cloth') expect(list.filter(({ y }) => y > 22 && y < 30)).toEqual([]);
  });
});

test.each(['kaneda1996', 'stuppacher2007'])('%s: a cloth wipes on across the seam of a closed cylinder', (model) => {
  const simulation = createSimulation({ ...DRY, model: { name: model }, surface: ROLL, coating: { critical: 20 } });
  const { width } = simulation.surface;
  // The last is not on the way.
  for (const x of [2, 6, width - 3, width - 7, 30]) simulation.addDrop({ x, y: 30, mass: 4 });
  simulation.wipe({ from: { x: -10, y: 30 }, to: { x: 10, y: 30 }, width: 12, keeps: 'cloth' });
  const { onDrops, inField, wiped } = simulation.ledger();
  expect([onDrops + inField, wiped]).toEqual([expect.closeTo(4, 3), expect.closeTo(16, 3)]);
  checkBooks(simulation);
});

test('kaneda1996: a finger pushes its water on across the seam', () => {
  const simulation = createSimulation({
    ...DRY,
    model: { name: 'kaneda1996' },
    surface: ROLL,
    coating: { critical: 20 },
  });
  const { width } = simulation.surface;
  simulation.addDrop({ x: width - 4, y: 30, mass: 4 });
  simulation.wipe({ from: { x: width - 8, y: 30 }, to: { x: width + 5, y: 30 }, width: 6 });
  const { x, count } = simulation.drops;
  expect([count, simulation.ledger().wiped]).toEqual([1, 0]);
  expect(x[0]).toBeGreaterThan(5);
  expect(x[0]).toBeLessThan(15);
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
