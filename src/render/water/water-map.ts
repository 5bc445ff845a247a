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
import { BODY, bodyBounds, bodyCount, writeLobe } from '../../core/body.js';
import type { ChartFrame, Frame, MapView } from '../../core/frame.js';
import { DRY } from '../../core/grid.js';
import { profileK, profileScale } from '../../core/profile.js';
import type { Viewport } from '../picture/camera.js';
import { LOOK } from '../picture/look.js';
import { fogAt } from '../picture/shade.js';
import { CapTiles, type FineDrop } from './fine-drops.js';
import {
  type DrawnHeights,
  drawnHeights,
  HEIGHTS_REACH,
  heightWater,
  joinHeights,
  type SmoothMap,
  smoothTrail,
  splineAt,
  trailCoverage,
  WATER,
} from './map-water.js';
import { bodyPoint, type CapProfile, capPoint, coverageOf, POINT, softRadius, softShare } from './surface-point.js';
import { WaterBins } from './water-bins.js';

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

/** The water of rows `from` to before `to` of a picture, row after row. */
export interface WaterRows {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  readonly height: Float32Array;
  /** Share of the pixel that is water, 0 to 1. */
  readonly cover: Float32Array;
  /** The drop whose water it is; absent unless it was requested. */
  readonly id?: Uint32Array;
}

/** Rows with the id of each pixel's drop: `DRY` on dry glass and for fine drops. */
export interface OwnedRows extends WaterRows {
  readonly id: Uint32Array;
}

/** What of a view the water depends on. */
type PixelGrid = Pick<Viewport, 'left' | 'top' | 'pixel'>;

/** A body as it is drawn in pixels of a size, kept while the same is asked for: how much larger, and which share it covers. */
interface SoftBody {
  number: number;
  pixel: number;
  scale: number;
  share: number;
  readonly body: Float64Array;
}

/** How far beyond its outline a shape may be drawn [px]: small shapes are drawn larger, with a soft edge. */
const SOFT_REACH = 3;

/** Cells around a map that show beyond its edges, by smoothing, splines and the search for owners. */
export const HALO_CELLS = 4;

/** A map with the cells beyond the seams of its chart around it; place (x, y) of the chart is (x + pad, y + pad) of it [mm]. */
export interface Halo<T> {
  readonly data: T;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly pad: number;
}

/** What of other charts shows on a chart: fine drops that reach over a seam, and cells around its maps; null: the map itself. */
export interface Beyond {
  readonly fine: readonly FineDrop[];
  readonly height: Halo<Float32Array> | null;
  readonly trail: Halo<Float32Array> | null;
  readonly id: Halo<Uint32Array> | null;
  readonly fog: Halo<Float32Array> | null;
  readonly film: Halo<Float32Array> | null;
}

/** For a chart without seams. */
export const NOTHING_BEYOND: Beyond = { fine: [], height: null, trail: null, id: null, fog: null, film: null };

/** The water map of one chart of a frame. */
export class ChartWater implements WaterMap {
  readonly #chart: ChartFrame;
  /** Bodies of the drops, `BODY.size` numbers each, and the ids of their drops. */
  readonly #bodies: Float64Array;
  readonly #ids: number[] = [];
  /** The rectangle that holds each body: left, right, top, bottom [mm]. */
  readonly #bounds: number[] = [];
  readonly #caps: CapTiles | null;
  readonly #beyond: Beyond;
  /** Where the chart begins in the maps of cells that are drawn [mm]. */
  readonly #pad: number;
  readonly #profile: CapProfile;
  readonly #trail: SmoothMap | null = null;
  readonly #wetRows: Uint8Array | null = null;
  readonly #heights: DrawnHeights | null = null;
  readonly #bins: WaterBins;
  /** A picture of one pixel, for `at`. */
  readonly #one: OwnedRows = { ...dryRows(1, 0, 1), id: new Uint32Array(1) };
  readonly #grid = { left: 0, top: 0, pixel: 1 };
  readonly #soft: SoftBody = { number: -1, pixel: 0, scale: 1, share: 1, body: new Float64Array(BODY.size) };

