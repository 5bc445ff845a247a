import type { OpenKernels } from '../kernels/kernels.js';
import { openKernels } from '../kernels/open-kernels.js';
import { LAYER_KINDS } from '../layers/all-layers.js';
import type { ModelDefinition } from '../models/model.js';
import { loadScene } from '../scene/load-scene.js';
import { mergeScene } from '../scene/merge-scene.js';
import { parseScene } from '../scene/parse-scene.js';
import { createSurface } from '../surface/create-surface.js';
import { PaneMotion } from '../weather/pane-motion.js';
import { PosedWind } from '../weather/posed-wind.js';
import { Wind } from '../weather/wind.js';
import { Wipers } from '../weather/wipers.js';
import { RAIN_MAKERS } from './all-rains.js';
import { checkFixedParts } from './fixed-parts.js';
import type { SceneParser, SimulationParts } from './parts.js';
import { PosedStance } from './posed-stance.js';
import { hashSimulation, loadSimulation, saveSimulation } from './save.js';
import { checkOptions, type SimulationOptions } from './simulation-options.js';

/** Every part of the library, with these models. */
export function allParts(models: readonly ModelDefinition[]): SimulationParts {
  return {
    parser: sceneParser(models),
    models,
    kernels: kernelsOf,
    rains: RAIN_MAKERS,
    wind: Wind,
    layers: LAYER_KINDS,
    motion: PaneMotion,
    posed: { stance: PosedStance, wind: PosedWind },
    surface: createSurface,
    wipers: Wipers,
    records: { hash: hashSimulation, save: saveSimulation, load: loadSimulation },
  };
}

function kernelsOf(options: SimulationOptions): OpenKernels {
  checkOptions(options);
  return openKernels(options.kernels ?? 'auto');
}

/** Takes every scene that is valid with these models. */
function sceneParser(models: readonly ModelDefinition[]): SceneParser {
  return {
    read(scene = 'window', overrides) {
      const input = mergeScene(typeof scene === 'string' ? loadScene(scene) : scene, overrides);
      return { input, scene: parseScene(input, models) };
    },
    patch(running, patch) {
      const input = mergeScene(running.input, patch);
      const scene = parseScene(input, models);
      checkFixedParts(running.scene, scene, models);
      return { input, scene };
    },
  };
}
