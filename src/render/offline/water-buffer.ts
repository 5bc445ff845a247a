/** The water of some rows of a picture: gradient, height and coverage of each pixel (render/picture/look.ts, 2). */
import { BODY, bodyBounds, bodyCount, writeLobe } from '../../core/body.js';
import type { ChartFrame, FineView, Frame, MapView } from '../../core/frame.js';
import { DRY } from '../../core/grid.js';
import { profileK, profileScale } from '../../core/profile.js';
import type { View } from '../picture/camera.js';
import type { Drop } from '../picture/cap-drop.js';
import { CapTiles } from '../picture/cap-tiles.js';
import { drawnHeights, HEIGHTS_REACH, heightWater, WATER } from '../picture/height-water.js';
import { bodyPoint, capPoint, coverageOf, POINT, softRadius, softShare } from '../picture/water.js';
import { drawTrails, ownerNear } from './draw-trails.js';

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
  /** Whose water it is (`OwnedWater`), where somebody asks. */
  readonly id?: Uint32Array;
}

/** Water that knows whose it is: `DRY` is nobody's, as fine drops are. */
export interface OwnedWater extends WaterBuffer {
  readonly id: Uint32Array;
}

/** Draws the water of one chart for the rows `from` to before `to` of a view. */
export function drawWater(frame: Frame, index: number, view: View, from: number, to: number): WaterBuffer {
  return drawAll(dryBuffer(view, from, to), frame, index, view);
}

/** The same, and whose it is. */
export function drawOwnedWater(frame: Frame, index: number, view: View, from: number, to: number): OwnedWater {
  const buffer = dryBuffer(view, from, to);
  return drawAll({ ...buffer, id: new Uint32Array(buffer.cover.length) }, frame, index, view);
}

/** The same of the fine drops alone. */
export function drawFineWater(fine: FineView, view: View, from: number, to: number): WaterBuffer {
  const buffer = dryBuffer(view, from, to);
  drawFine(buffer, fine, view);
  return buffer;
}

/** The mean coverage of a pixel, of which the buffer has so many samples each way; rows are counted from the buffer's first. */
export function meanCover({ cover, width }: WaterBuffer, samples: number, col: number, row: number): number {
  let sum = 0;
  for (let n = 0; n < samples * samples; n++) {
    const line = row * samples + Math.floor(n / samples);
    sum += cover[line * width + col * samples + (n % samples)];
  }
  return sum / (samples * samples);
}

function dryBuffer({ width }: View, from: number, to: number): WaterBuffer {
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

function drawAll<T extends WaterBuffer>(buffer: T, frame: Frame, index: number, view: View): T {
  const chart = frame.charts[index];
  if (chart.fine) drawFine(buffer, chart.fine, view);
  if (chart.drawnFrom === 'heights') drawHeights(buffer, chart, view);
  else {
    drawDrops(buffer, frame, index, chart.cellSize, view);
    drawTrails(buffer, chart, view);
  }
  return buffer;
}

/** All water of a chart, from its height map. */
function drawHeights(buffer: WaterBuffer, { height, id, cellSize }: ChartFrame, view: View): void {
  const { pixel } = view;
  const water = new Float64Array(WATER.size);
  const maps = drawnHeights(height);
  const near = pixelsNearWater(buffer, height, cellSize, view);
  for (let row = buffer.from; row < buffer.to; row++) {
    const y = view.top + (row + 0.5) * pixel;
    for (let col = 0, p = (row - buffer.from) * buffer.width; col < buffer.width; col++, p++) {
      if (near[p] === 0) continue;
      heightWater(maps, cellSize, view.left + (col + 0.5) * pixel, y, pixel, water);
      const cover = water[WATER.cover];
      if (cover === 0) continue;
      const owner = buffer.id ? ownerNear(id, col, row, cellSize, view) : DRY;
      raise(buffer, p, water, cover, owner);
    }
  }
}

/** 1 for the pixels of a buffer that water of a height map may reach. */
function pixelsNearWater(
  buffer: WaterBuffer,
  { data, width, height, stride }: MapView<Float32Array>,
  cellSize: number,
  view: View,
): Uint8Array {
  const near = new Uint8Array(buffer.cover.length);
  const margin = (HEIGHTS_REACH - 0.5) * cellSize + 0.5 * view.pixel;
  for (let row = 0; row < height; row++) {
    const top = row * cellSize - margin;
    const bottom = (row + 1) * cellSize + margin;
    for (let col = 0; col < width; col++) {
      if (data[row * stride + col] === 0) continue;
      const first = col;
      while (col + 1 < width && data[row * stride + col + 1] !== 0) col++;
      const box = pixelBox(buffer, view, first * cellSize - margin, (col + 1) * cellSize + margin, top, bottom);
      for (let line = box.top; line < box.bottom && box.left < box.right; line++) {
        const start = (line - buffer.from) * buffer.width;
        near.fill(1, start + box.left, start + box.right);
      }
    }
  }
  return near;
}

/** All drops of a chart, from their bodies. */
function drawDrops(buffer: WaterBuffer, { drops, lag }: Frame, chart: number, cellSize: number, view: View): void {
  const body = new Float64Array(BODY.size);
  for (let slot = 0; slot < drops.count; slot++) {
    if (drops.chart[slot] !== chart) continue;
    const count = bodyCount(drops, slot);
    for (let lobe = 0; lobe < count; lobe++) {
      writeLobe(drops, slot, lobe, cellSize, lag, body);
      drawBody(buffer, body, view, drops.id[slot]);
    }
  }
}

function drawBody(buffer: WaterBuffer, body: Float64Array, view: View, id: number): void {
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
      if (cover > 0) raise(buffer, (row - buffer.from) * buffer.width + col, point, cover, id);
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
      if (cover > 0) raise(buffer, (row - buffer.from) * buffer.width + col, point, cover, DRY);
    }
  }
}

/** Takes a point of a body for pixel `p` if it stands higher, or covers more, than what is there. */
function raise(buffer: WaterBuffer, p: number, point: Float64Array, cover: number, id: number): void {
  const height = Math.fround(point[POINT.height]);
  if (height + cover <= buffer.height[p] + buffer.cover[p]) return;
  buffer.gx[p] = point[POINT.gx];
  buffer.gy[p] = point[POINT.gy];
  buffer.height[p] = height;
  buffer.cover[p] = cover;
  if (buffer.id) buffer.id[p] = id;
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
