/** Models of triangles in the way of rays, and the light of their dull surfaces with a little gloss. */

import { dot3 } from '../../surface/vectors.js';
import type { DropShadows } from './drop-shadows.js';
import { type MeshHit, normalOn } from './mesh.js';
import type { Path, Rays } from './rays.js';
import type { TracedModel } from './setting.js';

/** Share of light that a model's surface reflects like a mirror at right angles. */
const GLOSS = 0.03;
/** Cone of the light that a dull surface gathers: tangent of the angle across it. */
const DULL = 1.6;

export class ModelLight {
  /** Of what was met last: the way to it [mm], and its normal towards the ray. */
  distance = 0;
  readonly normal = new Float64Array(3);
  readonly #models: readonly TracedModel[];
  readonly #rays: Rays;
  readonly #shadows: DropShadows | null;
  readonly #strength: number;
  readonly #hit: MeshHit = { distance: 0, triangle: 0, u: 0, v: 0 };
  readonly #place = new Float64Array(3);
  readonly #mirrored = new Float64Array(3);

  /** `shadows`: the sun lights models too, but for shadows of drops; `strength` over the mean of the surroundings. */
  constructor(models: readonly TracedModel[], rays: Rays, shadows: DropShadows | null, strength: number) {
    this.#models = models;
    this.#rays = rays;
    this.#shadows = shadows;
    this.#strength = strength;
  }

  /** If a model is nearer than `limit`, adds its light and returns true. */
  meet(path: Path, limit: number): boolean {
    if (this.#models.length === 0) return false;
    const hit = this.#hit;
    const origin = this.#place;
    let nearest = limit;
    let met: TracedModel | null = null;
    for (const model of this.#models) {
      for (let axis = 0; axis < 3; axis++) origin[axis] = path.origin[axis] - model.position[axis];
      const segment = { origin, direction: path.direction, start: path.start };
      if (!model.tree.intersect(segment, nearest, hit)) continue;
      nearest = hit.distance;
      met = model;
      normalOn(model.tree.mesh, hit, this.normal);
    }
    if (!met) return false;
    this.distance = nearest;
    this.#shade(path, met);
    return true;
  }

  /** What a surface gathers from around its normal, and what it mirrors. */
  #shade(path: Path, { colour, gloss: share }: TracedModel): void {
    const { normal, distance } = this;
    const { direction } = path;
    let c = -dot3(direction, normal);
    if (c < 0) {
      c = -c;
      for (let axis = 0; axis < 3; axis++) normal[axis] = -normal[axis];
    }
    const rays = this.#rays;
    const place = this.#place;
    for (let axis = 0; axis < 3; axis++) place[axis] = path.origin[axis] + distance * direction[axis];
    rays.look(place, normal, 0, DULL);
    if (this.#shadows) {
      const sun = this.#strength * this.#shadows.at(place, normal);
      for (let n = 0; n < 3; n++) rays.colour[n] += sun * rays.surroundings.mean[n];
    }
    const grazing = (1 - c) * (1 - c);
    const gloss = share * (GLOSS + (1 - GLOSS) * grazing * grazing * (1 - c) * 0.5);
    for (let n = 0; n < 3; n++) rays.colour[n] *= colour[n] * (1 - gloss);
    rays.add(path.weight);
    const mirrored = this.#mirrored;
    for (let axis = 0; axis < 3; axis++) mirrored[axis] = direction[axis] + 2 * c * normal[axis];
    rays.look(place, mirrored, 0, path.spread + 0.05);
    rays.add(path.weight * gloss);
  }
}
