/** Draws one of the maps at one pixel a cell, with the colours of `rivulet render --view`. */
import type { ChartFrame, Frame } from 'rivulet';
import { renderMaps, renderView } from 'rivulet/offline';
import type { MapName } from './choices.js';
import { MAX_HEIGHT } from './legend.js';

/** How bright the height map is under the drops of the view `drops`, as in `rivulet render`. */
const DIMMED = 0.4;

export class MapLayer {
  readonly #context: CanvasRenderingContext2D;
  #image: ImageData | null = null;
  /** What the canvas shows, so that a map that stood still is not painted again. */
  #shown = { view: '', data: null as unknown, version: -1 };

  constructor() {
    const context = document.createElement('canvas').getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser gives no 2D canvas.');
    this.#context = context;
  }

  /** Paints the map of `view` and returns the canvas that holds it. */
  draw(frame: Frame, view: MapName): HTMLCanvasElement {
    const chart = frame.charts[0];
    const { columns: width, rows: height } = chart;
    const { data, version } = mapOf(chart, view);
    const shown = this.#shown;
    if (shown.view === view && shown.data === data && shown.version === version) return this.#context.canvas;
    this.#shown = { view, data, version };

    // The view `drops` is the dim height map here: its drops are drawn by themselves, at the size of the screen.
    const image = this.#imageOf(width, height);
    if (view === 'mask') paintMask(frame, 0, image);
    else renderView(frame, view === 'drops' ? 'height' : view, { out: image, maxHeight: MAX_HEIGHT });
    this.#context.putImageData(image, 0, 0);
    if (view === 'drops') {
      this.#context.fillStyle = `rgb(0 0 0 / ${1 - DIMMED})`;
      this.#context.fillRect(0, 0, width, height);
    }
    return this.#context.canvas;
  }

  #imageOf(width: number, height: number): ImageData {
    if (this.#image?.width === width && this.#image.height === height) return this.#image;
    this.#context.canvas.width = width;
    this.#context.canvas.height = height;
    this.#image = this.#context.createImageData(width, height);
    return this.#image;
  }
}

/** The map that decides whether a view has changed. */
function mapOf(chart: ChartFrame, view: MapName): { readonly data: unknown; readonly version: number } {
  if (view === 'id') return chart.id;
  if (view === 'affinity' && chart.affinity) return chart.affinity;
  if (view === 'fine' && chart.fine) return chart.fine.amount;
  if ((view === 'fog' || view === 'film') && chart[view]) return chart[view];
  return chart.height;
}

/** Paints how much of each pixel is water, as grey. */
export function paintMask(
  frame: Frame,
  chart: number,
  out: { data: Uint8ClampedArray; width: number; height: number },
): void {
  const { width, height, data } = out;
  const { mask } = renderMaps(frame, ['mask'], { chart, width, height });
  for (let p = 0; p < mask.length; p++) data.fill(255 * mask[p], 4 * p, 4 * p + 3);
  for (let p = 3; p < data.length; p += 4) data[p] = 255;
}
