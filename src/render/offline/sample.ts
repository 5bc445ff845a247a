/** Reading maps at places and sizes other than their cells. */
import type { MapView } from '../../core/frame.js';
import type { Layout } from './picture.js';

/** What of a map its cells are read with. */
export type Cells = Pick<MapView<Float32Array>, 'data' | 'width' | 'height' | 'stride'>;

/** A field to read row by row: adds `weight` times its row `row` to `sum`, one number a column. */
export type AddRow = (row: number, weight: number, sum: Float64Array) => void;

/**
 * Brings fields to a picture's size, a line of pixels at a time: each pixel gets the mean over a window around its
 * centre, cut off at the chart's edge.
 *
 * One filter serves every size. A window as wide as a pixel, for pictures with fewer pixels than cells, is the box
 * filter; a window of one cell, for larger pictures, is bilinear interpolation; and at one pixel a cell it is the cell
 * itself, to the last bit. First down, then across, so that both loops run along the memory.
 */
export class LineSampler {
  readonly #layout: Layout;
  readonly #columns: number;
  readonly #rows: number;
  readonly #reach: number;
  readonly #sum: Float64Array;

  constructor(layout: Layout, columns: number, rows: number) {
    this.#layout = layout;
    this.#columns = columns;
    this.#rows = rows;
    this.#reach = Math.max(1, layout.scale) / 2;
    this.#sum = new Float64Array(columns);
  }

  /** The means for row `py` of pixels, into `line[firstX…endX − 1]`. */
  sample(addRow: AddRow, py: number, line: Float64Array): void {
    const { scale, top } = this.#layout;
    const y = top + (py + 0.5) * scale;
    const y0 = Math.max(0, y - this.#reach);
    const y1 = Math.min(this.#rows, y + this.#reach);
    const sum = this.#sum.fill(0);
    for (let row = Math.floor(y0); row < y1; row++) {
      addRow(row, (Math.min(y1, row + 1) - Math.max(y0, row)) / (y1 - y0), sum);
    }
    if (scale === 1 && this.#isWhole) line.set(sum, this.#layout.firstX);
    else this.#across(line);
  }

  /** Does the picture show every column? A camera may cut some off. */
  get #isWhole(): boolean {
    return this.#layout.endX - this.#layout.firstX === this.#columns;
  }

  #across(line: Float64Array): void {
    const { scale, left, firstX, endX } = this.#layout;
    const sum = this.#sum;
    for (let px = firstX; px < endX; px++) {
      const x = left + (px + 0.5) * scale;
      const x0 = Math.max(0, x - this.#reach);
      const x1 = Math.min(this.#columns, x + this.#reach);
      let mean = 0;
      for (let col = Math.floor(x0); col < x1; col++) mean += sum[col] * (Math.min(x1, col + 1) - Math.max(x0, col));
      line[px] = mean / (x1 - x0);
    }
  }
}

/** The map itself as a field. */
export function rowsOf({ data, stride, width }: Cells): AddRow {
  return (row, weight, sum) => {
    for (let col = 0, i = row * stride; col < width; col++, i++) sum[col] += data[i] * weight;
  };
}

/** The differences H(x + 1) − H(x − 1) as a field; dry beyond the edge, as in `normalAt`. */
export function differencesAlongX({ data, stride, width }: Cells): AddRow {
  return (row, weight, sum) => {
    const start = row * stride;
    for (let col = 0; col < width; col++) {
      const right = col < width - 1 ? data[start + col + 1] : 0;
      const left = col > 0 ? data[start + col - 1] : 0;
      sum[col] += (right - left) * weight;
    }
  };
}

/** The differences H(y + 1) − H(y − 1) as a field; dry beyond the edge, as in `normalAt`. */
export function differencesAlongY({ data, stride, width, height }: Cells): AddRow {
  return (row, weight, sum) => {
    for (let col = 0, i = row * stride; col < width; col++, i++) {
      const below = row < height - 1 ? data[i + stride] : 0;
      const above = row > 0 ? data[i - stride] : 0;
      sum[col] += (below - above) * weight;
    }
  };
}