  constructor(frame: Frame, index: number, beyond: Beyond = NOTHING_BEYOND) {
    this.#beyond = beyond;
    this.#pad = beyond.id?.pad ?? 0;
    const chart = frame.charts[index];
    this.#chart = chart;
    const { fine } = chart;
    this.#caps = fine && new CapTiles(fine);
    const angle = fine?.contactAngle ?? 0.5 * Math.PI;
    this.#profile = { k: profileK(angle), e: profileScale(angle) };
    if (chart.drawnFrom === 'heights') {
      this.#bodies = new Float64Array(0);
      this.#heights = drawnHeights(beyond.height ?? chart.height);
    } else {
      this.#bodies = this.#readBodies(frame, index);
      if (chart.trail) {
        this.#trail = smoothTrail(beyond.trail ?? chart.trail);
        this.#wetRows = wetRowsOf(this.#trail);
      }
    }
    this.#bins = new WaterBins(chart, this.#bodies, this.#caps, beyond.fine);
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
    if (this.#heights) this.#drawHeights(one, grid, this.#heights);
    for (const number of near.bodies) {
      if (this.#mayReach(number, x, y, pixel)) this.#raiseBody(one, number, x, y, pixel);
    }
    if (this.#trail) this.#joinTrail(one, grid, this.#trail);
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
    if (this.#heights) this.#drawHeights(rows, view, this.#heights, this.#nearWater(rows, view));
    for (let number = 0; number < this.#ids.length; number++) this.#drawBody(rows, view, number);
    if (this.#trail) this.#joinTrail(rows, view, this.#trail);
    return rows;
  }

  /** The bodies of all drops of the chart, where they will be after the frame's lag. */
  #readBodies({ drops, lag, charts }: Frame, index: number): Float64Array {
    const { cellSize } = charts[index];
    const numbers: number[] = [];
    const body = new Float64Array(BODY.size);
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== index) continue;
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, cellSize, lag, body);
        for (const value of body) numbers.push(value);
        bodyBounds(body, BOUNDS);
        this.#bounds.push(...BOUNDS);
        this.#ids.push(drops.id[slot]);
      }
    }
    return Float64Array.from(numbers);
  }

  /** Does a place lie in the rectangle that holds a body, or so near that its pixel may hold some of it? */
  #mayReach(number: number, x: number, y: number, pixel: number): boolean {
    const bounds = this.#bounds;
    const at = 4 * number;
    const reach = SOFT_REACH * pixel;
    return (
      x > bounds[at] - reach && x < bounds[at + 1] + reach && y > bounds[at + 2] - reach && y < bounds[at + 3] + reach
    );
  }

  #drawBody(rows: WaterRows, grid: PixelGrid, number: number): void {
    const { pixel } = grid;
    const soft = this.#soften(number, pixel);
    bodyBounds(soft.body, BOUNDS);
    const box = pixelBox(rows, grid, BOUNDS[0] - pixel, BOUNDS[1] + pixel, BOUNDS[2] - pixel, BOUNDS[3] + pixel);
    for (let row = box.top; row < box.bottom; row++) {
      const y = grid.top + (row + 0.5) * pixel;
      for (let col = box.left; col < box.right; col++) {
        if (!bodyPoint(soft.body, grid.left + (col + 0.5) * pixel, y, AT)) continue;
        const cover = coverageOf(AT[POINT.edge], soft.share, pixel);
        // A body that is drawn larger is no higher.
        AT[POINT.height] /= soft.scale;
        if (cover > 0) raise(rows, (row - rows.from) * rows.width + col, AT, cover, this.#ids[number]);
      }
    }
  }

  /** The same for the only pixel of `one`, whose middle is (x, y). */
  #raiseBody(one: WaterRows, number: number, x: number, y: number, pixel: number): void {
    const soft = this.#soften(number, pixel);
    if (!bodyPoint(soft.body, x, y, AT)) return;
    const cover = coverageOf(AT[POINT.edge], soft.share, pixel);
    if (cover <= 0) return;
    AT[POINT.height] /= soft.scale;
    raise(one, 0, AT, cover, this.#ids[number]);
  }

