import { TileSet } from '../../core/tiles.js';
import { WET } from '../../kernels/kernels.js';
import type { Fields } from './fields.js';

/** What one run of the operators does. */
export interface OperatorRun {
  readonly smoothing: boolean;
  readonly erosion: boolean;
  /** [mm], see `smoothingThreshold`. */
  readonly threshold: number;
  /** [mm], see `idThreshold`. */
  readonly idThreshold: number;
  /** Erode along columns instead of rows: water runs sideways. */
  readonly sideways: boolean;
  /** Leave cells of still shapes alone (CHEN-11 in single-map mode). */
  readonly guardStill: boolean;
}

/** The bits that say where a tile is wet. */
const SIDES = WET.any | WET.top | WET.bottom | WET.left | WET.right;

/**
 * Smoothing, threshold, erosion and id growth on the trail map (CHEN-O4's order): only tiles that are wet, or that
 * smoothing may wet from next door, are visited, and each of them is read and written twice.
 */
export class Operators {
  readonly #fields: Fields;
  readonly #run: TileSet;

  constructor(fields: Fields) {
    this.#fields = fields;
    this.#run = new TileSet(fields.tiles.count);
  }

  run(run: OperatorRun): void {
    if (!run.smoothing && !run.erosion) return;
    this.#gather();
    if (this.#run.count === 0) return;
    const { memory } = this.#fields;
    memory.heap.u32.set(this.#run.list.subarray(0, this.#run.count), memory.tileList);
    if (run.erosion && run.sideways) this.#runSideways(run);
    else this.#runDown(run);
    this.#note();
    this.#growIds(run.idThreshold);
    this.#run.clear();
  }

  /** Lists wet tiles and those whose neighbour is wet on the side they share. */
  #gather(): void {
    const { tiles } = this.#fields;
    const { across, down, wet, wetTiles } = tiles;
    for (let n = 0; n < wetTiles.count; n++) {
      const tile = wetTiles.list[n];
      const sides = wet[tile];
      const row = Math.floor(tile / across);
      const col = tile - row * across;
      const up = (sides & WET.top) !== 0 && row > 0;
      const below = (sides & WET.bottom) !== 0 && row + 1 < down;
      const left = (sides & WET.left) !== 0 && col > 0;
      const right = (sides & WET.right) !== 0 && col + 1 < across;
      this.#run.add(tile);
      if (up) this.#run.add(tile - across);
      if (below) this.#run.add(tile + across);
      if (left) this.#run.add(tile - 1);
      if (right) this.#run.add(tile + 1);
      if (up && left) this.#run.add(tile - across - 1);
      if (up && right) this.#run.add(tile - across + 1);
      if (below && left) this.#run.add(tile + across - 1);
      if (below && right) this.#run.add(tile + across + 1);
    }
  }

  /** Water runs down: all in one go from the trail map to scratch, and back. */
  #runDown(run: OperatorRun): void {
    const { memory, grid } = this.#fields;
    const { trail, scratch, still, line, rectangles, tileList, losses, heap, kernels } = memory;
    kernels.spread(
      trail,
      scratch,
      run.guardStill ? still : 0,
      line,
      grid.stride,
      grid.columns,
      rectangles,
      tileList,
      this.#run.count,
      run.threshold,
      run.smoothing ? 1 : 0,
      run.erosion ? 1 : 0,
      losses,
    );
    this.#book(heap.f64[losses >> 1], heap.f64[(losses >> 1) + 1]);
    this.#settle(scratch, run.idThreshold);
  }

