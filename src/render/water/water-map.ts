/**
 * The water map of a chart: gradient, height and coverage of its water at any place and any size of pixel (look.ts, 2). It is
 * the step between a frame and a picture: optics make rays from it, and nothing else of a renderer reads drops or heights.
 * `render/webgl/water-map.ts` is the same on the GPU; test/browser/webgl-water-map compares both.
 *
 *     const water = new ChartWater(frame, chart);
 *     water.at(x, y, pixel, sample);          // one place: a ray tracer on any surface
 *     water.rows(view, from, to);             // rows of a picture of the pane: the same numbers, pixel by pixel
 *
 * Both read the frame, so both are valid until the simulation advances.
 */
import type { ChartFrame, Frame } from '../../core/frame.js';
import { DRY } from '../../core/grid.js';
import { profileK, profileScale } from '../../core/profile.js';
import type { Viewport } from '../picture/camera.js';
import { fogAt } from '../picture/shade.js';
import { BodyWater, SOFT_REACH } from './body-water.js';
import { type CellsBeyond, CellWater, type Halo } from './cell-water.js';
import { CapTiles, type FineDrop } from './fine-drops.js';
import { WATER } from './map-water.js';
import { type CapProfile, capPoint, coverageOf, POINT, softRadius, softShare } from './surface-point.js';
import { WaterBins } from './water-bins.js';
import { dryRows, type OwnedRows, type PixelGrid, pixelBox, raise, type WaterRows } from './water-rows.js';

/**
 * Indices of the numbers of a sample of a water map:
 * - `gx`, `gy`: gradient of the height; the normal is (−gx, −gy, 1), x with columns, y with rows, z out of the glass.
 * - `height` [mm].
 * - `cover`: share of the sample that is water, 0 to 1. The gradient is valid wherever it is above 0.
 * - `id`: the drop whose water or trail it is; `DRY` on dry glass and for fine drops.
 * - `fine`: share of the sample that fine drops cover, whether or not larger water lies over them.
 * - `fog`: 0 to 1. `film`: thickness [mm]; too thin to refract, so it is no part of the gradient.
 */
export const SAMPLE = { ...WATER, id: 4, fine: 5, fog: 6, film: 7, size: 8 } as const;

/** Water on one chart, place by place. Other accounts of the water, such as metaballs, can implement it too. */
export interface WaterMap {
  /**
   * Writes the water in a square of side `pixel` [mm, above 0] around (x, y) [mm on the chart] to `out` (`SAMPLE`). Returns
   * true if there is any. Exact at any zoom: shapes are evaluated at the place, not looked up in a raster; `pixel` only
   * sets how soft contact lines are.
   */
  at(x: number, y: number, pixel: number, out: Float64Array): boolean;
}

/** What of other charts shows on a chart: fine drops that reach over a seam, and cells around its maps; null: the map itself. */
export interface Beyond extends CellsBeyond {
  readonly fine: readonly FineDrop[];
  readonly fog: Halo<Float32Array> | null;
  readonly film: Halo<Float32Array> | null;
}

/** For a chart without seams. */
export const NOTHING_BEYOND: Beyond = { fine: [], height: null, trail: null, id: null, fog: null, film: null };

const NO_BODIES = new Float64Array(0);
/** Scratch: a point of a fine drop. */
const AT = new Float64Array(POINT.size);

/** The water map of one chart of a frame. */
export class ChartWater implements WaterMap {
  readonly #chart: ChartFrame;
  /** Null where the heights have all water. */
  readonly #bodies: BodyWater | null;
  readonly #cells: CellWater;
  readonly #caps: CapTiles | null;
  readonly #beyond: Beyond;
  readonly #profile: CapProfile;
  readonly #bins: WaterBins;
  /** A picture of one pixel, for `at`. */
  readonly #one: OwnedRows = { ...dryRows(1, 0, 1), id: new Uint32Array(1) };
  readonly #grid = { left: 0, top: 0, pixel: 1 };

  constructor(frame: Frame, index: number, beyond: Beyond = NOTHING_BEYOND) {
    this.#beyond = beyond;
    const chart = frame.charts[index];
    this.#chart = chart;
    const { fine } = chart;
    this.#caps = fine && new CapTiles(fine);
    const angle = fine?.contactAngle ?? 0.5 * Math.PI;
    this.#profile = { k: profileK(angle), e: profileScale(angle) };
    this.#bodies = chart.drawnFrom === 'heights' ? null : new BodyWater(frame, index);
    this.#cells = new CellWater(chart, beyond);
    this.#bins = new WaterBins(chart, this.#bodies?.bodies ?? NO_BODIES, this.#caps, beyond.fine);
  }

