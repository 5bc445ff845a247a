import { Worker } from 'node:worker_threads';
import { nodeThread } from './node-thread.js';
import { picturePools } from './picture-pool.js';

/** As in `create-pictures.ts`, with threads of Node. */
export const createPicturePool = picturePools(() =>
  nodeThread(new Worker(new URL('./node-picture-worker.js', import.meta.url))),
);
