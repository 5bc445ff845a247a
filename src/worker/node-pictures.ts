import { Worker } from 'node:worker_threads';
import { nodeWorker } from './node-client.js';
import { picturePools } from './picture-pool.js';

/** As in `create-pictures.ts`, with threads of Node. */
export const createPicturePool = picturePools(() =>
  nodeWorker(new Worker(new URL('./node-picture-worker.js', import.meta.url))),
);
