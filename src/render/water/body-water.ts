/** The bodies of a chart's drops in a water map: where they lie, and how they are drawn into its pixels. */
import { BODY, bodyBounds, bodyCount, writeLobe } from '../../core/body.js';
import type { Frame } from '../../core/frame.js';
import { bodyPoint, coverageOf, POINT, softRadius, softShare } from './surface-point.js';
import { type PixelGrid, pixelBox, raise, type WaterRows } from './water-rows.js';

/** A body as it is drawn in pixels of a size, kept while the same is asked for: how much larger, and which share it covers. */
interface SoftBody {
  number: number;
  pixel: number;
  scale: number;
  share: number;
  readonly body: Float64Array;
}

/** How far beyond its outline a shape may be drawn [px]: small shapes are drawn larger, with a soft edge. */
export const SOFT_REACH = 3;

/** Scratch: a point of a body, and its bounds. */
const AT = new Float64Array(POINT.size);
const BOUNDS = new Float64Array(4);

/** The bodies of one chart's drops. */
export class BodyWater {
  /** `BODY.size` numbers each. */
  readonly bodies: Float64Array;
  /** The ids of their drops. */
  readonly #ids: number[] = [];
  /** The rectangle that holds each body: left, right, top, bottom [mm]. */
  readonly #bounds: number[] = [];
  readonly #soft: SoftBody = { number: -1, pixel: 0, scale: 1, share: 1, body: new Float64Array(BODY.size) };

  constructor(frame: Frame, chart: number) {
    this.bodies = this.#read(frame, chart);
  }

  /** The bodies of all drops of the chart, where they will be after the frame's lag. */
  #read({ drops, lag, charts }: Frame, index: number): Float64Array {
    const { cellSize } = charts[index];
    const numbers: number[] = [];
    const body = new Float64Array(BODY.size);
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== index) continue;
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, cellSize, lag, body);
        for (const value of body) numbers.push(value);
        bodyBounds(body, BOUNDS);
        this.#bounds.push(...BOUNDS);
        this.#ids.push(drops.id[slot]);
      }
    }
    return Float64Array.from(numbers);
  }

  /** Draws all bodies into rows of a picture. */
  draw(rows: WaterRows, grid: PixelGrid): void {
    for (let number = 0; number < this.#ids.length; number++) this.#drawBody(rows, grid, number);
  }

  /** Draws one body into the only pixel of `one`, whose middle is (x, y). */
  drawAt(one: WaterRows, number: number, x: number, y: number, pixel: number): void {
    if (!this.#mayReach(number, x, y, pixel)) return;
    const soft = this.#soften(number, pixel);
    if (!bodyPoint(soft.body, x, y, AT)) return;
    const cover = coverageOf(AT[POINT.edge], soft.share, pixel);
    if (cover <= 0) return;
    AT[POINT.height] /= soft.scale;
    raise(one, 0, AT, cover, this.#ids[number]);
  }

  /** Does a place lie in the rectangle that holds a body, or so near that its pixel may hold some of it? */
  #mayReach(number: number, x: number, y: number, pixel: number): boolean {
    const bounds = this.#bounds;
    const at = 4 * number;
    const reach = SOFT_REACH * pixel;
    return (
      x > bounds[at] - reach && x < bounds[at + 1] + reach && y > bounds[at + 2] - reach && y < bounds[at + 3] + reach
    );
  }

  #drawBody(rows: WaterRows, grid: PixelGrid, number: number): void {
    const { pixel } = grid;
    const soft = this.#soften(number, pixel);
    bodyBounds(soft.body, BOUNDS);
    const box = pixelBox(rows, grid, BOUNDS[0] - pixel, BOUNDS[1] + pixel, BOUNDS[2] - pixel, BOUNDS[3] + pixel);
    for (let row = box.top; row < box.bottom; row++) {
      const y = grid.top + (row + 0.5) * pixel;
      for (let col = box.left; col < box.right; col++) {
        if (!bodyPoint(soft.body, grid.left + (col + 0.5) * pixel, y, AT)) continue;
        const cover = coverageOf(AT[POINT.edge], soft.share, pixel);
        // A body that is drawn larger is no higher.
        AT[POINT.height] /= soft.scale;
        if (cover > 0) raise(rows, (row - rows.from) * rows.width + col, AT, cover, this.#ids[number]);
      }
    }
  }

  /** A body as it is drawn in pixels of a size. A small one is drawn larger, and lets through more of what lies under it. */
  #soften(number: number, pixel: number): SoftBody {
    const soft = this.#soft;
    if (soft.number === number && soft.pixel === pixel) return soft;
    const { body } = soft;
    for (let n = 0, at = number * BODY.size; n < BODY.size; n++, at++) body[n] = this.bodies[at];
    const r = body[BODY.head] / pixel;
    soft.number = number;
    soft.pixel = pixel;
    soft.scale = softRadius(r) / r;
    soft.share = softShare(r);
    body[BODY.head] *= soft.scale;
    body[BODY.tail] *= soft.scale;
    body[BODY.waist] *= soft.scale;
    return soft;
  }
}
