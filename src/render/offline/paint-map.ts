/** Views that colour a map cell by cell: height, affinity, id, normal, and the layers, whose cells have other sizes. */

import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView, LayerMap, MapView } from '../../core/frame.js';
import { normalFromDifferences } from '../../optics/normals.js';
import type { Cap } from '../water/fine-drops.js';
import { blendPixel, idColour, makeRamp, RAMP_SIZE, type Ramp, setPixel } from './colours.js';
import type { Canvas, Layout } from './picture.js';
import { type Cells, differencesAlongX, differencesAlongY, LineSampler, rowsOf } from './sample.js';

/**
 * Heights as a ramp over the square root of the height, so that a film of a hundredth of the scale still shows: it is a
 * tenth of the way up. Everything from `maxHeight` [mm] on is the ramp's last colour.
 */
export function paintHeight(canvas: Canvas, height: Cells, ramp: Ramp, maxHeight: number): void {
  paintRamp(canvas, height, ramp, 1 / maxHeight, true);
}

/** Values 0–1 as a ramp; what lies outside is clipped. CHIN's affinities do, by far (spec 3.3). */
export function paintShare(canvas: Canvas, map: MapView<Float32Array>, ramp: Ramp): void {
  paintRamp(canvas, map, ramp, 1, false);
}

/** Ids, the cell under the pixel's centre: a mean of two ids would be a third. */
export function paintIds(canvas: Canvas, ids: MapView<Uint32Array>): void {
  const { scale, left, top, firstX, endX, firstY, endY } = canvas;
  let lastId = 0;
  let colour = 0;
  // Water without drops has no ids.
  if (ids.width === 0) return;
  for (let py = firstY; py < endY; py++) {
    // Rounding may put a centre a hair outside the chart.
    const row = Math.min(ids.height - 1, Math.max(0, Math.floor(top + (py + 0.5) * scale)));
    for (let px = firstX; px < endX; px++) {
      const col = Math.min(ids.width - 1, Math.max(0, Math.floor(left + (px + 0.5) * scale)));
      const id = ids.data[row * ids.stride + col];
      if (id !== lastId) colour = idColour((lastId = id));
      setPixel(canvas.data, 4 * (py * canvas.width + px), colour);
    }
  }
}

/** Normals as n · ½ + ½ in red, green, blue; y grows downwards as on the chart, so green is slopes that face down. */
export function paintNormals(canvas: Canvas, { height, cellSize }: { height: Cells; cellSize: number }): void {
  const { data, width, firstX, endX, firstY, endY } = canvas;
  const sampler = new LineSampler(canvas, height.width, height.height);
  const alongX = differencesAlongX(height);
  const alongY = differencesAlongY(height);
  const dx = new Float64Array(width);
  const dy = new Float64Array(width);
  const n = new Float64Array(3);
  for (let py = firstY; py < endY; py++) {
    sampler.sample(alongX, py, dx);
    sampler.sample(alongY, py, dy);
    for (let px = firstX, p = 4 * (py * width + px); px < endX; px++, p += 4) {
      normalFromDifferences(dx[px], dy[px], cellSize, n);
      data[p] = 255 * (0.5 * n[0] + 0.5);
      data[p + 1] = 255 * (0.5 * n[1] + 0.5);
      data[p + 2] = 255 * (0.5 * n[2] + 0.5);
      data[p + 3] = 255;
    }
  }
}

/** Colours each pixel by `gain` times the mean of the map under it, clipped to 0–1, or by the square root of that. */
function paintRamp(canvas: Canvas, map: Cells, ramp: Ramp, gain: number, root: boolean): void {
  const { data, width, firstX, endX, firstY, endY } = canvas;
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const sampler = new LineSampler(canvas, map.width, map.height);
  const rows = rowsOf(map);
  const line = new Float64Array(width);
  for (let py = firstY; py < endY; py++) {
    sampler.sample(rows, py, line);
    for (let px = firstX, p = py * width + px; px < endX; px++, p++) {
      const share = Math.min(1, Math.max(0, line[px] * gain));
      pixels[p] = ramp[((root ? Math.sqrt(share) : share) * (RAMP_SIZE - 1) + 0.5) | 0];
    }
  }
}

