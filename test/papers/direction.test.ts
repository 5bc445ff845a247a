/** Chen 2013, section 4.1 and Chin, section 4.1: which way a running drop takes, cell by cell. */
import type { SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import type { MapState } from '../../src/models/maps/map-state.js';
import { chooseDirection } from '../../src/models/maps/running.js';
import { cellsOf } from '../support/reading.ts';
import { openLab } from './chen-lab.ts';

type World = Parameters<typeof chooseDirection>[1];

const CELL = 0.5;
/** The cell that the drop stands in the middle of. */
const ROW = 60;
const COL = 40;
/** The owner of the water on the glass; the drop is number 1. */
const OTHER = 999;
/** Radius of a drop with which its own footprint ends before the printed regions [mm]: ⌈r/ℓ⌉ + 2 is 3. */
const SMALL = 0.4;

/** A drop of this radius [mm] on glass that likes water nowhere, and a way to change that. */
function alone(radius: number, model: SceneInput['model'] = {}) {
  const { simulation, state } = openLab({ model, surface: { width: 40, height: 60, cellSize: CELL } });
  const mass = (2 / 3) * Math.PI * radius ** 3;
  simulation.addDrop({ x: (COL + 0.5) * CELL, y: (ROW + 0.5) * CELL, mass, vy: 1 });
  const { heap, trail, trailIds, still, stillIds, affinity, grid } = state.charts[0].chart;
  const forget = () => {
    for (let row = 0; row < grid.rows; row++) {
      for (const map of [trail, trailIds, still, stillIds, affinity]) {
        heap.u32.fill(0, map + row * grid.stride, map + row * grid.stride + grid.columns);
      }
    }
  };
  const at = (down: number, right: number) => (ROW + down) * grid.stride + COL + right;
  forget();
  return {
    state,
    forget,
    /** Puts water `down` rows below and `right` columns beside the drop. */
    wet(down: number, right: number, height = 1, owner = OTHER, inStill = false) {
      heap.f32[(inStill ? still : trail) + at(down, right)] = height;
      heap.u32[(inStill ? stillIds : trailIds) + at(down, right)] = owner;
    },
    like(down: number, right: number, value: number) {
      heap.f32[affinity + at(down, right)] = value;
    },
  };
}

/** The way the drop takes in a step, where it is pulled towards (x, y). */
function wayOf(state: MapState, step = 0, part = 0, [x, y] = [0, 1]): number[] {
  const out = new Float64Array(2);
  chooseDirection(state, { step } as unknown as World, 0, { x, y, force: 1 }, part, out);
  return [...out];
}

/** Towards a region's centre, `ahead` cells down and `aside` to the right. */
function towards(ahead: number, aside: number): number[] {
  const length = Math.hypot(ahead, aside);
  return [aside / length, ahead / length];
}

function expectWay(found: number[], expected: number[]): void {
  expect(found[0]).toBeCloseTo(expected[0], 12);
  expect(found[1]).toBeCloseTo(expected[1], 12);
}

/** Is it neither straight down nor towards a region: turned by chance, as where the regions do not differ? */
function isTurned([x, y]: number[], ahead: number): boolean {
  return x !== 0 && Math.abs(Math.abs(x / y) - 2 / ahead) > 1e-9;
}

describe('the three regions', () => {
  // Radius of the drop [mm], the option `regions`, rows to the regions' centres.
  test.each([
    [SMALL, 'literal', 3],
    [2.2, 'literal', 3],
    [SMALL, 'beyond', 3],
    [0.6, 'beyond', 4],
    [1.4, 'beyond', 5],
    [2.2, 'beyond', 7],
  ])('CHIN-5, CHEN-O1: of a drop of %d mm, %s, are 3×3 cells, %d rows ahead', (radius, regions, ahead) => {
    const { state, wet, forget } = alone(radius, { regions });
    const wrong: string[] = [];
    for (let down = -2; down <= 12; down++) {
      for (let right = -6; right <= 6; right++) {
        forget();
        wet(down, right);
        const isAhead = Math.abs(down - ahead) <= 1;
        // One wet cell in two regions is as much water in both: straight on wins (CHIN-5).
        const aside = Math.abs(right) <= 1 ? 0 : 2 * Math.sign(right);
        const expected = isAhead && Math.abs(right) <= 3 ? towards(ahead, aside) : null;
        const way = wayOf(state);
        const agrees = expected ? Math.hypot(way[0] - expected[0], way[1] - expected[1]) < 1e-12 : isTurned(way, ahead);
        if (!agrees) wrong.push(`water ${down} down and ${right} right: ${way}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('CHIN-6: as printed a drop turns by 33.69°, towards (±2, 3)/√13', () => {
    const { state, wet } = alone(SMALL, { regions: 'literal' });
    wet(3, -3);
    expectWay(wayOf(state), [-2 / Math.sqrt(13), 3 / Math.sqrt(13)]);
    wet(3, 3, 2);
    expectWay(wayOf(state), [2 / Math.sqrt(13), 3 / Math.sqrt(13)]);
    expect((Math.atan2(2, 3) * 180) / Math.PI).toBeCloseTo(33.69, 2);
  });

  test.each([
    ['right', 1, 0],
    ['up', 0, -1],
    ['left', -1, 0],
  ])('turn with the pull: %s', (_name, x, y) => {
    const { state, wet, forget } = alone(SMALL, { regions: 'literal' });
    // To the right of a drop that is pulled down is +x; the same turned.
    for (const aside of [-3, 0, 3]) {
      forget();
      wet(3 * y - aside * x, 3 * x + aside * y);
      const [right, down] = towards(3, (2 * aside) / 3);
      expectWay(wayOf(state, 0, 0, [x, y]), [down * x + right * y, down * y - right * x]);
    }
  });
});

describe('CHEN-7: of the three', () => {
  test('the one with the most water wins, in whichever map it lies', () => {
    for (const inStill of [false, true]) {
      const { state, wet } = alone(SMALL);
      wet(3, -2, 0.2);
      wet(3, -3, 0.2);
      wet(4, 3, 0.3, OTHER, inStill);
      expectWay(wayOf(state), towards(3, -2));
      wet(2, 3, 0.2, OTHER, inStill);
      expectWay(wayOf(state), towards(3, 2));
      wet(3, 0, 0.6);
      expectWay(wayOf(state), [0, 1]);
    }
  });

  test('a drop’s own water does not count, nor water without an owner (CHEN-O1)', () => {
    const { state, wet } = alone(SMALL);
    const [id] = state.drops.id;
    wet(3, 2, 9, id);
    wet(4, 2, 9, 0);
    wet(3, -2, 0.02);
    expectWay(wayOf(state), towards(3, -2));
  });

  test('cells that are the drop’s own leave the others the whole of their mean', () => {
    const { state, wet } = alone(SMALL);
    const [id] = state.drops.id;
    for (let right = 2; right <= 3; right++) for (let down = 2; down <= 4; down++) wet(down, right, 1, id);
    wet(3, 1, 0.3);
    wet(3, -2, 0.4);
    // On the right 0.3 in three cells; straight ahead 0.3 and on the left 0.4 in nine.
    expectWay(wayOf(state), towards(3, 2));
  });

  test('any water is more than any affinity', () => {
    const { state, wet, like } = alone(SMALL);
    for (let down = 2; down <= 4; down++) for (let right = -3; right <= -1; right++) like(down, right, 1);
    expectWay(wayOf(state), towards(3, -2));
    wet(3, 3, 0.001);
    expectWay(wayOf(state), towards(3, 2));
  });

  test('without water the one with the highest mean affinity wins', () => {
    const { state, like } = alone(SMALL);
    like(2, -3, 0.6);
    expectWay(wayOf(state), towards(3, -2));
    like(4, 3, 0.7);
    expectWay(wayOf(state), towards(3, 2));
    like(3, 0, 1.2);
    expectWay(wayOf(state), [0, 1]);
  });

  test('CHEN-O2: means less than 0.05 apart do not differ', () => {
    const { state, like } = alone(SMALL);
    like(3, 3, 9 * 0.0499);
    expect(isTurned(wayOf(state), 3)).toBe(true);
    like(3, 3, 9 * 0.0501);
    expectWay(wayOf(state), towards(3, 2));
  });
});

test('CHEN-2: every cell has an affinity of its own, even between 0 and 1, another one with another seed', () => {
  const affinities = (seed: number) => {
    const { affinity } = openLab({ seed }).simulation.frame().charts[0];
    return [...cellsOf(affinity!)];
  };
  const cells = affinities(1);
  const count = cells.length;
  expect(count).toBe(80 * 120);
  const sorted = [...cells].sort((a, b) => a - b);
  expect(sorted[0]).toBeGreaterThanOrEqual(0);
  expect(sorted[count - 1]).toBeLessThanOrEqual(1);
  const distance = sorted.map((value, n) => Math.abs(value - (n + 0.5) / count));
  expect(Math.max(...distance) * Math.sqrt(count)).toBeLessThan(1.95);
  // Neighbours know nothing of each other: their correlation is 0 within 4 standard errors.
  const product = cells.slice(1).reduce((sum, value, n) => sum + (value - 0.5) * (cells[n] - 0.5), 0);
  expect(Math.abs((12 * product) / count)).toBeLessThan(4 / Math.sqrt(count));
  expect(affinities(2)).not.toEqual(cells);
});

describe('the meander', () => {
  /** Angles from straight down, one a step. */
  function turns(model: SceneInput['model'], count: number, like = 0): number[] {
    const lab = alone(SMALL, model);
    lab.like(3, 0, like);
    return Array.from({ length: count }, (_, step) => {
      const [x, y] = wayOf(lab.state, step);
      expect(Math.hypot(x, y)).toBeCloseTo(1, 12);
      return Math.atan2(x, y);
    });
  }

  test('CHIN-7: is even between −0.3 and 0.3 rad', () => {
    const count = 20_000;
    const sorted = turns({}, count).sort((a, b) => a - b);
    expect(sorted[0]).toBeGreaterThan(-0.3);
    expect(sorted[count - 1]).toBeLessThan(0.3);
    // Kolmogorov and Smirnov; above 1.95 in one of a thousand honest samples.
    const distance = sorted.map((turn, n) => Math.abs((turn + 0.3) / 0.6 - (n + 0.5) / count));
    expect(Math.max(...distance) * Math.sqrt(count)).toBeLessThan(1.95);
  });

  test('is drawn again in every step and in each of its parts', () => {
    const { state } = alone(SMALL);
    const drawn = [0, 1, 2, 3].flatMap((part) => [0, 1, 2].map((step) => wayOf(state, step, part)[0]));
    expect(new Set(drawn).size).toBe(12);
  });

  test('CHEN-O2, CHIN-7: comes where nothing differs, or wherever the way is straight', () => {
    const bent = (angles: number[]) => angles.filter((angle) => angle !== 0).length;
    for (const [meanderWhen, whenStraight] of [
      ['tie', 0],
      ['straight', 50],
    ] as const) {
      expect(bent(turns({ meanderWhen }, 50))).toBe(50);
      expect(bent(turns({ meanderWhen }, 50, 9))).toBe(whenStraight);
    }
  });
});
