/** Small panes on which much happens, for laws that must hold at every step of every model, and a way to look inside. */
import * as fc from 'fast-check';
import { createSimulation, type SceneInput, type Simulation, simulationFactory } from 'rivulet';
import type { ModelDefinition } from 'rivulet/models';
import { expect } from 'vitest';
import type { MapState } from '../../src/models/maps/map-state.js';
import type { World } from '../../src/models/model.js';
import { DEFINITIONS, modelWith } from '../support/models.ts';

const anyOptions = fc.record({
  smoothing: often(true),
  erosion: often(true),
  residuals: often(true),
  merging: often(true),
  maps: fc.constantFrom('two', 'two', 'single'),
  relax: often(true),
  relabel: fc.constantFrom('all', 'flood'),
  adjacency: fc.constantFrom('8', '4'),
  contact: fc.constantFrom('trails', 'drops'),
  regions: fc.constantFrom('beyond', 'literal'),
  path: fc.constantFrom('raster', 'spaced'),
  meanderWhen: fc.constantFrom('tie', 'straight'),
  operatorPeriod: fc.constantFrom(0, 0, 0.01, 0.04),
  residualPeriod: fc.constantFrom(0.02, 0.1, 0.4),
  mergeGain: fc.constantFrom(1, 1.1),
  viscosity: fc.constantFrom(0, 0, 500),
  lobes: fc.integer({ min: 1, max: 5 }),
  substeps: fc.constantFrom(1, 4),
  mergeThreshold: fc.constantFrom(0, 0, 0.2),
  mergedPlace: fc.constantFrom('larger', 'middle'),
  stretchMax: fc.constantFrom(0, 3, 5),
});

function often<T extends boolean>(value: T): fc.Arbitrary<boolean> {
  return fc.constantFrom(value, value, value, !value);
}

/** A scene of the named model: 10 to 40 mm of glass under a cloudburst. */
export function busyScene(name: string): fc.Arbitrary<SceneInput> {
  const side = fc.integer({ min: 10, max: 40 });
  // Powers of two, so that areas of cells and with them the field book in mm³ are exact.
  const surface = fc.record({
    width: side,
    height: side,
    cellSize: fc.constantFrom(0.25, 0.5, 0.5, 1),
    tilt: fc.constantFrom(Math.PI / 2, Math.PI / 2, 0.8),
    turn: fc.constantFrom(0, 0, Math.PI / 2, -2, 3),
  });
  const rain = fc.record({
    kind: fc.constant('uniform' as const),
    rate: fc.constantFrom(50, 200, 400),
    largeShare: fc.constantFrom(0.2, 0.6),
  });
  return fc.record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    step: fc.constantFrom(0.005, 0.005, 1 / 60, 0.02),
    model: anyOptions.map((options) => modelWith(name, options)),
    surface,
    coating: fc.record({ critical: fc.constantFrom(0.5, 2, 9) }),
    rain,
  });
}

/** A simulation, the state inside its model (of those that have maps), and the world that it gets in each step. */
export interface Opened {
  readonly simulation: Simulation;
  /** Undefined where the field is the water. */
  readonly state: MapState;
}

/** Opens a simulation up; `onStep` may stand between it and the world. */
export function open(scene: SceneInput, onStep: (world: World) => World = (world) => world): Opened {
  let state: MapState | undefined;
  const models = DEFINITIONS.map((definition) => ({
    ...definition,
    create(setup: Parameters<ModelDefinition['create']>[0]) {
      const model = definition.create(setup);
      state = (model as unknown as { state: MapState }).state;
      const step = model.step.bind(model);
      model.step = (world) => step(onStep(world as unknown as World) as unknown as typeof world);
      return model;
    },
  }));
  const simulation = simulationFactory(models)(scene);
  return { simulation, state: state as MapState };
}

/** Lets `count` steps pass. */
export function steps(simulation: Simulation, count: number): void {
  for (let n = 0; n < count; n++) simulation.step();
}

/** Runs `scene` on for `when` steps, and from there both itself and as loaded into the other kernels: the same water. */
export function checkLoaded(scene: SceneInput, when: number, live: (simulation: Simulation) => void): void {
  const simulation = createSimulation(scene, {}, { kernels: 'simd' });
  steps(simulation, when);
  const copy = createSimulation.load(simulation.save(), { kernels: 'reference' });
  expect(copy.hash()).toBe(simulation.hash());
  for (const one of [simulation, copy]) live(one);
  expect(copy.hash()).toBe(simulation.hash());
  expect(copy.ledger()).toEqual(simulation.ledger());
}
