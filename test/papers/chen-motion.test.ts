/** Chen 2013, sections 3 and 4: what lets a drop start, run, stop and follow older water. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BARE, DT, dropOf, dropsOf, G, M_STATIC, onBarePane, openLab, STRAIGHT, seeds } from './chen-lab.ts';

describe('starting', () => {
  test('CHEN-T2: a drop of at most m_static never starts from rest', () => {
    // Heavy rain runs past and under them for 10,000 steps; without merging the still ones keep their mass.
    const simulation = onBarePane({
      model: { smoothing: true, erosion: true, meander: 1 },
      surface: { width: 20, height: 20, cellSize: 1 },
      rain: { kind: 'uniform', rate: 20, largeShare: 1, large: [2.5, 8] },
    });
    const masses = [0.01, 0.5, 1.5, M_STATIC * (1 - 1e-12), M_STATIC];
    const ids = masses.map((mass, n) => simulation.addDrop({ x: 2 + 4 * n, y: 5, mass }));
    const before = ids.map((id) => dropOf(simulation, id));
    let runners = 0;
    for (let step = 0; step < 10_000; step++) {
      simulation.step();
      if (step % 100 === 0) expect(ids.map((id) => dropOf(simulation, id))).toEqual(before);
      runners = Math.max(runners, simulation.drops.count - ids.length);
    }
    expect(ids.map((id) => dropOf(simulation, id))).toEqual(before);
    expect(runners).toBeGreaterThan(2);
  });

  test('a drop just above m_static starts at once', () => {
    const simulation = onBarePane();
    const id = simulation.addDrop({ x: 20, y: 5, mass: M_STATIC * (1 + 1e-9) });
    simulation.step();
    expect(dropOf(simulation, id)).toMatchObject({ moving: true });
    expect(dropOf(simulation, id)!.y).toBeGreaterThan(5);
  });

  test('CHEN-T3: from rest the speed after n steps is n·g(1 − m_static/m)Δt', () => {
    const property = fc.property(
      fc.double({ min: 1.01, max: 20, noNaN: true }),
      fc.double({ min: 0.2, max: Math.PI / 2, noNaN: true }),
      (ratio, tilt) => {
        const simulation = onBarePane({ model: STRAIGHT, surface: { tilt, height: 500, cellSize: 1 } });
        // A given m_static is that of upright glass (spec 6.3).
        const id = simulation.addDrop({ x: 20, y: 1, mass: (ratio * M_STATIC) / Math.sin(tilt) ** 1.5 });
        const gain = G * Math.sin(tilt) * (1 - 1 / ratio) * DT;
        for (let n = 1; n <= 40; n++) {
          simulation.step();
          const { vx, vy, y } = dropOf(simulation, id)!;
          expect(Math.abs(vy - n * gain)).toBeLessThan(1e-10 * n * gain);
          expect(Math.abs(vx)).toBeLessThan(1e-10);
          // The place follows from the new speed: p ← p + vΔt.
          expect(Math.abs(y - 1 - (gain * DT * n * (n + 1)) / 2)).toBeLessThan(1e-10 * y);
        }
      },
    );
    fc.assert(property, { numRuns: 30 });
  });
});

describe('stopping', () => {
  test('CHEN-T4: a running drop below m_static stops when it should and never runs uphill', () => {
    const property = fc.property(
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      fc.double({ min: 1, max: 400, noNaN: true }),
      fc.integer({ min: 0, max: 1000 }),
      (ratio, speed, seed) => {
        const simulation = onBarePane({ seed, model: STRAIGHT, surface: { height: 400, cellSize: 1 } });
        const id = simulation.addDrop({ x: 20, y: 1, mass: ratio * M_STATIC, vy: speed });
        // Spec 1.2, trap 1: t_stop = v⁰/(g(m_static/m − 1)); the step in which the speed would turn is the last one.
        const last = Math.ceil(speed / (G * (1 / ratio - 1)) / DT - 1e-9);
        let y = 1;
        for (let n = 1; n <= last + 20; n++) {
          simulation.step();
          const drop = dropOf(simulation, id)!;
          expect(drop.y).toBeGreaterThanOrEqual(y);
          expect(drop.vy).toBeGreaterThanOrEqual(0);
          expect(drop.moving, `after step ${n} of ${last}`).toBe(n < last);
          y = drop.y;
        }
        expect(dropOf(simulation, id)).toMatchObject({ vx: 0, vy: 0 });
      },
    );
    fc.assert(property, { numRuns: 50 });
  });

  test('a drop thrown uphill stops where it is', () => {
    const simulation = onBarePane();
    const id = simulation.addDrop({ x: 20, y: 30, mass: 1, vy: -500 });
    simulation.step();
    expect(dropOf(simulation, id)).toMatchObject({ x: 20, y: 30, vx: 0, vy: 0, moving: false });
  });

  test('in a random direction, too, no drop ever moves against gravity', () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 1000 }),
      fc.double({ min: 0, max: 1.5, noNaN: true }),
      (seed, meander) => {
        const simulation = onBarePane({ seed, model: { meander, residuals: true }, surface: { height: 200 } });
        for (let n = 0; n < 4; n++) simulation.addDrop({ x: 5 + 10 * n, y: 2, mass: 1 + n, vy: 300 });
        let before = new Map(dropsOf(simulation).map(({ id, y }) => [id, y]));
        for (let step = 0; step < 60; step++) {
          simulation.step();
          for (const { id, y, vy } of dropsOf(simulation)) {
            expect(vy).toBeGreaterThanOrEqual(0);
            expect(y).toBeGreaterThanOrEqual(before.get(id) ?? 0);
          }
          before = new Map(dropsOf(simulation).map(({ id, y }) => [id, y]));
        }
      },
    );
    fc.assert(property, { numRuns: 20 });
  });
});

describe('drag', () => {
  /** Nakata's ηf(θ), 0.5 Pa·s (spec 5.2, eq. 5) [mg/(mm s)]. */
  const VISCOSITY = 500;

  /** v_t = (2/3)πρR²a/(ηf) [mm/s] (spec 5.2), ρ = 1 mg/mm³, of a hemisphere that `acceleration` [mm/s²] moves. */
  function terminalSpeed(radius: number, acceleration: number): number {
    return ((2 / 3) * Math.PI * radius * radius * acceleration) / VISCOSITY;
  }

  test('NAK-T7: the formula gives the spec’s 0.067 m/s for R = 2 mm and a = 4 m/s²', () => {
    expect(terminalSpeed(2, 4000)).toBeCloseTo(67, 1);
  });

  test.each([3, 10, 25])('NAK-T7: a drop of %d mg ends at the terminal speed, from below and from above', (mass) => {
    const radius = Math.cbrt((3 * mass) / (2 * Math.PI));
    // What is left of gravity when friction has taken its m_static·g (CHEN-6).
    const speed = terminalSpeed(radius, G * (1 - M_STATIC / mass));
    for (const name of ['chen2013', 'rivulet']) {
      for (const vy of [0, 3 * speed]) {
        const simulation = onBarePane({
          model: {
            ...STRAIGHT,
            viscosity: VISCOSITY,
            residuals: false,
            merging: false,
            smoothing: false,
            erosion: false,
            name,
          },
          surface: { height: 400, cellSize: 1 },
        });
        const id = simulation.addDrop({ x: 20, y: 5, mass, vy });
        for (let step = 0; step < 150; step++) simulation.step();
        expect(dropOf(simulation, id)!.vy / speed).toBeCloseTo(1, 9);
      }
    }
  });
});

