/**
 * Light along rays: from the eye to the surface, through its glass and the water on it, or back from a mirror, on to models,
 * falling drops and surroundings. All in the surface's own frame; only the surroundings stand in the world's.
 *
 *     dry glass of thickness t and index n    passes T = (1 − F)/(1 + F), all reflections between its faces added up; the ray
 *                                             goes on beside its old way: t·(tan θ − tan θ') along the sheet
 *     wet glass                               F₁ + (1 − F₁)·F₂ comes back from its faces, the rest enters the water (sheet-paths.ts)
 *     glass of thickness 0                    is no glass: it reflects nothing where it is dry, nor under the water
 *
 * Each ray that comes to an interface leaves it as one or two, whose weights add up to its own. Rays wait on a stack, which
 * is emptied in one order, so that a picture does not depend on where its pixels are drawn.
 */
import type { Frame } from '../../core/frame.js';
import { toSurface, toWorld } from '../../core/pose.js';
import { fresnel } from '../../optics/fresnel.js';
import { WATER_INDEX } from '../../optics/indices.js';
import { createSurfacePoint, type Hit, type Surface } from '../../surface/surface.js';
import { LOOK } from '../picture/look.js';
import { fogSparkle, luminance } from '../picture/shade.js';
import { ChartWater, SAMPLE, type WaterMap } from '../water/water-map.js';
import { Drops } from './falling-drops.js';
import { type MeshHit, type MeshTree, normalOn } from './mesh.js';
import { type Bounds, EXIT, SheetPaths, type WaterRay } from './sheet-paths.js';
import { type Beam, lookAround, roomAround, type Surroundings } from './surroundings.js';
import { fineDropsBeyond, unfold } from './unfold.js';
import { BIN_MARGIN, BIN_SIDE, WetBins } from './wet-bins.js';

/** A model of triangles, ready to be met. */
export interface TracedModel {
  readonly tree: MeshTree;
  /** Colour of its surface, linear. */
  readonly colour: readonly [red: number, green: number, blue: number];
  /** Where its middle is [mm], in the surface's frame: it turns with the surface. */
  readonly position: readonly [x: number, y: number, z: number];
}

/** All that rays meet and that does not change with the water. */
export interface Setting {
  readonly surface: Surface;
  readonly surroundings: Surroundings;
  /** Of each chart: is it a mirror? */
  readonly mirrors: readonly boolean[];
  /** Of the glass [mm]; its faces are the surface and one behind it. */
  readonly thickness: number;
  readonly index: number;
  readonly models: readonly TracedModel[];
  /** Does water reflect what is there, or the room of the pane's pictures? */
  readonly reflection: 'environment' | 'room';
  /** Are the heights of the water followed, or is it thin? */
  readonly relief: boolean;
}

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

/** A ray that waits. Its cone is `width` wide where it begins. */
class Path implements Beam {
  readonly origin = new Float64Array(3);
  readonly direction = new Float64Array(3);
  /** From here on along it things are met [mm]. */
  start = 0;
  width = 0;
  spread = 0;
  weight = 0;
  /** How often its light was bent or turned back. */
  bends = 0;
}

/** Keys of water and of what lies behind it begin here; those of dry charts are below. */
export const WET_KEY = 256;
/** Rays of less weight go straight into the surroundings, as do those that were bent as often. */
const LEAST_WEIGHT = 0.006;
const MOST_BENDS = 14;
/** Sheets of dry glass that a ray may cross unbent. */
const MOST_CROSSINGS = 64;
/** So far from where it left a thing a ray may meet it again [mm]. */
const AWAY = 1e-6;
/** Grazing rays may find water so far before the place where they meet the sheet [mm]. */
const FARTHEST_BEFORE = 60;
/** Steps towards water that is met from outside [mm], over how fast the ray comes down. */
const STEP = 0.25;
const CLOSING = 12;
/** Water that stands no more widths of a sample high than this is taken as thin: its relief would not be seen. */
const THIN = 3;
/** Share of light that a model's surface reflects like a mirror at right angles. */
const GLOSS = 0.03;
/** Cone of the light that a dull surface gathers, and that fog scatters: tangent of the angle across it. */
const DULL = 1.6;
const VEIL = 0.2;

