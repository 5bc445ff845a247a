import type { ChartInfo } from '../surface/surface.js';
import { FilmLayer } from './film.js';
import { FineLayer } from './fine.js';
import { FogLayer } from './fog.js';
import { type LayerKinds, Layers, type LayersOptions } from './layers.js';

/** Every layer there is. */
export const LAYER_KINDS: LayerKinds = { fine: FineLayer, fog: FogLayer, film: FilmLayer };

/** The layers of one chart. */
export function createLayers(chart: ChartInfo, options: LayersOptions): Layers {
  return new Layers(chart, options, LAYER_KINDS);
}

/** For a model without any. */
export function noLayers(): Layers {
  return createLayers({ columns: 1, rows: 1, cellSize: 1, width: 1, height: 1 }, { fine: null, fog: null, film: null });
}
