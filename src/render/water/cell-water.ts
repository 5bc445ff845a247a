/** Water of the maps in a water map: the heights of a chart, or the trails under its bodies, with the cells beyond its seams. */
import type { ChartFrame, MapView } from '../../core/frame.js';
import { DRY } from '../../core/grid.js';
import { LOOK } from '../picture/look.js';
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
import { type PixelGrid, pixelBox, raise, type WaterRows } from './water-rows.js';

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

/** Maps of a chart with the cells beyond its seams; null: the map itself. */
export interface CellsBeyond {
  readonly height: Halo<Float32Array> | null;
  readonly trail: Halo<Float32Array> | null;
  readonly id: Halo<Uint32Array> | null;
}

/** Scratch: the water at a point. */
const AT = new Float64Array(WATER.size);

/** The maps of one chart, as they are drawn. */
export class CellWater {
  readonly #chart: ChartFrame;
  readonly #beyond: CellsBeyond;
  /** Where the chart begins in the maps that are drawn [mm]. */
  readonly #pad: number;
  readonly #heights: DrawnHeights | null = null;
  readonly #trail: SmoothMap | null = null;
  readonly #wetRows: Uint8Array | null = null;

  constructor(chart: ChartFrame, beyond: CellsBeyond) {
    this.#chart = chart;
    this.#beyond = beyond;
    this.#pad = beyond.id?.pad ?? 0;
    if (chart.drawnFrom === 'heights') {
      this.#heights = drawnHeights(beyond.height ?? chart.height, chart.smoothing);
    } else if (chart.trail) {
      this.#trail = smoothTrail(beyond.trail ?? chart.trail);
      this.#wetRows = wetRowsOf(this.#trail);
    }
  }

  /** Draws all water of the chart from its height map, if it is drawn from that. `isOne`: the picture has one pixel. */
  drawHeights(rows: WaterRows, grid: PixelGrid, isOne: boolean): void {
    const maps = this.#heights;
    if (!maps) return;
    const near = isOne ? null : this.#nearWater(rows, grid);
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

  /** Joins the trails with the shapes that are drawn already. */
  joinTrail(rows: WaterRows, grid: PixelGrid): void {
    const trail = this.#trail;
    if (!trail) return;
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

  get #ownerMap(): OwnerMap {
    return this.#beyond.id ?? this.#chart.id;
  }
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
