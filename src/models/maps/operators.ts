import { TileBoxes } from '../../core/tile-boxes.js';
import { BOX, EROSION, FOUND } from '../../kernels/kernels.js';
import { EDGES } from '../../surface/seams.js';
import type { Fields } from './fields.js';
import type { Halos } from './halos.js';
import type { MapOptions } from './options.js';

/**
 * Smoothing, threshold, erosion and id growth on the trail maps (CHEN-O4's order): only where they are wet, or where smoothing
 * may wet them from a neighbouring cell, and each cell there is read and written twice. Every round goes over all charts, with halos
 * that hold what the others held before it.
 */
export class Operators {
  /** Leave cells of still shapes alone (CHEN-11 in single-map mode). */
  guardStill = false;
  readonly #charts: readonly OperatorRun[];
  readonly #halos: Halos | null;

  constructor(charts: readonly Fields[], halos: Halos | null) {
    this.#charts = charts.map((fields) => new OperatorRun(fields));
    this.#halos = halos;
  }

  run(options: MapOptions): void {
    if (!options.smoothing && !options.erosion) return;
    for (const chart of this.#charts) chart.clear();
    for (const chart of this.#charts) this.#gather(chart);
    this.#halos?.refresh();
    for (const chart of this.#charts) chart.flow(options, this.guardStill);
    this.#growIds(options.idThreshold);
  }

  /** Lists where a chart is wet and one cell around it, across seams as well. */
  #gather({ fields, boxes }: OperatorRun): void {
    const { wet } = fields.tiles;
    for (let n = 0; n < wet.count; n++) {
      const box = 4 * wet.list[n];
      const row0 = wet.box[box] - 1;
      const row1 = wet.box[box + 1] + 1;
      const col0 = wet.box[box + 2] - 1;
      const col1 = wet.box[box + 3] + 1;
      boxes.add(row0, row1, col0, col1);
      if (this.#halos) this.#wakeBeyond(fields, row0, row1, col0, col1);
    }
  }

  /** Adds what of a box lies beyond seams to the charts there. */
  #wakeBeyond(fields: Fields, row0: number, row1: number, col0: number, col1: number): void {
    const { rows, columns } = fields.grid;
    const isBeyond = [col0 < 0, col1 > columns, row0 < 0, row1 > rows];
    for (const edge of EDGES) {
      const link = isBeyond[edge] ? fields.links[edge] : null;
      if (!link) continue;
      const rowA = link.row(row0, col0);
      const rowB = link.row(row1 - 1, col1 - 1);
      const colA = link.col(row0, col0);
      const colB = link.col(row1 - 1, col1 - 1);
      const { boxes } = this.#charts[link.fields.number];
      boxes.add(Math.min(rowA, rowB), Math.max(rowA, rowB) + 1, Math.min(colA, colB), Math.max(colA, colB) + 1);
    }
  }

  /** Water without an owner takes a neighbour's id. Two rounds, so that the order of boxes and charts does not matter. */
  #growIds(threshold: number): void {
    if (!this.#charts.some((chart) => chart.orphanCount > 0)) return;
    this.#halos?.refresh();
    for (const chart of this.#charts) chart.findHeirs(threshold);
    for (const chart of this.#charts) chart.takeIds();
    this.#halos?.shareOwners();
  }
}

/** One application of the operators on one chart. */
class OperatorRun {
  readonly fields: Fields;
  /** The boxes of this application. */
  readonly boxes: TileBoxes;
  /** Those of them in which water has no owner. */
  readonly #orphans: Uint32Array;
  orphanCount = 0;

  constructor(fields: Fields) {
    this.fields = fields;
    this.boxes = new TileBoxes(fields.grid);
    this.#orphans = new Uint32Array(fields.tiles.count);
  }

  clear(): void {
    if (this.boxes.count > 0) this.boxes.clear();
    this.orphanCount = 0;
  }

  /** Smooths and erodes, and notes where it is wet now, which tiles changed, and where water has no owner. */
  flow(options: MapOptions, guardStill: boolean): void {
    if (this.boxes.count === 0) return;
    // In the order of the tiles, as `flow` needs them: neighbours share pages and cache lines.
    this.boxes.sort();
    const { header, losses, rectangles, heap, kernels } = this.fields.chart;
    const count = this.boxes.write(heap.u32, rectangles);
    const along = this.fields.sideways ? EROSION.alongColumns : EROSION.alongRows;
    kernels.flow(
      header,
      count,
      options.smoothingThreshold,
      options.idThreshold,
      options.smoothing ? 1 : 0,
      options.erosion ? along : EROSION.none,
      guardStill ? 1 : 0,
    );
    const smoothed = heap.f64[losses >> 1];
    const eroded = heap.f64[(losses >> 1) + 1];
    this.fields.smoothed += smoothed;
    this.fields.eroded += eroded;
    this.fields.total -= smoothed + eroded;
    this.#note(count);
  }

  #note(count: number): void {
    const { tiles, chart } = this.fields;
    const { u32 } = chart.heap;
    tiles.wet.clear();
    for (let n = 0; n < count; n++) {
      const found = chart.found + FOUND.words * n;
      const flags = u32[found + FOUND.flags];
      if (flags & FOUND.wet) {
        const { row0, row1, col0, col1 } = FOUND;
        tiles.wet.add(u32[found + row0], u32[found + row1], u32[found + col0], u32[found + col1]);
      }
      const tile = this.boxes.list[n];
      if (flags & FOUND.changed) tiles.change(tile);
      if (flags & FOUND.orphans) this.#orphans[this.orphanCount++] = n;
    }
  }

  /** Finds the ids that water without an owner takes, in scratch. */
  findHeirs(threshold: number): void {
    const { header, rectangles, heap, kernels } = this.fields.chart;
    for (let n = 0; n < this.orphanCount; n++) {
      const box = rectangles + BOX.words * this.#orphans[n];
      const { row0, row1, col0, col1 } = BOX;
      kernels.growIds(
        header,
        heap.u32[box + row0],
        heap.u32[box + row1],
        heap.u32[box + col0],
        heap.u32[box + col1],
        threshold,
      );
    }
  }

  /** Copies the ids found into the ID map. */
  takeIds(): void {
    const { header, trailIds, scratch, rectangles, heap, kernels } = this.fields.chart;
    for (let n = 0; n < this.orphanCount; n++) {
      const box = rectangles + BOX.words * this.#orphans[n];
      const row0 = heap.u32[box + BOX.row0];
      const row1 = heap.u32[box + BOX.row1];
      const col0 = heap.u32[box + BOX.col0];
      const col1 = heap.u32[box + BOX.col1];
      kernels.copy(header, scratch, trailIds, row0, row1, col0, col1);
      this.fields.touch(row0, row1, col0, col1);
      this.#inherit(this.boxes.list[this.#orphans[n]]);
    }
  }

  /** Water in a tile may have taken the ids of the tiles around it. */
  #inherit(tile: number): void {
    const { owners, across } = this.fields.tiles;
    owners.includeThoseOf(tile, tile - across);
    owners.includeThoseOf(tile, tile - 1);
    owners.includeThoseOf(tile, tile + 1);
    owners.includeThoseOf(tile, tile + across);
  }
}
