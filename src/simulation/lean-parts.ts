import { leanSimd } from '../kernels/lean-simd.js';
import { FilmLayer } from '../layers/film.js';
import { FineLayer } from '../layers/fine.js';
import type { ModelMaker } from '../models/model.js';
import type { Scene } from '../scene/scene.js';
import { leastParts } from './least-parts.js';
import type { SimulationParts } from './parts.js';

/**
 * The least that runs a window in the rain with a model that has maps: `leastParts` with a film and kernels. Left out besides
 * are kernels for where there is no SIMD.
 */
export function leanParts(model: ModelMaker, scenes: Readonly<Record<string, Scene>>): SimulationParts {
  return {
    ...leastParts(model, scenes),
    kernels: () => {
      if (leanSimd.runs()) return leanSimd.open;
      throw leanSimd.refusal('rivulet/element runs without it.');
    },
    layers: { fine: FineLayer, fog: null, film: FilmLayer },
  };
}
