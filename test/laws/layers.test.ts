/** The laws with fine drops, fog and film on the glass, in every model. */
import * as fc from 'fast-check';
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkLaws } from '../support/laws.ts';
import { DROPPED, MAPPED, modelWith, PLAIN_HOPS, PLAIN_SHAPES } from '../support/models.ts';
import { runs } from '../support/runs.ts';
import { busyScene, checkLoaded, open } from './busy-scenes.ts';

const anyLayers = fc.record({
  fine: fc.record({
    density: fc.constantFrom(0.8, 5),
    cellSize: fc.constantFrom(0.5, 0.7, 1),
    refill: fc.constantFrom(0.2, 2, null),
    wetAtStart: fc.constantFrom(0, 0.5, 1),
  }),
  fog: fc.record({
    density: fc.constantFrom(0, 0.8, 1),
    regrow: fc.constantFrom(0.2, 20),
    mass: fc.constantFrom(0.005, 0.02),
  }),
  film: fc.record({
    thickness: fc.constantFrom(0.0001, 0.005, 0.05),
    evaporation: fc.constantFrom(0, 0.0002, 0.05),
    friction: fc.constantFrom(0, 0.5, 1),
  }),
});

/** A busy scene with some or all layers. */
function layeredScene(name: string): fc.Arbitrary<SceneInput> {
  const which = fc.constantFrom<string[][]>(
    ['fine', 'fog', 'film'],
    ['fine', 'fog', 'film'],
    ['fine'],
    ['fog'],
    ['film'],
  );
  return fc.tuple(busyScene(name), anyLayers, which).map(([scene, layers, names]) => {
    const chosen = Object.fromEntries(Object.entries(layers).filter(([layer]) => names.includes(layer)));
    return { ...scene, ...chosen };
  });
}

/** What may change while it runs, of the layers that are there. */
function later({ fine, fog, film }: SceneInput): SceneInput {
  return {
    ...(fine ? { fine: { refill: 0.5 } } : {}),
    ...(fog ? { fog: { density: 0.4, regrow: 1 } } : {}),
    ...(film ? { film: { thickness: 0.002, evaporation: '1um/s', friction: 0.2 } } : {}),
    coating: { advancing: '60deg' },
  };
}

/** Rain, a drop by hand, a change, a wipe. */
function live(simulation: Simulation, scene: SceneInput, afterEach: () => void): void {
  for (let step = 0; step < 60; step++) {
    if (step === 15) simulation.addDrop({ x: 5, y: 2, mass: 20, vy: 30 });
    if (step === 25) simulation.addDrop({ x: 5, y: 5, mass: 0.01 });
    if (step === 30) simulation.set(later(scene));
    if (step === 45) simulation.clear();
    simulation.step();
    afterEach();
  }
}