describe('following', () => {
  /** x of a follower when it leaves the pane, having started `offset` beside a straight trail at x = 20 [mm]. */
  function follow(seed: number, offset: number, merging: boolean): number {
    const { simulation } = openLab({ seed, model: { ...STRAIGHT, merging }, surface: { height: 120 } }, BARE);
    simulation.addDrop({ x: 20, y: 1, mass: 6 });
    for (let step = 0; step < 400 && simulation.drops.count > 0; step++) simulation.step();
    expect(simulation.drops.count).toBe(0);
    simulation.set({ model: { affinityTie: 0.05, meander: 0.3 } });
    const id = simulation.addDrop({ x: 20 + offset, y: 1, mass: 6 });
    let x = Number.NaN;
    for (let step = 0; step < 400; step++) {
      const drop = dropOf(simulation, id);
      if (!drop) return x;
      x = drop.x;
      simulation.step();
    }
    return Number.NaN;
  }

  /** Radius of the drops above [mm]. */
  const RADIUS = Math.cbrt((3 * 6) / (2 * Math.PI));

  test.each([
    ['merging off', false],
    ['merging on, the trail’s drop gone', true],
  ])('CHEN-T14: followers beside a trail end within a radius of it (%s)', (_name, merging) => {
    let followed = 0;
    for (const seed of seeds(100)) {
      const offset = seed % 2 === 0 ? 1.5 * RADIUS : -1.5 * RADIUS;
      if (Math.abs(follow(seed, offset, merging) - 20) <= RADIUS) followed += 1;
    }
    expect(followed).toBeGreaterThanOrEqual(90);
  });

  test('without a trail they do not: the test above can fail', () => {
    let near = 0;
    for (const seed of seeds(40)) {
      const simulation = onBarePane({ seed, surface: { height: 120 } });
      const id = simulation.addDrop({ x: 20 + 1.5 * RADIUS, y: 1, mass: 6 });
      let x = 0;
      for (let drop = dropOf(simulation, id); drop; drop = dropOf(simulation, id)) {
        x = drop.x;
        simulation.step();
      }
      if (Math.abs(x - 20) <= RADIUS) near += 1;
    }
    expect(near).toBeLessThan(20);
  });
});
