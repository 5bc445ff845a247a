/** A thread of Node: serves simulations with any of the models. */
import { parentPort } from 'node:worker_threads';
import { createSimulation } from '../simulation/all-models.js';
import { serveSimulation } from './serve-simulations.js';

if (parentPort) parentPort.on('message', serveSimulation(createSimulation, parentPort));
