import type { WorkerLike } from './worker-client.js';

/** A page's worker as the clients use it. */
export function browserWorker(worker: Worker): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    listen: (hear, fail) => {
      worker.onmessage = ({ data }) => hear(data);
      // Of a script that does not load the event says nothing.
      worker.onerror = (event) => {
        event.preventDefault?.();
        fail(event.message || 'its script did not load.');
      };
      worker.onmessageerror = () => fail('a message could not be read.');
    },
    end: () => worker.terminate(),
  };
}
