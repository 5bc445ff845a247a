import { Worker } from 'node:worker_threads';
import { createSimulation } from '../simulation/all-models.js';
import { picturePools } from './picture-pool.js';
import { tracePools } from './trace-pool.js';
import { clientOpener, type WorkerLike } from './worker-client.js';

/** As in `create-client.ts`, behind a thread of Node. */
export const createSimulationClient = clientOpener({
  startWorker: () => nodeThread(new Worker(new URL('./node-worker.js', import.meta.url))),
  loadInline: async () => createSimulation,
});

/** As in `create-pictures.ts`, with threads of Node. */
export const createPicturePool = picturePools(startPictureThread);
export const createTracePool = tracePools(startPictureThread);

function startPictureThread(): WorkerLike {
  return nodeThread(new Worker(new URL('./node-picture-worker.js', import.meta.url)));
}

/** A thread of Node as the clients use it. Not exported: the types of `rivulet/worker` need none of Node's. */
function nodeThread(worker: Worker): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    listen: (hear, fail) => {
      worker.on('message', hear);
      worker.on('error', (error) => fail(error.message));
    },
    end: () => void worker.terminate(),
  };
}
