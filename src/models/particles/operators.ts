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

/**
 * Smoothing, threshold, erosion and id growth on the trail map (CHEN-O4's order), tile by tile: only tiles that are wet,
 * or that smoothing may wet from next door, are visited.
 */
export class Operators {
  readonly #fields: Fields;
  /** Tiles of this run, and whether a tile is one of them. */
  readonly #list: Uint32Array;
  readonly #inRun: Uint8Array;

  constructor(fields: Fields) {
    this.#fields = fields;
    this.#list = new Uint32Array(fields.tiles.count);
    this.#inRun = new Uint8Array(fields.tiles.count);
  }

  run(run: OperatorRun): void {
    if (!run.smoothing && !run.erosion) return;
    const count = this.#gather();
    const { tiles } = this.#fields;
    for (let n = 0; n < count; n++) this.#smooth(this.#list[n], run);
    if (run.erosion) for (let n = 0; n < count; n++) this.#dryBorder(this.#list[n], run.sideways);
    for (let n = 0; n < count; n++) this.#erode(this.#list[n], run);
    // Ids are read and written in two rounds, so that growth does not depend on the order of tiles.
    for (let n = 0; n < count; n++) this.#growIds(this.#list[n], run.idThreshold);
    for (let n = 0; n < count; n++) {
      const tile = this.#list[n];
      this.#copy(tile, this.#fields.memory.scratch, this.#fields.memory.trailIds);
      tiles.touched[tile] = 1;
      tiles.change(tile);
      this.#inRun[tile] = 0;
    }
  }

  /** Lists wet tiles and those whose neighbour is wet on the side they share. */
  #gather(): number {
    const { tiles } = this.#fields;
    const { across, down, wet } = tiles;
    let count = 0;
    for (let r = 0, tile = 0; r < down; r++) {
      for (let c = 0; c < across; c++, tile++) {
        if (wet[tile] === 0 && !this.#wetNextDoor(tile, r, c)) continue;
        this.#inRun[tile] = 1;
        this.#list[count++] = tile;
      }
    }
    return count;
  }

  #wetNextDoor(tile: number, r: number, c: number): boolean {
    const { across, down, wet } = this.#fields.tiles;
    const left = c > 0;
    const right = c + 1 < across;
    if (left && wet[tile - 1] & WET.right) return true;
    if (right && wet[tile + 1] & WET.left) return true;
    if (r > 0) {
      const up = tile - across;
      if (wet[up] & WET.bottom) return true;
      if (left && wet[up - 1] & WET.bottom && wet[up - 1] & WET.right) return true;
      if (right && wet[up + 1] & WET.bottom && wet[up + 1] & WET.left) return true;
    }
    if (r + 1 < down) {
      const below = tile + across;
      if (wet[below] & WET.top) return true;
      if (left && wet[below - 1] & WET.top && wet[below - 1] & WET.right) return true;
      if (right && wet[below + 1] & WET.top && wet[below + 1] & WET.left) return true;
    }
    return false;
  }

  #smooth(tile: number, run: OperatorRun): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, scratch, kernels } = memory;
    if (!run.smoothing) {
      this.#copy(tile, trail, scratch);
      return;
    }
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    const col0 = tiles.col0(tile);
    const col1 = tiles.col1(tile);
    const lost = kernels.smooth(trail, scratch, grid.stride, row0, row1, col0, col1, run.threshold);
    this.#fields.smoothed += lost;
    this.#fields.total -= lost;
  }

  /** Erosion looks two cells beyond its tile: where the tile there is not in the run, scratch must say "dry". */
  #dryBorder(tile: number, sideways: boolean): void {
    const { memory, grid, tiles } = this.#fields;
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    const col0 = tiles.col0(tile);
    const col1 = tiles.col1(tile);
    const { kernels, scratch } = memory;
    const { stride } = grid;
    if (sideways) {
      if (row0 > 0 && !this.#inRun[tile - tiles.across]) kernels.clear(scratch, stride, row0 - 2, row0, col0, col1);
      if (row1 < grid.rows && !this.#inRun[tile + tiles.across]) {
        kernels.clear(scratch, stride, row1, Math.min(grid.rows, row1 + 2), col0, col1);
      }
    } else {
      if (col0 > 0 && !this.#inRun[tile - 1]) kernels.clear(scratch, stride, row0, row1, col0 - 2, col0);
      if (col1 < grid.columns && !this.#inRun[tile + 1]) {
        kernels.clear(scratch, stride, row0, row1, col1, Math.min(grid.columns, col1 + 2));
      }
    }
  }

  #erode(tile: number, run: OperatorRun): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, scratch, still, kernels } = memory;
    if (!run.erosion) {
      this.#copy(tile, scratch, trail);
      return;
    }
    const lost = kernels.erode(
      scratch,
      trail,
      run.guardStill ? still : 0,
      run.sideways ? grid.stride : 1,
      grid.stride,
      tiles.row0(tile),
      tiles.row1(tile),
      tiles.col0(tile),
      tiles.col1(tile),
    );
    this.#fields.eroded += lost;
    this.#fields.total -= lost;
  }

  #growIds(tile: number, threshold: number): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, trailIds, scratch, kernels } = memory;
    tiles.wet[tile] = kernels.growIds(
      trail,
      trailIds,
      scratch,
      grid.stride,
      tiles.row0(tile),
      tiles.row1(tile),
      tiles.col0(tile),
      tiles.col1(tile),
      threshold,
    );
  }

  #copy(tile: number, source: number, target: number): void {
    const { memory, grid, tiles } = this.#fields;
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    memory.kernels.copy(source, target, grid.stride, row0, row1, tiles.col0(tile), tiles.col1(tile));
  }
}

/** Raises the trail map to the still shapes (single-map mode: "place static particles", Chin Fig. 1). */
export function anchorStill(fields: Fields): void {
  const { memory, grid, tiles } = fields;
  const { still, stillIds, trail, trailIds, kernels } = memory;
  for (let tile = 0; tile < tiles.count; tile++) {
    if (tiles.laid[tile] === 0) continue;
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    const col0 = tiles.col0(tile);
    const col1 = tiles.col1(tile);
    const added = kernels.anchor(still, stillIds, trail, trailIds, grid.stride, row0, row1, col0, col1);
    if (added === 0) continue;
    fields.stamped += added;
    fields.total += added;
    tiles.touch(row0, row1, col0, col1, WET.any | WET.top | WET.bottom | WET.left | WET.right, 0);
  }
}
