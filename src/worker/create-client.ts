import { checkBackdrop } from '../render/backdrop/create-backdrop.js';
import { browserWorker } from './browser-worker.js';
import { fileOrTextWorker, textWorker } from './file-or-text-worker.js';
import { backdropPainter } from './paint-backdrop.js';
import { clientOpener } from './worker-client.js';

const startWorker = fileOrTextWorker(
  // Written out in one piece: this is how bundlers find the worker.
  () => browserWorker(new Worker(new URL('./simulation-worker.js', import.meta.url), { type: 'module' })),
  async () => browserWorker(textWorker((await import('./simulation-worker-text.js')).SIMULATION_WORKER)),
);

/**
 * The client of a scene with any of the models, behind a worker of the page, or inline where none can be had.
 * @example const client = await createSimulationClient('window', { seed: 7 });
 */
export const createSimulationClient = clientOpener({
  startWorker,
  loadInline: async () => (await import('../simulation/all-models.js')).createSimulation,
});

/** Paints the backdrops of scenes: 'street', 'night', 'garden'. */
export const paintBackdrop = backdropPainter({
  startWorker,
  loadInline: async () => (await import('../render/backdrop/create-backdrop.js')).createBackdrop,
  check: checkBackdrop,
});
