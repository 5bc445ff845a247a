/** Profiles are shared and overwritten: one is valid until the second request for another angle, and not longer. */
import { createSimulation } from 'rivulet';
import { expect, test, vi } from 'vitest';
import type * as profiles from '../../src/core/profile.js';
import { createSimulation as createStrictly } from '../../src/simulation/all-models.js';

/** How many profiles were overwritten while code might still have used them. */
const taken = vi.hoisted(() => ({ count: 0 }));

/** The same profiles, but each is spoilt as soon as it may be: at the second request for another one. */
vi.mock('../../src/core/profile.js', async (importActual) => {
  const actual = await importActual<typeof profiles>();
  type Loan = { -readonly [K in keyof profiles.Profile]: number };
  let before: Loan | null = null;
  let last: Loan | null = null;
  const profileOf = (angle: number): profiles.Profile => {
    if (last?.angle === angle) return last;
    if (before) {
      for (const key of Object.keys(before) as (keyof Loan)[]) before[key] = Number.NaN;
      taken.count += 1;
    }
    before = last;
    last = { ...actual.profileOf(angle) };
    return last;
  };
  const capRadius = (mass: number, angle: number): number => {
    profileOf(angle);
    return actual.capRadius(mass, angle);
  };
  return { ...actual, profileOf, capRadius };
});

test.each(['window', 'window-storm'])(
  '%s runs the same when every profile is spoilt as early as it may be',
  (scene) => {
    const pane = { surface: { width: 80, height: 60 }, model: { residualPeriod: 0.02 } };
    taken.count = 0;
    const [simulation, strict] = [createSimulation, createStrictly].map((create) => create(scene, pane));
    for (const one of [simulation, strict]) one.advance(4);
    expect(taken.count).toBeGreaterThan(1000);
    expect(strict.hash()).toBe(simulation.hash());
  },
);
