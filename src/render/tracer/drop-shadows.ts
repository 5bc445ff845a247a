/**
 * Shadows of drops on models behind wet glass (STUP-L9): the height map is the shadow map. On its way to a place the sun's light
 * goes through each sheet, which reflects some of it, and through the water there. Flat water lets it through; where the water
 * slopes it is bent aside, all but a rest, so that a drop has a dark rim around a bright middle.
 */
import type { Frame } from '../../core/frame.js';
import { toSurface } from '../../core/pose.js';
import { fresnel } from '../../optics/fresnel.js';
import { createSurfacePoint } from '../../surface/surface.js';
import { dot3 } from '../../surface/vectors.js';
import { ChartWater, SAMPLE, type WaterMap } from '../water/water-map.js';
import { beyondSeams } from './beyond-seams.js';
import type { MeshHit } from './mesh.js';
import { AWAY } from './rays.js';
import type { Setting } from './setting.js';
import { unfold } from './unfold.js';

/** Share of the light that still falls behind steep water, and the slope from which on water is steep. */
const BEHIND_WATER = 0.45;
const STEEP = 0.3;
/** Sheets that light may go through. */
const MOST_SHEETS = 8;
/** Side of what one sample of the water shows [mm]. */
const SOFT = 0.5;
/** Shadow rays begin so far above a model [mm]. */
const SKIN = 1e-2;

export class DropShadows {
  readonly #set: Setting;
  readonly #waters: readonly WaterMap[];
  /** To the sun, in the surface's frame. */
  readonly #sun = new Float64Array(3);
  readonly #ray = { origin: new Float64Array(3), direction: this.#sun };
  readonly #place = new Float64Array(3);
  readonly #hit = { chart: 0, x: 0, y: 0, distance: 0 };
  readonly #meshHit: MeshHit = { distance: 0, triangle: 0, u: 0, v: 0 };
  readonly #point = createSurfacePoint();
  readonly #sample = new Float64Array(SAMPLE.size);

  constructor(set: Setting, frame: Frame) {
    this.#set = set;
    const flat = unfold(frame, set.surface);
    this.#waters = flat.charts.map((_, n) => new ChartWater(flat, n, beyondSeams(flat, set.surface, n)));
    toSurface(frame.pose, Float64Array.from(set.sun.direction), this.#sun);
  }

  /** Light of the sun at a place of a model, 0 to 1: what falls at right angles without anything in between is 1. */
  at(place: Float64Array, normal: Float64Array): number {
    const c = dot3(this.#sun, normal);
    if (c <= 0) return 0;
    const { origin } = this.#ray;
    for (let n = 0; n < 3; n++) origin[n] = place[n] + SKIN * normal[n];
    if (this.#isBehindModel()) return 0;
    let light = c;
    for (let sheet = 0; sheet < MOST_SHEETS && light > 0; sheet++) {
      if (!this.#set.surface.intersect(this.#ray, this.#hit)) return light;
      light *= this.#through();
      for (let n = 0; n < 3; n++) origin[n] += (this.#hit.distance + AWAY) * this.#sun[n];
    }
    return light;
  }

  #isBehindModel(): boolean {
    const place = this.#place;
    for (const { tree, position } of this.#set.models) {
      for (let n = 0; n < 3; n++) place[n] = this.#ray.origin[n] - position[n];
      const segment = { origin: place, direction: this.#sun, start: 0 };
      if (tree.intersect(segment, Number.POSITIVE_INFINITY, this.#meshHit)) return true;
    }
    return false;
  }

  /** Share of the light that comes through the sheet that was met, and the water on it. */
  #through(): number {
    const { mirrors, opaque, thickness, index, surface } = this.#set;
    const { chart, x, y } = this.#hit;
    if (mirrors[chart] || opaque[chart]) return 0;
    surface.point(this.#hit, this.#point);
    const face = thickness > 0 ? fresnel(Math.min(1, Math.abs(dot3(this.#sun, this.#point.normal))), 1 / index) : 0;
    const sample = this.#sample;
    sample.fill(0);
    this.#waters[chart].at(x, y, SOFT, sample);
    const slope = Math.sqrt(sample[SAMPLE.gx] * sample[SAMPLE.gx] + sample[SAMPLE.gy] * sample[SAMPLE.gy]);
    const bent = sample[SAMPLE.cover] * Math.min(1, slope / STEEP) * (1 - BEHIND_WATER);
    // All reflections between both faces added up, as in glass.ts.
    return ((1 - face) / (1 + face)) * (1 - bent);
  }
}
