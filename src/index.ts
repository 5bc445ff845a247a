export { lobeOffsets } from './core/body.js';
export { RivuletError } from './core/errors.js';
export { FINE_CAP_SIZE, FINE_DIAMETER, fineCaps, MOST_FINE_CAPS } from './core/fine-caps.js';
export type {
  ChartFrame,
  DrawnFrom,
  DropsView,
  FallingView,
  FineView,
  Frame,
  LayerMap,
  MapView,
} from './core/frame.js';
export { DRY } from './core/grid.js';
export { type FieldBook, imbalance, type Ledger } from './core/ledger.js';
export type { StepProfile } from './core/stopwatch.js';
export { loadScene, parseSceneText, sceneNames } from './scene/load-scene.js';
export { parseRainScript } from './scene/rain-script.js';
export type { Scene, SceneInput } from './scene/scene.js';

export { createSimulation, modelNames } from './simulation/all-models.js';
export type { NewDrop, Stroke } from './simulation/by-hand.js';
export { type CreateSimulation, type SimulationOptions, simulationFactory } from './simulation/create-simulation.js';
export type { SimulatedSurface, Simulation, SurfaceInfo } from './simulation/simulation.js';