export class Tracer {
  readonly first: FirstHit = {
    chart: -1,
    x: 0,
    y: 0,
    depth: 0,
    cover: 0,
    id: 0,
    normal: new Float64Array(3),
    from: new Float64Array(3),
    key: 0,
  };
  readonly #set: Setting;
  readonly #frame: Frame;
  readonly #waters: readonly WaterMap[];
  readonly #bins: readonly WetBins[];
  readonly #bounds: readonly Bounds[];
  readonly #drops: Drops;
  readonly #sheet = new SheetPaths();
  readonly #stack: Path[] = [];
  #waiting = 0;
  #most = 0;
  readonly #path = new Path();
  readonly #beam = new Path();
  readonly #from = { origin: new Float64Array(3), direction: new Float64Array(3) };
  readonly #hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };
  readonly #meshHit: MeshHit = { distance: 0, triangle: 0, u: 0, v: 0 };
  readonly #point = createSurfacePoint();
  readonly #across = new Float64Array(3);
  readonly #ray: WaterRay = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0, width: 0, spread: 0, relief: true };
  /** Shared: what is found where a ray meets water is where its way through the water begins. */
  readonly #sample = this.#sheet.sample;
  readonly #normal = new Float64Array(3);
  readonly #colour = new Float64Array(3);
  readonly #light = new Float64Array(3);

