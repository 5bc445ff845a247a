/** A piece of glass with layers and nothing else on it. */

import { createLayers } from '../../src/layers/all-layers.js';
import type { FilmOptions } from '../../src/layers/film.js';
import type { FineOptions } from '../../src/layers/fine.js';
import type { FogOptions } from '../../src/layers/fog.js';
import type { ChartLayers, LayersOptions } from '../../src/layers/layers.js';
import type { Chart } from '../../src/surface/surface.js';

/** A chart of width × height [mm] in cells of half a millimetre. */
export function chartOf(width: number, height: number): Chart {
  return {
    name: 'lab',
    width,
    height,
    cellSize: 0.5,
    columns: 2 * width,
    rows: 2 * height,
    isFlat: true,
    isPlanar: true,
  };
}

/** Nakata's layer on hemispheres at 1 mm/h. */
export const FINE: FineOptions = {
  seed: 1,
  density: 0.8,
  cellSize: 0.5,
  largest: 1,
  rainRate: 1 / 3600,
  contactAngle: Math.PI / 2,
  refill: 10,
  wetAtStart: 1,
};

export const FOG: FogOptions = { density: 0.75, regrow: 20, cellSize: 1, mass: 0.005 };

export const FILM: FilmOptions = { thickness: 0.005, evaporation: 0.0002, friction: 0.5, cellSize: 0.5 };

/** Length of a step [s]. */
export const DT = 0.01;

/** Layers over width × height [mm], those given. */
export function glass(width: number, height: number, options: Partial<LayersOptions>): ChartLayers {
  return createLayers(chartOf(width, height), { fine: null, fog: null, film: null, ...options });
}

/** Lets the layers be for some seconds and returns the number of the next step. */
export function wait(layers: ChartLayers, seconds: number, from = 0): number {
  const end = from + Math.round(seconds / DT);
  for (let step = from; step < end; step++) layers.step(step, DT, 0);
  return end;
}
