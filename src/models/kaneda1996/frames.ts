/** What pictures see of the cells: caps of the droplets' water, the affinity, and where layers cannot grow. */
import type { MapView } from '../../core/frame.js';
import type { Layers } from '../../layers/layers.js';
import { EDGE } from '../../surface/surface.js';
import { DrawnFrame } from '../shared/drawn-frame.js';
import type { KanedaState } from './droplets.js';

/** The maps of one chart; the affinity is made when it is looked at. */
class CellFrame extends DrawnFrame {
  override get affinity(): MapView<Float32Array> {
    this.#affinity ??= this.#draw();
    return this.#affinity;
  }
  #affinity: MapView<Float32Array> | null = null;
  readonly #state: KanedaState;
  readonly #number: number;

  constructor(state: KanedaState, layers: Layers, number: number) {
    const { charts, seams } = state.surface;
    // A chart that goes on as itself is closed around.
    const around = seams.at(number, EDGE.right)?.chart === number ? charts[number].width : 0;
    super(charts[number], layers.on(number), state.drops, around, number);
    this.#state = state;
    this.#number = number;
  }

  /** Cells that are merged around a pole have one affinity; cells inside another part that of the nearest one outside. */
  #draw(): MapView<Float32Array> {
    const { graph, affinity, surface } = this.#state;
    const { columns, rows, cellSize } = surface.charts[this.#number];
    const data = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < columns; col++) {
        if (surface.isCovered?.(this.#number, row, col)) continue;
        const place = { chart: this.#number, x: (col + 0.5) * cellSize, y: (row + 0.5) * cellSize };
        data[row * columns + col] = affinity[graph.cellAt(place)];
      }
    }
    return { data, width: columns, height: rows, stride: columns, version: 1, changedSince };

    function changedSince(version: number): Int32Array {
      return version < 1 ? Int32Array.of(0, 0, columns, rows) : new Int32Array(0);
    }
  }
}

export class CellFrames {
  readonly charts: readonly CellFrame[];

  constructor(state: KanedaState, layers: Layers) {
    this.charts = state.surface.charts.map((_, number) => new CellFrame(state, layers, number));
    state.surface.charts.forEach(({ cellSize }, number) => {
      layers.on(number).coveredBy((row, columns, first, end) => {
        let covered = 0;
        for (let n = first; n < end; n++) {
          const [x, y] = [(columns[n] + 0.5) * cellSize, (row + 0.5) * cellSize];
          if (covers(state, number, x, y)) covered |= 1 << (n - first);
        }
        return covered;
      });
    });
  }

  /** The droplets may be others now. */
  outdate(): void {
    for (const chart of this.charts) chart.outdate();
  }
}

/** Does a droplet of a chart lie over a place [mm]? Only those of cells within the largest radius are asked. */
function covers(
  { surface, drops, graph, occupant, largest }: KanedaState,
  chart: number,
  x: number,
  y: number,
): boolean {
  const { cellSize, width, height } = surface.charts[chart];
  const reach = Math.ceil(largest / cellSize);
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      const [px, py] = [x + across * cellSize, y + down * cellSize];
      if (px < 0 || px >= width || py < 0 || py >= height) continue;
      const id = occupant[graph.cellAt({ chart, x: px, y: py })];
      if (id === 0) continue;
      const slot = drops.slotOf(id);
      const [dx, dy] = [drops.x[slot] - x, drops.y[slot] - y];
      if (drops.chart[slot] === chart && dx * dx + dy * dy < drops.radius[slot] * drops.radius[slot]) return true;
    }
  }
  return false;
}
