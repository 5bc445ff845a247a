/**
 * Light along rays: from the eye to the surface, through its glass (glass.ts) and the water on it (sheet-water.ts), or back from a
 * mirror, on to models, falling drops and surroundings. Each ray that comes to an interface leaves it as one or two, whose
 * weights add up to its own (rays.ts).
 */
import type { Frame } from '../../core/frame.js';
import { toSurface, toWorld } from '../../core/pose.js';
import { LOOK } from '../picture/look.js';
import { fogAt, fogSparkle, luminance } from '../picture/shade.js';
import type { Bodies } from './bodies.js';
import { BodyWater } from './body-water.js';
import { CapBodies } from './cap-bodies.js';
import { Ceramic } from './ceramic.js';
import { DropShadows } from './drop-shadows.js';
import { Drops } from './falling-drops.js';
import { passDry, reflectAt, shiftThrough } from './glass.js';
import { MappedWater } from './mapped-water.js';
import { Meeting } from './meeting.js';
import { Metaballs } from './metaballs.js';
import { ModelLight } from './model-light.js';
import { Path, Rays } from './rays.js';
import type { Setting } from './setting.js';
import type { SheetWater } from './sheet-water.js';

/** What the ray of a sample met first, and where its light came from mostly. */
export interface FirstHit {
  /** Of the surface: chart and place on it [mm]; −1 if it met none. */
  chart: number;
  x: number;
  y: number;
  /** From the eye to what it met, surface or model [mm]; 0 if it met nothing. */
  depth: number;
  /** How much of the sample is water, and whose. */
  cover: number;
  id: number;
  /** Normal of the water, or of what is dry, in the world; all 0 if it met nothing. */
  readonly normal: Float64Array;
  /** Where most of its light came from: a direction in the world. */
  readonly from: Float64Array;
  /** Things apart have different numbers: their borders need more samples. From `WET_KEY` on it is water, below 0 a model. */
  key: number;
}

/** Keys of water and of what lies behind it begin here; those of dry charts are below. */
export const WET_KEY = 256;
/** Rays of less weight go straight into the surroundings, as do those that were bent as often. */
const LEAST_WEIGHT = 0.006;
const MOST_BENDS = 14;
/** Sheets of dry glass that a ray may cross unbent. */
const MOST_CROSSINGS = 64;
/** Cone of the light that fog scatters: tangent of the angle across it. */
const VEIL = 0.2;

export class Tracer {
  readonly first: FirstHit;
  readonly #set: Setting;
  readonly #frame: Frame;
  readonly #rays: Rays;
  readonly #water: SheetWater;
  readonly #ceramic: Ceramic;
  readonly #models: ModelLight;
  readonly #drops: Drops;
  readonly #path = new Path();
  readonly #from = { origin: new Float64Array(3), direction: new Float64Array(3) };
  readonly #meeting = new Meeting();
  #behind: Float64Array | null = null;

