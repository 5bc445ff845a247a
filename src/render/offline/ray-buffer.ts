/** Where the light of each pixel of water comes from (render/picture/look.ts, 3 to 5). */
import { PATH, waterPath } from '../../optics/water-path.js';
import type { View } from '../picture/camera.js';
import { footprintOf, type Placement, uOf, vOf } from '../picture/place.js';
import type { WaterRows } from '../water/water-map.js';

/** A ray a pixel, for the rows of a water buffer; only where there is water. */
export interface RayBuffer {
  /** Place on the backdrop, not yet mirrored. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Share of light that comes through, 0 for total reflection. */
  readonly share: Float32Array;
}

export function traceWater(water: WaterRows, view: View, place: Placement): RayBuffer {
  const pixels = water.cover.length;
  const rays = { u: new Float64Array(pixels), v: new Float64Array(pixels), share: new Float32Array(pixels) };
  const path = new Float64Array(PATH.size);
  for (let row = water.from, p = 0; row < water.to; row++) {
    const y = view.top + (row + 0.5) * view.pixel;
    const ay = (y - view.eyeY) / view.distance;
    for (let col = 0; col < water.width; col++, p++) {
      if (water.cover[p] === 0) continue;
      const x = view.left + (col + 0.5) * view.pixel;
      const ax = (x - view.eyeX) / view.distance;
      waterPath(ax, ay, water.gx[p], water.gy[p], path);
      rays.u[p] = uOf(place, x, path[PATH.x] - ax);
      rays.v[p] = vOf(place, y, path[PATH.y] - ay);
      rays.share[p] = path[PATH.share];
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
