/** Views of what the picture is made from: how much of a pixel is water, and where its light came from. */
import type { Frame } from '../../core/frame.js';
import { mirror } from '../picture/linear.js';
import { uOf, vOf } from '../picture/place.js';
import type { Picture } from './picture.js';
import { traceWater } from './ray-buffer.js';
import type { Stage } from './stage.js';
import { drawWater } from './water-buffer.js';

/** Coverage as grey, 255 for all water: the mean of a pixel's samples, of which there are so many each way. */
export function paintMask(
  { view, chart }: Stage,
  frame: Frame,
  from: number,
  to: number,
  samples: number,
  { data, width }: Picture,
): void {
  const { cover } = drawWater(frame, chart, view, from * samples, to * samples);
  for (let q = 0; q < data.length; q += 4) {
    const col = (q / 4) % width;
    const row = (q / 4 - col) / width;
    let sum = 0;
    for (let n = 0; n < samples * samples; n++) {
      const line = row * samples + Math.floor(n / samples);
      sum += cover[line * view.width + col * samples + (n % samples)];
    }
    const grey = Math.floor((255 * sum) / (samples * samples) + 0.5);
    data[q] = grey;
    data[q + 1] = grey;
    data[q + 2] = grey;
    data[q + 3] = 255;
  }
}

/** u as red, v as green, the share of light that comes through as blue. Pixels at least half water show the water's ray. */
export function paintRefraction(stage: Stage, frame: Frame, from: number, to: number, { data }: Picture): void {
  const { view, place, chart } = stage;
  const water = drawWater(frame, chart, view, from, to);
  const rays = traceWater(water, view, place);
  for (let row = from, p = 0, q = 0; row < to; row++) {
    const y = view.top + (row + 0.5) * view.pixel;
    const clearV = vOf(place, y, 0);
    for (let col = 0; col < view.width; col++, p++, q += 4) {
      const x = view.left + (col + 0.5) * view.pixel;
      const wet = water.cover[p] >= 0.5;
      const u = wet ? rays.u[p] : uOf(place, x, 0);
      data[q] = Math.floor(255 * mirror(u) + 0.5);
      data[q + 1] = Math.floor(255 * mirror(wet ? rays.v[p] : clearV) + 0.5);
      data[q + 2] = Math.floor(255 * (wet ? rays.share[p] : 1) + 0.5);
      data[q + 3] = 255;
    }
  }
}
