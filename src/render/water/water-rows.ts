/** The water of a picture of a chart, pixel by pixel, and how shapes are put into it. */
import type { Viewport } from '../picture/camera.js';
import { POINT } from './surface-point.js';

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
export type PixelGrid = Pick<Viewport, 'left' | 'top' | 'pixel'>;

/** Rows without any water. */
export function dryRows(width: number, from: number, to: number): WaterRows {
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
export function raise(rows: WaterRows, p: number, point: Float64Array, cover: number, id: number): void {
  const height = Math.fround(point[POINT.height]);
  if (height + cover <= rows.height[p] + rows.cover[p]) return;
  rows.gx[p] = point[POINT.gx];
  rows.gy[p] = point[POINT.gy];
  rows.height[p] = height;
  rows.cover[p] = cover;
  if (rows.id) rows.id[p] = id;
}

/** The pixels whose centres may lie in a rectangle of the chart [mm]. */
export function pixelBox(rows: WaterRows, grid: PixelGrid, left: number, right: number, top: number, bottom: number) {
  const { pixel } = grid;
  return {
    left: Math.max(0, Math.floor((left - grid.left) / pixel)),
    right: Math.min(rows.width, Math.ceil((right - grid.left) / pixel)),
    top: Math.max(rows.from, Math.floor((top - grid.top) / pixel)),
    bottom: Math.min(rows.to, Math.ceil((bottom - grid.top) / pixel)),
  };
}
