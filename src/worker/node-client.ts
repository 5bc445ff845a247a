import { Worker } from 'node:worker_threads';
import { createSimulation } from '../simulation/all-models.js';
import { nodeThread } from './node-thread.js';
import { clientOpener } from './open-client.js';

/** As in `create-client.ts`, behind a thread of Node. */
export const createSimulationClient = clientOpener({
  startWorker: () => nodeThread(new Worker(new URL('./node-worker.js', import.meta.url))),
  loadInline: async () => createSimulation,
});
