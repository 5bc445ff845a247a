import { browserWorker } from './browser-worker.js';
import { fileOrTextWorker, textWorker } from './file-or-text-worker.js';
import { picturePools } from './picture-pool.js';
import { tracePools } from './trace-pool.js';

const startWorker = fileOrTextWorker(
  () => browserWorker(new Worker(new URL('./picture-worker.js', import.meta.url), { type: 'module' })),
  async () => browserWorker(textWorker((await import('./picture-worker-text.js')).PICTURE_WORKER)),
);

/**
 * Pictures on the CPU with their rows spread over workers of the page.
 * @example const pool = createPicturePool(backdrop, navigator.hardwareConcurrency);
 */
export const createPicturePool = picturePools(startWorker);

/**
 * The same for traced pictures.
 * @example const pool = createTracePool({ surface: simulation.scene.surface, surroundings, camera }, 4);
 */
export const createTracePool = tracePools(startWorker);
