/** The layers: fine drops, fog, film. Their cells are of other sizes than the chart's. */
import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView, LayerMap } from '../../core/frame.js';
import { blendPixel, makeRamp, type Ramp } from './colours.js';
import { paintHeight, paintShare } from './paint-map.js';
import type { Canvas, Layout } from './picture.js';

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
