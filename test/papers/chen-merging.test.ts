/** Chen 2013, section 5.4: which drops become one, and what they become. */
import * as fc from 'fast-check';
import { lobeOffsets, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkBooks, checkMaps } from '../support/books.ts';
import { type Drop, DT, dropsOf, heightsOf, onBarePane, openLab, STRAIGHT } from './chen-lab.ts';

describe('books', () => {
  test('CHEN-T1: no water is made or lost through merges and residuals, and the field book closes exactly', () => {
    const { simulation, state } = openLab({
      model: { merging: true, residuals: true, smoothing: true, erosion: true, residualPeriod: 0.05 },
      rain: { kind: 'uniform', rate: 300, small: [0.25, 2], large: [2, 4] },
    });
    let merged = 0;
    let left = 0;
    for (let step = 0; step < 1500; step++) {
      const before = simulation.drops.count;
      const nextId = state.drops.nextId;
      simulation.step();
      // A cell is ½ mm wide: times ¼ mm² nothing is rounded, and the sums must agree to the last bit.
      checkBooks(simulation);
      if (step % 25 === 0) checkMaps(simulation, state);
      if (simulation.drops.count < before) merged += 1;
      left += state.drops.nextId - nextId;
    }
    expect(merged).toBeGreaterThan(100);
    expect(left).toBeGreaterThan(1000);
    expect(simulation.ledger().drained).toBeGreaterThan(0);
  });
});

describe('what drops become', () => {
  const anyDrop = fc.record({
    x: fc.double({ min: 18, max: 22, noNaN: true }),
    y: fc.double({ min: 18, max: 22, noNaN: true }),
    mass: fc.double({ min: 0.5, max: 9, noNaN: true }),
    vx: fc.constantFrom(0, 0, 30, -120),
    vy: fc.constantFrom(0, 0, 50, 200),
  });

  test('CHEN-T8: masses add up, the place is the lowest one, the speed is μP/M', () => {
    let several = 0;
    const drops = fc.array(anyDrop, { minLength: 2, maxLength: 6 });
    const turns = fc.constantFrom(0, Math.PI / 2, -2.5);
    const property = fc.property(drops, fc.constantFrom(1, 1.1, 2), turns, (list, mergeGain, turn) => {
      // The same step twice: without merging it shows what goes in, with merging what comes out.
      const scene = { model: { mergeGain, lobes: 1 }, surface: { width: 40, height: 40, turn }, drops: list };
      const parts = stepOf({ ...scene, model: { ...scene.model, merging: false } });
      const whole = stepOf({ ...scene, model: { ...scene.model, merging: true } });
      // Two groups, or a merged drop that at once reaches another, are two merges: here one is looked at.
      const [drop, ...others] = whole.filter(({ id }) => id > list.length);
      if (!drop || drop.id !== list.length + 1 || others.length > 0) return;
      const members = parts.filter((part) => !whole.some(({ id }) => id === part.id));
      if (members.length > 2) several += 1;
      checkMerged(drop, members, mergeGain, turn);
    });
    fc.assert(property, { numRuns: 200 });
    expect(several).toBeGreaterThan(50);
  });

  test.each(['the lower', 'the upper'])(
    'CHEN-15: time since the last residual is that of the lowest one; older: %s',
    (older) => {
      // They count time and leave nothing.
      const model = { ...STRAIGHT, merging: true, residuals: true, residualRate: 0 };
      const { simulation, state } = openLab({ model, surface: { width: 40, height: 200 } });
      const lower = { x: 20, y: 40, mass: 4, vy: 20 };
      const upper = { x: 20, y: 20, mass: 8, vy: 300 };
      simulation.addDrop(older === 'the lower' ? lower : upper);
      for (let step = 0; step < 4; step++) simulation.step();
      const first = dropsOf(simulation)[0].y;
      simulation.addDrop(older === 'the lower' ? { ...upper, y: first - 6 } : { ...lower, y: first + 6 });
      const low = older === 'the lower' ? 1 : 2;
      let tau = 0;
      while (simulation.drops.count === 2 && simulation.time < 2) {
        tau = state.drops.tau[state.drops.slotOf(low)] + DT;
        simulation.step();
      }
      expect(simulation.drops.count).toBe(1);
      expect(tau).toBeGreaterThan(DT);
      expect(state.drops.tau[0]).toBeCloseTo(tau, 12);
    },
  );

  function stepOf(scene: SceneInput): Drop[] {
    const simulation = onBarePane(scene);
    simulation.step();
    return dropsOf(simulation);
  }

  function checkMerged(drop: Drop, members: readonly Drop[], gain: number, turn: number): void {
    const mass = members.reduce((sum, member) => sum + member.mass, 0);
    const px = members.reduce((sum, member) => sum + member.mass * member.vx, 0);
    const py = members.reduce((sum, member) => sum + member.mass * member.vy, 0);
    const depth = ({ x, y }: Drop): number => x * Math.sin(turn) + y * Math.cos(turn);
    const lowest = members.reduce((low, member) => (depth(member) > depth(low) ? member : low));
    expect(Math.abs(drop.mass - mass)).toBeLessThan(1e-12 * mass);
    expect([drop.x, drop.y]).toEqual([lowest.x, lowest.y]);
    expect(Math.hypot(drop.vx - (gain * px) / mass, drop.vy - (gain * py) / mass)).toBeLessThan(1e-12);
    expect(drop.moving).toBe(mass > 2 || drop.vx !== 0 || drop.vy !== 0);
  }

  test('CHEN-O12: groups that merge in one step get their new ids in the order of their oldest members', () => {
    const simulation = onBarePane({ model: { merging: true, lobes: 1 } });
    // Ids 1 and 4 touch, 2 and 5, 3 and 6.
    for (const x of [30, 10, 20, 30.5, 10.5, 20.5]) simulation.addDrop({ x, y: 20, mass: 0.5 });
    simulation.step();
    const merged = dropsOf(simulation);
    expect(merged.map(({ id }) => id)).toEqual([7, 8, 9]);
    expect(merged.map(({ x }) => Math.floor(x / 10))).toEqual([3, 1, 2]);
  });

  test('CHEN-14: a whole chain of drops that touch becomes one, however many', () => {
    const simulation = onBarePane({ model: { merging: true, lobes: 1 } });
    for (let n = 0; n < 30; n++) simulation.addDrop({ x: 2 + 1.2 * n, y: 10 + (n % 3), mass: 1.9 });
    simulation.step();
    expect(simulation.drops.count).toBe(1);
    expect(simulation.drops.mass[0]).toBeCloseTo(30 * 1.9, 9);
  });
});

