import { ALL_SCENES, MAPS, RECORDS, WIPING } from '../core/build-flags.js';
import type { StateVisitor } from '../core/state-visitor.js';
import { crossSeam } from '../surface/seams.js';
import { type Chart, EDGE, type Place, type Surface } from '../surface/surface.js';
import type { Arrival, Rain } from '../weather/rain.js';
import type { SweptRegion } from '../weather/swept-region.js';
import type { FilmLayer, FilmOptions, Thickness } from './film.js';
import type { FineLayer, FineOptions, Growing } from './fine.js';
import type { FogLayer, FogOptions } from './fog.js';
import { type Covered, UNCOVERED } from './layer-cells.js';
import { Capsule, type LayerRegion, SweptArea } from './region.js';

/** What lies on the glass besides drops and trails; null where a layer is missing. */
export interface LayersOptions {
  readonly fine: FineOptions | null;
  readonly fog: FogOptions | null;
  readonly film: FilmOptions | null;
}

/** The kinds of layers: a build that never shows one leaves it out. */
export interface LayerKinds {
  readonly fine: typeof FineLayer;
  readonly fog: typeof FogLayer | null;
  readonly film: typeof FilmLayer | null;
}

/** Where the layers' water is, came from and went [mg]. */
export interface LayerBook {
  readonly supplied: number;
  readonly fine: number;
  readonly fog: number;
  readonly film: number;
  readonly evaporated: number;
}

/** A drop keeps at least this [mg], however far it runs on dry glass. */
const LEAST_LEFT = 0.01;
const SWEPT = /* @__PURE__ */ new SweptArea();
const NO_WATER: LayerBook = { supplied: 0, fine: 0, fog: 0, film: 0, evaporated: 0 };

/**
 * The layers of one chart. They belong to no model: a model reports where its drops ran or landed and gets the change of
 * their mass; a wiper clears a region and gets the water it took.
 */
export class ChartLayers {
  readonly fine: FineLayer | null;
  readonly fog: FogLayer | null;
  readonly film: FilmLayer | null;
  readonly #capsule = new Capsule();
  #leaving: SweptRegion | null = null;
  #covered: Covered = UNCOVERED;

  constructor(chart: Chart, { fine, fog, film }: LayersOptions, kinds: LayerKinds) {
    this.fine = fine && new kinds.fine(chart, fine);
    this.fog = ALL_SCENES && fog && kinds.fog ? new kinds.fog(chart, fog) : null;
    this.film = MAPS && film && kinds.film ? new kinds.film(chart, film) : null;
  }

  /** How far beyond a region cells are cleared that it touches [mm]. */
  get margin(): number {
    return this.fine?.margin ?? 0;
  }

  /** True if there is no layer at all. */
  get isEmpty(): boolean {
    return !this.fine && (!ALL_SCENES || !this.fog) && (!MAPS || !this.film);
  }

  /** Sets how the model reports where its own water lies: neither fine drops nor fog grow there. */
  coveredBy(covered: Covered): void {
    this.#covered = covered;
  }

  /** Takes what may change while it runs; which layers there are does not. */
  configure({ fine, fog, film }: LayersOptions): void {
    if (fine) this.fine?.configure(fine);
    if (ALL_SCENES && fog) this.fog?.configure(fog);
    if (MAPS && film) this.film?.configure(film);
  }

