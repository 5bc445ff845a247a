import type { SceneInput } from '../scene/scene.js';
import { InlineClient, type SimulationClient } from '../simulation/client.js';
import type { CreateSimulation, SimulationOptions } from '../simulation/create-simulation.js';
import { MAP_NAMES, type MapName } from './map-names.js';
import { attemptWorker, startWorkerClient, WorkerFailure, type WorkerLike } from './worker-client.js';

/** How a client is made; none of it changes the water. */
export interface ClientOptions extends SimulationOptions {
  /** Whether to run behind a worker. Default true; where that fails the simulation runs inline, with one warning. */
  worker?: boolean;
  /** The maps that frames carry; one that is left out is null, or comes without cells. Inline all are there. Default all. */
  maps?: readonly MapName[];
}

/** Makes the client of a scene: a preset's name or an object, or the default one; overrides are merged into it, part by part. */
export type OpenClient = (
  scene: string | SceneInput | undefined,
  overrides?: SceneInput,
  options?: ClientOptions,
) => Promise<SimulationClient>;

/** Where clients come from. */
export interface ClientSources {
  /** Starts a worker that serves simulations. May throw. */
  startWorker(): WorkerLike;
  /** Loads what makes simulations in this thread; asked for only if there is no worker. */
  loadInline(): Promise<CreateSimulation>;
}

/** An `OpenClient` that tries a worker first and runs inline if that fails. */
export function clientOpener({ startWorker, loadInline }: ClientSources): OpenClient {
  let hasWarned = false;
  return async (scene, overrides = {}, { worker = true, maps = MAP_NAMES, ...options } = {}) => {
    let failure: WorkerFailure | null = null;
    if (worker) {
      try {
        return await startWorkerClient(attemptWorker(startWorker), scene, overrides, options, maps);
      } catch (error) {
        // What is wrong with the scene is wrong inline as well.
        if (!(error instanceof WorkerFailure)) throw error;
        failure = error;
      }
    }
    const create = await loadInline();
    const client = new InlineClient(create(scene, overrides, options));
    if (failure && !hasWarned) console.warn(`rivulet: the simulation runs without a worker: ${failure.message}`);
    if (failure) hasWarned = true;
    return client;
  };
}