  constructor(set: Setting, frame: Frame) {
    this.#set = set;
    this.#frame = frame;
    this.#rays = new Rays(set.surroundings, frame.pose);
    const bodies = bodiesOf(set, frame);
    this.#ceramic = new Ceramic(set, this.#rays, frame.pose, bodies);
    this.#water = bodies
      ? new BodyWater(set, bodies, this.#rays, this.#ceramic)
      : new MappedWater(set, frame, this.#rays);
    const shadows = set.sun.shadows && set.models.length > 0 ? new DropShadows(set, frame) : null;
    this.#models = new ModelLight(set.models, this.#rays, shadows, set.sun.strength);
    this.#drops = new Drops(frame);
    const normal = new Float64Array(3);
    this.first = { chart: -1, x: 0, y: 0, depth: 0, cover: 0, id: 0, normal, from: this.#rays.from, key: 0 };
  }

  /**
   * Writes the light that comes against a ray of the world to `out[0…2]`; `spread` of the sample's cone. `behind` is the light
   * of the surroundings where nothing bends the ray, if another is wanted than comes along it.
   */
  trace(
    origin: Float64Array,
    direction: Float64Array,
    spread: number,
    out: Float64Array,
    behind: Float64Array | null = null,
  ): void {
    this.#behind = behind;
    const { first } = this;
    const path = this.#path;
    toSurface(this.#frame.pose, origin, path.origin);
    toSurface(this.#frame.pose, direction, path.direction);
    path.start = 0;
    path.side = 0;
    path.width = 0;
    path.spread = spread;
    path.weight = 1;
    path.bends = 0;
    first.chart = -1;
    first.depth = 0;
    first.cover = 0;
    first.id = 0;
    first.key = 0;
    first.normal.fill(0);
    this.#rays.clear();
    do this.#follow(path);
    while (this.#rays.pop(path));
    out.set(this.#rays.light);
  }

  /** Follows a path until it ends or is bent. */
  #follow(path: Path): void {
    for (let n = 0; n < MOST_CROSSINGS && path.weight > 0; n++) {
      if (path.weight < LEAST_WEIGHT || path.bends > MOST_BENDS) break;
      const { origin, direction } = this.#from;
      for (let axis = 0; axis < 3; axis++) {
        direction[axis] = path.direction[axis];
        origin[axis] = path.origin[axis] + path.start * direction[axis];
      }
      const meeting = this.#meeting;
      const onSurface = !this.#isBehind(path) && this.#set.surface.intersect(this.#from, meeting.hit);
      const toSheet = onSurface ? path.start + meeting.hit.distance : Number.POSITIVE_INFINITY;
      if (onSurface) meeting.set(this.#set.surface, path, toSheet);
      if (this.#meetModel(path, toSheet) || this.#drops.meet(path, toSheet, this.#rays.push)) return;
      if (!(onSurface && meeting.fromDry) && this.#meetWater(path, toSheet)) return;
      if (!onSurface) break;
      if (!this.#meetSurface(path)) return;
    }
    this.#rays.lookOut(path, path.weight, path.bends === 0 ? this.#behind : null);
  }

  /** Does a path come from the sheet on a line that meets it only once? */
  #isBehind({ side, direction }: Path): boolean {
    return side !== 0 && this.#set.surface.crossing?.(direction) === side;
  }

  #meetModel(path: Path, limit: number): boolean {
    if (!this.#models.meet(path, limit)) return false;
    const { first } = this;
    if (first.depth === 0) {
      first.depth = this.#models.distance;
      toWorld(this.#frame.pose, this.#models.normal, first.normal);
      first.key = -1;
    }
    return true;
  }

  /** Water in the air before a path, in its way to what is `limit` ahead. */
  #meetWater(path: Path, limit: number): boolean {
    const distance = this.#water.meetBefore(path, limit);
    if (distance === limit) return false;
    const { first } = this;
    if (first.depth === 0 && path.bends === 0) {
      const { id, normal } = this.#water.found;
      first.depth = distance;
      first.cover = 1;
      first.id = id;
      first.key = WET_KEY * (1 + id);
      toWorld(this.#frame.pose, normal, first.normal);
    }
    return true;
  }

  /** Glass, mirror or ceramic, dry or wet. True if the path goes on, unbent or shifted; what else leaves waits on the stack. */
  #meetSurface(path: Path): boolean {
    const set = this.#set;
    const meeting = this.#meeting;
    const { ray, hit, fromDry } = meeting;
    const isMirror = set.mirrors[hit.chart] ?? false;
    this.#noteFirst(path);
    const isOpaque = set.opaque[hit.chart] ?? false;
    // The back of a mirror is one as well, and never wet; so is that of ceramic.
    if (!((isMirror || isOpaque) && fromDry)) {
      if (fromDry) shiftThrough(set, ray);
      const cover = this.#water.cover(meeting);
      if (cover > 0) {
        this.#noteWater(path, cover);
        this.#water.follow(meeting, path, path.weight * cover);
        path.weight *= 1 - cover;
      }
      if (path.weight <= 0) return false;
      this.#foggy(path);
    }
    if (isOpaque) this.#ceramic.shade(meeting, path);
    else if (isMirror) reflectAt(meeting, path);
    else passDry(set, meeting, path, this.#rays);
    return true;
  }

  #noteFirst(path: Path): void {
    const { first } = this;
    if (first.depth !== 0 || path.bends !== 0) return;
    const { hit, point, distance, fromDry } = this.#meeting;
    first.chart = hit.chart;
    first.x = hit.x;
    first.y = hit.y;
    first.depth = distance;
    first.key = 1 + hit.chart;
    toWorld(this.#frame.pose, point.normal, first.normal);
    if (fromDry) for (let n = 0; n < 3; n++) first.normal[n] = 0 - first.normal[n];
  }

  /** Water where the first surface was met; its normal is turned to where the ray comes from. */
  #noteWater(path: Path, cover: number): void {
    const { first } = this;
    const { distance, fromDry, hit } = this.#meeting;
    if (first.chart < 0 || first.cover !== 0 || path.bends !== 0 || first.depth !== distance) return;
    const { id, normal } = this.#water.found;
    first.cover = cover;
    first.id = id;
    first.key = WET_KEY * (1 + id) + hit.chart;
    toWorld(this.#frame.pose, normal, first.normal);
    if (fromDry) for (let n = 0; n < 3; n++) first.normal[n] = 0 - first.normal[n];
  }

  /** Fog on the glass hides some of what is behind (look.ts, 6). */
  #foggy(path: Path): void {
    const { hit, ray, distance } = this.#meeting;
    const { fog } = this.#frame.charts[hit.chart];
    if (!fog) return;
    const hidden = LOOK.fogMost * fogAt(fog, ray.x, ray.y) * path.weight;
    if (hidden <= 0) return;
    const rays = this.#rays;
    const { colour } = rays;
    const { origin } = this.#from;
    for (let n = 0; n < 3; n++) origin[n] = path.origin[n] + distance * path.direction[n];
    rays.look(origin, path.direction, ray.width, VEIL);
    const grey = LOOK.fogLight * luminance(...rays.surroundings.mean);
    const sparkle = fogSparkle(ray.x, ray.y, ray.width);
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] + (grey - colour[c]) * LOOK.fogLift) * sparkle;
    rays.add(hidden);
    path.weight -= hidden;
  }
}

/** The drops as bodies in space; null if their water maps are wanted. */
function bodiesOf({ water, surface }: Setting, frame: Frame): Bodies | null {
  if (water === 'map') return null;
  return water === 'caps' ? new CapBodies(frame, surface) : new Metaballs(frame, surface);
}
