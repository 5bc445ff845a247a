export type { SimulationClient } from '../simulation/client.js';
export type { Stroke } from '../simulation/wiping.js';
export { browserWorker } from './browser-worker.js';
export { createSimulationClient } from './create-client.js';
export type { MapName } from './map-names.js';
export { type ClientOptions, type ClientSources, clientOpener, type OpenClient } from './open-client.js';
export { isWorkerScope, serveInWorker } from './serve-in-worker.js';
export type { WorkerLike } from './worker-client.js';
