import type { ChartFrame, FineView, LayerMap, MapView } from '../../core/frame.js';
import type { ChartLayers } from '../../layers/layers.js';
import { noCells } from '../shared/no-cells.js';
import type { WaterChart } from './water-charts.js';

/** What renderers see of a chart: the water itself is the height map (STUP-13). There are no drops, so no ids. */
export class TextureFrame implements ChartFrame {
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  readonly drawnFrom = 'heights';
  readonly smoothing = 'mean';
  readonly height: MapView<Float32Array>;
  readonly trail = null;
  readonly id: MapView<Uint32Array> = noCells(new Uint32Array(0));
  readonly affinity = null;
  readonly film: LayerMap<Float32Array> | null;
  readonly fog: LayerMap<Float32Array> | null;
  readonly fine: FineView | null;
  readonly #chart: WaterChart;

  constructor(chart: WaterChart, { fine, fog, film }: ChartLayers) {
    const { grid, tiles, heap, water } = chart;
    this.#chart = chart;
    this.cellSize = grid.cellSize;
    this.columns = grid.columns;
    this.rows = grid.rows;
    this.film = film?.map ?? null;
    this.fog = fog?.map ?? null;
    this.fine = fine;
    this.height = {
      data: heap.f32.subarray(water, water + grid.rows * grid.stride),
      width: grid.columns,
      height: grid.rows,
      stride: grid.stride,
      get version() {
        return tiles.last;
      },
      changedSince: (version) => tiles.changedSince(version),
    };
  }

  /** What changes from here on is newer than what was seen. */
  refresh(): void {
    const { tiles } = this.#chart;
    tiles.now = tiles.last + 1;
  }
}
