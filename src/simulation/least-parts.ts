import { RivuletError } from '../core/errors.js';
import { FineLayer } from '../layers/fine.js';
import type { ModelMaker } from '../models/model.js';
import type { Scene } from '../scene/scene.js';
import { NO_RAIN } from '../weather/rain.js';
import { SteadyWind } from '../weather/steady-wind.js';
import { finishedDoor } from './finished-door.js';
import type { SimulationParts } from './parts.js';
import { uniformRain } from './world.js';

/**
 * The least that runs coated glass in the rain: one model without maps, finished scenes, uniform rain, fine drops. Left out:
 * the scene's schema, other rains, gusts, fog, film, motion, wipers, saving and hashing, and kernels.
 */
export function leastParts(model: ModelMaker, scenes: Readonly<Record<string, Scene>>): SimulationParts {
  return {
    door: finishedDoor(scenes),
    models: [model],
    kernels: () => leftOut,
    rains: { uniform: uniformRain, none: () => NO_RAIN },
    wind: SteadyWind,
    layers: { fine: FineLayer, fog: null, film: null },
    motion: null,
    wipers: null,
    records: { hash: leftOut, save: leftOut, load: leftOut },
  };
}

function leftOut(): never {
  throw new RivuletError('the lean build neither saves nor hashes. rivulet/element does.');
}
