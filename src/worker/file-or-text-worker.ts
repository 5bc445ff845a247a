import type { WorkerLike } from './worker-client.js';

const NO_WORKER =
  'neither its file nor a copy of its text could be started. A content security policy must allow ' +
  "worker-src 'self' or blob:.";

/**
 * Starts workers from a file, or from a copy of the file's text where the file does not start. Development servers may
 * move modules away from the files beside them: Vite 7 serves a dependency from .vite/deps, without its workers. The file
 * comes first, because policies allow it more often than Blobs; the text is loaded only if it is needed.
 */
export function fileOrTextWorker(startFile: () => WorkerLike, startText: () => Promise<WorkerLike>): () => WorkerLike {
  let isFileLost = false;
  const startSecond = () => {
    isFileLost = true;
    return startText();
  };
  return () => {
    if (isFileLost) return new RetriedWorker(null, startSecond);
    try {
      return new RetriedWorker(startFile(), startSecond);
    } catch {
      return new RetriedWorker(null, startSecond);
    }
  };
}

/** A worker that is replaced by another if it fails before its first reply. The other one then gets all requests again. */
class RetriedWorker implements WorkerLike {
  /** The first worker, then the second; null while the second is on its way. */
  #worker: WorkerLike | null;
  readonly #startSecond: () => Promise<WorkerLike>;
  /** Requests to repeat to a second worker; null once a worker has replied. */
  #unanswered: unknown[] | null = [];
  #hasEnded = false;

  constructor(first: WorkerLike | null, startSecond: () => Promise<WorkerLike>) {
    this.#worker = first;
    this.#startSecond = startSecond;
  }

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    if (!this.#unanswered) {
      this.#worker?.postMessage(message, transfer);
      return;
    }
    // What may have to be sent twice is copied, not moved. What cannot be copied throws, as a worker would.
    const copy = structuredClone(message);
    this.#worker?.postMessage(copy, []);
    this.#unanswered.push(copy);
  }

  listen(hear: (message: unknown) => void, fail: (why: string) => void): void {
    const hearFirst = (message: unknown) => {
      this.#unanswered = null;
      hear(message);
    };
    const retry = async () => {
      this.#worker = null;
      try {
        const second = await this.#startSecond();
        if (this.#hasEnded) return second.end();
        second.listen(hearFirst, (why) => fail(this.#unanswered ? NO_WORKER : why));
        for (const message of this.#unanswered ?? []) second.postMessage(message, []);
        this.#worker = second;
      } catch {
        fail(NO_WORKER);
      }
    };
    const first = this.#worker;
    if (!first) void retry();
    first?.listen(hearFirst, (why) => {
      first.end();
      if (!this.#unanswered) fail(why);
      else if (this.#worker === first && !this.#hasEnded) void retry();
    });
  }

  end(): void {
    this.#hasEnded = true;
    this.#worker?.end();
  }
}

/** The browser has fetched a Blob's address by then [ms]; an address that is never given back is never freed. */
const FETCHED = 10_000;

/** Starts a worker whose script is `text`. A page with a policy must allow `worker-src blob:`. */
export function textWorker(text: string, options?: WorkerOptions): Worker {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  setTimeout(() => URL.revokeObjectURL(address), FETCHED);
  return new Worker(address, options);
}
