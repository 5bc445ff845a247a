import { RivuletError } from '../core/errors.js';
import { hasSimd, simdKernels, simdRefusal } from '../kernels/simd.js';
import { FilmLayer } from '../layers/film.js';
import { FineLayer } from '../layers/fine.js';
import type { ModelMaker } from '../models/model.js';
import type { Scene } from '../scene/scene.js';
import { createPane, type PaneOptions } from '../surface/pane.js';
import { NO_RAIN } from '../weather/rain.js';
import { SteadyWind } from '../weather/steady-wind.js';
import { finishedParser } from './finished-parser.js';
import type { SimulationParts } from './parts.js';
import { uniformRain } from './world.js';

/** What a model with maps needs besides `leanParts`: a film, and kernels, but not those for browsers without SIMD. */
export const MAP_PARTS: Pick<SimulationParts, 'kernels' | 'layers'> = {
  kernels: () => {
    if (hasSimd()) return simdKernels;
    throw simdRefusal('rivulet/element runs without it.');
  },
  layers: { fine: FineLayer, fog: null, film: FilmLayer },
};

/**
 * The fewest parts that run a window in the rain: one model, finished scenes, uniform rain, steady wind and fine drops. The
 * scene's schema, other rains, gusts, fog, film, motion, wipers, saving, hashing and kernels are not among them; `more` adds
 * what a model needs besides.
 */
export function leanParts(
  model: ModelMaker,
  scenes: Readonly<Record<string, Scene>>,
  more: Partial<SimulationParts> = {},
): SimulationParts {
  return {
    parser: finishedParser(scenes),
    models: [model],
    kernels: () => leftOut,
    rains: { uniform: uniformRain, none: () => NO_RAIN },
    wind: SteadyWind,
    layers: { fine: FineLayer, fog: null, film: null },
    motion: null,
    posed: null,
    surface: (options) => createPane(options as PaneOptions),
    wipers: null,
    records: { hash: leftOut, save: leftOut, load: leftOut },
    ...more,
  };
}

function leftOut(): never {
  throw new RivuletError('the lean build neither saves nor hashes. rivulet/element does.');
}
