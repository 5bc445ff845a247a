import { RivuletError } from '../core/errors.js';
import { leanSimd } from '../kernels/lean-simd.js';
import { FilmLayer } from '../layers/film.js';
import { FineLayer } from '../layers/fine.js';
import type { ModelMaker } from '../models/model.js';
import type { Scene } from '../scene/scene.js';
import { NO_RAIN } from '../weather/rain.js';
import { SteadyWind } from '../weather/steady-wind.js';
import { finishedDoor } from './finished-door.js';
import type { SimulationParts } from './parts.js';
import { uniformRain } from './weather.js';

/**
 * The least that runs a window in the rain: one model, finished scenes, uniform rain, fine drops and film, SIMD. Left out:
 * the scene's schema, other rains, gusts, fog, motion, wipers, saving and hashing, and kernels for where there is no SIMD.
 */
export function leanParts(model: ModelMaker, scenes: Readonly<Record<string, Scene>>): SimulationParts {
  return {
    door: finishedDoor(scenes),
    models: [model],
    kernels: () => {
      if (leanSimd.runs()) return leanSimd.open;
      throw new RivuletError(
        'kernels: WebAssembly SIMD does not run here. rivulet/element runs without it.',
        'kernels',
      );
    },
    rains: { uniform: uniformRain, none: () => NO_RAIN },
    wind: SteadyWind,
    layers: { fine: FineLayer, fog: null, film: FilmLayer },
    motion: null,
    wipers: null,
    records: { hash: leftOut, save: leftOut, load: leftOut },
  };
}

function leftOut(): never {
  throw new RivuletError('the lean build neither saves nor hashes. rivulet/element does.');
}
