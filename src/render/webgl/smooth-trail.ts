/** `smoothTrail` of render/picture once more, only where the map changed. */
import type { PlainMap } from './map-texture.js';

export class SmoothTrail {
  #map = { data: new Float32Array(0), width: 0, height: 0, stride: 0, version: 0 };

  /** The smoothed map. */
  get map(): PlainMap {
    return this.#map;
  }

  /** Smooths what changed, col, row, width, height, …, and returns where that made a difference. */
  update({ data, width, height, stride, version }: PlainMap, changed: Int32Array): Int32Array {
    if (this.#map.width !== width || this.#map.height !== height) {
      this.#map = { data: new Float32Array(width * height), width, height, stride: width, version };
    }
    const wider = new Int32Array(changed.length);
    for (let n = 0; n < changed.length; n += 4) {
      const col0 = Math.max(0, changed[n] - 1);
      const row0 = Math.max(0, changed[n + 1] - 1);
      const col1 = Math.min(width, changed[n] + changed[n + 2] + 1);
      const row1 = Math.min(height, changed[n + 1] + changed[n + 3] + 1);
      wider.set([col0, row0, col1 - col0, row1 - row0], n);
      for (let row = row0; row < row1; row++) {
        const above = row > 0 ? 1 : 0;
        const below = row < height - 1 ? 1 : 0;
        for (let col = col0, i = row * stride + col0; col < col1; col++, i++) {
          const left = col > 0 ? down(data, i - 1, stride, above, below) : 0;
          const right = col < width - 1 ? down(data, i + 1, stride, above, below) : 0;
          this.#map.data[row * width + col] = (left + 2 * down(data, i, stride, above, below) + right) / 16;
        }
      }
    }
    return wider;
  }
}

/** A cell and its neighbours above and below, 1 : 2 : 1; past the edges it is dry. */
function down(data: Float32Array, i: number, stride: number, above: number, below: number): number {
  return (above ? data[i - stride] : 0) + 2 * data[i] + (below ? data[i + stride] : 0);
}
