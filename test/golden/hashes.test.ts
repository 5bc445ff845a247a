/** The same scene gives the same water, to the last bit: with either kernels, and through a saved state. */
import { readFileSync } from 'node:fs';
import { createSimulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { IS_SLOW } from '../support/runs.ts';
import { HASH_AT, HASHED, SAVE_AT, simulationOf } from './cases.mjs';

/** How long a loaded state runs on beside the one that was saved [s]; the slow suite goes on to the golden hash. */
const BESIDE = IS_SLOW ? HASH_AT - SAVE_AT : 0.5;

/** Written by record.mjs. */
const golden = JSON.parse(readFileSync(new URL('hashes.json', import.meta.url), 'utf8')) as Record<string, string>;

test('every scene has a golden hash, and every golden hash a scene', () => {
  expect(Object.keys(golden).sort()).toEqual([...HASHED].sort());
});

describe.each(HASHED)('%s', (scene) => {
  test('has its golden hash after 5 s, saved on the way, and its saved state goes on as it does', () => {
    const simulation = simulationOf(scene);
    simulation.advance(SAVE_AT);
    const loaded = createSimulation.load(simulation.save());
    for (const one of [simulation, loaded]) one.advance(BESIDE);
    expect(loaded.hash()).toBe(simulation.hash());
    simulation.advance(HASH_AT - SAVE_AT - BESIDE);
    expect(simulation.hash()).toBe(golden[scene]);
  });

  test('has it with the reference kernels as well', () => {
    const simulation = simulationOf(scene, 'reference');
    // A model without kernels would only run once more.
    if (simulation.kernels === 'none') return;
    // Scenes of the same hash have the same water, which runs once.
    if (!IS_SLOW && HASHED.find((other) => golden[other] === golden[scene]) !== scene) return;
    simulation.advance(HASH_AT);
    expect([simulation.kernels, simulation.hash()]).toEqual(['reference', golden[scene]]);
  });
});
