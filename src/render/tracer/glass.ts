/**
 * The sheet itself, without its water.
 *
 *     dry glass of thickness t and index n    passes T = (1 − F)/(1 + F), all reflections between its faces added up; the ray
 *                                             goes on beside its old way: t·(tan θ − tan θ') along the sheet
 *     wet glass                               F₁ + (1 − F₁)·F₂ comes back from its faces, the rest enters the water
 *     glass of thickness 0                    is no glass: it reflects nothing where it is dry, nor under the water
 */
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { dot3 } from '../../surface/vectors.js';
import type { Meeting } from './meeting.js';
import { AWAY, type Path, type Rays } from './rays.js';
import type { Setting } from './setting.js';
import type { WaterRay } from './sheet-paths.js';

/** A sheet of glass: its thickness [mm] and refractive index, and what it reflects. */
export type Glass = Pick<Setting, 'thickness' | 'index' | 'reflection' | 'principal'>;

/** Moves a ray from the dry side from where it would meet the wet face to where it does, through the glass. */
export function shiftThrough({ thickness, index }: Glass, ray: WaterRay): void {
  if (thickness === 0) return;
  const inGlass = Math.sqrt(1 - (ray.dx * ray.dx + ray.dy * ray.dy) / (index * index));
  const by = thickness * (1 / (index * inGlass) - 1 / ray.dz);
  ray.x += by * ray.dx;
  ray.y += by * ray.dy;
}

/** What both faces of wet glass reflect goes back to the dry side; returns the weight that enters the water. */
export function enterWet(glass: Glass, meeting: Meeting, path: Path, rays: Rays, weight: number): number {
  const { thickness, index, reflection } = glass;
  const { ray } = meeting;
  if (thickness === 0) return weight;
  const inGlass = Math.sqrt(1 - (ray.dx * ray.dx + ray.dy * ray.dy) / (index * index));
  const outer = fresnel(Math.min(1, ray.dz), 1 / index);
  const faces = outer + (1 - outer) * fresnel(inGlass, index / WATER_INDEX);
  const inside = weight * (1 - faces);
  if (reflection === 'environment')
    meeting.push(rays, path, [0, 0, -thickness], [ray.dx, ray.dy, -ray.dz], weight - inside);
  else rays.addRoom(weight - inside);
  return inside;
}

/** Moves a place on the wet face to the dry one, for light that leaves the glass that way. */
export function leaveDry({ thickness, index }: Glass, place: number[], way: readonly number[]): void {
  if (thickness === 0) return;
  const inGlass = Math.sqrt(1 - (way[0] * way[0] + way[1] * way[1]) / (index * index));
  const along = thickness / (index * inGlass);
  place[0] += along * way[0];
  place[1] += along * way[1];
  place[2] -= thickness;
}

/** Turns a path back at a mirror. */
export function reflectAt({ point, distance, width }: Meeting, path: Path): void {
  const { normal } = point;
  const c = dot3(path.direction, normal);
  for (let n = 0; n < 3; n++) {
    path.origin[n] += distance * path.direction[n];
    path.direction[n] -= 2 * c * normal[n];
  }
  path.start = AWAY;
  path.side = 0;
  path.width = width;
  path.bends += 1;
}

/** Lets a path through dry glass. */
export function passDry(glass: Glass, meeting: Meeting, path: Path, rays: Rays): void {
  const { thickness, index, reflection, principal } = glass;
  const { dx, dy, dz } = meeting.ray;
  if (thickness === 0) {
    path.start = meeting.distance + AWAY;
    return;
  }
  const outer = fresnel(Math.min(1, Math.abs(dz)), 1 / index);
  const share = (2 * outer) / (1 + outer);
  const back = path.weight * (reflection === 'none' ? 0 : principal ? (share > 0.5 ? 1 : 0) : share);
  const fromDry = dz > 0;
  if (back > 0 && reflection === 'room') rays.addRoom(back);
  else if (back > 0) {
    const way = fromDry ? thickness / dz : 0;
    meeting.push(rays, path, [-way * dx, -way * dy, -way * dz], [dx, dy, -dz], back);
  }
  path.weight -= back;
  const inGlass = Math.sqrt(1 - (dx * dx + dy * dy) / (index * index));
  const along = thickness / (index * inGlass);
  // Where it leaves, against where it would have come on its old way.
  const by = fromDry ? along - thickness / dz : along;
  const { position, normal, tangentX } = meeting.point;
  for (let n = 0; n < 3; n++) {
    const beside = by * (dx * tangentX[n] + dy * meeting.across[n]);
    path.origin[n] = position[n] + beside - (fromDry ? 0 : thickness * normal[n]);
  }
  path.start = AWAY;
  path.side = fromDry ? 1 : -1;
  path.width = meeting.width;
}
