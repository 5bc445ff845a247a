/** The water of some rows of a picture: gradient, height and coverage of each pixel (render/picture/look.ts, 2). */
import { BODY, profileK, profileScale } from '../../core/body.js';
import { bodyBounds, bodyCount, writeLobe } from '../../core/drop-body.js';
import type { ChartFrame, FineView, Frame } from '../../core/frame.js';
import type { View } from '../picture/camera.js';
import type { Drop } from '../picture/cap-drop.js';
import { CapTiles } from '../picture/cap-tiles.js';
import { LOOK } from '../picture/look.js';
import { smoothTrail } from '../picture/trail.js';
import {
  bodyPoint,
  capPoint,
  coverageOf,
  joinHeights,
  POINT,
  softRadius,
  softShare,
  splineAt,
  trailCoverage,
} from '../picture/water.js';

/** Pixels of rows `from` to before `to`, row after row. */
export interface WaterBuffer {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  readonly height: Float32Array;
  /** How much of the pixel is water, 0 to 1. */
  readonly cover: Float32Array;
}

/** Draws the water of one chart for the rows `from` to before `to` of a view. */
export function drawWater(frame: Frame, index: number, view: View, from: number, to: number): WaterBuffer {
  const chart = frame.charts[index];
  const pixels = view.width * (to - from);
  const buffer: WaterBuffer = {
    width: view.width,
    from,
    to,
    gx: new Float32Array(pixels),
    gy: new Float32Array(pixels),
    height: new Float32Array(pixels),
    cover: new Float32Array(pixels),
  };
  if (chart.fine) drawFine(buffer, chart.fine, view);
  drawDrops(buffer, frame, index, chart.cellSize, view);
  drawTrails(buffer, chart, view);
  return buffer;
}

/** All drops of a chart, from their bodies. */
function drawDrops(buffer: WaterBuffer, { drops, lag }: Frame, chart: number, cellSize: number, view: View): void {
  const body = new Float64Array(BODY.size);
  for (let slot = 0; slot < drops.count; slot++) {
    if (drops.chart[slot] !== chart) continue;
    const count = bodyCount(drops, slot);
    for (let lobe = 0; lobe < count; lobe++) {
      writeLobe(drops, slot, lobe, cellSize, lag, body);
      drawBody(buffer, body, view);
    }
  }
}

function drawBody(buffer: WaterBuffer, body: Float64Array, view: View): void {
  const { pixel } = view;
  const r = body[BODY.head] / pixel;
  const scale = softRadius(r) / r;
  const share = softShare(r);
  body[BODY.head] *= scale;
  body[BODY.tail] *= scale;
  body[BODY.waist] *= scale;
  const bounds = new Float64Array(4);
  bodyBounds(body, bounds);
  const box = pixelBox(buffer, view, bounds[0] - pixel, bounds[1] + pixel, bounds[2] - pixel, bounds[3] + pixel);
  const point = new Float64Array(POINT.size);
  for (let row = box.top; row < box.bottom; row++) {
    const y = view.top + (row + 0.5) * pixel;
    for (let col = box.left; col < box.right; col++) {
      if (!bodyPoint(body, view.left + (col + 0.5) * pixel, y, point)) continue;
      const cover = coverageOf(point[POINT.edge], share, pixel);
      // Drawn larger it is no higher.
      point[POINT.height] /= scale;
      if (cover > 0) raise(buffer, (row - buffer.from) * buffer.width + col, point, cover);
    }
  }
}

/** The caps of the fine layer. */
function drawFine(buffer: WaterBuffer, fine: FineView, view: View): void {
  const k = profileK(fine.contactAngle);
  const e = profileScale(fine.contactAngle);
  const point = new Float64Array(POINT.size);
  const caps = new CapTiles(fine);
  const { left, pixel } = view;
  const right = left + buffer.width * pixel;
  const top = view.top + buffer.from * pixel;
  const bottom = view.top + buffer.to * pixel;
  const margin = caps.reach + pixel;
  for (const tile of caps.tilesIn(left, top, right, bottom, margin)) {
    for (const cap of caps.drawn(tile)) drawCap(buffer, view, cap, k, e, point);
  }
}

