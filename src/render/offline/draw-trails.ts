/** The trail map as water of a picture (render/picture/look.ts, 2): a spline through it, joined to the drops. */
import type { ChartFrame, MapView } from '../../core/frame.js';
import { DRY } from '../../core/grid.js';
import type { View } from '../picture/camera.js';
import { LOOK } from '../picture/look.js';
import { smoothTrail } from '../picture/trail.js';
import { joinHeights, POINT, splineAt, trailCoverage } from '../picture/water.js';
import type { WaterBuffer } from './water-buffer.js';

/** Draws the trails of a chart into a buffer, joined to what is there. */
export function drawTrails(buffer: WaterBuffer, chart: ChartFrame, view: View): void {
  const { cellSize } = chart;
  if (!chart.trail) return;
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
      if (buffer.id && b > buffer.height[p]) buffer.id[p] = ownerNear(chart.id, col, row, cellSize, view);
      joinHeights(buffer.height[p], b, gx, gy, joined);
      buffer.gx[p] = joined[POINT.gx];
      buffer.gy[p] = joined[POINT.gy];
      buffer.height[p] = joined[POINT.height];
      if (cover > buffer.cover[p]) buffer.cover[p] = cover;
    }
  }
}

/** How far water is drawn past cells with an owner [cells]: a rim without one, and what smoothing and spline reach. */
const PAST_OWNED = 3;

/** The drop whose water is drawn at a pixel: the owner of the cell under its centre or, at a rim without one, of the nearest. */
export function ownerNear(ids: MapView<Uint32Array>, px: number, py: number, cellSize: number, view: View): number {
  const x = (view.left + (px + 0.5) * view.pixel) / cellSize - 0.5;
  const y = (view.top + (py + 0.5) * view.pixel) / cellSize - 0.5;
  const col = Math.floor(x + 0.5);
  const row = Math.floor(y + 0.5);
  const under = col >= 0 && row >= 0 && col < ids.width && row < ids.height ? ids.data[row * ids.stride + col] : DRY;
  if (under !== DRY) return under;
  let owner: number = DRY;
  let nearest = Number.POSITIVE_INFINITY;
  for (let j = Math.max(0, row - PAST_OWNED); j <= Math.min(ids.height - 1, row + PAST_OWNED); j++) {
    for (let i = Math.max(0, col - PAST_OWNED); i <= Math.min(ids.width - 1, col + PAST_OWNED); i++) {
      const id = ids.data[j * ids.stride + i];
      const away = (i - x) * (i - x) + (j - y) * (j - y);
      if (id === DRY || away >= nearest) continue;
      owner = id;
      nearest = away;
    }
  }
  return owner;
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
