import { browserWorker } from './browser-worker.js';
import { clientOpener } from './open-client.js';

/**
 * The client of a scene with any of the models, behind a worker of the page, or inline where none can be had.
 * @example const client = await createSimulationClient('window', { seed: 7 });
 */
export const createSimulationClient = clientOpener({
  // Written out in one piece: this is how bundlers find the worker.
  startWorker: () => browserWorker(new Worker(new URL('./simulation-worker.js', import.meta.url), { type: 'module' })),
  loadInline: async () => (await import('../simulation/all-models.js')).createSimulation,
});