describe('CHEN-18: the shape of a still drop', () => {
  /** Cells of the height map that are lower than before. */
  function lowered(simulation: Simulation, before: Float32Array): number {
    return heightsOf(simulation).heights.filter((height, cell) => height < before[cell]).length;
  }

  /** Checks, once no drop is on the glass, that all of the map still stands and that the operators wear it away. */
  function checkDecay(simulation: Simulation, before: Float32Array): void {
    expect(Math.max(...before)).toBeGreaterThan(0.5);
    expect(lowered(simulation, before)).toBe(0);
    simulation.set({ model: { smoothing: true, erosion: true } });
    let last = heightsOf(simulation).heights;
    for (let step = 0; step < 40; step++) {
      simulation.step();
      const now = heightsOf(simulation).heights;
      expect(Math.max(...now)).toBeLessThanOrEqual(Math.max(...last));
      last = now;
    }
    expect(Math.max(...last)).toBe(0);
  }

  test('stays behind where it lets go, and decays', () => {
    let beside = 0;
    for (let seed = 1; seed <= 8; seed++) {
      // Links of a millimetre: a chain reaches further to the side than the drop that runs over it.
      const { simulation, state } = openLab({ seed, model: STRAIGHT, surface: { cellSize: 1 } });
      simulation.addDrop({ x: 20.5, y: 20.5, mass: 2 });
      const before = heightsOf(simulation).heights.slice();
      simulation.set({ coating: { critical: 1 } });
      simulation.step();
      const [{ moving, radius }] = dropsOf(simulation);
      expect(moving).toBe(true);
      beside += before.filter((height, cell) => height > 0 && Math.abs((cell % 40) - 20) > radius).length;
      const { heap, still, grid } = state.charts[0].chart;
      expect(Math.max(...heap.f32.subarray(still, still + grid.rows * grid.stride))).toBe(0);
      while (simulation.drops.count > 0) simulation.step();
      checkDecay(simulation, before);
    }
    expect(beside).toBeGreaterThan(5);
  });

  test('stays behind where it is absorbed, and decays', () => {
    const { simulation } = openLab({ model: { merging: true, lobes: 1 } });
    for (const y of [20, 21.5]) simulation.addDrop({ x: 20, y, mass: 1.5 });
    const before = heightsOf(simulation).heights.slice();
    simulation.step();
    expect(simulation.drops.count).toBe(1);
    expect(lowered(simulation, before)).toBe(0);
    while (simulation.drops.count > 0) simulation.step();
    checkDecay(simulation, before);
  });
});

