export type { Stroke } from '../simulation/by-hand.js';
export type { SimulationClient } from '../simulation/client.js';
export { browserWorker } from './browser-worker.js';
export type { MapName } from './frame-packet.js';
export { createPicturePool, createSimulationClient } from './node-clients.js';
export { type CreatePicturePool, type PicturePool, picturePools } from './picture-pool.js';
export { isWorkerScope, serveInWorker } from './serve-simulations.js';
export type { WorkerLike } from './worker-client.js';
export { type ClientOptions, type ClientSources, clientOpener, type OpenClient } from './worker-client.js';
