/** `smoothTrail` and `drawnHeights` of render/picture once more, only where the map changed, and where that made a difference. */
import type { PlainMap } from './map-texture.js';

/** Cells a side of the blocks whose wet cells are counted. */
export const BLOCK = 4;

/** Told of cells that are others now: a row, and which of the blocks along it. */
export type RowChange = (row: number, block: number) => void;

export class SmoothTrail {
  #map = { data: new Float32Array(0), width: 0, height: 0, stride: 0, version: 0 };
  readonly #tell: RowChange;
  readonly #limits: readonly number[];
  /** Wet cells of each block. */
  wet = new Uint8Array(0);
  /** Blocks from one row of them to the next. */
  across = 0;

  /** Each cell has as many numbers as there are `limits`: the smoothed heights, cut off there first [mm]. */
  constructor(tell: RowChange, limits: readonly number[] = [Number.POSITIVE_INFINITY]) {
    this.#tell = tell;
    this.#limits = limits;
  }

  /** The smoothed map. */
  get map(): PlainMap {
    return this.#map;
  }

  /** Smooths what changed, col, row, width, height, …, and returns where that may make a difference. */
  update(map: PlainMap, changed: Int32Array): Int32Array {
    const { width, height, version } = map;
    if (this.#map.width !== width || this.#map.height !== height) {
      this.#map = {
        data: new Float32Array(this.#limits.length * width * height),
        width,
        height,
        stride: width,
        version,
      };
      this.across = Math.ceil(width / BLOCK);
      this.wet = new Uint8Array(this.across * Math.ceil(height / BLOCK));
    }
    const wider = new Int32Array(changed.length);
    for (let n = 0; n < changed.length; n += 4) {
      const col0 = Math.max(0, changed[n] - 1);
      const row0 = Math.max(0, changed[n + 1] - 1);
      const col1 = Math.min(width, changed[n] + changed[n + 2] + 1);
      const row1 = Math.min(height, changed[n + 1] + changed[n + 3] + 1);
      wider.set([col0, row0, col1 - col0, row1 - row0], n);
      for (let row = row0; row < row1; row++) this.#row(map, row, col0, col1);
    }
    return wider;
  }

  #row({ data, width, height, stride }: PlainMap, row: number, col0: number, col1: number): void {
    const above = row > 0;
    const below = row < height - 1;
    const held = this.#map.data;
    const numbers = this.#limits.length;
    const blocks = this.across * Math.floor(row / BLOCK);
    let told = -1;
    for (let col = col0, i = row * stride + col0; col < col1; col++, i++) {
      const at = numbers * (row * width + col);
      const before = held[at];
      let isSame = true;
      for (let n = 0; n < numbers; n++) {
        const limit = this.#limits[n];
        const left = col > 0 ? down(data, i - 1, stride, above, below, limit) : 0;
        const right = col < width - 1 ? down(data, i + 1, stride, above, below, limit) : 0;
        const now = Math.fround((left + 2 * down(data, i, stride, above, below, limit) + right) / 16);
        if (held[at + n] === now) continue;
        held[at + n] = now;
        isSame = false;
      }
      if (isSame) continue;
      const block = Math.floor(col / BLOCK);
      this.wet[blocks + block] += +(held[at] > 0) - +(before > 0);
      if (block !== told) this.#tell(row, block);
      told = block;
    }
  }
}

/** A cell and its neighbours above and below, 1 : 2 : 1, each cut off at a limit; past the edges it is dry. */
function down(data: Float32Array, i: number, stride: number, above: boolean, below: boolean, limit: number): number {
  const sides = (above ? Math.min(limit, data[i - stride]) : 0) + (below ? Math.min(limit, data[i + stride]) : 0);
  return sides + 2 * Math.min(limit, data[i]);
}