  constructor(set: Setting, frame: Frame) {
    this.#set = set;
    this.#frame = frame;
    const flat = unfold(frame, set.surface);
    this.#waters = flat.charts.map(
      (_, chart) => new ChartWater(flat, chart, fineDropsBeyond(flat, set.surface, chart)),
    );
    this.#bins = flat.charts.map((_, chart) => new WetBins(flat, chart));
    this.#bounds = this.#waters.map((water, chart) => {
      return { water, isMirror: set.mirrors[chart] ?? false, room: set.reflection === 'room' };
    });
    this.#drops = new Drops(frame);
  }

  /** Writes the light that comes against a ray of the world to `out[0…2]`; `spread` of the sample's cone. */
  trace(origin: Float64Array, direction: Float64Array, spread: number, out: Float64Array): void {
    const { first } = this;
    const path = this.#path;
    toSurface(this.#frame.pose, origin, path.origin);
    toSurface(this.#frame.pose, direction, path.direction);
    path.start = 0;
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
    this.#most = 0;
    this.#light.fill(0);
    this.#follow(path);
    while (this.#waiting > 0) {
      // The path is taken over, for what it meets may need its place on the stack.
      const next = this.#stack[--this.#waiting];
      copyPath(next, path);
      this.#follow(path);
    }
    out.set(this.#light);
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
      const hit = this.#hit;
      const onSurface = this.#set.surface.intersect(this.#from, hit);
      const toSheet = onSurface ? path.start + hit.distance : Number.POSITIVE_INFINITY;
      if (this.#meetModel(path, toSheet) || this.#drops.meet(path, toSheet, this.#pushed)) return;
      if (!onSurface) break;
      if (!this.#meetSurface(path, toSheet)) return;
    }
    this.#lookOut(path, path.weight);
  }

  /** Light of the surroundings along a path. */
  #lookOut(path: Path, weight: number): void {
    if (weight <= 0) return;
    const { pose } = this.#frame;
    const beam = this.#beam;
    toWorld(pose, path.origin, beam.origin);
    toWorld(pose, path.direction, beam.direction);
    beam.width = path.width;
    beam.spread = path.spread;
    lookAround(this.#set.surroundings, beam, this.#colour);
    this.#add(weight);
    if (weight <= this.#most) return;
    this.#most = weight;
    this.first.from.set(beam.direction);
  }

  #add(weight: number): void {
    for (let c = 0; c < 3; c++) this.#light[c] += weight * this.#colour[c];
  }

  /** If a model is nearer than `limit`, adds its light and returns true. */
  #meetModel(path: Path, limit: number): boolean {
    const { models } = this.#set;
    if (models.length === 0) return false;
    const hit = this.#meshHit;
    const { origin } = this.#from;
    let nearest = limit;
    let met: TracedModel | null = null;
    for (const model of models) {
      for (let axis = 0; axis < 3; axis++) origin[axis] = path.origin[axis] - model.position[axis];
      const segment = { origin, direction: path.direction, start: path.start };
      if (!model.tree.intersect(segment, nearest, hit)) continue;
      nearest = hit.distance;
      met = model;
      normalOn(model.tree.mesh, hit, this.#normal);
    }
    if (!met) return false;
    this.#shade(path, nearest, met);
    return true;
  }

  /** The light of a dull surface with a little gloss: what it gathers from around its normal, and what it mirrors. */
  #shade(path: Path, distance: number, { colour }: TracedModel): void {
    const normal = this.#normal;
    let c = -dot(path.direction, normal);
    if (c < 0) {
      c = -c;
      for (let axis = 0; axis < 3; axis++) normal[axis] = -normal[axis];
    }
    const { first } = this;
    if (first.depth === 0) {
      first.depth = distance;
      toWorld(this.#frame.pose, normal, first.normal);
      first.key = -1;
    }
    const beam = this.#beam;
    const { pose } = this.#frame;
    const light = this.#colour;
    for (let axis = 0; axis < 3; axis++) beam.origin[axis] = path.origin[axis] + distance * path.direction[axis];
    toWorld(pose, beam.origin, beam.origin);
    toWorld(pose, normal, beam.direction);
    beam.width = 0;
    beam.spread = DULL;
    lookAround(this.#set.surroundings, beam, light);
    const grazing = (1 - c) * (1 - c);
    const gloss = GLOSS + (1 - GLOSS) * grazing * grazing * (1 - c) * 0.5;
    for (let n = 0; n < 3; n++) light[n] *= colour[n] * (1 - gloss);
    this.#add(path.weight);
    for (let axis = 0; axis < 3; axis++) beam.direction[axis] = path.direction[axis] + 2 * c * normal[axis];
    toWorld(pose, beam.direction, beam.direction);
    beam.spread = path.spread + 0.05;
    lookAround(this.#set.surroundings, beam, light);
    this.#add(path.weight * gloss);
  }

  /** Glass or mirror, dry or wet. True if the path goes on, unbent or shifted; what else leaves waits on the stack. */
  #meetSurface(path: Path, distance: number): boolean {
    const { surface, mirrors } = this.#set;
    const hit = this.#hit;
    const point = this.#point;
    surface.point(hit, point);
    const { normal, tangentX } = point;
    const across = this.#across;
    across[0] = normal[1] * tangentX[2] - normal[2] * tangentX[1];
    across[1] = normal[2] * tangentX[0] - normal[0] * tangentX[2];
    across[2] = normal[0] * tangentX[1] - normal[1] * tangentX[0];
    const width = path.width + Math.abs(path.spread) * distance;
    const ray = this.#ray;
    ray.dx = dot(path.direction, tangentX);
    ray.dy = dot(path.direction, across);
    ray.dz = dot(path.direction, normal);
    ray.width = Math.max(width, 1e-4);
    ray.spread = path.spread;
    ray.x = hit.x;
    ray.y = hit.y;
    ray.z = 0;
    ray.relief = this.#set.relief && this.#bins[hit.chart].top(hit.x, hit.y) > THIN * ray.width;
    const fromDry = ray.dz > 0;
    const isMirror = mirrors[hit.chart] ?? false;
    this.#noteFirst(path, distance, fromDry);
    // The back of a mirror is one as well, and never wet.
    if (isMirror && fromDry) return this.#reflect(path, distance, width);
    if (fromDry) this.#shift(ray);
    const cover = fromDry ? this.#waterAt(ray) : this.#waterBefore(ray);
    const first = this.first;
    if (cover > 0 && first.chart >= 0 && first.cover === 0 && path.bends === 0 && first.depth === distance) {
      first.cover = cover;
      first.id = this.#sample[SAMPLE.id];
      first.key = WET_KEY * (1 + first.id) + hit.chart;
      this.#noteNormal(fromDry);
    }
    const dry = path.weight * (1 - cover);
    if (cover > 0) this.#wet(path, ray, path.weight * cover, fromDry);
    path.weight = dry;
    if (dry <= 0) return false;
    this.#foggy(path, distance);
    if (isMirror) return this.#reflect(path, distance, width);
    return this.#passDry(path, distance, width);
  }

  #noteFirst(path: Path, distance: number, fromDry: boolean): void {
    const { first } = this;
    if (first.depth !== 0 || path.bends !== 0) return;
    const { chart, x, y } = this.#hit;
    first.chart = chart;
    first.x = x;
    first.y = y;
    first.depth = distance;
    first.key = 1 + chart;
    toWorld(this.#frame.pose, this.#point.normal, first.normal);
    if (fromDry) for (let n = 0; n < 3; n++) first.normal[n] = 0 - first.normal[n];
  }

  /** The normal of the water at the sample, turned to where the ray comes from. */
  #noteNormal(fromDry: boolean): void {
    const [gx, gy] = [this.#sample[SAMPLE.gx], this.#sample[SAMPLE.gy]];
    const per = (fromDry ? -1 : 1) / Math.sqrt(1 + gx * gx + gy * gy);
    const { normal, tangentX } = this.#point;
    const out = this.#normal;
    for (let n = 0; n < 3; n++) out[n] = (normal[n] - gx * tangentX[n] - gy * this.#across[n]) * per;
    toWorld(this.#frame.pose, out, this.first.normal);
  }

  /** Moves a ray from the dry side from where it would meet the wet face to where it does, through the glass. */
  #shift(ray: WaterRay): void {
    const { thickness, index } = this.#set;
    if (thickness === 0) return;
    const inGlass = Math.sqrt(1 - (ray.dx * ray.dx + ray.dy * ray.dy) / (index * index));
    const by = thickness * (1 / (index * inGlass) - 1 / ray.dz);
    ray.x += by * ray.dx;
    ray.y += by * ray.dy;
  }

  /** Coverage where a ray from the dry side comes to the wet face. */
  #waterAt({ x, y, width }: WaterRay): number {
    const { chart } = this.#hit;
    const sample = this.#sample;
    sample[SAMPLE.cover] = 0;
    if (width < BIN_MARGIN && this.#bins[chart].top(x, y) === 0) return 0;
    this.#waters[chart].at(x, y, width, sample);
    return sample[SAMPLE.cover];
  }

  /**
   * The same for a ray from the wet side, which meets water that stands in its way before it comes to the sheet. Moves the ray
   * to where it does.
   */
  #waterBefore(ray: WaterRay): number {
    const { chart } = this.#hit;
    const bins = this.#bins[chart];
    const { crest } = bins;
    if (crest === 0) return 0;
    const water = this.#waters[chart];
    const sample = this.#sample;
    const { x, y, dx, dy, dz, width } = ray;
    const thin = THIN * width;
    if (this.#set.relief && crest > thin) {
      // From where it dives below the highest water, skipping bins whose water is thin, or all below it.
      let t = -Math.min(FARTHEST_BEFORE, crest / -dz);
      let before = t;
      while (t < 0) {
        const z = t * dz;
        const near = bins.top(x + t * dx, y + t * dy) > Math.max(z, thin);
        if (near) {
          water.at(x + t * dx, y + t * dy, width, sample);
          if (sample[SAMPLE.height] > z) return this.#close(ray, before, t);
        }
        before = t;
        t += near ? Math.min(STEP, Math.max(0.05, (0.5 * z) / -dz)) : BIN_SIDE / 2;
      }
      if (ray.relief) {
        water.at(x, y, width, sample);
        if (sample[SAMPLE.height] > 0 && before > -STEP) return this.#close(ray, before, 0);
      }
    }
    const cover = this.#waterAt(ray);
    ray.z = ray.relief && cover > 0 ? sample[SAMPLE.height] : 0;
    return cover;
  }

  /** Finds the surface between `above` and `below` it along a ray; leaves the ray there and the water in the sample. */
  #close(ray: WaterRay, above: number, below: number): number {
    const water = this.#waters[this.#hit.chart];
    const sample = this.#sample;
    const { x, y, dx, dy, dz, width } = ray;
    let [high, low] = [above, below];
    for (let n = 0; n < CLOSING; n++) {
      const t = (high + low) / 2;
      water.at(x + t * dx, y + t * dy, width, sample);
      if (sample[SAMPLE.height] > t * dz) low = t;
      else high = t;
    }
    water.at(x + low * dx, y + low * dy, width, sample);
    ray.x += low * dx;
    ray.y += low * dy;
    ray.z = low * dz;
    ray.relief = true;
    return sample[SAMPLE.cover];
  }

  /** What leaves wet glass: from its faces, and from the water. */
  #wet(path: Path, ray: WaterRay, weight: number, fromDry: boolean): void {
    const { thickness, index, reflection } = this.#set;
    const sheet = this.#sheet;
    const bounds = this.#bounds[this.#hit.chart];
    let inside = weight;
    if (fromDry && thickness > 0) {
      const inGlass = Math.sqrt(1 - (ray.dx * ray.dx + ray.dy * ray.dy) / (index * index));
      const outer = fresnel(Math.min(1, ray.dz), 1 / index);
      const faces = outer + (1 - outer) * fresnel(inGlass, index / WATER_INDEX);
      inside = weight * (1 - faces);
      if (reflection === 'environment')
        this.#pushLocal(path, [0, 0, -thickness], [ray.dx, ray.dy, -ray.dz], weight - inside);
      else this.#addRoom(weight - inside);
    }
    const [x0, y0] = [this.#hit.x, this.#hit.y];
    if (fromDry) sheet.fromDry(bounds, ray);
    else sheet.fromWet(bounds, ray);
    if (sheet.room > 0) {
      for (let c = 0; c < 3; c++) this.#light[c] += inside * sheet.room * this.#set.surroundings.mean[c];
    }
    const { exits } = sheet;
    for (let at = 0; at < EXIT.size * sheet.count; at += EXIT.size) {
      const toDry = exits[at + EXIT.dz] < 0 && exits[at + EXIT.z] <= 0;
      const direction = [exits[at + EXIT.dx], exits[at + EXIT.dy], exits[at + EXIT.dz]] as const;
      const place: [number, number, number] = [exits[at + EXIT.x] - x0, exits[at + EXIT.y] - y0, exits[at + EXIT.z]];
      if (toDry && thickness > 0) {
        // On through the glass to its dry face.
        const inGlass = Math.sqrt(1 - (direction[0] * direction[0] + direction[1] * direction[1]) / (index * index));
        const way = thickness / (index * inGlass);
        place[0] += way * direction[0];
        place[1] += way * direction[1];
        place[2] -= thickness;
      }
      const next = this.#pushLocal(path, place, direction, inside * exits[at + EXIT.weight]);
      next.width = ray.width;
      next.spread = exits[at + EXIT.spread];
    }
  }

  /** Puts a path on the stack that begins at a place beside the hit and goes a way, both in the sheet's plane. */
  #pushLocal(path: Path, place: readonly number[], way: readonly number[], weight: number): Path {
    const next = this.#pushed(path, weight);
    const { position, normal, tangentX } = this.#point;
    for (let n = 0; n < 3; n++) {
      next.direction[n] = way[0] * tangentX[n] + way[1] * this.#across[n] + way[2] * normal[n];
      next.origin[n] =
        position[n] +
        place[0] * tangentX[n] +
        place[1] * this.#across[n] +
        place[2] * normal[n] +
        AWAY * next.direction[n];
    }
    next.width = this.#ray.width;
    return next;
  }

  /** A new path on the stack, bent once more than another; where it begins and goes is still to be said. */
  readonly #pushed = (path: Path, weight: number): Path => {
    if (this.#waiting === this.#stack.length) this.#stack.push(new Path());
    const next = this.#stack[this.#waiting++];
    next.start = 0;
    next.weight = weight;
    next.bends = path.bends + 1;
    next.width = path.width;
    next.spread = path.spread;
    return next;
  };

  /** Turns a path back at a mirror. */
  #reflect(path: Path, distance: number, width: number): boolean {
    const { normal } = this.#point;
    const c = dot(path.direction, normal);
    for (let n = 0; n < 3; n++) {
      path.origin[n] += distance * path.direction[n];
      path.direction[n] -= 2 * c * normal[n];
    }
    path.start = AWAY;
    path.width = width;
    path.bends += 1;
    return true;
  }

  /** Lets a path through dry glass. */
  #passDry(path: Path, distance: number, width: number): boolean {
    const { thickness, index, reflection } = this.#set;
    const { dx, dy, dz } = this.#ray;
    if (thickness === 0) {
      path.start = distance + AWAY;
      return true;
    }
    const outer = fresnel(Math.min(1, Math.abs(dz)), 1 / index);
    const back = (path.weight * 2 * outer) / (1 + outer);
    const fromDry = dz > 0;
    if (reflection === 'room') this.#addRoom(back);
    else if (back > 0) {
      const way = fromDry ? thickness / dz : 0;
      this.#pushLocal(path, [-way * dx, -way * dy, -way * dz], [dx, dy, -dz], back);
    }
    path.weight -= back;
    const inGlass = Math.sqrt(1 - (dx * dx + dy * dy) / (index * index));
    const along = thickness / (index * inGlass);
    // Where it leaves, against where it would have come on its old way.
    const by = fromDry ? along - thickness / dz : along;
    const { position, normal, tangentX } = this.#point;
    for (let n = 0; n < 3; n++) {
      const beside = by * (dx * tangentX[n] + dy * this.#across[n]);
      path.origin[n] = position[n] + beside - (fromDry ? 0 : thickness * normal[n]);
    }
    path.start = AWAY;
    path.width = width;
    return true;
  }

  #addRoom(weight: number): void {
    roomAround(this.#set.surroundings, 0, this.#colour);
    this.#add(weight);
  }

  /** Fog on the glass hides some of what is behind (look.ts, 6). */
  #foggy(path: Path, distance: number): void {
    const { chart } = this.#hit;
    if (!this.#frame.charts[chart].fog) return;
    const ray = this.#ray;
    const sample = this.#sample;
    this.#waters[chart].at(ray.x, ray.y, ray.width, sample);
    const hidden = LOOK.fogMost * sample[SAMPLE.fog] * path.weight;
    if (hidden <= 0) return;
    const beam = this.#beam;
    const { pose } = this.#frame;
    const { surroundings } = this.#set;
    const colour = this.#colour;
    for (let n = 0; n < 3; n++) beam.origin[n] = path.origin[n] + distance * path.direction[n];
    toWorld(pose, beam.origin, beam.origin);
    toWorld(pose, path.direction, beam.direction);
    beam.width = ray.width;
    beam.spread = VEIL;
    lookAround(surroundings, beam, colour);
    const grey = LOOK.fogLight * luminance(...surroundings.mean);
    const sparkle = fogSparkle(ray.x, ray.y, ray.width);
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] + (grey - colour[c]) * LOOK.fogLift) * sparkle;
    this.#add(hidden);
    path.weight -= hidden;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function copyPath(from: Path, to: Path): void {
  to.origin.set(from.origin);
  to.direction.set(from.direction);
  to.start = from.start;
  to.width = from.width;
  to.spread = from.spread;
  to.weight = from.weight;
  to.bends = from.bends;
}
