/**
 * Where on a chart there may be water, and how high it stands there at most: square bins with the height of the highest thing
 * that comes near them. Rays skip what is dry, and ask the water map of the rest.
 */
import { BODY, bodyBounds, bodyCount, writeLobe } from '../../core/body.js';
import type { ChartFrame, Frame } from '../../core/frame.js';
import { profileOf } from '../../core/profile.js';
import type { SmoothMap } from '../water/map-water.js';
import { type Beyond, NOTHING_BEYOND } from '../water/water-map.js';

/** Side of a bin, and how near a thing must come to be counted in it [mm]; larger samples ask everywhere. */
export const BIN_SIDE = 2;
export const BIN_MARGIN = 1;
/** Splines and necks may rise above what they join, by no more than this [mm]. */
const OVER = 0.1;

export class WetBins {
  readonly #across: number;
  readonly #down: number;
  readonly #tops: Float32Array;
  /** Height of the highest water of the chart [mm]. */
  readonly crest: number;

  constructor(frame: Frame, index: number, beyond: Beyond = NOTHING_BEYOND) {
    const chart = frame.charts[index];
    const { columns, rows, cellSize } = chart;
    this.#across = Math.max(1, Math.ceil((columns * cellSize) / BIN_SIDE));
    this.#down = Math.max(1, Math.ceil((rows * cellSize) / BIN_SIDE));
    this.#tops = new Float32Array(this.#across * this.#down);
    if (chart.drawnFrom === 'bodies') this.#addBodies(frame, index);
    const own = chart.drawnFrom === 'bodies' ? chart.trail : chart.height;
    const halo = chart.drawnFrom === 'bodies' ? beyond.trail : beyond.height;
    const map = halo ?? own;
    if (map) this.#addCells(map, cellSize, halo?.pad ?? 0, (height) => height + OVER);
    this.#addFine(chart);
    this.crest = this.#tops.reduce((most, top) => Math.max(most, top), 0);
  }

  /** How high the water around a place may stand [mm]; 0 where it is dry. Places off the chart are answered as its edge is. */
  top(x: number, y: number): number {
    return this.#tops[held(y, this.#down) * this.#across + held(x, this.#across)];
  }

  #addBodies({ drops, lag, charts }: Frame, index: number): void {
    const body = new Float64Array(BODY.size);
    const bounds = new Float64Array(4);
    for (let slot = 0; slot < drops.count; slot++) {
      if (drops.chart[slot] !== index) continue;
      for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
        writeLobe(drops, slot, lobe, charts[index].cellSize, lag, body);
        bodyBounds(body, bounds);
        const k = body[BODY.k];
        // The sag lifts a body by no more than its share.
        const top =
          body[BODY.e] * Math.max(body[BODY.head], body[BODY.tail]) * (Math.sqrt(k * k + 1 + body[BODY.sag]) - k);
        this.#raise(bounds, top + OVER);
      }
    }
  }

  /** Cells of a map that hold anything; the chart begins at `pad` of it [mm]. */
  #addCells(map: SmoothMap, cellSize: number, pad: number, topOf: (value: number) => number): void {
    const bounds = new Float64Array(4);
    for (let row = 0; row < map.height; row++) {
      for (let col = 0, at = row * map.stride; col < map.width; col++, at++) {
        const value = map.data[at];
        if (value === 0) continue;
        bounds[0] = (col - 1) * cellSize - pad;
        bounds[1] = (col + 2) * cellSize - pad;
        bounds[2] = (row - 1) * cellSize - pad;
        bounds[3] = (row + 2) * cellSize - pad;
        this.#raise(bounds, topOf(value));
      }
    }
  }

  #addFine({ fine }: ChartFrame): void {
    if (!fine) return;
    const { k, e } = profileOf(fine.contactAngle);
    const radius = fine.spread * fine.largest;
    const top = e * radius * (Math.sqrt(k * k + 1) - k) + OVER;
    this.#addCells(fine.amount, fine.cellSize, 0, () => top);
  }

  #raise(bounds: Float64Array, top: number): void {
    const last = held(bounds[3] + BIN_MARGIN, this.#down);
    const right = held(bounds[1] + BIN_MARGIN, this.#across);
    for (let row = held(bounds[2] - BIN_MARGIN, this.#down); row <= last; row++) {
      for (let col = held(bounds[0] - BIN_MARGIN, this.#across); col <= right; col++) {
        const at = row * this.#across + col;
        if (top > this.#tops[at]) this.#tops[at] = top;
      }
    }
  }
}

/** The bin along an axis that a coordinate [mm] lies in; the outer ones go on beyond the edges. */
function held(at: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(at / BIN_SIDE)));
}
