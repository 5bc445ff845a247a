import type { ChartFrame, FineView, LayerMap, MapView } from '../../core/frame.js';
import type { ChartLayers } from '../../layers/layers.js';
import type { Chart } from '../../surface/surface.js';
import { noCells } from './no-cells.js';

/** What renderers need of a model without maps: its size, and what else lies on the glass. */
export class BareFrame implements ChartFrame {
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  readonly drawnFrom = 'bodies';
  readonly height: MapView<Float32Array> = noCells(new Float32Array(0));
  readonly trail = null;
  readonly id: MapView<Uint32Array> = noCells(new Uint32Array(0));
  /** The same everywhere, but in a model that has one. */
  get affinity(): MapView<Float32Array> | null {
    return null;
  }
  readonly film: LayerMap<Float32Array> | null;
  readonly fog: LayerMap<Float32Array> | null;
  readonly fine: FineView | null;

  constructor({ cellSize, columns, rows }: Chart, { fine, fog, film }: ChartLayers) {
    this.cellSize = cellSize;
    this.columns = columns;
    this.rows = rows;
    this.film = film?.map ?? null;
    this.fog = fog?.map ?? null;
    this.fine = fine;
  }

  /** The drops may have changed. */
  outdate(): void {}
}
