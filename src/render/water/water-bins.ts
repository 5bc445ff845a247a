/**
 * Which bodies and fine drops may matter to a sample at a place. The chart is divided into square bins, and each bin lists
 * what comes near it, so that a place is answered from one bin. "Near" depends on the size of the sample, because small
 * shapes are drawn larger in large pixels: there is one set of bins per octave of that reach, made when it is first needed.
 */
import { BODY, bodyBounds } from '../../core/body.js';
import type { ChartFrame } from '../../core/frame.js';
import type { CapTiles, FineDrop } from './fine-drops.js';

/** Least reach that bins are made for [mm]; their sides are twice as long. */
const LEAST_REACH = 1;

/** What comes near a bin: numbers of bodies, and fine drops, in the order in which they are drawn. */
export interface Bin {
  readonly bodies: number[];
  readonly caps: FineDrop[];
}

/** The bins of one octave. */
interface Octave {
  readonly reach: number;
  readonly side: number;
  readonly across: number;
  readonly down: number;
  /** Bodies by bin; a bin without any has no entry. */
  readonly bodies: Map<number, number[]>;
  /** Bins that were requested. */
  readonly bins: Map<number, Bin>;
}

export class WaterBins {
  readonly #width: number;
  readonly #height: number;
  readonly #bodies: Float64Array;
  readonly #caps: CapTiles | null;
  readonly #beyond: readonly FineDrop[];
  readonly #octaves: Octave[] = [];

  /** `bodies` are `BODY.size` numbers each; `beyond` are fine drops of other charts that reach over a seam. */
  constructor(
    { columns, rows, cellSize }: ChartFrame,
    bodies: Float64Array,
    caps: CapTiles | null,
    beyond: readonly FineDrop[],
  ) {
    this.#beyond = beyond;
    this.#width = columns * cellSize;
    this.#height = rows * cellSize;
    this.#bodies = bodies;
    this.#caps = caps;
  }

  /** All that comes as near as `reach` [mm] to a place, and perhaps more. Places off the chart are answered too. */
  near(x: number, y: number, reach: number): Bin {
    let level = 0;
    let most = LEAST_REACH;
    for (; most < reach; most *= 2) level++;
    this.#octaves[level] ??= this.#makeOctave(most);
    const octave = this.#octaves[level];
    const { side, across, down, bins } = octave;
    const number = binOf(y, side, down) * across + binOf(x, side, across);
    let bin = bins.get(number);
    if (!bin) {
      bin = { bodies: octave.bodies.get(number) ?? [], caps: this.#capsNear(octave, number) };
      bins.set(number, bin);
    }
    return bin;
  }

  /** Sorts the bodies into bins. */
  #makeOctave(reach: number): Octave {
    const side = 2 * reach;
    const across = Math.ceil(this.#width / side);
    const down = Math.ceil(this.#height / side);
    const bodies = new Map<number, number[]>();
    const bounds = new Float64Array(4);
    for (let number = 0; number * BODY.size < this.#bodies.length; number++) {
      bodyBounds(this.#bodies.subarray(number * BODY.size, (number + 1) * BODY.size), bounds);
      const [left, right, top, bottom] = bounds;
      for (let row = binOf(top - reach, side, down); row <= binOf(bottom + reach, side, down); row++) {
        for (let col = binOf(left - reach, side, across); col <= binOf(right + reach, side, across); col++) {
          const list = bodies.get(row * across + col);
          if (list) list.push(number);
          else bodies.set(row * across + col, [number]);
        }
      }
    }
    return { reach, side, across, down, bodies, bins: new Map() };
  }

  /** The fine drops near a bin. */
  #capsNear({ reach, side, across, down }: Octave, number: number): FineDrop[] {
    const caps = this.#caps;
    if (!caps) return [];
    const col = number % across;
    const row = Math.floor(number / across);
    // The outer bins answer for places off the chart as well.
    const left = col === 0 ? Number.NEGATIVE_INFINITY : col * side - reach;
    const right = col === across - 1 ? Number.POSITIVE_INFINITY : (col + 1) * side + reach;
    const top = row === 0 ? Number.NEGATIVE_INFINITY : row * side - reach;
    const bottom = row === down - 1 ? Number.POSITIVE_INFINITY : (row + 1) * side + reach;
    const isNear = ([x, y, radius, far]: FineDrop) => {
      const own = radius * far;
      return x > left - own && x < right + own && y > top - own && y < bottom + own;
    };
    const tiles = caps.tilesIn(left, top, right, bottom, caps.reach);
    return [...tiles.flatMap((tile) => caps.drawn(tile).filter(isNear)), ...this.#beyond.filter(isNear)];
  }
}

/** The bin along one axis that a coordinate [mm] lies in; the outer ones go on beyond the edges. */
function binOf(at: number, side: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(at / side)));
}
