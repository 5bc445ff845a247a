import type { Worker } from 'node:worker_threads';
import type { WorkerLike } from './worker-client.js';

/** A thread of Node as the clients use it. In a file of its own: the types of `rivulet/worker` need none of Node's. */
export function nodeThread(worker: Worker): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    listen: (hear, fail) => {
      worker.on('message', hear);
      worker.on('error', (error) => fail(error.message));
    },
    end: () => void worker.terminate(),
  };
}
