/**
 * The map that the water of a chart is drawn from, trails or all heights, smoothed and as a texture. Where a chart has seams
 * the map has a halo, filled from the charts beyond, so that trails run on across them.
 */
import type { TextureDataType } from 'three';
import type { ChartFrame, Frame, MapView } from '../core/frame.js';
import { DRAWN_LIMITS } from '../render/water/map-water.js';
import { changes, type PlainMap, SmoothTrail } from '../render/webgl/map-texture.js';
import { EDGES, type SeamCells, seamCells } from '../surface/seams.js';
import { EDGE, type Surface } from '../surface/surface.js';
import { CellTexture } from './cell-texture.js';
import type { Passes } from './passes.js';

/** Cells around a map with seams: two for the spline of the gutters, one each for smoothing and spline. */
const HALO = 4;

/** The map of a chart that its water is drawn from; null where drops leave no trails. */
export function drawnMap({ drawnFrom, height, trail }: ChartFrame): MapView<Float32Array> | null {
  const map = drawnFrom === 'heights' ? height : trail;
  return map && map.width > 0 ? map : null;
}

export class ChartMap {
  /** Cells around the chart's own in the texture. */
  readonly halo: number;
  readonly texture: CellTexture;
  readonly #chart: number;
  readonly #smooth: SmoothTrail;
  readonly #seams: readonly (readonly [edge: number, cells: SeamCells])[];
  #padded: Float32Array | null = null;
  /** Versions of the charts' maps that were taken over last; charts without an entry were not. */
  readonly #taken = new Map<number, number>();

  constructor(passes: Passes, surface: Surface, chart: number, frame: ChartFrame, type: TextureDataType) {
    const fromHeights = frame.drawnFrom === 'heights';
    const { cellSize } = surface.charts[chart];
    this.#chart = chart;
    this.#seams = EDGES.flatMap((edge) => {
      const seam = surface.seams.at(chart, edge);
      return seam ? [[edge, seamCells(seam, cellSize)] as const] : [];
    });
    this.halo = this.#seams.length > 0 ? HALO : 0;
    this.texture = new CellTexture(passes, { numbers: fromHeights ? 2 : 1, type, smooth: false });
    this.#smooth = new SmoothTrail(this.texture.mark, fromHeights ? DRAWN_LIMITS : undefined, frame.smoothing);
  }

  /** Takes over what changed since the last time. */
  update({ charts }: Frame): void {
    const map = drawnMap(charts[this.#chart]);
    if (!map) return;
    const wide = map.width + 2 * this.halo;
    const high = map.height + 2 * this.halo;
    if (this.texture.fit(wide, high)) this.#taken.clear();
    const padded = this.halo > 0;
    if (padded && this.#padded?.length !== wide * high) this.#padded = new Float32Array(wide * high);
    const data = this.#padded ?? map.data;
    const boxes: number[] = [];
    this.#takeOwn(map, boxes, wide);
    for (const [edge, cells] of this.#seams) {
      const next = drawnMap(charts[cells.chart]);
      if (next) this.#takeHalo(map, next, edge, cells, boxes);
    }
    for (const [edge, { chart }] of this.#seams) {
      if (edge >= 0) this.#taken.set(chart, drawnMap(charts[chart])?.version ?? -1);
    }
    this.#taken.set(this.#chart, map.version);
    const view: PlainMap = {
      data,
      width: wide,
      height: high,
      stride: padded ? wide : map.stride,
      version: map.version,
    };
    this.#smooth.update(view, Int32Array.from(boxes));
    this.texture.send(this.#smooth.map.data, this.#smooth.map.stride);
  }

  /** Copies the chart's own cells that changed. */
  #takeOwn(map: MapView<Float32Array>, boxes: number[], wide: number): void {
    const changed = this.#changes(map, this.#chart);
    for (let n = 0; n < changed.length; n += 4) {
      const [col, row, width, height] = changed.subarray(n, n + 4);
      boxes.push(col + this.halo, row + this.halo, width, height);
      if (!this.#padded) continue;
      for (let line = row; line < row + height; line++) {
        const from = line * map.stride + col;
        this.#padded.set(map.data.subarray(from, from + width), (line + this.halo) * wide + col + this.halo);
      }
    }
  }

  /** Copies the cells beyond an edge, if any cell of the chart there changed. */
  #takeHalo(
    { width, height }: MapView<Float32Array>,
    next: MapView<Float32Array>,
    edge: number,
    cells: SeamCells,
    boxes: number[],
  ): void {
    if (!this.#padded || this.#changes(next, cells.chart).length === 0) return;
    const wide = width + 2 * HALO;
    const isAcross = edge === EDGE.left || edge === EDGE.right;
    const col0 = edge === EDGE.left ? -HALO : edge === EDGE.right ? width : 0;
    const row0 = edge === EDGE.top ? -HALO : edge === EDGE.bottom ? height : 0;
    const [across, down] = isAcross ? [HALO, height] : [width, HALO];
    for (let row = row0; row < row0 + down; row++) {
      for (let col = col0; col < col0 + across; col++) {
        const there = cells.row0 + cells.rowByRow * row + cells.rowByCol * col;
        const beside = cells.col0 + cells.colByRow * row + cells.colByCol * col;
        this.#padded[(row + HALO) * wide + col + HALO] = next.data[there * next.stride + beside];
      }
    }
    boxes.push(col0 + HALO, row0 + HALO, across, down);
  }

  #changes(map: MapView<Float32Array>, chart: number): Int32Array {
    const since = this.#taken.get(chart);
    return since === undefined || map.version < since
      ? Int32Array.of(0, 0, map.width, map.height)
      : changes(map, since);
  }
}