  /** A body as it is drawn in pixels of a size. A small one is drawn larger, and lets through more of what lies under it. */
  #soften(number: number, pixel: number): SoftBody {
    const soft = this.#soft;
    if (soft.number === number && soft.pixel === pixel) return soft;
    const { body } = soft;
    for (let n = 0, at = number * BODY.size; n < BODY.size; n++, at++) body[n] = this.#bodies[at];
    const r = body[BODY.head] / pixel;
    soft.number = number;
    soft.pixel = pixel;
    soft.scale = softRadius(r) / r;
    soft.share = softShare(r);
    body[BODY.head] *= soft.scale;
    body[BODY.tail] *= soft.scale;
    body[BODY.waist] *= soft.scale;
    return soft;
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

  /** All water of the chart from its height map; `near` is 0 for pixels that no water reaches. */
  #drawHeights(rows: WaterRows, grid: PixelGrid, maps: DrawnHeights, near?: Uint8Array): void {
    const { cellSize } = this.#chart;
    const { pixel } = grid;
    const pad = this.#pad;
    for (let row = rows.from; row < rows.to; row++) {
      const y = pad + grid.top + (row + 0.5) * pixel;
      for (let col = 0, p = (row - rows.from) * rows.width; col < rows.width; col++, p++) {
        if (near?.[p] === 0) continue;
        const x = pad + grid.left + (col + 0.5) * pixel;
        heightWater(maps, cellSize, x, y, pixel, AT);
        const cover = AT[WATER.cover];
        if (cover === 0) continue;
        raise(rows, p, AT, cover, rows.id ? ownerNear(this.#ownerMap, cellSize, x, y) : DRY);
      }
    }
  }

  get #ownerMap(): OwnerMap {
    return this.#beyond.id ?? this.#chart.id;
  }

  /** 1 for the pixels that water of the height map may reach. */
  #nearWater(rows: WaterRows, grid: PixelGrid): Uint8Array {
    const { cellSize } = this.#chart;
    const { data, width, height, stride } = this.#beyond.height ?? this.#chart.height;
    const pad = this.#pad;
    const near = new Uint8Array(rows.cover.length);
    const margin = (HEIGHTS_REACH - 0.5) * cellSize + 0.5 * grid.pixel;
    for (let row = 0; row < height; row++) {
      const top = row * cellSize - pad - margin;
      const bottom = (row + 1) * cellSize - pad + margin;
      for (let col = 0; col < width; col++) {
        if (data[row * stride + col] === 0) continue;
        const first = col;
        while (col + 1 < width && data[row * stride + col + 1] !== 0) col++;
        const left = first * cellSize - pad - margin;
        const box = pixelBox(rows, grid, left, (col + 1) * cellSize - pad + margin, top, bottom);
        for (let line = box.top; line < box.bottom && box.left < box.right; line++) {
          const start = (line - rows.from) * rows.width;
          near.fill(1, start + box.left, start + box.right);
        }
      }
    }
    return near;
  }

  /** Joins the trails with the shapes that are drawn already. */
  #joinTrail(rows: WaterRows, grid: PixelGrid, trail: SmoothMap): void {
    const { cellSize } = this.#chart;
    const { pixel } = grid;
    const pad = this.#pad;
    const wet = this.#wetRows as Uint8Array;
    for (let row = rows.from; row < rows.to; row++) {
      const y = pad + grid.top + (row + 0.5) * pixel;
      const cell = Math.floor(y / cellSize);
      if (!wet[cell] && !wet[cell - 1] && !wet[cell + 1]) continue;
      for (let col = 0, p = (row - rows.from) * rows.width; col < rows.width; col++, p++) {
        const x = pad + grid.left + (col + 0.5) * pixel;
        splineAt(trail, cellSize, x, y, AT);
        const h = AT[WATER.height];
        if (h === 0) continue;
        const gx = AT[WATER.gx];
        const gy = AT[WATER.gy];
        const cover = trailCoverage(h, Math.sqrt(gx * gx + gy * gy), pixel);
        if (cover === 0) continue;
        AT[WATER.gx] = rows.gx[p];
        AT[WATER.gy] = rows.gy[p];
        AT[WATER.height] = rows.height[p];
        // On glass that is otherwise dry the trail's own slope counts up to its contact line.
        const b = Math.max(rows.cover[p] > 0 ? 0 : 1e-6, h - LOOK.trailEdge);
        if (rows.id && b > rows.height[p]) rows.id[p] = ownerNear(this.#ownerMap, cellSize, x, y);
        joinHeights(rows.height[p], b, gx, gy, AT);
        rows.gx[p] = AT[WATER.gx];
        rows.gy[p] = AT[WATER.gy];
        rows.height[p] = AT[WATER.height];
        if (cover > rows.cover[p]) rows.cover[p] = cover;
      }
    }
  }
}

