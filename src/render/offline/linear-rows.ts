/** Rows of a picture in linear light (render/picture/look.ts, 6). */
import type { Frame } from '../../core/frame.js';
import { waterMirror } from '../../optics/water-ray.js';
import { MELT } from '../picture/lens.js';
import { addBilinear, levelOf, lookUp } from '../picture/linear.js';
import { LOOK } from '../picture/look.js';
import { fogAt, fogged, fogSparkle, luminance, mirrorLight, roomLight } from '../picture/shade.js';
import { ChartWater } from '../water/water-map.js';
import { meltRows } from './melt-water.js';
import { rayFootprint, traceWater } from './rays.js';
import type { Stage } from './stage.js';

/** The rows `from` to before `to` of the stage's picture, three floats a pixel, before tint and exposure. */
export function linearRows(stage: Stage, frame: Frame, from: number, to: number): Float32Array {
  const { view } = stage;
  const glass = glassRows(stage, frame, from, to);
  const draw = (first: number, end: number) => waterRows(stage, frame, first, end);
  const { waterLens } = stage;
  const water = waterLens ? meltRows(waterLens, view.width, view.height, from, to, draw) : draw(from, to);
  for (let p = 0, w = 0; p < glass.length; p += 3, w += 4) {
    const cover = water[w + 3];
    if (cover === 0) continue;
    for (let c = 0; c < 3; c++) glass[p + c] = glass[p + c] * (1 - cover) + water[w + c];
  }
  return glass;
}

/** The glass without water: the backdrop through the lens, and fog. */
function glassRows(
  { view, clear, veil, backdrop, chart }: Stage,
  frame: Frame,
  from: number,
  to: number,
): Float32Array {
  const out = new Float32Array(3 * view.width * (to - from));
  const { fog } = frame.charts[chart];
  const grey = LOOK.fogLight * luminance(...backdrop.mean);
  const colour = new Float64Array(3);
  const white = new Float64Array(3);
  for (let row = from, p = 0; row < to; row++) {
    const v = (row + 0.5) / view.height;
    const y = view.top + (row + 0.5) * view.pixel;
    for (let col = 0; col < view.width; col++, p += 3) {
      const u = (col + 0.5) / view.width;
      colour.fill(0);
      addBilinear(clear, u, v, 1, colour);
      const x = view.left + (col + 0.5) * view.pixel;
      const density = fog ? fogAt(fog, x, y) : 0;
      if (density > 0) {
        white.fill(0);
        addBilinear(veil(), u, v, 1, white);
        const sparkle = fogSparkle(x, y, view.pixel);
        for (let c = 0; c < 3; c++) colour[c] = fogged(colour[c], white[c] * sparkle, grey * sparkle, density);
      }
      out.set(colour, p);
    }
  }
  return out;
}

/** Colour of the water times its coverage, and the coverage. */
function waterRows(stage: Stage, frame: Frame, from: number, to: number): Float32Array {
  const { view, place, backdrop, chart } = stage;
  // A row more on each side, for the distance between the rays of neighbours.
  const top = Math.max(0, from - 1);
  const water = new ChartWater(frame, chart).rows(view, top, Math.min(view.height, to + 1));
  const rays = traceWater(water, view, place);
  const out = new Float32Array(4 * view.width * (to - from));
  const colour = new Float64Array(3);
  const mirrored = new Float64Array(3);
  const mirrors = frame.charts[chart].drawnFrom === 'heights';
  const { width } = view;
  for (let row = from; row < to; row++) {
    for (let col = 0, p = (row - top) * width, q = 4 * (row - from) * width; col < width; col++, p++, q += 4) {
      const cover = water.cover[p];
      if (cover === 0) continue;
      const share = rays.share[p];
      if (share > 0) seeThrough(stage, rays.u[p], rays.v[p], rayFootprint(rays, water, place, p, col), colour);
      if (mirrors) reflect(stage, col, row, water.gx[p], water.gy[p], mirrored);
      const back = mirrors ? mirrored : backdrop.mean;
      const light = mirrors ? 1 - share : (1 - share) * roomLight(water.gx[p], water.gy[p]);
      for (let c = 0; c < 3; c++) out[q + c] = cover * (share * colour[c] + light * back[c]);
      out[q + 3] = cover;
    }
  }
  return out;
}

/** Writes what a pixel of water shows of (u, v) on the backdrop, of which it sees `footprint` texels, to `out[0…2]`. */
function seeThrough(stage: Stage, u: number, v: number, footprint: number, out: Float64Array): void {
  const { view, place, backdrop, melt, clear } = stage;
  const soft = Math.min(1, melt[MELT.most] - melt[MELT.per] * footprint * footprint);
  const size = soft > 0 ? Math.max(footprint, Math.sqrt(soft * melt[MELT.disc])) : footprint;
  lookUp(backdrop.pyramid, u, v, levelOf(size), out);
  if (soft <= 0) return;
  // Where in the picture the eye sees the same through bare glass: there are real discs.
  const across = ((u - 0.5) / place.perU + place.eyeX - view.left) / (view.pixel * view.width);
  const down = ((v - 0.5) / place.perV + place.eyeY - view.top) / (view.pixel * view.height);
  if (across < 0 || across > 1 || down < 0 || down > 1) return;
  for (let c = 0; c < 3; c++) out[c] *= 1 - soft;
  addBilinear(clear, across, down, soft, out);
}

/** Writes what the water of gradient (gx, gy) at a pixel reflects of the environment to `out[0…2]`. */
function reflect({ view, backdrop }: Stage, col: number, row: number, gx: number, gy: number, out: Float64Array): void {
  const ax = (view.left + (col + 0.5) * view.pixel - view.eyeX) / view.distance;
  const ay = (view.top + (row + 0.5) * view.pixel - view.eyeY) / view.distance;
  waterMirror(ax, ay, gx, gy, out);
  const [x, y] = out;
  const light = mirrorLight(x, y);
  lookUp(backdrop.pyramid, 0.5 + 0.5 * x, 0.5 + 0.5 * y, levelOf(LOOK.mirrorBlur * backdrop.height), out);
  for (let c = 0; c < 3; c++) out[c] *= light;
}
