/** What rests is held by something, and no two drops rest in each other. */
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { DROPPED, MAPPED, modelWith, PLAIN_HOPS } from '../support/models.ts';

const CASES = DROPPED.map((name) => ({ name, isMapped: MAPPED.includes(name) }));

/** How many drops run. */
function running({ drops }: Simulation): number {
  return drops.moving.subarray(0, drops.count).filter(Boolean).length;
}

describe.each(CASES)('$name', ({ name, isMapped }) => {
  const modelOf = (options: Parameters<typeof modelWith>[1]) => modelWith(name, options);

  /** A wide pane with seven drops of 100 mg that have run for a while. */
  function sevenRun(): Simulation {
    const scene: SceneInput = {
      model: modelOf({ viscosity: 500, residuals: false, ...PLAIN_HOPS }),
      surface: { width: 300, height: 300, tilt: '30deg', cellSize: 0.5 },
      rain: { kind: 'none' },
    };
    const simulation = createSimulation(scene);
    for (let n = 0; n < 7; n++) simulation.addDrop({ x: 20 + 40 * n, y: 100, mass: 100 });
    simulation.advance(0.3);
    expect(running(simulation)).toBe(7);
    return simulation;
  }

  test.each([
    ['the pane is turned over', { surface: { turn: '180deg' } }],
    ['the wind of a drive comes up', { wind: { vehicle: '100km/h' } }],
  ] satisfies [string, SceneInput][])('drops turn round when %s', (_, change) => {
    const simulation = sevenRun();
    simulation.set(change);
    simulation.advance(5);
    expect(simulation.drops.count).toBe(0);
  });

  test('a heavy drop that is thrown up comes down', () => {
    const simulation = createSimulation({
      model: modelOf({ residuals: false, ...PLAIN_HOPS }),
      surface: { width: 60, height: 60, cellSize: 0.5 },
      rain: { kind: 'none' },
    });
    simulation.addDrop({ x: 30, y: 30, mass: 200, vy: -100 });
    simulation.advance(3);
    expect(simulation.drops.count).toBe(0);
  });

  test.runIf(isMapped)('residual droplets rest only where the wind lets them', () => {
    const simulation = createSimulation({
      model: modelOf({ viscosity: 500, residualPeriod: 0.05 }),
      surface: { width: 400, height: 100, tilt: 0, cellSize: 0.5 },
      rain: { kind: 'none' },
      wind: { speed: '25m/s' },
    });
    simulation.addDrop({ x: 10, y: 50, mass: 60 });
    simulation.advance(3);
    const before = running(simulation);
    expect(simulation.drops.count).toBeGreaterThan(before);
    // Asked once more, all say the same.
    simulation.set({});
    simulation.step();
    expect(running(simulation)).toBeLessThanOrEqual(before);
  });
});

/** Pairs of drops at rest of which one lies in the other, by their ids. */
function overlapping({ drops }: Simulation): Set<string> {
  const { count, id, moving, x, y, radius } = drops;
  const found = new Set<string>();
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (moving[a] || moving[b]) continue;
      const apart = Math.hypot(x[a] - x[b], y[a] - y[b]) / (radius[a] + radius[b]);
      if (apart < 0.85) found.add([id[a], id[b]].sort().join(' and '));
    }
  }
  return found;
}

const BLADE = { x: 150, y: 205, arm: 20, length: 160, from: -2.9, to: -0.24, interval: 4 };

test.each([
  ['in the rain', { seed: 1 }],
  ['in other rain', { seed: 2 }],
  ['before a blade that stands still', { seed: 1, wipers: [BLADE] }],
] satisfies [string, SceneInput][])('no two drops of window rest in each other for long %s', (_, changes) => {
  const simulation = createSimulation('window', changes);
  // Beads lie in each other while they are pushed, and let go of each other after a fifth of a second on average.
  let before = new Set<string>();
  for (let time = 0; time < 24; time += 1.5) {
    simulation.advance(1.5);
    const now = overlapping(simulation);
    expect([...now].filter((pair) => before.has(pair))).toEqual([]);
    before = now;
  }
});

/**
 * At the limit a drop would let go, leave a film, be too light for it, come to rest and take the film up again, in every step:
 * its shape would go from map to map for ever, and all other drops would be tested each time.
 */
test.each([
  ['a steady wind', {}, {}],
  ['a gusty wind', { gusts: { strength: 1e-6 } }, {}],
  ['a wind on glass that keeps a thick film', {}, { thickness: 0.03 }],
])('in %s a drop lets go for good or rests', (_, gusts, film) => {
  /** Does a drop run after two seconds, and in how many of the next 50 steps did the maps change under one at rest? */
  function fate(mass: number): { runs: boolean; quivers: number } {
    const simulation = createSimulation({
      model: { name: 'rivulet', residuals: false, viscosity: 500 },
      surface: { width: 60, height: 400, cellSize: 0.5 },
      rain: { kind: 'none' },
      wind: { speed: '5m/s', ...gusts },
      film,
    });
    simulation.addDrop({ x: 30, y: 30, mass });
    simulation.advance(2);
    const runs = simulation.drops.count === 0 || running(simulation) > 0;
    let quivers = 0;
    for (let step = 0; step < 50; step++) {
      const rested = running(simulation) === 0;
      const { version } = simulation.frame().charts[0].height;
      simulation.step();
      const changed = simulation.frame().charts[0].height.version !== version;
      if (rested && running(simulation) === 0 && changed) quivers += 1;
    }
    return { runs, quivers };
  }

  // The lightest that runs, to a thousandth.
  let rests = 1;
  let runs = 40;
  while (runs > 1.001 * rests) {
    const mass = (rests + runs) / 2;
    if (fate(mass).runs) runs = mass;
    else rests = mass;
  }
  expect(rests).toBeGreaterThan(5);
  // One that has just come to rest takes some ten steps to relax.
  for (let share = 0.97; share < 1.03; share += 0.002) expect(fate(share * rests).quivers, `${share}`).toBeLessThan(25);
});
