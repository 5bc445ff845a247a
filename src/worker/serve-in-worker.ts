import type { CreateSimulation } from '../simulation/create-simulation.js';
import type { Port, RequestMessage } from './protocol.js';
import { type CreateBackdrop, serveSimulation } from './serve-simulations.js';

/** What a dedicated worker has, of what is used here. */
interface WorkerScope extends Port {
  onmessage: ((event: { data: RequestMessage }) => void) | null;
}

/** Serves the page that started this worker. One's own worker calls it to bring only the models it needs. */
export function serveInWorker(createSimulation: CreateSimulation, paint: CreateBackdrop | null = null): void {
  const scope = globalThis as unknown as WorkerScope;
  const answer = serveSimulation(createSimulation, scope, paint);
  scope.onmessage = ({ data }) => answer(data);
}

/** Is this thread a page's worker? */
export function isWorkerScope(): boolean {
  return 'WorkerGlobalScope' in globalThis;
}
