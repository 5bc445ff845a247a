import { Worker } from 'node:worker_threads';
import { createSimulation } from '../simulation/all-models.js';
import { clientOpener } from './open-client.js';
import type { WorkerLike } from './worker-client.js';

/** As in `create-client.ts`, behind a thread of Node. */
export const createSimulationClient = clientOpener({
  startWorker: () => nodeWorker(new Worker(new URL('./node-worker.js', import.meta.url))),
  loadInline: async () => createSimulation,
});

/** A thread of Node as the clients use it. */
export function nodeWorker(worker: Worker): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    listen: (hear, fail) => {
      worker.on('message', hear);
      worker.on('error', (error) => fail(error.message));
    },
    end: () => void worker.terminate(),
  };
}
