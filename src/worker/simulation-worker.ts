/** A page's worker: serves simulations with any of the models, and paints backdrops. */
import { createBackdrop } from '../render/backdrop/create-backdrop.js';
import { createSimulation } from '../simulation/all-models.js';
import { serveInWorker } from './serve-simulations.js';

serveInWorker(createSimulation, createBackdrop);