/** Scratch: the water at a point, and the bounds of a body. */
const AT = new Float64Array(Math.max(POINT.size, WATER.size));
const BOUNDS = new Float64Array(4);

function dryRows(width: number, from: number, to: number): WaterRows {
  const pixels = width * (to - from);
  return {
    width,
    from,
    to,
    gx: new Float32Array(pixels),
    gy: new Float32Array(pixels),
    height: new Float32Array(pixels),
    cover: new Float32Array(pixels),
  };
}

/** Mean coverage of a pixel that has `samples` × `samples` of the rows' pixels; `row` counts from the first of the rows. */
export function meanCover({ cover, width }: WaterRows, samples: number, col: number, row: number): number {
  let sum = 0;
  for (let n = 0; n < samples * samples; n++) {
    const line = row * samples + Math.floor(n / samples);
    sum += cover[line * width + col * samples + (n % samples)];
  }
  return sum / (samples * samples);
}

/** Sets pixel `p` to a point of a shape if height plus coverage there is larger than what the pixel has. */
function raise(rows: WaterRows, p: number, point: Float64Array, cover: number, id: number): void {
  const height = Math.fround(point[POINT.height]);
  if (height + cover <= rows.height[p] + rows.cover[p]) return;
  rows.gx[p] = point[POINT.gx];
  rows.gy[p] = point[POINT.gy];
  rows.height[p] = height;
  rows.cover[p] = cover;
  if (rows.id) rows.id[p] = id;
}

/** The pixels whose centres may lie in a rectangle of the chart [mm]. */
function pixelBox(rows: WaterRows, grid: PixelGrid, left: number, right: number, top: number, bottom: number) {
  const { pixel } = grid;
  return {
    left: Math.max(0, Math.floor((left - grid.left) / pixel)),
    right: Math.min(rows.width, Math.ceil((right - grid.left) / pixel)),
    top: Math.max(rows.from, Math.floor((top - grid.top) / pixel)),
    bottom: Math.min(rows.to, Math.ceil((bottom - grid.top) / pixel)),
  };
}

type OwnerMap = Pick<MapView<Uint32Array>, 'data' | 'width' | 'height' | 'stride'>;

/** How far water is drawn beyond cells with an owner [cells]: a rim without one, smoothing and spline. */
const PAST_OWNED = 3;

/** The drop whose water is drawn at (x, y) [mm]: the owner of that cell, or of the nearest owned cell. */
function ownerNear(ids: OwnerMap, cellSize: number, x: number, y: number): number {
  const cx = x / cellSize - 0.5;
  const cy = y / cellSize - 0.5;
  const col = Math.floor(cx + 0.5);
  const row = Math.floor(cy + 0.5);
  const under = col >= 0 && row >= 0 && col < ids.width && row < ids.height ? ids.data[row * ids.stride + col] : DRY;
  if (under !== DRY) return under;
  let owner: number = DRY;
  let nearest = Number.POSITIVE_INFINITY;
  for (let j = Math.max(0, row - PAST_OWNED); j <= Math.min(ids.height - 1, row + PAST_OWNED); j++) {
    for (let i = Math.max(0, col - PAST_OWNED); i <= Math.min(ids.width - 1, col + PAST_OWNED); i++) {
      const id = ids.data[j * ids.stride + i];
      const away = (i - cx) * (i - cx) + (j - cy) * (j - cy);
      if (id === DRY || away >= nearest) continue;
      owner = id;
      nearest = away;
    }
  }
  return owner;
}

/** 1 for the rows of a map that hold water. */
function wetRowsOf({ data, width, height, stride }: SmoothMap): Uint8Array {
  const wet = new Uint8Array(height);
  for (let row = 0; row < height; row++) {
    wet[row] = +data.subarray(row * stride, row * stride + width).some((value) => value !== 0);
  }
  return wet;
}
