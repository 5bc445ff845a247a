/** Views that colour a map cell by cell: height, affinity, id, normal. */
import type { ChartFrame, MapView } from '../../core/frame.js';
import { normalFromDifferences } from '../../optics/normals.js';
import { idColour, RAMP_SIZE, type Ramp, setPixel } from './colours.js';
import type { Canvas } from './picture.js';
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
export function paintNormals(canvas: Canvas, { height, cellSize }: ChartFrame): void {
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