describe.each(DROPPED)('%s with layers', (name) => {
  test('neither makes nor loses water at any step, whatever happens', () => {
    const property = fc.property(layeredScene(name), (scene) => {
      const simulation = createSimulation(scene);
      expect(imbalance(simulation.ledger())).toBeLessThan(1e-12);
      live(simulation, scene, () => {
        const ledger = simulation.ledger();
        expect(imbalance(ledger)).toBeLessThan(1e-9);
        for (const account of [ledger.fine, ledger.fog, ledger.film, ledger.evaporated]) {
          expect(account).toBeGreaterThanOrEqual(0);
        }
      });
      checkLaws(simulation);
    });
    fc.assert(property, runs(20));
  });

  test('the fine drops on the glass are the fine water in the book, to the last bit', () => {
    const property = fc.property(layeredScene(name), (scene) => {
      let recount = () => 0;
      const { simulation } = open(scene, (world) => {
        recount = () => world.layers.on(0).fine?.recount() ?? 0;
        return world;
      });
      live(simulation, scene, () => {});
      expect(recount()).toBe(simulation.ledger().fine);
    });
    fc.assert(property, runs(12));
  });

  test('goes on from a saved state, on either kernels, as if nothing had happened', () => {
    const property = fc.property(layeredScene(name), fc.nat(40), (scene, when) =>
      checkLoaded(scene, when, (one) => live(one, scene, () => {})),
    );
    fc.assert(property, runs(12));
  });

  test('layers are part of the hash, and of the frame', () => {
    const scene = { model: { name }, surface: { width: 20, height: 20 }, rain: { kind: 'none' as const } };
    const hashes = [{}, { fine: {} }, { fog: {} }, { film: {} }, { fog: { density: 0.7 } }].map((layers) =>
      createSimulation({ ...scene, ...layers }).hash(),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
    const bare = createSimulation(scene).frame().charts[0];
    expect([bare.fine, bare.fog, bare.film]).toEqual([null, null, null]);
    const { fine, fog, film } = createSimulation({ ...scene, fine: {}, fog: {}, film: {} }).frame().charts[0];
    expect([fine?.amount.width, fog?.width, film?.width]).toEqual([40, 20, 40]);
    expect(fine?.contactAngle).toBeCloseTo((35 * Math.PI) / 180, 12);
  });

  test('no fine drop stands under a still drop, however long one waits', () => {
    const simulation = createSimulation({
      model: modelWith(name, { lobes: 1, ...PLAIN_HOPS }),
      surface: { width: 30, height: 30 },
      rain: { kind: 'none' },
      fine: { refill: 0.5 },
      fog: { regrow: 0.5, cellSize: 0.5 },
    });
    const before = simulation.ledger();
    simulation.addDrop({ x: 15, y: 15, mass: 8 });
    const { onDrops, supplied } = simulation.ledger();
    expect(onDrops - 8).toBeGreaterThan(0);
    expect(supplied).toBeCloseTo(before.supplied + 8, 9);
    simulation.advance(10);
    const { fine, fog } = simulation.frame().charts[0];
    const under = 30 * fine!.amount.stride + 30;
    expect(fine!.amount.data[under]).toBe(0);
    expect(fog!.data[under]).toBe(0);
    expect(fine!.amount.data[under + 20]).toBe(1);
  });

  test.each([20, 300, 2000])(
    'NAK-13: drops clear the whole of their way and leave a film on it, viscosity %i',
    (viscosity) => {
      const options = { ...PLAIN_HOPS, viscosity, residuals: false, meander: 0, affinityTie: 10, operatorPeriod: 0.01 };
      // A capsule that is drawn out far is too narrow for cells to be counted.
      const stretch: Record<string, number> = MAPPED.includes(name) ? {} : { stretchMax: 0.5 };
      const simulation = createSimulation({
        model: modelWith(name, { ...options, ...stretch }),
        surface: { width: 20, height: 100 },
        coating: { critical: 9 },
        rain: { kind: 'none' },
        fine: { refill: 3600 },
        fog: { regrow: 3600, cellSize: 0.5 },
        film: { evaporation: 0 },
      });
      simulation.addDrop({ x: 10, y: 10, mass: 15 });
      let radius = Number.POSITIVE_INFINITY;
      while (simulation.drops.count > 0 && simulation.time < 60) {
        radius = Math.min(radius, simulation.drops.radius[0]);
        simulation.step();
      }
      const { fine, fog, film } = simulation.frame().charts[0];
      expect(film!.data.some((thickness) => thickness > 0)).toBe(true);
      for (let row = 20; row < 200; row++) {
        // To a cell: between the discs that a head covers at its meetings the way is a little narrower.
        const half = Math.floor(radius / 0.5) - 1;
        expect(half).toBeGreaterThan(1);
        for (let cell = row * 40 + 20 - half; cell < row * 40 + 20 + half; cell++) {
          expect(fine!.amount.data[cell]).toBeLessThan(0.01);
          expect(fog!.data[cell]).toBeLessThan(0.01);
          expect(film!.data[cell]).toBeGreaterThan(0);
        }
      }
    },
  );

  // A body at rest takes up fine drops while it relaxes, less than it takes to let go here.
  test.runIf(PLAIN_SHAPES.includes(name))('a still drop that fine drops make too heavy lets go', () => {
    const simulation = createSimulation({
      model: modelWith(name, { lobes: 1, residuals: false }),
      surface: { width: 30, height: 30 },
      coating: { critical: 5 },
      rain: { kind: 'none' },
      fine: { density: 5 },
    });
    simulation.addDrop({ x: 15, y: 5, mass: 4.99 });
    simulation.advance(0.1);
    expect(simulation.drops.moving[0]).toBe(1);
  });
});

describe.each(DROPPED)('film memory in %s', (name) => {
  /** Lets a drop run down the middle; the seconds it takes. */
  function run(simulation: Simulation): number {
    const id = simulation.addDrop({ x: 20, y: 3, mass: 12 });
    const start = simulation.time;
    while ([...simulation.drops.id.subarray(0, simulation.drops.count)].includes(id)) {
      simulation.step();
      if (simulation.time - start > 60) break;
    }
    return simulation.time - start;
  }

  function pane(film: SceneInput['film']): Simulation {
    return createSimulation({
      model: modelWith(name, {
        ...PLAIN_HOPS,
        residuals: false,
        merging: false,
        meander: 0,
        affinityTie: 10,
        viscosity: 800,
        operatorPeriod: 0.01,
      }),
      surface: { width: 40, height: 100 },
      coating: { critical: 9 },
      rain: { kind: 'none' },
      film,
    });
  }

  test.runIf(PLAIN_SHAPES.includes(name))('the second drop on a track is faster, and the effect fades', () => {
    const simulation = pane({});
    const first = run(simulation);
    const second = run(simulation);
    simulation.advance(60);
    const later = run(simulation);
    expect(second).toBeLessThan(0.8 * first);
    expect(later).toBeCloseTo(first, 1);
    const { film, evaporated } = simulation.ledger();
    expect(film).toBeGreaterThan(0);
    expect(evaporated).toBeGreaterThan(0);
  });

  test('without a film nothing remembers', () => {
    const simulation = pane(null);
    const first = run(simulation);
    simulation.advance(5);
    expect(run(simulation)).toBeCloseTo(first, 9);
  });
});

describe('while it runs', () => {
  const simulation = createSimulation({ surface: { width: 20, height: 20 }, fine: {}, fog: {} });

  test.each<[SceneInput, string]>([
    [{ fine: null }, 'scene.fine must stay {"density":0.8,"cellSize":0.5,"largest":1,'],
    [{ film: {} }, 'scene.film must stay null while the simulation runs; got {'],
    [
      { fine: { density: 1 } },
      'scene.fine.density must stay 0.8 while the simulation runs; got 1. Create a new simulation.',
    ],
    [
      { fog: { mass: 0.01 } },
      'scene.fog.mass must stay 0.005 while the simulation runs; got 0.01. Create a new simulation.',
    ],
  ])('%j is refused', (patch, line) => {
    const before = simulation.hash();
    expect(() => simulation.set(patch)).toThrow(line);
    expect(simulation.hash()).toBe(before);
  });
});