/** Film thickness at which its view is brightest [mm]. */
const THICKEST_FILM = 0.02;
/** A whole layer of fine drops is this dark behind its drops, and swept glass black. */
const GROUND: Ramp = makeRamp([0x000000, 0x14303f]);
const DROP_COLOUR = 0xe4f3fa;

/** Fog 0–1 as a ramp. */
export function paintFog(canvas: Canvas, fog: LayerMap<Float32Array>, chartCell: number, ramp: Ramp): void {
  paintShare(inCellsOf(canvas, fog, chartCell), fog, ramp);
}

/** Film thickness as a ramp over its square root, as heights are. */
export function paintFilm(canvas: Canvas, film: LayerMap<Float32Array>, chartCell: number, ramp: Ramp): void {
  paintHeight(inCellsOf(canvas, film, chartCell), film, ramp, THICKEST_FILM);
}

/** Each fine drop as a disc as large as its base, over the amount. */
export function paintFine(canvas: Canvas, fine: FineView, chartCell: number): void {
  const { amount } = fine;
  paintShare(inCellsOf(canvas, amount, chartCell), amount, GROUND);
  const caps = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
  const scale = canvas.scale * chartCell;
  const left = canvas.left * chartCell;
  const top = canvas.top * chartCell;
  for (let row = 0; row < amount.height; row++) {
    for (let col = 0; col < amount.width; col++) {
      const end = FINE_CAP_SIZE * fineCaps(fine, col, row, caps);
      for (let at = 0; at < end; at += FINE_CAP_SIZE) {
        paintDisc(canvas, (caps[at] - left) / scale, (caps[at + 1] - top) / scale, caps[at + 2] / scale);
      }
    }
  }
}

/** More fine drops, as discs, which lie beside the layer's own [mm]. */
export function paintCaps(canvas: Canvas, caps: readonly Pick<Cap, 'x' | 'y' | 'radius'>[], chartCell: number): void {
  const scale = canvas.scale * chartCell;
  for (const { x, y, radius } of caps) {
    paintDisc(canvas, x / scale - canvas.left / canvas.scale, y / scale - canvas.top / canvas.scale, radius / scale);
  }
}

/** A disc at (x, y) [px]. Its edge is a pixel wide; one smaller than a pixel shines as much as it covers. */
function paintDisc({ data, width, firstX, endX, firstY, endY }: Canvas, x: number, y: number, radius: number): void {
  const drawn = Math.max(0.5, radius);
  const strength = Math.min(1, (radius * radius) / (drawn * drawn));
  const bottom = Math.min(endY - 1, Math.floor(y + drawn + 0.5));
  const right = Math.min(endX - 1, Math.floor(x + drawn + 0.5));
  for (let py = Math.max(firstY, Math.floor(y - drawn - 0.5)); py <= bottom; py++) {
    for (let px = Math.max(firstX, Math.floor(x - drawn - 0.5)); px <= right; px++) {
      const dx = px + 0.5 - x;
      const dy = py + 0.5 - y;
      const cover = Math.min(1, Math.max(0, drawn + 0.5 - Math.sqrt(dx * dx + dy * dy)));
      if (cover > 0) blendPixel(data, 4 * (py * width + px), DROP_COLOUR, cover * strength);
    }
  }
}

/** The same layout, measured in a layer's cells instead of the chart's. */
export function inCellsOf<T extends Layout>(layout: T, { cellSize }: LayerMap<Float32Array>, chartCell: number): T {
  const ratio = chartCell / cellSize;
  return { ...layout, scale: layout.scale * ratio, left: layout.left * ratio, top: layout.top * ratio };
}

/**
 * The height map of Stuppacher's display mode "blurred height" (STUP-9, STUP-13): the mean of 3 × 3 cells, in a map of its own
 * that no model reads. No volume is lost except past the edges, where the glass counts as dry.
 */
export function blurredHeights({ data, width, height, stride }: Cells): Cells {
  const blurred = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const last = Math.min(height - 1, row + 1);
    for (let col = 0; col < width; col++) {
      const end = Math.min(width - 1, col + 1);
      // Heights are multiples of 2⁻¹⁶ mm: the sum is exact in any order.
      let sum = 0;
      for (let j = Math.max(0, row - 1); j <= last; j++) {
        for (let i = Math.max(0, col - 1); i <= end; i++) sum += data[j * stride + i];
      }
      blurred[row * width + col] = sum / 9;
    }
  }
  return { data: blurred, width, height, stride: width };
}
