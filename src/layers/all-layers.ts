import type { Chart, Surface } from '../surface/surface.js';
import { FilmLayer } from './film.js';
import { FineLayer } from './fine.js';
import { FogLayer } from './fog.js';
import { ChartLayers, type LayerKinds, Layers, type LayersOptions } from './layers.js';

/** Every layer there is. */
export const LAYER_KINDS: LayerKinds = { fine: FineLayer, fog: FogLayer, film: FilmLayer };

/** The layers of one chart. */
export function createLayers(chart: Chart, options: LayersOptions): ChartLayers {
  return new ChartLayers(chart, options, LAYER_KINDS);
}

/** For a model on a surface without any. */
export function noLayers(surface: Surface): Layers {
  return new Layers(surface, { fine: null, fog: null, film: null }, LAYER_KINDS);
}
