/** Optics of a picture: where the light of each pixel of water comes from (render/picture/look.ts, 3 to 5), and views of it. */

import type { Frame } from '../../core/frame.js';
import { RAY, waterRay } from '../../optics/water-ray.js';
import type { Viewport } from '../picture/camera.js';
import { mirror } from '../picture/linear.js';
import { footprintOf, type Placement, uOf, vOf } from '../picture/place.js';
import { ChartWater } from '../water/water-map.js';
import { meanCover, type WaterRows } from '../water/water-rows.js';
import type { Picture } from './picture.js';
import type { Stage } from './stage.js';

/** A ray a pixel, for the rows of a water buffer; only where there is water. */
export interface RayBuffer {
  /** Place on the backdrop, not yet mirrored. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Share of light that comes through, 0 for total reflection. */
  readonly share: Float32Array;
}

export function traceWater(water: WaterRows, view: Viewport, place: Placement): RayBuffer {
  const pixels = water.cover.length;
  const rays = { u: new Float64Array(pixels), v: new Float64Array(pixels), share: new Float32Array(pixels) };
  const ray = new Float64Array(RAY.size);
  for (let row = water.from, p = 0; row < water.to; row++) {
    const y = view.top + (row + 0.5) * view.pixel;
    const ay = (y - view.eyeY) / view.distance;
    for (let col = 0; col < water.width; col++, p++) {
      if (water.cover[p] === 0) continue;
      const x = view.left + (col + 0.5) * view.pixel;
      const ax = (x - view.eyeX) / view.distance;
      waterRay(ax, ay, water.gx[p], water.gy[p], ray);
      rays.u[p] = uOf(place, x, ray[RAY.x] - ax);
      rays.v[p] = vOf(place, y, ray[RAY.y] - ay);
      rays.share[p] = ray[RAY.share];
    }
  }
  return rays;
}

/** How much of the backdrop pixel `p` of a water buffer sees [texels], from how far its neighbours see apart. */
export function rayFootprint(rays: RayBuffer, water: WaterRows, place: Placement, p: number, col: number): number {
  const { width } = water;
  const left = col > 0 ? step(rays, water, place, p, p - 1) : Number.POSITIVE_INFINITY;
  const right = col < width - 1 ? step(rays, water, place, p, p + 1) : Number.POSITIVE_INFINITY;
  const above = p >= width ? step(rays, water, place, p, p - width) : Number.POSITIVE_INFINITY;
  const below = p + width < water.cover.length ? step(rays, water, place, p, p + width) : Number.POSITIVE_INFINITY;
  return footprintOf(Math.min(left, right), Math.min(above, below), place.height);
}

/** How far apart two pixels see [texels]; Infinity if the other does not see through water. */
function step(rays: RayBuffer, water: WaterRows, place: Placement, p: number, other: number): number {
  if (water.cover[other] === 0 || rays.share[other] === 0) return Number.POSITIVE_INFINITY;
  const du = (rays.u[other] - rays.u[p]) * place.width;
  const dv = (rays.v[other] - rays.v[p]) * place.height;
  return Math.sqrt(du * du + dv * dv);
}

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
export function lightOrigins(water: WaterRows, view: Viewport, place: Placement): Float64Array {
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
