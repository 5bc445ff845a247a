/** The pane in a canvas: a map at one texel a cell, drawn as large as the window allows, and the drops over it. */
import type { Frame } from 'rivulet';
import type { MapName } from './choices.js';
import { DropLayer } from './drop-layer.js';
import { MapLayer } from './map-layer.js';

/** From this many pixels a cell the cells are shown as they are; below, smoothed: they are a sampling, not a mosaic. */
const PIXELATED_FROM = 6;
/** The largest canvas side [pixels]; beyond it a phone's memory is the limit, not its sharpness. */
const MAX_SIDE = 4096;

export class CanvasView {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #map = new MapLayer();
  readonly #drops = new DropLayer();
  #width = 1;
  #height = 1;

  /** `onResize` is called when the canvas has another size and must be drawn again. */
  constructor(canvas: HTMLCanvasElement, onResize: () => void) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser gives no 2D canvas.');
    this.#canvas = canvas;
    this.#context = context;
    observeSize(canvas, (width, height) => {
      this.#fit(width, height);
      onResize();
    });
  }

  /** Gives the canvas the shape of a pane [mm]; the style sheet makes it as large as fits. */
  setPane(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.#canvas.parentElement?.style.setProperty('--aspect', String(width / height));
  }

  draw(frame: Frame, view: MapName, showDrops: boolean): void {
    const { width, height } = this.#canvas;
    const context = this.#context;
    const image = this.#map.draw(frame, view);
    context.imageSmoothingEnabled = width < PIXELATED_FROM * image.width;
    context.imageSmoothingQuality = 'medium';
    context.drawImage(image, 0, 0, width, height);
    if (!showDrops) return;
    const scale = width / this.#width;
    this.#drops.draw(frame.drops, frame.charts[0].cellSize, { width, height, scale }, view === 'drops');
    context.drawImage(this.#drops.canvas, 0, 0);
  }

  /** A point of the window in millimetres on the pane; null beside it. */
  toPane(clientX: number, clientY: number): { x: number; y: number } | null {
    const box = this.#canvas.getBoundingClientRect();
    const u = (clientX - box.left) / box.width;
    const v = (clientY - box.top) / box.height;
    if (!(u >= 0 && u < 1 && v >= 0 && v < 1)) return null;
    return { x: u * this.#width, y: v * this.#height };
  }

  /** Size of the shown pane in CSS pixels a millimetre. */
  get scale(): number {
    return this.#canvas.getBoundingClientRect().width / this.#width;
  }

  /** As many canvas pixels as the screen has under it. Setting the size clears, so it is set only if it differs. */
  #fit(width: number, height: number): void {
    const sharp = Math.min(1, MAX_SIDE / Math.max(width, height));
    const columns = Math.max(1, Math.round(width * sharp));
    const rows = Math.max(1, Math.round(height * sharp));
    if (this.#canvas.width !== columns) this.#canvas.width = columns;
    if (this.#canvas.height !== rows) this.#canvas.height = rows;
  }
}

/** Reports the size of `canvas` in pixels of the screen, now and whenever it changes. */
function observeSize(canvas: HTMLCanvasElement, report: (width: number, height: number) => void): void {
  const observer = new ResizeObserver(([entry]) => {
    const width = entry.contentRect.width * devicePixelRatio;
    const height = entry.contentRect.height * devicePixelRatio;
    // Exact to the pixel, but in CSS pixels where the browser only pretends to have a sharp screen.
    const exact = entry.devicePixelContentBoxSize?.[0];
    if (exact && Math.abs(exact.inlineSize - width) < 1) report(exact.inlineSize, exact.blockSize);
    else report(width, height);
  });
  try {
    // Also called when the window moves to a sharper screen.
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas); // Safari
  }
}