  /**
   * A drop of `mass` [mg] ran from (x0, y0) to (x1, y1) with half-width `radius` [mm]: it takes fine drops and fog with it
   * (NAK-13) and leaves its film. Returns what it weighs more than before [mg]; negative if the film took more.
   */
  passed(x0: number, y0: number, x1: number, y1: number, radius: number, mass: number): number {
    return this.exchange(this.#capsule.set(x0, y0, x1, y1, radius), mass);
  }

  /** A drop lies on the disc around (x, y) now: it takes all that was there. Returns the water [mg]. */
  landed(x: number, y: number, radius: number): number {
    return this.clear(this.#capsule.set(x, y, x, y, radius), 0, 0);
  }

  /** Clears the layers where the region was swept and returns the water that was in them [mg]. */
  take(region: SweptRegion): number {
    if (!WIPING) return 0;
    let taken = 0;
    for (region.beginImages(0, region.around); region.nextImage(); ) {
      taken += this.clear(SWEPT.set(region), 0, 0);
    }
    return taken;
  }

  /**
   * Leaves a film of `region.filmAt(x, y)` [mm] where the region was swept, as far as `most` [mg] goes, and returns the
   * water that went into it [mg].
   */
  leave(region: SweptRegion, most: number): number {
    if (!MAPS || !this.film) return 0;
    const { film } = this;
    this.#leaving = region;
    const thickness = ALL_SCENES && region.wear ? this.#filmAt : region.film;
    let left = 0;
    for (region.beginImages(0, region.around); region.nextImage(); ) {
      left -= film.level(SWEPT.set(region), thickness, most - left);
    }
    return left;
  }

  /**
   * Clears a region and leaves a film of `thickness` [mm] there, for which up to `water` [mg] may be used. Returns the
   * water that was taken less what was left [mg], at least −water.
   */
  clear(region: LayerRegion, thickness: Thickness, water: number): number {
    const taken = this.#takeFog(region);
    return MAPS ? taken + (this.film?.level(region, thickness, water + taken) ?? 0) : taken;
  }

  /** Friction at a place over that on dry glass. */
  frictionAt(x: number, y: number): number {
    return !MAPS || this.film === null ? 1 : this.film.frictionAt(x, y);
  }

  /** Advances the layers by step number `step` of length `dt` [s]; rain brings `fineDepth` of water in fine drops [mm/s], or by bands. */
  step(step: number, dt: number, fineDepth: number, depths?: Float64Array | null): void {
    this.fine?.step(step, dt, fineDepth, this.#covered, depths);
    if (ALL_SCENES) this.fog?.step(step, dt, this.#covered);
    if (MAPS) this.film?.step(step, dt);
  }

  book(): LayerBook {
    if (!RECORDS) return NO_WATER;
    const { fine, fog, film } = this;
    return {
      supplied: (fine?.supplied ?? 0) + (fog?.supplied ?? 0),
      fine: fine?.water ?? 0,
      fog: fog?.water ?? 0,
      film: film?.water ?? 0,
      evaporated: (fog?.evaporated ?? 0) + (film?.evaporated ?? 0),
    };
  }

  /** Visits the state of the layers there are. */
  visit(visitor: StateVisitor): void {
    if (!RECORDS) return;
    this.fine?.visit(visitor);
    this.fog?.visit(visitor);
    this.film?.visit(visitor);
  }

  /** The thickness that the region leaves where it is not the same everywhere. */
  readonly #filmAt = (x: number, y: number): number => this.#leaving?.filmAt(x, y) ?? 0;

  /** A running drop of `mass` [mg] takes what is there and leaves its film. Returns what it weighs more [mg]. */
  exchange(region: LayerRegion, mass: number): number {
    const taken = this.#takeFog(region);
    if (!MAPS || !this.film) return taken;
    return taken + this.film.level(region, this.film.left, Math.max(0, mass + taken - LEAST_LEFT));
  }

  /** Clears fine drops and fog and returns their water [mg]. */
  #takeFog(region: LayerRegion): number {
    const taken = this.fine?.clear(region) ?? 0;
    return ALL_SCENES ? taken + (this.fog?.clear(region) ?? 0) : taken;
  }
}

/** What layers need of a surface. */
type LayeredSurface = Pick<Surface, 'charts' | 'seams'>;

const BEYOND: Place = { chart: 0, x: 0, y: 0 };

/** The layers of a surface: one set for each of its charts. */
export class Layers {
  readonly charts: readonly ChartLayers[];
  /** True if there is no layer at all. */
  readonly isEmpty: boolean;

  readonly #surface: LayeredSurface;

  constructor(surface: LayeredSurface, options: LayersOptions, kinds: LayerKinds) {
    this.#surface = surface;
    this.charts = surface.charts.map((chart) => new ChartLayers(chart, options, kinds));
    this.isEmpty = this.charts.every(({ isEmpty }) => isEmpty);
  }

  /** Those of one chart. */
  on(chart: number): ChartLayers {
    return this.charts[chart];
  }

  /** Friction at a place over that on dry glass; the place may lie beyond an edge, where it is that of the next chart. */
  frictionAt(chart: number, x: number, y: number): number {
    const here = this.charts[chart];
    if (!ALL_SCENES || this.#surface.seams.isEmpty) return here.frictionAt(x, y);
    const { width, height } = this.#surface.charts[chart];
    const edge = x < 0 ? EDGE.left : x >= width ? EDGE.right : y < 0 ? EDGE.top : y >= height ? EDGE.bottom : -1;
    const seam = edge < 0 ? null : this.#surface.seams.at(chart, edge);
    if (!seam) return here.frictionAt(x, y);
    crossSeam(seam, x, y, BEYOND);
    return this.charts[BEYOND.chart].frictionAt(BEYOND.x, BEYOND.y);
  }

  configure(options: LayersOptions): void {
    for (const layers of this.charts) layers.configure(options);
  }

  /** Lets a step pass on every chart; `rain` says what falls there in drops too small to be drops. */
  step(step: number, dt: number, rain: Pick<Rain, 'fineDepthOn' | 'fineDepthsOn'>): void {
    this.charts.forEach((layers, chart) => {
      if (ALL_SCENES) layers.step(step, dt, rain.fineDepthOn(chart), rain.fineDepthsOn?.(chart));
      else layers.step(step, dt, rain.fineDepthOn(chart));
    });
  }

  /** Calls `add` with each fine drop that grows past the largest in this step, and is a drop of the model from then on (NAK-1). */
  release(growing: Growing, rain: { fineDepthOn(chart: number): number }, add: (drop: Arrival) => void): void {
    if (!ALL_SCENES) return;
    this.charts.forEach(({ fine }, chart) => {
      fine?.release(growing, chart, rain.fineDepthOn(chart), add);
    });
  }

  /** The sums over all charts. */
  book(): LayerBook {
    if (!RECORDS) return NO_WATER;
    const sum = { ...NO_WATER };
    for (const layers of this.charts) {
      const { supplied, fine, fog, film, evaporated } = layers.book();
      sum.supplied += supplied;
      sum.fine += fine;
      sum.fog += fog;
      sum.film += film;
      sum.evaporated += evaporated;
    }
    return sum;
  }

  visit(visitor: StateVisitor): void {
    if (RECORDS) for (const layers of this.charts) layers.visit(visitor);
  }
}
