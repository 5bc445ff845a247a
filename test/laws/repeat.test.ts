/** The same scene gives the same water: on any kernels, from any saved moment, however often one looks. */
import * as fc from 'fast-check';
import { createSimulation, modelNames, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { modelWith } from '../support/models.ts';
import { cellsOf } from '../support/reading.ts';
import { runs } from '../support/runs.ts';
import { busyScene, steps } from './busy-scenes.ts';

const STEPS = 50;

/** Model options at the start, and what is changed while it runs: nothing, or a switch thrown. */
const anySwitch = fc.constantFrom<{ first: Options; later: SceneInput }[]>(
  { first: {}, later: {} },
  { first: { merging: false }, later: { model: { merging: true } } },
  { first: { merging: true }, later: { model: { merging: false } } },
  { first: { contact: 'drops' }, later: { model: { contact: 'trails' } } },
  { first: { adjacency: '4', lobes: 1 }, later: { model: { adjacency: '8', lobes: 5 } } },
  { first: { smoothing: false, erosion: false }, later: { model: { smoothing: true, erosion: true } } },
  { first: { idThreshold: 16 }, later: { model: { idThreshold: 0.01, residuals: true } } },
  { first: {}, later: { surface: { tilt: 0.3 } } },
  { first: {}, later: { surface: { turn: 2 }, coating: { critical: 1 } } },
  { first: {}, later: { rain: { kind: 'none' } } },
  { first: { mergeThreshold: 0.5 }, later: { model: { mergeThreshold: 0 } } },
);
type Options = Readonly<Record<string, string | number | boolean>>;

/** Those of the options that the model has. */
function optionsOf(name: string, options: Options): Options {
  const { name: _, ...known } = modelWith(name, options);
  return known;
}

/** A busy scene of the model, and a switch that is thrown while it runs. */
function busyWithSwitch(name: string): fc.Arbitrary<[scene: SceneInput, later: SceneInput]> {
  return fc.tuple(busyScene(name), anySwitch).map(([scene, { first, later }]) => {
    const patch = later.model ? { ...later, model: optionsOf(name, later.model as Options) } : later;
    return [{ ...scene, model: modelWith(name, { ...scene.model, ...first } as Options) }, patch];
  });
}

test('loads from a Node Buffer, as files are read into', () => {
  const simulation = createSimulation('chin-fig-7a');
  steps(simulation, 3);
  expect(createSimulation.load(Buffer.from(simulation.save())).hash()).toBe(simulation.hash());
});

describe.each(modelNames)('%s', (name) => {
  test('same seed, same water; another seed, other water', () => {
    const property = fc.property(busyScene(name), (scene) => {
      const hashes = [scene, scene, { ...scene, seed: (scene.seed! + 1) % 2 ** 32 }].map((input) => {
        const simulation = createSimulation(input);
        steps(simulation, STEPS);
        return simulation.hash();
      });
      expect(hashes[0]).toBe(hashes[1]);
      expect(hashes[0]).not.toBe(hashes[2]);
      expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    });
    fc.assert(property, runs(8));
  });

  test('reference and SIMD kernels give the same water, bit for bit', () => {
    const property = fc.property(busyWithSwitch(name), ([scene, later]) => {
      const [reference, simd] = (['reference', 'simd'] as const).map((kernels) =>
        createSimulation(scene, {}, { kernels }),
      );
      for (let round = 0; round < 5; round++) {
        for (const simulation of [reference, simd]) {
          if (round === 3) simulation.set(later);
          steps(simulation, 20);
        }
        expect(simd.hash()).toBe(reference.hash());
      }
      expect(simd.ledger()).toEqual(reference.ledger());
    });
    fc.assert(property, runs(12));
  });

  test('goes on from a saved state as if nothing had happened', () => {
    const property = fc.property(busyWithSwitch(name), fc.nat(STEPS), ([scene, later], when) => {
      const simulation = createSimulation(scene, {}, { kernels: 'simd' });
      steps(simulation, when);
      const bytes = simulation.save();
      const copy = createSimulation.load(bytes, { kernels: 'reference' });
      expect(copy.hash()).toBe(simulation.hash());
      expect(copy.time).toBe(simulation.time);
      expect(copy.scene).toEqual(simulation.scene);
      for (const one of [simulation, copy]) {
        steps(one, 5);
        one.set(later);
        steps(one, STEPS);
      }
      expect(copy.hash()).toBe(simulation.hash());
      expect(copy.ledger()).toEqual(simulation.ledger());
    });
    fc.assert(property, runs(20));
  });

  test('does not depend on whether frames are taken', () => {
    const property = fc.property(busyWithSwitch(name), ([scene, later]) => {
      const watched = createSimulation(scene);
      const alone = createSimulation(scene);
      for (const simulation of [watched, alone]) {
        for (let step = 0; step < STEPS; step++) {
          if (step === 30) simulation.set(later);
          if (simulation === watched && step % 3 === 0) lookAt(simulation);
          simulation.step();
        }
      }
      expect(watched.hash()).toBe(alone.hash());
    });
    fc.assert(property, runs(20));
  });

  function lookAt(simulation: Simulation): void {
    simulation.hash();
    simulation.frame();
    simulation.ledger();
    simulation.save();
  }

  test('carries the rest of a step from one advance to the next', () => {
    const property = fc.property(busyScene(name), (scene) => {
      const whole = createSimulation(scene);
      const parts = createSimulation(scene);
      const dt = whole.scene.step;
      whole.advance(12 * dt);
      for (let n = 0; n < 48; n++) parts.advance(dt / 4);
      expect(parts.steps).toBe(12);
      expect(parts.time).toBe(whole.time);
      expect([...parts.drops.x]).toEqual([...whole.drops.x]);
    });
    fc.assert(property, runs(10));
  });
});

describe.each(modelNames)('frames of %s', (name) => {
  type Cells = Float32Array | Uint32Array;

  /** Are all cells that differ inside the rectangles? */
  function isCovered(before: Cells, after: Cells, width: number, rectangles: Int32Array): boolean {
    const covered = new Uint8Array(before.length);
    for (let n = 0; n < rectangles.length; n += 4) {
      const [col, row, columns, rows] = rectangles.subarray(n, n + 4);
      for (let r = row; r < row + rows; r++) covered.fill(1, r * width + col, r * width + col + columns);
    }
    return before.every((value, cell) => value === after[cell] || covered[cell] === 1);
  }

  test('show the present water, and report what changed since the last one', () => {
    const property = fc.property(busyWithSwitch(name), ([scene, later]) => {
      const simulation = createSimulation(scene);
      const { height, id } = simulation.frame().charts[0];
      let before: Cells[] = [cellsOf(height), cellsOf(id)];
      let seen = [height.version, id.version];
      const rounds = 4 + (scene.seed! % 9);
      for (let round = 0; round < rounds; round++) {
        if (round === 6) simulation.set(later);
        if (round === 10) simulation.clear();
        steps(simulation, round % 4);
        simulation.frame();
        const after = [cellsOf(height), cellsOf(id)];
        for (const [n, map] of [height, id].entries()) {
          expect(map.version).toBeGreaterThanOrEqual(seen[n]);
          expect(isCovered(before[n], after[n], map.width, map.changedSince(seen[n])), `round ${round}`).toBe(true);
        }
        before = after;
        seen = [height.version, id.version];
      }
      // Last, since saving counts as a change of everything.
      expect(before).toEqual(freshFrame(simulation));
    });
    fc.assert(property, runs(30));
  });

  /** The maps as a simulation shows them that was just loaded and has seen nothing else. */
  function freshFrame(simulation: Simulation): Cells[] {
    const { height, id } = createSimulation.load(simulation.save()).frame().charts[0];
    return [cellsOf(height), cellsOf(id)];
  }
});
