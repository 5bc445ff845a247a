/** What pictures see of the cells: caps of the droplets' water, the affinity, and where layers cannot grow. */
import type { MapView, RouletteView } from '../../core/frame.js';
import type { Layers } from '../../layers/layers.js';
import { EDGE } from '../../surface/surface.js';
import { DrawnFrame } from '../shared/drawn-frame.js';
import type { KanedaState } from './droplets.js';
import type { Roulette } from './roulette.js';

/** The roulette of the droplet in a cell as it would be spun now; null where it has none. */
type RouletteOf = (cell: number, slot: number) => Roulette | null;

/** The maps of one chart. Affinity, wet cells and roulettes are made when they are looked at. */
class CellFrame extends DrawnFrame {
  readonly #state: KanedaState;
  readonly #number: number;
  readonly #rouletteOf: RouletteOf;
  #affinity: MapView<Float32Array> | null = null;
  #cellWater: MapView<Float32Array> | null = null;
  #version = 1;

  constructor(state: KanedaState, layers: Layers, number: number, rouletteOf: RouletteOf) {
    const { charts, seams } = state.surface;
    // A chart that goes on as itself is closed around.
    const around = seams.at(number, EDGE.right)?.chart === number ? charts[number].width : 0;
    super(charts[number], layers.on(number), state.drops, around, number);
    this.#state = state;
    this.#number = number;
    this.#rouletteOf = rouletteOf;
  }

  override outdate(): void {
    super.outdate();
    this.#cellWater = null;
    this.#version += 1;
  }

  override get affinity(): MapView<Float32Array> {
    const { affinity } = this.#state;
    this.#affinity ??= this.#mapOf((cell) => affinity[cell], 1);
    return this.#affinity;
  }

  get cellWater(): MapView<Float32Array> {
    const { occupant, drops } = this.#state;
    this.#cellWater ??= this.#mapOf(
      (cell) => (occupant[cell] === 0 ? 0 : drops.mass[drops.slotOf(occupant[cell])]),
      this.#version,
    );
    return this.#cellWater;
  }

  get roulettes(): RouletteView {
    const { drops, graph } = this.#state;
    const [x, y, wayX, wayY, share]: number[][] = [[], [], [], [], []];
    const first = [0];
    for (let slot = 0; slot < drops.movingCount; slot++) {
      if (drops.chart[slot] !== this.#number) continue;
      const cell = this.#state.cellOfSlot(slot);
      const roulette = this.#rouletteOf(cell, slot);
      if (!roulette) continue;
      x.push(drops.x[slot]);
      y.push(drops.y[slot]);
      for (let k = 0; k < roulette.count; k++) {
        if (roulette.area[k] === 0) continue;
        wayX.push(graph.offsetX[graph.first[cell] + k]);
        wayY.push(graph.offsetY[graph.first[cell] + k]);
        share.push(roulette.area[k]);
      }
      first.push(share.length);
    }
    const doubles = (values: number[]) => Float64Array.from(values);
    const ways = { wayX: doubles(wayX), wayY: doubles(wayY), share: doubles(share) };
    return { count: x.length, x: doubles(x), y: doubles(y), first: Uint32Array.from(first), ...ways };
  }

  /** A map of what cells have. Quadrilaterals merged around a pole have one value; those inside another part have 0. */
  #mapOf(value: (cell: number) => number, version: number): MapView<Float32Array> {
    const { graph, surface } = this.#state;
    const { columns, rows, cellSize } = surface.charts[this.#number];
    const data = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < columns; col++) {
        if (surface.isCovered?.(this.#number, row, col)) continue;
        const place = { chart: this.#number, x: (col + 0.5) * cellSize, y: (row + 0.5) * cellSize };
        data[row * columns + col] = value(graph.cellAt(place));
      }
    }
    return { data, width: columns, height: rows, stride: columns, version, changedSince };

    function changedSince(before: number): Int32Array {
      return before < version ? Int32Array.of(0, 0, columns, rows) : new Int32Array(0);
    }
  }
}

export class CellFrames {
  readonly charts: readonly CellFrame[];

  constructor(state: KanedaState, layers: Layers, rouletteOf: RouletteOf) {
    this.charts = state.surface.charts.map((_, number) => new CellFrame(state, layers, number, rouletteOf));
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
