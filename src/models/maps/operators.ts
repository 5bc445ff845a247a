import { TileBoxes } from '../../core/tile-boxes.js';
import { BOX, EROSION, FOUND } from '../../kernels/kernels.js';
import type { Fields } from './fields.js';
import type { MapOptions } from './options.js';

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

  run(options: MapOptions): void {
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
    const { heap, rectangles } = this.#fields.chart;
    const count = this.#run.write(heap.u32, rectangles);
    this.#flow(options, count);
    this.#growIds(options.idThreshold, this.#note(count));
  }

  #flow(options: MapOptions, count: number): void {
    const { header, losses, heap, kernels } = this.#fields.chart;
    const along = this.sideways ? EROSION.alongColumns : EROSION.alongRows;
    kernels.flow(
      header,
      count,
      options.smoothingThreshold,
      options.idThreshold,
      options.smoothing ? 1 : 0,
      options.erosion ? along : EROSION.none,
      this.guardStill ? 1 : 0,
    );
    const smoothed = heap.f64[losses >> 1];
    const eroded = heap.f64[(losses >> 1) + 1];
    this.#fields.smoothed += smoothed;
    this.#fields.eroded += eroded;
    this.#fields.total -= smoothed + eroded;
  }

  /** Writes down where it is wet now and which tiles changed. Returns in how many boxes there is water without an owner. */
  #note(count: number): number {
    const { tiles, chart } = this.#fields;
    const { u32 } = chart.heap;
    let orphans = 0;
    tiles.wet.clear();
    for (let n = 0; n < count; n++) {
      const found = chart.found + FOUND.words * n;
      const flags = u32[found + FOUND.flags];
      if (flags & FOUND.wet) {
        const { row0, row1, col0, col1 } = FOUND;
        tiles.wet.add(u32[found + row0], u32[found + row1], u32[found + col0], u32[found + col1]);
      }
      const tile = this.#run.list[n];
      if (flags & FOUND.changed) tiles.change(tile);
      if (flags & FOUND.orphans) this.#orphans[orphans++] = n;
    }
    return orphans;
  }

  /** Water without an owner takes a neighbour's id. Two rounds, so that the order of the boxes does not matter. */
  #growIds(threshold: number, count: number): void {
    const { header, trailIds, scratch, rectangles, heap, kernels } = this.#fields.chart;
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < count; n++) {
        const box = rectangles + BOX.words * this.#orphans[n];
        const row0 = heap.u32[box + BOX.row0];
        const row1 = heap.u32[box + BOX.row1];
        const col0 = heap.u32[box + BOX.col0];
        const col1 = heap.u32[box + BOX.col1];
        if (round === 0) {
          kernels.growIds(header, row0, row1, col0, col1, threshold);
        } else {
          kernels.copy(header, scratch, trailIds, row0, row1, col0, col1);
          this.#fields.touch(row0, row1, col0, col1);
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
