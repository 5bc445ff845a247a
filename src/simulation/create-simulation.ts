import type { ModelDefinition } from '../models/model.js';
import type { SceneInput } from '../scene/scene.js';
import { allParts } from './all-parts.js';
import type { SimulationParts } from './parts.js';
import { Simulation } from './simulation.js';
import type { SimulationOptions } from './simulation-options.js';

export type { SimulationOptions };

/** Makes simulations; see `createSimulation`. */
export interface CreateSimulation {
  /**
   * A simulation of a scene: a preset's name or an object, `window` by default; overrides are merged into it, part by part.
   * @example createSimulation('window', { seed: 7 })
   */
  (scene?: string | SceneInput, overrides?: SceneInput, options?: SimulationOptions): Simulation;
  /** Goes on where `simulation.save()` left off, bit for bit. */
  load(bytes: Uint8Array, options?: SimulationOptions): Simulation;
}

/** `createSimulation` for a chosen list of models, so that a page pays only for those it uses. */
export function simulationFactory(models: readonly ModelDefinition[]): CreateSimulation {
  return simulationsFrom(allParts(models));
}

/** `createSimulation` from chosen parts. */
export function simulationsFrom(parts: SimulationParts): CreateSimulation {
  const create = (
    scene: string | SceneInput | undefined,
    overrides: SceneInput,
    options: SimulationOptions,
  ): Simulation => {
    const open = parts.kernels(options);
    return new Simulation(parts.parser.read(scene, overrides), parts, open);
  };
  const createSimulation = (
    scene?: string | SceneInput,
    overrides: SceneInput = {},
    options: SimulationOptions = {},
  ) => {
    const simulation = create(scene, overrides, options);
    for (const drop of simulation.scene.drops) simulation.addDrop(drop);
    return simulation;
  };
  const load = (bytes: Uint8Array, options: SimulationOptions = {}) =>
    parts.records.load(bytes, (input) => create(input, {}, options));
  return Object.assign(createSimulation, { load });
}
