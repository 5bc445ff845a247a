/** The same scene gives the same water, to the last bit: with either kernels, and through a saved state. */
import { readFileSync } from 'node:fs';
import { createSimulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { HASH_AT, HASHED, SAVE_AT, simulationOf } from './cases.mjs';

/** Written by record.mjs. */
const golden = JSON.parse(readFileSync(new URL('hashes.json', import.meta.url), 'utf8')) as Record<string, string>;

test('every scene has a golden hash, and every golden hash a scene', () => {
  expect(Object.keys(golden).sort()).toEqual([...HASHED].sort());
});

describe.each(HASHED)('%s', (scene) => {
  test('has its golden hash after 5 s, uninterrupted and saved and loaded on the way', () => {
    const simulation = simulationOf(scene);
    simulation.advance(SAVE_AT);
    const loaded = createSimulation.load(simulation.save());
    simulation.advance(HASH_AT - SAVE_AT);
    loaded.advance(HASH_AT - SAVE_AT);
    // Not one of the two alone: saving must not change the run that goes on.
    expect([simulation.hash(), loaded.hash()]).toEqual([golden[scene], golden[scene]]);
  });

  test('has it with the reference kernels as well', () => {
    const simulation = simulationOf(scene, 'reference');
    // A model without kernels would only run once more.
    if (simulation.kernels === 'none') return;
    simulation.advance(HASH_AT);
    expect([simulation.kernels, simulation.hash()]).toEqual(['reference', golden[scene]]);
  });
});
