import { BODY, bodyHeight, writeBody } from '../../core/body.js';
import type { ChartFrame, DrawnFrom, FineView, LayerMap, MapView } from '../../core/frame.js';
import { DRY, type Grid } from '../../core/grid.js';
import { quantise } from '../../kernels/reference/heights.js';
import type { ChartLayers } from '../../layers/layers.js';
import type { Fields } from './fields.js';
import { turnBody } from './links.js';
import type { MapState } from './map-state.js';
import { isPushed } from './resting.js';

/** The body of a drop before a blade. */
const WAVE_DROP = new Float64Array(BODY.size);

/** The maps a renderer sees. Height and ids of both maps are put together when they are read, and only where they changed. */
export class FrameMaps implements ChartFrame {
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  readonly drawnFrom: DrawnFrom;
  readonly height: MapView<Float32Array>;
  readonly trail: MapView<Float32Array>;
  readonly id: MapView<Uint32Array>;
  readonly affinity: MapView<Float32Array>;
  readonly film: LayerMap<Float32Array> | null;
  readonly fog: LayerMap<Float32Array> | null;
  readonly fine: FineView | null;

  readonly #state: MapState;
  readonly #fields: Fields;
  readonly #heights: Float32Array;
  readonly #ids: Uint32Array;
  #seen = 0;

  constructor(state: MapState, fields: Fields, { fine, fog, film }: ChartLayers) {
    const { grid, heap, affinity, trail } = fields.chart;
    const { tiles } = fields;
    const { columns, rows, stride } = grid;
    this.#state = state;
    this.#fields = fields;
    this.cellSize = grid.cellSize;
    this.columns = columns;
    this.rows = rows;
    this.drawnFrom = state.shapes.haveBodies ? 'bodies' : 'heights';
    this.film = film?.map ?? null;
    this.fog = fog?.map ?? null;
    this.fine = fine;
    this.#heights = new Float32Array(columns * rows);
    this.#ids = new Uint32Array(columns * rows);
    const version = () => this.#seen;
    const changedSince = (since: number) => tiles.changedSince(since);
    this.height = mapView(this.#heights, grid, columns, version, changedSince);
    this.id = mapView(this.#ids, grid, columns, version, changedSince);
    this.trail = mapView(heap.f32.subarray(trail, trail + rows * stride), grid, stride, version, changedSince);
    // The affinity never changes: version 1 is the first and last.
    const cells = heap.f32.subarray(affinity, affinity + rows * stride);
    const everything = Int32Array.of(0, 0, columns, rows);
    this.affinity = mapView(
      cells,
      grid,
      stride,
      () => 1,
      (since) => (since < 1 ? everything : new Int32Array(0)),
    );
  }

  /** Brings height and ids up to date. */
  refresh(): void {
    const { tiles } = this.#fields;
    for (let tile = 0; tile < tiles.count; tile++) {
      if (tiles.version[tile] <= this.#seen) continue;
      this.#compose(tiles.row0(tile), tiles.row1(tile), tiles.col0(tile), tiles.col1(tile));
    }
    this.#seen = tiles.last;
    // Later changes get a newer version than the one that was read.
    tiles.now = tiles.last + 1;
    const { drops } = this.#state;
    for (let slot = drops.movingCount; slot < drops.count; slot++) if (isPushed(drops, slot)) this.#addPushed(slot);
  }

  /** Shows a drop before a blade, which is in no map yet; what is under it is put together again the next time. */
  #addPushed(slot: number): void {
    const { drops, shapes } = this.#state;
    const id = drops.id[slot];
    shapes.forEachImage(slot, 0, (link) => {
      if (link.fields !== this.#fields) return;
      writeBody(drops, slot, WAVE_DROP);
      turnBody(WAVE_DROP, link);
      this.#addBody(id);
    });
  }

  #addBody(id: number): void {
    const fields = this.#fields;
    const { columns, cellSize } = fields.grid;
    const { row0, row1, col0, col1 } = fields.box;
    fields.tiles.alter(row0, row1, col0, col1);
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        const height = quantise(bodyHeight(WAVE_DROP, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
        const out = row * columns + col;
        if (height <= this.#heights[out]) continue;
        this.#heights[out] = height;
        this.#ids[out] = id;
      }
    }
  }

  /** The higher of both maps and its owner; in single-map mode everything is in the trail map. */
  #compose(row0: number, row1: number, col0: number, col1: number): void {
    const { chart, single } = this.#fields;
    const { heap, still, stillIds, trail, trailIds, grid } = chart;
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        const cell = row * grid.stride + col;
        const resting = single ? 0 : heap.f32[still + cell];
        const running = heap.f32[trail + cell];
        const height = resting > running ? resting : running;
        const out = row * grid.columns + col;
        this.#heights[out] = height;
        // A drop of less than a cell may own a cell and yet be too low to be seen there.
        const owner = resting > running ? heap.u32[stillIds + cell] : heap.u32[trailIds + cell];
        this.#ids[out] = height === 0 ? DRY : owner;
      }
    }
  }
}

function mapView<T extends Float32Array | Uint32Array>(
  data: T,
  grid: Grid,
  stride: number,
  version: () => number,
  changedSince: (since: number) => Int32Array,
): MapView<T> {
  return {
    data,
    width: grid.columns,
    height: grid.rows,
    stride,
    get version() {
      return version();
    },
    changedSince,
  };
}
