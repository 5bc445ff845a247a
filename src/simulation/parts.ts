import type { OpenKernels } from '../kernels/kernels.js';
import type { LayerKinds } from '../layers/layers.js';
import type { ModelMaker, StateVisitor } from '../models/model.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import type { SceneSurface } from '../scene/surface.js';
import type { Surface } from '../surface/surface.js';
import type { Wipers } from '../weather/wipers.js';
import type { SimulationOptions } from './simulation-options.js';
import type { WorldParts } from './world.js';

/** A scene as it was given and as it was understood. */
export interface ReadScene {
  readonly input: SceneInput;
  readonly scene: Scene;
}

/** Reads and checks scenes. Throws a RivuletError that says what is wrong. */
export interface SceneParser {
  /** A scene by its name or as an object, or the default one, with overrides merged into it. */
  read(scene: string | SceneInput | undefined, overrides: SceneInput): ReadScene;
  /** A running scene with a patch merged into it, which may change only what can change while it runs. */
  patch(running: ReadScene, patch: SceneInput): ReadScene;
}

/** A state that can be visited, to save, load or hash it. */
export interface Visitable {
  readonly input: SceneInput;
  visit(visitor: StateVisitor): void;
}

/** Saves, loads and hashes states. */
export interface Records {
  hash(state: Visitable): string;
  save(state: Visitable): Uint8Array;
  /** Makes a simulation from saved bytes; `create` makes one from its scene. */
  load<State extends Visitable>(bytes: Uint8Array, create: (scene: SceneInput) => State): State;
}

/**
 * What simulations are put together from. A small build brings fewer parts; its parser refuses scenes that need the
 * others.
 */
export interface SimulationParts extends WorldParts {
  readonly parser: SceneParser;
  readonly models: readonly ModelMaker[];
  /** Makes the scene's surface. */
  readonly surface: (options: SceneSurface) => Surface;
  /** The kernels that the options choose. */
  kernels(options: SimulationOptions): OpenKernels;
  readonly layers: LayerKinds;
  readonly wipers: typeof Wipers | null;
  readonly records: Records;
}