  /** Water runs sideways: erosion works along columns, pass by pass. */
  #runSideways(run: OperatorRun): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, scratch, still, kernels } = memory;
    const { list, count } = this.#run;
    let smoothed = 0;
    let eroded = 0;
    for (let n = 0; n < count; n++) {
      const [row0, row1, col0, col1] = tiles.rectangles.subarray(4 * list[n], 4 * list[n] + 4);
      if (run.smoothing) smoothed += kernels.smooth(trail, scratch, grid.stride, row0, row1, col0, col1, run.threshold);
      else kernels.copy(trail, scratch, grid.stride, row0, row1, col0, col1);
    }
    for (let n = 0; n < count; n++) this.#dryBorder(list[n]);
    for (let n = 0; n < count; n++) {
      const [row0, row1, col0, col1] = tiles.rectangles.subarray(4 * list[n], 4 * list[n] + 4);
      const guard = run.guardStill ? still : 0;
      eroded += kernels.erode(scratch, trail, guard, grid.stride, grid.stride, row0, row1, col0, col1);
      tiles.change(list[n]);
    }
    this.#book(smoothed, eroded);
    this.#settle(trail, run.idThreshold);
  }

  /** Erosion looks two cells beyond its tile: where the tile there is not in the run, scratch must say "dry". */
  #dryBorder(tile: number): void {
    const { memory, grid, tiles } = this.#fields;
    const { kernels, scratch } = memory;
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    const col0 = tiles.col0(tile);
    const col1 = tiles.col1(tile);
    if (row0 > 0 && !this.#run.has[tile - tiles.across]) {
      kernels.clear(scratch, grid.stride, row0 - 2, row0, col0, col1);
    }
    if (row1 < grid.rows && !this.#run.has[tile + tiles.across]) {
      kernels.clear(scratch, grid.stride, row1, Math.min(grid.rows, row1 + 2), col0, col1);
    }
  }

  #book(smoothed: number, eroded: number): void {
    this.#fields.smoothed += smoothed;
    this.#fields.eroded += eroded;
    this.#fields.total -= smoothed + eroded;
  }

  #settle(source: number, idThreshold: number): void {
    const { memory, grid } = this.#fields;
    const { trail, trailIds, rectangles, tileList, tileFlags, kernels } = memory;
    const { count } = this.#run;
    kernels.settle(source, trail, trailIds, grid.stride, rectangles, tileList, count, idThreshold, tileFlags);
  }

  /** Writes down which tiles are wet now and which changed. */
  #note(): void {
    const { tiles, memory } = this.#fields;
    tiles.wetTiles.clear();
    for (let n = 0; n < this.#run.count; n++) {
      const tile = this.#run.list[n];
      const flags = memory.heap.u32[memory.tileFlags + n];
      tiles.setWet(tile, flags & SIDES);
      if (flags & WET.changed) tiles.change(tile);
    }
  }

  /** Water that nobody owns takes its neighbour's id. Two rounds, so that it does not depend on the order of tiles. */
  #growIds(threshold: number): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, trailIds, scratch, tileFlags, heap, kernels } = memory;
    const { list, count } = this.#run;
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < count; n++) {
        if ((heap.u32[tileFlags + n] & WET.orphans) === 0) continue;
        const tile = list[n];
        const row0 = tiles.row0(tile);
        const row1 = tiles.row1(tile);
        const col0 = tiles.col0(tile);
        const col1 = tiles.col1(tile);
        if (round === 0) {
          kernels.growIds(trail, trailIds, scratch, grid.stride, row0, row1, col0, col1, threshold);
        } else {
          kernels.copy(scratch, trailIds, grid.stride, row0, row1, col0, col1);
          tiles.touched.add(tile);
          tiles.change(tile);
        }
      }
    }
  }
}

/** Raises the trail map to the still shapes (single-map mode: "place static particles", Chin Fig. 1). */
export function anchorStill(fields: Fields): void {
  const { memory, grid, tiles } = fields;
  const { still, stillIds, trail, trailIds, kernels } = memory;
  for (let n = 0; n < tiles.laid.count; n++) {
    const tile = tiles.laid.list[n];
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    const col0 = tiles.col0(tile);
    const col1 = tiles.col1(tile);
    const added = kernels.anchor(still, stillIds, trail, trailIds, grid.stride, row0, row1, col0, col1);
    if (added === 0) continue;
    fields.stamped += added;
    fields.total += added;
    tiles.touch(row0, row1, col0, col1, SIDES);
  }
}
