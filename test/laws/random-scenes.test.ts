/**
 * Whatever comes in, one of two things comes out: water that obeys the laws, or one error of one line that leaves
 * everything as it was. Scenes, changes while running and drops by hand are drawn at random, sensible and broken ones.
 */
import * as fc from 'fast-check';
import { createSimulation, type NewDrop, RivuletError, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { checkLaws } from '../support/laws.ts';
import { anyChange, anyDrop, anyScene, broken } from '../support/random-scenes.ts';
import { runs, TIMES } from '../support/runs.ts';

/** Half of them before a change, half after it. */
const STEPS = 40;

/** Calls `act`; a refusal must be one line that begins with what it is about. Returns whether `act` was refused. */
function refused(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (!(error instanceof RivuletError)) throw error;
    expect(error.message).toMatch(/^(scene|drop)\b[^\n\r]+$/);
    return true;
  }
}

/** Drops beyond which a run ends: some scenes shake every droplet loose, and each leaves another in every step. */
const MOST_DROPS = 2000;

function run(simulation: Simulation, steps: number): void {
  for (let step = 0; step < steps && simulation.drops.count < MOST_DROPS; step++) simulation.step();
}

/** What `act` refuses must not have touched the water. */
function refusedWithoutTrace(simulation: Simulation, act: () => void): void {
  const { scene } = simulation;
  const before = simulation.hash();
  if (!refused(act)) return;
  expect(simulation.hash()).toBe(before);
  expect(simulation.scene).toBe(scene);
}

function checkRun(scene: SceneInput, changes: readonly unknown[], drops: readonly unknown[]): void {
  const simulation = createSimulation(scene);
  run(simulation, STEPS / 2);
  checkLaws(simulation);
  for (const change of changes) refusedWithoutTrace(simulation, () => simulation.set(change as SceneInput));
  for (const drop of drops) refusedWithoutTrace(simulation, () => simulation.addDrop(drop as never));
  checkLaws(simulation);
  run(simulation, STEPS / 2);
  checkLaws(simulation);
}

function checkSame(scene: SceneInput, drops: readonly NewDrop[]): void {
  const start = (kernels: 'auto' | 'reference') => {
    const simulation = createSimulation(scene, {}, { kernels });
    for (const drop of drops) simulation.addDrop(drop);
    run(simulation, STEPS / 2);
    return simulation;
  };
  const fast = start('auto');
  const plain = start('reference');
  const loaded = createSimulation.load(fast.save());
  for (const simulation of [fast, plain, loaded]) run(simulation, STEPS / 2);
  expect(plain.hash()).toBe(fast.hash());
  expect(loaded.hash()).toBe(fast.hash());
}

/** A slow machine tries fewer scenes; it does not fail. */
const BUDGET = { interruptAfterTimeLimit: 25_000 * TIMES };

/** [ms] The budget is looked at between scenes, and a single one may take its time. */
const PATIENCE = 240_000 * TIMES;

describe('random scenes', { timeout: PATIENCE }, () => {
  test('sensible scenes run and obey the laws', () => {
    const changes = fc.array(anyChange(), { maxLength: 2 });
    const drops = fc.array(anyDrop(), { maxLength: 3 });
    fc.assert(fc.property(anyScene(), changes, drops, checkRun), { ...BUDGET, ...runs(75) });
  });

  test('broken scenes run or are refused in one line', () => {
    const property = fc.property(broken(anyScene()), (scene) => {
      refused(() => checkRun(scene as SceneInput, [], []));
    });
    fc.assert(property, { ...BUDGET, ...runs(300) });
  });

  test('broken changes and drops are refused without a trace', () => {
    const changes = fc.array(broken(anyChange()), { maxLength: 4 });
    const drops = fc.array(broken(anyDrop()), { maxLength: 4 });
    fc.assert(fc.property(anyScene(), changes, drops, checkRun), { ...BUDGET, ...runs(50) });
  });

  test('anything at all is refused in one line or is a scene', () => {
    const anything = fc.anything({ maxDepth: 3, withBigInt: true, withDate: true, withMap: true });
    const property = fc.property(anything, (input) => {
      refused(() => createSimulation(input as SceneInput));
    });
    fc.assert(property, { ...BUDGET, ...runs(500) });
  });

  test('either kernels, saved and loaded or not, give the same water', () => {
    const property = fc.property(anyScene(), fc.array(anyDrop(), { maxLength: 3 }), (scene, drops) => {
      refused(() => checkSame(scene, drops));
    });
    fc.assert(property, { ...BUDGET, ...runs(50) });
  });
});
