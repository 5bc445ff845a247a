import { MODELS } from '../models/registry.js';
import { simulationFactory } from './create-simulation.js';

/** Names of all models. */
export const modelNames: readonly string[] = MODELS.map(({ name }) => name);

/** Makes a simulation with any of the models. */
export const createSimulation = simulationFactory(MODELS);