  at(x: number, y: number, pixel: number, out: Float64Array): boolean {
    const one = this.#one;
    const grid = this.#grid;
    grid.left = x - 0.5 * pixel;
    grid.top = y - 0.5 * pixel;
    grid.pixel = pixel;
    one.gx[0] = 0;
    one.gy[0] = 0;
    one.height[0] = 0;
    one.cover[0] = 0;
    one.id[0] = 0;
    const near = this.#bins.near(x, y, SOFT_REACH * pixel);
    for (const cap of near.caps) {
      const reach = cap[3] * Math.max(cap[2], pixel) + pixel;
      if (Math.abs(x - cap[0]) < reach && Math.abs(y - cap[1]) < reach) this.#drawCap(one, grid, cap);
    }
    out[SAMPLE.fine] = one.cover[0];
    this.#cells.drawHeights(one, grid, true);
    for (const number of near.bodies) this.#bodies?.drawAt(one, number, x, y, pixel);
    this.#cells.joinTrail(one, grid);
    out[SAMPLE.gx] = one.gx[0];
    out[SAMPLE.gy] = one.gy[0];
    out[SAMPLE.height] = one.height[0];
    out[SAMPLE.cover] = one.cover[0];
    out[SAMPLE.id] = one.id[0];
    out[SAMPLE.fog] = this.layerAt('fog', x, y);
    out[SAMPLE.film] = this.layerAt('film', x, y);
    return one.cover[0] > 0;
  }

  /** Density of the fog, or thickness of the film [mm], at a place; 0 where there is none. */
  layerAt(layer: 'fog' | 'film', x: number, y: number): number {
    const map = this.#chart[layer];
    if (!map) return 0;
    const halo = this.#beyond[layer];
    return halo ? fogAt({ ...halo, cellSize: map.cellSize }, x + halo.pad, y + halo.pad) : fogAt(map, x, y);
  }

  /** The water of the rows `from` to before `to` of a view. */
  rows(view: Viewport, from: number, to: number): WaterRows {
    return this.#draw(dryRows(view.width, from, to), view);
  }

  /** The same, with ids. */
  ownedRows(view: Viewport, from: number, to: number): OwnedRows {
    const rows = dryRows(view.width, from, to);
    return this.#draw({ ...rows, id: new Uint32Array(rows.cover.length) }, view);
  }

  /** The same for the fine drops alone. */
  fineRows(view: Viewport, from: number, to: number): WaterRows {
    const rows = dryRows(view.width, from, to);
    this.#drawCaps(rows, view);
    return rows;
  }

  #draw<T extends WaterRows>(rows: T, view: Viewport): T {
    this.#drawCaps(rows, view);
    this.#cells.drawHeights(rows, view, false);
    this.#bodies?.draw(rows, view);
    this.#cells.joinTrail(rows, view);
    return rows;
  }

  /** Draws all fine drops that reach into the rows. */
  #drawCaps(rows: WaterRows, grid: PixelGrid): void {
    const caps = this.#caps;
    if (!caps) return;
    const { left, pixel } = grid;
    const right = left + rows.width * pixel;
    const top = grid.top + rows.from * pixel;
    const bottom = grid.top + rows.to * pixel;
    for (const tile of caps.tilesIn(left, top, right, bottom, caps.reach + pixel)) {
      for (const cap of caps.drawn(tile)) this.#drawCap(rows, grid, cap);
    }
    for (const cap of this.#beyond.fine) this.#drawCap(rows, grid, cap);
  }

  #drawCap(rows: WaterRows, grid: PixelGrid, cap: FineDrop): void {
    const { pixel } = grid;
    const [x, y, radius, far] = cap;
    const r = radius / pixel;
    const drawn = softRadius(r) * pixel;
    const share = softShare(r);
    const reach = far * drawn + 0.5 * pixel;
    const box = pixelBox(rows, grid, x - reach, x + reach, y - reach, y + reach);
    for (let row = box.top; row < box.bottom; row++) {
      for (let col = box.left; col < box.right; col++) {
        const dy = grid.top + (row + 0.5) * pixel - y;
        capPoint(cap, this.#profile, drawn, grid.left + (col + 0.5) * pixel - x, dy, AT);
        const cover = coverageOf(AT[POINT.edge], share, pixel);
        if (cover > 0) raise(rows, (row - rows.from) * rows.width + col, AT, cover, DRY);
      }
    }
  }
}
