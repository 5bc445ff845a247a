import { TileBoxes } from '../../core/tile-boxes.js';
import { FOUND } from '../../kernels/kernels.js';
import type { Fields } from './fields.js';
import type { ParticleOptions } from './options.js';

/**
 * Smoothing, threshold, erosion and id growth on the trail map (CHEN-O4's order): only where it is wet, or where
 * smoothing may wet it from next door, and each cell there is read and written twice.
 */
export class Operators {
  /** Erode along columns instead of rows: water runs sideways. */
  sideways = false;
  /** Leave cells of still shapes alone (CHEN-11 in single-map mode). */
  guardStill = false;
  readonly #fields: Fields;
  /** The boxes of this run. */
  readonly #run: TileBoxes;
  /** Those of them in which water looks for an owner. */
  readonly #orphans: Uint32Array;

  constructor(fields: Fields) {
    this.#fields = fields;
    this.#run = new TileBoxes(fields.grid);
    this.#orphans = new Uint32Array(fields.tiles.count);
  }

  run(options: ParticleOptions): void {
    if (!options.smoothing && !options.erosion) return;
    const { wet } = this.#fields.tiles;
    if (wet.count === 0) return;
    this.#run.clear();
    for (let n = 0; n < wet.count; n++) {
      const box = 4 * wet.list[n];
      this.#run.add(wet.box[box] - 1, wet.box[box + 1] + 1, wet.box[box + 2] - 1, wet.box[box + 3] + 1);
    }
    // Neighbours one after another, as `flow` wants them: they share pages and cache lines.
    this.#run.sort();
    const { heap, rectangles } = this.#fields.memory;
    const count = this.#run.write(heap.u32, rectangles);
    if (options.erosion && this.sideways) {
      this.#runSideways(options, count);
      this.#flow(options, count, false, false);
    } else {
      this.#flow(options, count, options.smoothing, options.erosion);
    }
    this.#growIds(options.idThreshold, this.#note(count));
  }

  /** All in one go, as long as water runs down; the new ids and wet bits in any case. */
  #flow(options: ParticleOptions, count: number, smoothing: boolean, erosion: boolean): void {
    const { memory, grid } = this.#fields;
    const { losses, heap } = memory;
    memory.kernels.flow(
      memory.trail,
      memory.trailIds,
      this.guardStill ? memory.still : 0,
      grid.stride,
      grid.columns,
      memory.wetBits,
      memory.scratch,
      memory.rectangles,
      count,
      options.smoothingThreshold,
      options.idThreshold,
      smoothing ? 1 : 0,
      erosion ? 1 : 0,
      losses,
      memory.found,
    );
    this.#book(heap.f64[losses >> 1], heap.f64[(losses >> 1) + 1]);
  }

  /** Water runs sideways: erosion works along columns, pass by pass. Nobody knows then which cells of the boxes are wet. */
  #runSideways(options: ParticleOptions, count: number): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, scratch, still, kernels, heap, rectangles } = memory;
    const { stride } = grid;
    const guard = this.guardStill ? still : 0;
    let smoothed = 0;
    let eroded = 0;
    // `flow` packs its pieces into scratch as it likes, also below the chart, where erosion must find nothing.
    kernels.clear(scratch, stride, grid.rows, grid.rows + 2, 0, grid.columns);
    // Erosion looks two rows beyond its box, where no box of the run may be: there scratch must say what smoothing would.
    for (let n = 0, box = rectangles; n < count; n++, box += 4) {
      const row0 = Math.max(0, heap.u32[box] - 2);
      const row1 = Math.min(grid.rows, heap.u32[box + 1] + 2);
      if (options.smoothing) {
        kernels.smooth(
          trail,
          scratch,
          stride,
          row0,
          row1,
          heap.u32[box + 2],
          heap.u32[box + 3],
          options.smoothingThreshold,
        );
      } else {
        kernels.copy(trail, scratch, stride, row0, row1, heap.u32[box + 2], heap.u32[box + 3]);
      }
    }
    for (let n = 0, box = rectangles; n < count; n++, box += 4) {
      const row0 = heap.u32[box];
      const row1 = heap.u32[box + 1];
      const col0 = heap.u32[box + 2];
      const col1 = heap.u32[box + 3];
      smoothed += this.#loss(row0, row1, col0, col1);
      eroded += kernels.erode(scratch, trail, guard, stride, stride, row0, row1, col0, col1);
      tiles.wetBits.include(row0, row1, col0, col1);
      tiles.change(this.#run.list[n]);
    }
    this.#book(smoothed, eroded);
  }

  /** How much lower scratch stands than the trail map. */
  #loss(row0: number, row1: number, col0: number, col1: number): number {
    const { heap, trail, scratch, grid } = this.#fields.memory;
    let loss = 0;
    for (let row = row0; row < row1; row++) {
      for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
        loss += heap.f32[trail + cell] - heap.f32[scratch + cell];
      }
    }
    return loss;
  }

  #book(smoothed: number, eroded: number): void {
    this.#fields.smoothed += smoothed;
    this.#fields.eroded += eroded;
    this.#fields.total -= smoothed + eroded;
  }

  /** Writes down where it is wet now and which tiles changed. Returns in how many boxes there is water without an owner. */
  #note(count: number): number {
    const { tiles, memory } = this.#fields;
    const { u32 } = memory.heap;
    let orphans = 0;
    tiles.wet.clear();
    for (let n = 0; n < count; n++) {
      const found = memory.found + FOUND.words * n;
      const flags = u32[found + FOUND.flags];
      if (flags & FOUND.wet) {
        const { row0, row1, col0, col1 } = FOUND;
        tiles.wet.add(u32[found + row0], u32[found + row1], u32[found + col0], u32[found + col1]);
      }
      const tile = this.#run.list[n];
      tiles.owners.set(tile, u32[found + FOUND.lowest], u32[found + FOUND.highest]);
      if (flags & FOUND.changed) tiles.change(tile);
      if (flags & FOUND.orphans) this.#orphans[orphans++] = n;
    }
    return orphans;
  }

  /** Water that nobody owns takes its neighbour's id. Two rounds, so that it does not depend on the order of the boxes. */
  #growIds(threshold: number, count: number): void {
    const { memory, grid, tiles } = this.#fields;
    const { trail, trailIds, scratch, rectangles, heap, kernels } = memory;
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < count; n++) {
        const box = rectangles + 4 * this.#orphans[n];
        const row0 = heap.u32[box];
        const row1 = heap.u32[box + 1];
        const col0 = heap.u32[box + 2];
        const col1 = heap.u32[box + 3];
        if (round === 0) {
          kernels.growIds(trail, trailIds, scratch, grid.stride, row0, row1, col0, col1, threshold);
        } else {
          kernels.copy(scratch, trailIds, grid.stride, row0, row1, col0, col1);
          tiles.touch(row0, row1, col0, col1);
          this.#inherit(this.#run.list[this.#orphans[n]]);
        }
      }
    }
  }

  /** Water in a tile may have taken the ids of the tiles around it. */
  #inherit(tile: number): void {
    const { owners, across } = this.#fields.tiles;
    owners.includeThoseOf(tile, tile - across);
    owners.includeThoseOf(tile, tile - 1);
    owners.includeThoseOf(tile, tile + 1);
    owners.includeThoseOf(tile, tile + across);
  }
}
