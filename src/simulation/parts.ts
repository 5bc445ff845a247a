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

/** Where scenes come in and are checked. Throws a RivuletError about what is wrong. */
export interface Door {
  /** A scene by its name or as an object, or the default one, with overrides merged into it. */
  read(scene: string | SceneInput | undefined, overrides: SceneInput): ReadScene;
  /** A running scene with a patch merged into it, which may change only what can change while it runs. */
  patch(running: ReadScene, patch: SceneInput): ReadScene;
}

/** A state that can be visited, to save, load or hash it. */
export interface Walked {
  readonly input: SceneInput;
  visit(visitor: StateVisitor): void;
}

/** What becomes of a state besides the next one. */
export interface Records {
  hash(state: Walked): string;
  save(state: Walked): Uint8Array;
  /** Makes a simulation from saved bytes; `create` makes one from its scene. */
  load<State extends Walked>(bytes: Uint8Array, create: (scene: SceneInput) => State): State;
}

/**
 * What simulations are put together from. A page that needs less brings less: the door must then refuse scenes that ask
 * for what is not there.
 */
export interface SimulationParts extends WorldParts {
  readonly door: Door;
  readonly models: readonly ModelMaker[];
  /** Makes the scene's surface. */
  readonly surface: (options: SceneSurface) => Surface;
  /** The kernels that options ask for. */
  kernels(options: SimulationOptions): OpenKernels;
  readonly layers: LayerKinds;
  readonly wipers: typeof Wipers | null;
  readonly records: Records;
}
