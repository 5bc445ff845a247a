import { describeValue, RivuletError } from '../core/errors.js';
import type { KernelChoice } from '../kernels/field-memory.js';
import type { ModelDefinition } from '../models/model.js';
import { loadScene } from '../scene/load-scene.js';
import { mergeScene } from '../scene/merge-scene.js';
import { parseScene } from '../scene/parse-scene.js';
import type { SceneInput } from '../scene/scene.js';
import { loadSimulation } from './save.js';
import { Simulation } from './simulation.js';

/** How a simulation is run; none of it changes the water. */
export interface SimulationOptions {
  /** Which kernels: `auto` takes SIMD where it runs. Default 'auto'. */
  kernels?: KernelChoice;
}

/** Makes simulations; see `createSimulation`. */
export interface CreateSimulation {
  /**
   * A simulation of a scene: a preset's name or an object; overrides are merged into it, part by part.
   * @example createSimulation('window', { seed: 7 })
   */
  (scene: string | SceneInput, overrides?: SceneInput, options?: SimulationOptions): Simulation;
  /** Goes on where `simulation.save()` left off, bit for bit. */
  load(bytes: Uint8Array, options?: SimulationOptions): Simulation;
}

const KERNEL_CHOICES: readonly KernelChoice[] = ['auto', 'simd', 'reference'];

/** `createSimulation` for a chosen list of models, so that a page pays only for those it uses. */
export function simulationFactory(models: readonly ModelDefinition[]): CreateSimulation {
  const create = (input: SceneInput, { kernels = 'auto' }: SimulationOptions): Simulation => {
    checkKernels(kernels);
    const scene = parseScene(input, models);
    const simulation = new Simulation(input, scene, models, kernels);
    return simulation;
  };
  const createSimulation = (
    scene: string | SceneInput,
    overrides: SceneInput = {},
    options: SimulationOptions = {},
  ) => {
    const base = typeof scene === 'string' ? loadScene(scene) : scene;
    const simulation = create(mergeScene(base, overrides), options);
    for (const drop of simulation.scene.drops) simulation.addDrop(drop);
    return simulation;
  };
  const load = (bytes: Uint8Array, options: SimulationOptions = {}) =>
    loadSimulation(bytes, (input) => create(input, options));
  return Object.assign(createSimulation, { load });
}

function checkKernels(kernels: unknown): void {
  if (KERNEL_CHOICES.includes(kernels as KernelChoice)) return;
  const allowed = KERNEL_CHOICES.map((choice) => `"${choice}"`).join(', ');
  throw new RivuletError(`kernels must be one of ${allowed}; got ${describeValue(kernels)}.`, 'kernels');
}
