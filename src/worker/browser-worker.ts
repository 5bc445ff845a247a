import type { WorkerLike } from './worker-client.js';

/** The page's `Worker`, and nothing in projects for Node, whose types lack it. */
type PageWorker = typeof globalThis extends { Worker: { prototype: infer W } } ? W : never;

/** A page's worker as the clients use it. */
export function browserWorker(worker: PageWorker): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    listen: (hear, fail) => {
      worker.onmessage = ({ data }) => hear(data);
      // The event of a script that does not load has no message.
      worker.onerror = (event) => {
        event.preventDefault?.();
        fail(event.message || 'its script did not load.');
      };
      worker.onmessageerror = () => fail('a message could not be read.');
    },
    end: () => worker.terminate(),
  };
}
