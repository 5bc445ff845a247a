/** Each use of chance has a stream of its own: a feature switched off does not re-shuffle another. */
import * as fc from 'fast-check';
import { createSimulation, modelNames, RivuletError, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { DEFINITIONS, MAPPED, modelWith } from '../support/models.ts';
import { busyScene, open, steps } from './busy-scenes.ts';

type Options = Readonly<Record<string, string | number | boolean>>;

/** Every drop of rain in 60 steps: when, where, how heavy. */
function rainOf(scene: SceneInput): number[][] {
  const fallen: number[][] = [];
  const { simulation } = open(scene, (world) => ({
    ...world,
    pull: (place, out) => world.pull(place, out),
    limit: (place) => world.limit(place),
    rain: {
      fineDepthOn: () => 0,
      aim: () => {},
      count: (...args) => world.rain.count(...args),
      drop(chance, step, n, out) {
        world.rain.drop(chance, step, n, out);
        fallen.push([step, ...Object.values(out)]);
      },
    },
  }));
  steps(simulation, 60);
  return fallen;
}

describe.each(modelNames)('%s', (name) => {
  test.each([
    { residuals: false },
    { merging: false },
    { smoothing: false, erosion: false },
    { meander: 0, affinity: 'normal' },
    { lobes: 1, maps: 'single' },
  ] as Options[])('rain falls at the same places with %o', (options) => {
    const property = fc.property(busyScene(name), (scene) => {
      const rain = rainOf(scene);
      expect(rain.length).toBeGreaterThan(0);
      expect(rainOf({ ...scene, model: modelWith(name, { ...scene.model, ...options } as Options) })).toEqual(rain);
    });
    fc.assert(property, { numRuns: 5 });
  });
});

describe.each(MAPPED)('%s', (name) => {
  test.each([
    { smoothing: false },
    { erosion: false },
    { merging: false },
    { lobes: 1 },
    { meander: 0.1 },
  ] as Options[])('a drop leaves its droplets at the same times, as heavy, with %o', (options) => {
    for (let seed = 1; seed <= 5; seed++) {
      const [droplets, others] = [dropletsOf(seed, {}), dropletsOf(seed, options)];
      // As long as both run: another way may be a shorter one.
      const both = Math.min(droplets.length, others.length);
      expect(both).toBeGreaterThan(0);
      expect(others.slice(0, both)).toEqual(droplets.slice(0, both));
    }
  });

  /** Step and mass of each droplet that a single run leaves on a long pane. */
  function dropletsOf(seed: number, options: Options): number[][] {
    const simulation = createSimulation({
      seed,
      model: modelWith(name, { residualPeriod: 0.1, ...options }),
      surface: { width: 60, height: 300, cellSize: 1 },
      coating: { critical: 2 },
      rain: { kind: 'none' },
    });
    const runner = simulation.addDrop({ x: 30, y: 2, mass: 12 });
    const born: number[][] = [];
    for (let step = 0; step < 50; step++) {
      const known = simulation.drops.count;
      simulation.step();
      const { count, id, mass, moving } = simulation.drops;
      if (count <= known) continue;
      const newest = Math.max(...id.subarray(0, count));
      expect(newest).toBeGreaterThan(runner);
      const slot = id.indexOf(newest);
      expect(moving[slot]).toBe(0);
      born.push([step, mass[slot]]);
    }
    return born;
  }

  test('the glass is the same whatever happens on it', () => {
    const property = fc.property(busyScene(name), (scene) => {
      const [first, second] = [{}, { residuals: false, merging: false, smoothing: false }].map((options) => {
        const simulation = createSimulation(scene, { model: options });
        steps(simulation, 10);
        return [...simulation.frame().charts[0].affinity!.data];
      });
      expect(second).toEqual(first);
    });
    fc.assert(property, { numRuns: 10 });
  });
});

describe.each(modelNames)('%s refuses', (name) => {
  test.each([
    ['an option that does not exist', { model: { smothing: true } }],
    ['an option of the wrong kind', { model: { merging: 1 } }],
    ['a number out of range', { model: { stretchMax: 6 } }],
    ['half a lobe', { model: { name: 'chen2013', lobes: 2.5 } }],
    ['shares in the wrong order', { model: { residualShareMin: 0.5, residualShareMax: 0.2 } }],
    ['a tilt in degrees', { surface: { tilt: 80 } }],
    ['NaN', { gravity: Number.NaN }],
    ['negative rain', { rain: { rate: -1 } }],
    ['another pane', { surface: { width: 12 } }],
    ['another cell size', { surface: { cellSize: 0.125 } }],
    ['another seed', { seed: 99 }],
    ['another step', { step: 0.01234 }],
    ['another model', { model: { name: 'unknown' } }],
    ['one good value and one bad one', { gravity: 5000, wind: { speed: -5 } }],
  ] as [string, SceneInput][])('%s, and nothing changes', (_what, patch) => {
    const scene = { model: { name }, surface: { width: 30, height: 30 }, rain: { rate: 300 } };
    const simulation = createSimulation(scene);
    const untouched = createSimulation(scene);
    steps(simulation, 30);
    steps(untouched, 30);
    const before = simulation.scene;
    const hash = simulation.hash();
    expect(() => simulation.set(patch)).toThrow(RivuletError);
    expect(simulation.hash()).toBe(hash);
    expect(simulation.scene).toBe(before);
    steps(simulation, 30);
    steps(untouched, 30);
    expect(simulation.hash()).toBe(untouched.hash());
  });
});

test('drops that overlap merge when merging is switched on', () => {
  for (const { name } of DEFINITIONS.filter(({ options }) => 'merging' in options)) {
    const scene: SceneInput = { model: { name, merging: false }, rain: { kind: 'none' } };
    const simulation = createSimulation(scene);
    simulation.addDrop({ x: 50, y: 50, mass: 3 });
    simulation.addDrop({ x: 51, y: 50, mass: 3 });
    steps(simulation, 5);
    expect(simulation.drops.count).toBe(2);
    simulation.set({ model: { merging: true } });
    steps(simulation, 5);
    expect(simulation.drops.count, name).toBe(1);
  }
});
