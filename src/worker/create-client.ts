import { checkBackdrop } from '../render/backdrop/create-backdrop.js';
import { browserWorker } from './browser-worker.js';
import { clientOpener } from './open-client.js';
import { backdropPainter } from './paint-backdrop.js';
import type { WorkerLike } from './worker-client.js';

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

function startWorker(): WorkerLike {
  // Written out in one piece: this is how bundlers find the worker.
  return browserWorker(new Worker(new URL('./simulation-worker.js', import.meta.url), { type: 'module' }));
}
