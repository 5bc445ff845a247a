/** A page's worker: serves simulations with any of the models. */
import { createSimulation } from '../simulation/all-models.js';
import { serveInWorker } from './serve-in-worker.js';

serveInWorker(createSimulation);
