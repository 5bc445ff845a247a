/** The browser has fetched a Blob's address by then [ms]; an address that is never given back is never freed. */
const FETCHED = 10_000;

/** Starts a worker whose script is `text`. A page with a policy must allow `worker-src blob:`. */
export function textWorker(text: string, options?: WorkerOptions): Worker {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  setTimeout(() => URL.revokeObjectURL(address), FETCHED);
  return new Worker(address, options);
}