function drawCap(buffer: WaterBuffer, view: View, cap: Drop, k: number, e: number, point: Float64Array): void {
  const { pixel } = view;
  const [x, y, radius, far] = cap;
  const r = radius / pixel;
  const drawn = softRadius(r) * pixel;
  const share = softShare(r);
  const reach = far * drawn + 0.5 * pixel;
  const box = pixelBox(buffer, view, x - reach, x + reach, y - reach, y + reach);
  for (let row = box.top; row < box.bottom; row++) {
    for (let col = box.left; col < box.right; col++) {
      const dy = view.top + (row + 0.5) * pixel - y;
      capPoint(view.left + (col + 0.5) * pixel - x, dy, drawn, cap, k, e, point);
      const cover = coverageOf(point[POINT.edge], share, pixel);
      if (cover > 0) raise(buffer, (row - buffer.from) * buffer.width + col, point, cover);
    }
  }
}

/** The trail map, joined to what is there. */
function drawTrails(buffer: WaterBuffer, chart: ChartFrame, view: View): void {
  const { cellSize } = chart;
  const trail = smoothTrail(chart.trail);
  const { pixel } = view;
  const point = new Float64Array(POINT.size);
  const joined = new Float64Array(POINT.size);
  const wet = wetRows(trail.data, trail.width, trail.height, trail.stride);
  for (let row = buffer.from; row < buffer.to; row++) {
    const y = view.top + (row + 0.5) * pixel;
    const cell = Math.floor(y / cellSize);
    if (!wet[cell] && !wet[cell - 1] && !wet[cell + 1]) continue;
    for (let col = 0, p = (row - buffer.from) * buffer.width; col < buffer.width; col++, p++) {
      splineAt(trail, cellSize, view.left + (col + 0.5) * pixel, y, point);
      const h = point[POINT.height];
      if (h === 0) continue;
      const gx = point[POINT.gx];
      const gy = point[POINT.gy];
      const cover = trailCoverage(h, Math.sqrt(gx * gx + gy * gy), pixel);
      if (cover === 0) continue;
      joined[POINT.gx] = buffer.gx[p];
      joined[POINT.gy] = buffer.gy[p];
      joined[POINT.height] = buffer.height[p];
      // Beside a dry pixel's contact line the trail's own slope counts, however little of it is there.
      const b = Math.max(buffer.cover[p] > 0 ? 0 : 1e-6, h - LOOK.trailEdge);
      joinHeights(buffer.height[p], b, gx, gy, joined);
      buffer.gx[p] = joined[POINT.gx];
      buffer.gy[p] = joined[POINT.gy];
      buffer.height[p] = joined[POINT.height];
      if (cover > buffer.cover[p]) buffer.cover[p] = cover;
    }
  }
}

/** Which rows of a map hold anything. */
function wetRows(data: Float32Array, width: number, height: number, stride: number): Uint8Array {
  const wet = new Uint8Array(height);
  for (let row = 0; row < height; row++) {
    for (let i = row * stride; i < row * stride + width; i++) {
      if (data[i] === 0) continue;
      wet[row] = 1;
      break;
    }
  }
  return wet;
}

/** Takes a point of a body for pixel `p` if it stands higher, or covers more, than what is there. */
function raise(buffer: WaterBuffer, p: number, point: Float64Array, cover: number): void {
  const height = Math.fround(point[POINT.height]);
  if (height + cover <= buffer.height[p] + buffer.cover[p]) return;
  buffer.gx[p] = point[POINT.gx];
  buffer.gy[p] = point[POINT.gy];
  buffer.height[p] = height;
  buffer.cover[p] = cover;
}

/** The pixels of a buffer whose centres may lie in a rectangle of the pane [mm]. */
function pixelBox(buffer: WaterBuffer, view: View, left: number, right: number, top: number, bottom: number) {
  const { pixel } = view;
  return {
    left: Math.max(0, Math.floor((left - view.left) / pixel)),
    right: Math.min(buffer.width, Math.ceil((right - view.left) / pixel)),
    top: Math.max(buffer.from, Math.floor((top - view.top) / pixel)),
    bottom: Math.min(buffer.to, Math.ceil((bottom - view.top) / pixel)),
  };
}
