/** Views of what the picture is made from: how much of a pixel is water, and where its light came from. */
import type { Frame } from '../../core/frame.js';
import type { View } from '../picture/camera.js';
import { mirror } from '../picture/linear.js';
import { type Placement, uOf, vOf } from '../picture/place.js';
import { ChartWater, meanCover, type WaterRows } from '../water/water-map.js';
import type { Picture } from './picture.js';
import { traceWater } from './ray-buffer.js';
import type { Stage } from './stage.js';

/** A pixel is taken for water if at least so much of it is. */
export const WET = 0.5;

/** Coverage as grey, 255 for all water: the mean of a pixel's samples, of which there are so many each way. */
export function paintMask(
  { view, chart }: Stage,
  frame: Frame,
  from: number,
  to: number,
  samples: number,
  { data, width }: Picture,
): void {
  const water = new ChartWater(frame, chart).rows(view, from * samples, to * samples);
  for (let q = 0; q < data.length; q += 4) {
    const col = (q / 4) % width;
    const row = (q / 4 - col) / width;
    const grey = Math.floor(255 * meanCover(water, samples, col, row) + 0.5);
    data[q] = grey;
    data[q + 1] = grey;
    data[q + 2] = grey;
    data[q + 3] = 255;
  }
}

/** u as red, v as green, the share of light that comes through as blue. */
export function paintRefraction(stage: Stage, frame: Frame, from: number, to: number, { data }: Picture): void {
  const { view, place, chart } = stage;
  const origins = lightOrigins(new ChartWater(frame, chart).rows(view, from, to), view, place);
  for (let n = 0, q = 0; n < origins.length; n += 3, q += 4) {
    for (let c = 0; c < 3; c++) data[q + c] = Math.floor(255 * origins[n + c] + 0.5);
    data[q + 3] = 255;
  }
}

/**
 * Where on the backdrop the light of each pixel came from, as u and v, 0 to 1, and the share of it that comes through. Pixels
 * that are water show the water's ray.
 */
export function lightOrigins(water: WaterRows, view: View, place: Placement): Float64Array {
  const rays = traceWater(water, view, place);
  const origins = new Float64Array(3 * water.cover.length);
  for (let row = water.from, p = 0; row < water.to; row++) {
    const clearV = vOf(place, view.top + (row + 0.5) * view.pixel, 0);
    for (let col = 0; col < view.width; col++, p++) {
      const wet = water.cover[p] >= WET;
      origins[3 * p] = mirror(wet ? rays.u[p] : uOf(place, view.left + (col + 0.5) * view.pixel, 0));
      origins[3 * p + 1] = mirror(wet ? rays.v[p] : clearV);
      origins[3 * p + 2] = wet ? rays.share[p] : 1;
    }
  }
  return origins;
}