describe('which drops touch', () => {
  /** Cells of the grid whose centre a lobe of the drop covers, as "col row". */
  function footprint({ x, y, radius, lobes }: Drop, cellSize: number): [number, number][] {
    const offsets = new Float64Array(10);
    const count = lobeOffsets(lobes, cellSize, offsets);
    const cells: [number, number][] = [];
    for (let row = -10; row < 60; row++) {
      for (let col = -10; col < 60; col++) {
        for (let n = 0; n < count; n++) {
          const dx = (col + 0.5) * cellSize - x - offsets[2 * n];
          const dy = (row + 0.5) * cellSize - y - offsets[2 * n + 1];
          if (radius * radius - dx * dx - dy * dy <= 0) continue;
          cells.push([col, row]);
          break;
        }
      }
    }
    return cells;
  }

  /** Cells from one footprint to the other: 1 is touching, by a side or a corner; 2 is one free cell in between. */
  function apart(a: Drop, b: Drop, cellSize: number, reach: (dc: number, dr: number) => number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const [ca, ra] of footprint(a, cellSize)) {
      for (const [cb, rb] of footprint(b, cellSize))
        least = Math.min(least, reach(Math.abs(ca - cb), Math.abs(ra - rb)));
    }
    return least;
  }

  /** Two drops at rest, and how many drops there are a step later. */
  function meet(changes: SceneInput, a: [number, number, number], b: [number, number, number]): Simulation {
    const simulation = onBarePane({ surface: { width: 20, height: 20 }, ...changes });
    for (const [x, y, mass] of [a, b]) simulation.addDrop({ x, y, mass });
    simulation.step();
    return simulation;
  }

  /** A drop that covers exactly one cell of ½ mm: its radius is 0.45 mm. */
  const SMALL = (2 / 3) * Math.PI * 0.45 ** 3;

  test.each([
    ['one free cell between, in a row', 2, 0, 2, 2],
    ['one free cell between, in a column', 0, 2, 2, 2],
    ['one free cell between, along the diagonal', 2, 2, 2, 2],
    ['a knight’s move apart', 2, 1, 2, 2],
    ['side by side', 1, 0, 1, 1],
    ['one above the other', 0, 1, 1, 1],
    ['corner to corner', 1, 1, 1, 2],
    ['in the same cell', 0, 0, 1, 1],
  ])('CHEN-T9: one-cell drops, %s', (_name, columns, rows, left8, left4) => {
    for (const smoothing of [false, true]) {
      for (const [adjacency, left] of [
        ['8', left8],
        ['4', left4],
      ] as const) {
        const model = { merging: true, lobes: 1, smoothing, erosion: smoothing, adjacency };
        const place: [number, number, number] = [10.25 + columns * 0.5, 10.25 + rows * 0.5, SMALL];
        expect(meet({ model }, [10.25, 10.25, SMALL], place).drops.count).toBe(left);
      }
    }
  });

  test('CHEN-T9: drops of any shape merge if and only if their footprints touch', () => {
    const met = { touching: 0, oneFree: 0 };
    const anyPlace = fc.integer({ min: 128, max: 192 }).map((n) => n / 16);
    const place = fc.tuple(anyPlace, anyPlace, fc.double({ min: 0.2, max: 2, noNaN: true }));
    const options = fc.record({
      lobes: fc.integer({ min: 1, max: 5 }),
      smoothing: fc.boolean(),
      contact: fc.constantFrom('trails', 'drops'),
    });
    const property = fc.property(place, place, fc.nat(1000), options, (a, b, seed, model) => {
      const changes = { seed, model: { ...model, merging: false } };
      const [first, second] = dropsOf(meet(changes, a, b));
      const gap = apart(first, second, 0.5, Math.max);
      if (gap <= 1) met.touching += 1;
      if (gap === 2) met.oneFree += 1;
      const after = meet({ seed, model: { ...changes.model, merging: true } }, a, b);
      expect(after.drops.count, `${gap} cells apart`).toBe(gap <= 1 ? 1 : 2);
    });
    fc.assert(property, { numRuns: 250 });
    expect(met.touching).toBeGreaterThan(20);
    expect(met.oneFree).toBeGreaterThan(5);
  });

  test('CHEN-T9: with 4-adjacency corners do not touch', () => {
    const anyPlace = fc.integer({ min: 128, max: 192 }).map((n) => n / 16);
    const place = fc.tuple(anyPlace, anyPlace, fc.double({ min: 0.2, max: 2, noNaN: true }));
    const property = fc.property(place, place, fc.nat(1000), (a, b, seed) => {
      const model = { merging: false, adjacency: '4', lobes: 3 };
      const [first, second] = dropsOf(meet({ seed, model }, a, b));
      const gap = apart(first, second, 0.5, (dc, dr) => dc + dr);
      const after = meet({ seed, model: { ...model, merging: true } }, a, b);
      expect(after.drops.count).toBe(gap <= 1 ? 1 : 2);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test.each([
    ['one free column between', 6, 2],
    ['side by side', 5, 1],
  ])('CHEN-T9: a running drop passes a still one, %s', (_name, columns, left) => {
    // Footprints of 2 cells to each side: radius 1.2 mm is 2.4 cells, and both stand in the middle of a cell.
    const mass = (2 / 3) * Math.PI * 1.2 ** 3;
    const simulation = onBarePane({
      model: { merging: true, lobes: 1, meander: 0, affinityTie: 10 },
      surface: { width: 20, height: 40 },
      coating: { critical: mass },
    });
    simulation.addDrop({ x: 5.25, y: 20.25, mass });
    const runner = simulation.addDrop({ x: 5.25 + columns * 0.5, y: 2.25, mass, vy: 900 });
    while (dropsOf(simulation).some(({ id, y }) => id === runner && y < 30)) simulation.step();
    expect(simulation.drops.count).toBe(left);
  });
});
