import { BODY, bodyBounds, bodyHeight, writeBody } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import type { LayerMap, MapView } from '../../core/frame.js';
import { quantise } from '../../kernels/reference/heights.js';
import { LayerCells } from '../../layers/layer-cells.js';
import type { ChartLayers } from '../../layers/layers.js';
import type { Chart } from '../../surface/surface.js';
import { BareFrame } from './bare-frame.js';

/** A frame with height and ID map: both are drawn from the drops' shapes when they are first read. */
export class DrawnFrame extends BareFrame {
  override readonly height: MapView<Float32Array>;
  override readonly id: MapView<Uint32Array>;
  readonly #drops: Drops;
  readonly #number: number;
  readonly #cells: LayerCells;
  readonly #heights: Float32Array;
  readonly #ids: Uint32Array;
  /** What is being drawn. */
  readonly #nextHeights: Float32Array;
  readonly #nextIds: Uint32Array;
  readonly #body = new Float64Array(BODY.size);
  readonly #box = new Float64Array(4);
  #isStale = true;

  readonly #around: number;

  /**
   * @param around how long a closed surface is around [mm], else 0
   * @param number of the chart: only drops on it are drawn
   */
  constructor(chart: Chart, layers: ChartLayers, drops: Drops, around: number, number = 0) {
    super(chart, layers);
    this.#drops = drops;
    this.#around = around;
    this.#number = number;
    this.#cells = new LayerCells(chart, chart.cellSize);
    const { words } = this.#cells.grid;
    this.#heights = new Float32Array(words);
    this.#ids = new Uint32Array(words);
    this.#nextHeights = new Float32Array(words);
    this.#nextIds = new Uint32Array(words);
    this.height = this.#lazy(this.#cells.view(this.#heights));
    this.id = this.#lazy(this.#cells.view(this.#ids));
  }

  override outdate(): void {
    this.#isStale = true;
  }

  /** A map that is drawn when its data is read. */
  #lazy<T extends Float32Array | Uint32Array>(map: LayerMap<T>): MapView<T> {
    const { data, width, height, stride } = map;
    const draw = () => this.#draw();
    return {
      width,
      height,
      stride,
      get data() {
        draw();
        return data;
      },
      get version() {
        draw();
        return map.version;
      },
      changedSince(version) {
        draw();
        return map.changedSince(version);
      },
    };
  }

  /** Draws all drops, and takes over the cells that are others than before. */
  #draw(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#nextHeights.fill(0);
    this.#nextIds.fill(0);
    for (let slot = 0; slot < this.#drops.count; slot++) {
      if (this.#drops.chart[slot] !== this.#number) continue;
      this.#drawDrop(slot, 0);
      if (this.#around === 0) continue;
      this.#drawDrop(slot, -this.#around);
      this.#drawDrop(slot, this.#around);
    }
    const { words, columns } = this.#cells.grid;
    for (let cell = 0; cell < words; cell++) {
      const height = this.#nextHeights[cell];
      const id = this.#nextIds[cell];
      if (height === this.#heights[cell] && id === this.#ids[cell]) continue;
      this.#heights[cell] = height;
      this.#ids[cell] = id;
      const row = Math.floor(cell / columns);
      this.#cells.wake(row, cell - row * columns);
    }
  }

  /** Draws a drop, or its image so far along x [mm]. Where drops overlap the higher one is seen. */
  #drawDrop(slot: number, aside: number): void {
    const { columns, rows, cellSize } = this;
    const [body, box] = [this.#body, this.#box];
    writeBody(this.#drops, slot, body);
    body[BODY.x] += aside;
    bodyBounds(body, box);
    const col0 = Math.max(0, Math.floor(box[0] / cellSize));
    const col1 = Math.min(columns, Math.floor(box[1] / cellSize) + 1);
    const row1 = Math.min(rows, Math.floor(box[3] / cellSize) + 1);
    for (let row = Math.max(0, Math.floor(box[2] / cellSize)); row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        const height = quantise(bodyHeight(body, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
        const cell = row * columns + col;
        if (height <= this.#nextHeights[cell]) continue;
        this.#nextHeights[cell] = height;
        this.#nextIds[cell] = this.#drops.id[slot];
      }
    }
  }
}
