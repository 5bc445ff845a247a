import { createGrid, type Grid, HALO, HEIGHT_LIMIT, HEIGHT_QUANTUM } from '../../core/grid.js';
import { TILE_COLUMNS, TileBoxes, tileCount } from '../../core/tile-boxes.js';
import { Tiles } from '../../core/tiles.js';
import { BOX, type Heap, type Kernels, type OpenKernels, WATER } from '../../kernels/kernels.js';
import { EDGES, type SeamCells, seamCells } from '../../surface/seams.js';
import { EDGE, NO_SEAMS, type Seams, type Surface } from '../../surface/surface.js';
import type { StuppacherOptions } from './options.js';
import { noiseSide, noiseWords } from './texture-maps.js';

/** Words at the start of the heap that stay unused, so that no map has the index 0. */
const RESERVED = 64;
/** A threshold that opens at once: any height above it, times this, is at least 1. */
const AT_ONCE = 1e30;
/** Momentum is summed over 3 × 3 texels; their mean sweeps with all its strength where it is as high as L, at least this [mm]. */
const AROUND_CELLS = 9;
const LEAST_SWEEPING = 0.01;
/** The highest that a texel can hold [mm]. */
const HIGHEST = HEIGHT_LIMIT - HEIGHT_QUANTUM;
const TWO_QUANTA = 2 * HEIGHT_QUANTUM;

/** The maps of all charts in one heap, with the maps that they share. */
export interface WaterMemory {
  readonly heap: Heap;
  readonly kernels: Kernels;
  readonly charts: readonly WaterChart[];
  readonly noise: Float32Array;
  readonly remainder: Float32Array;
}

export function createWaterMemory(surface: Surface, options: StuppacherOptions, open: OpenKernels): WaterMemory {
  let end = RESERVED;
  // Records begin at multiples of four words, so that SIMD is aligned.
  const take = (words: number): number => {
    const start = end;
    end += Math.ceil(words / 4) * 4;
    return start;
  };
  const noise = take(noiseWords(options));
  const remainder = take(WATER.remainders);
  const flows = take(WATER.flowRows * WATER.flowRow);
  const places = surface.charts.map(({ columns, rows, cellSize }, number) => {
    const grid = createGrid(columns, rows, cellSize);
    const map = (): number => take(grid.words) + grid.origin;
    return {
      number,
      grid,
      header: take(WATER.words),
      water: map(),
      gain: map(),
      affinity: map(),
      momentum: options.sweep > 0 ? [map(), map(), map(), map()] : [],
      directions: take(WATER.direction * Math.ceil(columns / 4)),
      // All boxes to be moved, and behind them a row of tiles to be settled meanwhile.
      boxes: take(BOX.words * (tileCount(grid) + Math.ceil(columns / TILE_COLUMNS))),
      found: take(tileCount(grid)),
    };
  });
  const { heap, kernels } = open(4 * end);
  const seams = options.seams ? surface.seams : NO_SEAMS;
  const charts = places.map((place) => new WaterChart(place, heap, kernels, seams));
  for (const { header } of charts) {
    heap.u32[header + WATER.noise] = noise;
    heap.u32[header + WATER.noiseSide] = noiseSide(options);
    heap.u32[header + WATER.remainder] = remainder;
    heap.u32[header + WATER.flows] = flows;
  }
  return {
    heap,
    kernels,
    charts,
    noise: heap.f32.subarray(noise, noise + noiseWords(options)),
    remainder: heap.f32.subarray(remainder, remainder + WATER.remainders),
  };
}

/** Passes on what a texel of a chart cannot hold [mm], and returns what it could not. */
export type SpreadSurplus = (chart: WaterChart, row: number, col: number, surplus: number) => number;

/** Where a chart lies in the heap. */
interface ChartPlaces {
  readonly number: number;
  readonly grid: Grid;
  readonly header: number;
  readonly water: number;
  readonly gain: number;
  readonly affinity: number;
  /** Four maps of momentum, or none. */
  readonly momentum: readonly number[];
  readonly directions: number;
  readonly boxes: number;
  readonly found: number;
}

/**
 * The water of one chart (STUP-1), and where work is to be done: only tiles with texels above L are moved, only those that
 * water may have reached are settled, and others cost nothing.
 */
export class WaterChart {
  readonly number: number;
  readonly grid: Grid;
  readonly heap: Heap;
  readonly header: number;
  readonly water: number;
  readonly gain: number;
  readonly affinity: number;
  /** Momentum of the last step along rows and columns, then two maps for that of the next; empty without `sweep` (STUP-L6). */
  readonly momentum: number[];
  readonly directions: number;
  readonly tiles: Tiles;
  /** How the chart continues beyond each edge, in the order of `EDGE`; null where it is open. */
  readonly seams: readonly (SeamCells | null)[];
  /** Sum of all heights [mm], exact. */
  total = 0;
  /** Does nothing pull water along the chart? Then none moves (STUP-4). */
  isLevel = false;
  /** Is the pull across the chart stronger than that along it? */
  flowsAcross = false;
  /** Whether water may have left over each edge in this step, in the order of `EDGE`. */
  readonly crossed = [false, false, false, false];

  readonly #kernels: Kernels;
  readonly #boxes: number;
  readonly #found: number;
  /** Tiles that may have texels above L. */
  readonly #live: TileBoxes;
  /** Tiles that water may have reached in this step. */
  readonly #due: TileBoxes;
  /** Of these, where it came over a seam. */
  readonly #late: TileBoxes;
  /** What was found in each tile of `due` so far (`WATER`). */
  readonly #seen: Uint8Array;
  /** Has any texel momentum? */
  #isStirred = false;
  /** Rows and columns of a step of the water, least and most. */
  #up = 0;
  #down = 0;
  #back = 0;
  #forth = 0;

  constructor(places: ChartPlaces, heap: Heap, kernels: Kernels, seams: Seams) {
    const { number, grid, header, water, gain, affinity, momentum, directions, boxes, found } = places;
    this.number = number;
    this.grid = grid;
    this.heap = heap;
    this.header = header;
    this.water = water;
    this.gain = gain;
    this.affinity = affinity;
    this.momentum = [...momentum];
    this.directions = directions;
    this.#kernels = kernels;
    this.#boxes = boxes;
    this.#found = found;
    this.tiles = new Tiles(grid);
    this.#live = new TileBoxes(grid);
    this.#due = new TileBoxes(grid);
    this.#late = new TileBoxes(grid);
    this.#seen = new Uint8Array(tileCount(grid));
    this.seams = EDGES.map((edge) => {
      const seam = seams.at(number, edge);
      return seam && seamCells(seam, grid.cellSize);
    });
    const { u32 } = heap;
    u32[header + WATER.stride] = grid.stride;
    u32[header + WATER.water] = water;
    u32[header + WATER.gain] = gain;
    u32[header + WATER.affinity] = affinity;
    u32[header + WATER.directions] = directions;
    u32[header + WATER.boxes] = boxes;
    u32[header + WATER.found] = found;
  }

  /** Writes the numbers of the law where the kernels read them. */
  configure(options: StuppacherOptions, remainderScale: number): void {
    const { header, heap } = this;
    const { f32 } = heap;
    f32[header + WATER.low] = options.thresholdMin;
    f32[header + WATER.high] = options.thresholdMax;
    f32[header + WATER.share] = options.farShare;
    heap.u32[header + WATER.reach] = options.reach;
    f32[header + WATER.sharpness] = options.softness > 0 ? 1 / options.softness : AT_ONCE;
    f32[header + WATER.hold] = options.affinityHold * options.thresholdMin;
    f32[header + WATER.swerve] = options.affinityTurn;
    f32[header + WATER.sweep] = options.sweep;
    f32[header + WATER.sweepScale] = 1 / (AROUND_CELLS * Math.max(options.thresholdMin, LEAST_SWEEPING));
    this.#writeMomentum();
    f32[header + WATER.remainderScale] = remainderScale;
    this.wakeAll();
  }

  /** Where the window on the noise lies now (STUP-7). */
  setWindow(row: number, col: number): void {
    this.heap.u32[this.header + WATER.noiseRow] = row;
    this.heap.u32[this.header + WATER.noiseCol] = col;
  }

  /** Any tile may have texels above L. */
  wakeAll(): void {
    this.#live.add(0, this.grid.rows, 0, this.grid.columns);
  }

  /** Water goes nowhere until `mayReach` is called. */
  forgetReach(): void {
    this.#up = this.#down = this.#back = this.#forth = 0;
  }

  /** Water may go so many rows and columns, −1 to 1. */
  mayReach(rows: number, cols: number): void {
    this.#up = Math.min(this.#up, rows);
    this.#down = Math.max(this.#down, rows);
    this.#back = Math.min(this.#back, cols);
    this.#forth = Math.max(this.#forth, cols);
  }

  /**
   * Texels above L give water away (STUP-5, 6, 7, 8): to `gain`, row after row of tiles. It is added to the water as soon as no more
   * can come from this chart, while the maps are in the cache; what crosses edges waits until all charts have moved.
   */
  move(): void {
    if (this.isLevel) {
      this.#forgetMomentum();
      return;
    }
    const { tiles } = this;
    const live = this.#live;
    live.sort();
    const count = live.write(this.heap.u32, this.#boxes);
    const stirred: number[] = [];
    const rowOf = (n: number): number => Math.floor(live.list[n] / live.across);
    let settled = 0;
    for (let first = 0, end = 0; first < count; first = end) {
      while (end < count && rowOf(end) === rowOf(first)) end++;
      this.#moveTiles(first, end, stirred);
      // Water goes at most to the next row of tiles.
      while (settled < rowOf(first)) this.#settleRow(settled++, count);
    }
    while (settled * live.across < tiles.count) this.#settleRow(settled++, count);
    live.clear();
    if (this.momentum.length > 0) this.#turnMomentum(stirred);
  }

  /** Moves the water of some of the listed tiles, and notes where it may have gone and which of them had momentum. */
  #moveTiles(first: number, end: number, stirred: number[]): void {
    const { tiles } = this;
    const { u32 } = this.heap;
    u32[this.header + WATER.boxes] = this.#boxes + BOX.words * first;
    this.#kernels.moveWater(this.header, end - first);
    for (let n = first; n < end; n++) {
      const tile = this.#live.list[n];
      const found = u32[this.#found + n - first];
      if (found !== 0 && this.momentum.length > 0) stirred.push(tile);
      if ((found & WATER.moved) === 0) continue;
      tiles.change(tile);
      this.#expectAround(tile);
    }
  }

  /** Adds what has arrived in a row of tiles; boxes are written behind those of `count` tiles that move. */
  #settleRow(row: number, count: number): void {
    const due = this.#due;
    const { across } = due;
    const boxes = this.#boxes + BOX.words * count;
    const listed: number[] = [];
    for (let tile = row * across; tile < (row + 1) * across; tile++) {
      if (!due.has(tile)) continue;
      due.writeTile(tile, this.heap.u32, boxes + BOX.words * listed.length);
      listed.push(tile);
    }
    this.#settleBoxes(boxes, listed, listed.length);
  }

  #settleBoxes(boxes: number, listed: ArrayLike<number>, count: number): void {
    if (count === 0) return;
    const { u32 } = this.heap;
    u32[this.header + WATER.boxes] = boxes;
    this.#kernels.settleWater(this.header, count);
    for (let n = 0; n < count; n++) this.#seen[listed[n]] |= u32[this.#found + n];
  }

  /** What was written is read next. Tiles with momentum, and those beside them, are moved again until both maps are zero. */
  #turnMomentum(stirred: readonly number[]): void {
    const { tiles, momentum } = this;
    momentum.push(...momentum.splice(0, 2));
    this.#writeMomentum();
    this.#isStirred = stirred.length > 0;
    // Boxes begin at multiples of four columns, for SIMD.
    for (const tile of stirred) {
      this.#live.add(tiles.row0(tile) - 1, tiles.row1(tile) + 1, tiles.col0(tile) - 4, tiles.col1(tile) + 4);
    }
  }

  /** On a level chart water stops, and has no way to remember. */
  #forgetMomentum(): void {
    if (!this.#isStirred) return;
    const { words, origin } = this.grid;
    for (const map of this.momentum) this.heap.f32.fill(0, map - origin, map - origin + words);
    this.#isStirred = false;
  }

  #writeMomentum(): void {
    const fields = [WATER.rowMomentum, WATER.colMomentum, WATER.nextRowMomentum, WATER.nextColMomentum];
    for (const [n, map] of this.momentum.entries()) this.heap.u32[this.header + fields[n]] = map;
  }

  /** Water of a tile may go as far as four texels: into the tiles beside it and over edges. */
  #expectAround(tile: number): void {
    const { tiles, crossed } = this;
    const { rows, columns } = this.grid;
    const row0 = tiles.row0(tile);
    const row1 = tiles.row1(tile);
    const col0 = tiles.col0(tile);
    const col1 = tiles.col1(tile);
    this.#due.add(
      row0 + HALO * this.#up,
      row1 + HALO * this.#down,
      col0 + HALO * this.#back,
      col1 + HALO * this.#forth,
    );
    if (row0 + HALO * this.#up < 0) crossed[EDGE.top] = true;
    if (row1 + HALO * this.#down > rows) crossed[EDGE.bottom] = true;
    if (col0 + HALO * this.#back < 0) crossed[EDGE.left] = true;
    if (col1 + HALO * this.#forth > columns) crossed[EDGE.right] = true;
  }

  /** Water from another chart arrives at a texel. */
  receive(row: number, col: number, height: number): void {
    this.heap.f32[this.gain + row * this.grid.stride + col] += height;
    this.total += height;
    this.#due.add(row, row + 1, col, col + 1);
    this.#late.add(row, row + 1, col, col + 1);
  }

  /**
   * Adds what has come over seams, and lists the tiles that have changed. Where water stands 16 mm high, `spread` passes on what a
   * texel cannot hold [mm] and tells what it could not; returns the sum of that.
   */
  settle(spread: SpreadSurplus): number {
    const { tiles } = this;
    const late = this.#late;
    const due = this.#due;
    this.#settleBoxes(this.#boxes, late.list, late.write(this.heap.u32, this.#boxes));
    late.clear();
    // In an order that depends on nothing but the water.
    due.sort();
    let spilled = 0;
    for (let n = 0; n < due.count; n++) {
      const tile = due.list[n];
      const seen = this.#seen[tile];
      this.#seen[tile] = 0;
      if (seen & WATER.arrived) tiles.change(tile);
      if (seen & WATER.above) this.#wake(tile);
      if (seen & WATER.full) spilled += this.#spill(tile, spread);
    }
    due.clear();
    return spilled;
  }

  /** Adds water to a texel by hand, and returns what it could not hold [mm]. */
  add(row: number, col: number, height: number): number {
    const { tiles } = this;
    const tile = tiles.at(row, col);
    const { f32 } = this.heap;
    const cell = this.water + row * this.grid.stride + col;
    const sum = f32[cell] + height;
    f32[cell] = Math.min(sum, HIGHEST);
    this.total += height - (sum - f32[cell]);
    tiles.change(tile);
    this.#wake(tile);
    return sum - f32[cell];
  }

  /**
   * Gives a texel at most `most` [mm] of what another cannot hold, up to half of its room, so that a mound grows instead of a block.
   * Returns what it took.
   */
  pour(row: number, col: number, most: number): number {
    const { f32 } = this.heap;
    const cell = this.water + row * this.grid.stride + col;
    const part = Math.min(most, Math.floor((HIGHEST - f32[cell]) / TWO_QUANTA) * HEIGHT_QUANTUM);
    if (part <= 0) return 0;
    f32[cell] += part;
    this.total += part;
    const tile = this.tiles.at(row, col);
    this.tiles.change(tile);
    this.#wake(tile);
    return part;
  }

  /** Takes all water of a texel, and returns it [mm]. */
  take(row: number, col: number): number {
    const { f32 } = this.heap;
    const cell = this.water + row * this.grid.stride + col;
    const height = f32[cell];
    if (height === 0) return 0;
    f32[cell] = 0;
    this.total -= height;
    this.tiles.change(this.tiles.at(row, col));
    return height;
  }

  /** Calls `visit` with the box of each tile that may have texels above L. */
  forEachLive(visit: (row0: number, row1: number, col0: number, col1: number) => void): void {
    const { tiles } = this;
    for (let n = 0; n < this.#live.count; n++) {
      const tile = this.#live.list[n];
      visit(tiles.row0(tile), tiles.row1(tile), tiles.col0(tile), tiles.col1(tile));
    }
  }

  heightAt(row: number, col: number): number {
    return this.heap.f32[this.water + row * this.grid.stride + col];
  }

  /** Counts all water again, and takes every tile for changed. Returns false if a height is none that a texel can hold. */
  recount(): boolean {
    let isSound = true;
    this.total = 0;
    for (let row = 0; row < this.grid.rows; row++) {
      for (let col = 0; col < this.grid.columns; col++) {
        const height = this.heightAt(row, col);
        if (!(height >= 0 && height <= HIGHEST && Number.isInteger(height / HEIGHT_QUANTUM))) isSound = false;
        this.total += height;
      }
    }
    const { words, origin } = this.grid;
    for (const map of this.momentum) {
      for (let n = map - origin; n < map - origin + words; n++) if (!Number.isFinite(this.heap.f32[n])) isSound = false;
    }
    this.#isStirred = this.momentum.length > 0;
    for (let tile = 0; tile < this.tiles.count; tile++) this.tiles.change(tile);
    this.wakeAll();
    return isSound;
  }

  #wake(tile: number): void {
    const { tiles } = this;
    this.#live.include(tile, tiles.row0(tile), tiles.row1(tile), tiles.col0(tile), tiles.col1(tile));
  }

  /** Passes on what is above the limit of heights, and returns what could not be. */
  #spill(tile: number, spread: SpreadSurplus): number {
    const { tiles } = this;
    const { f32 } = this.heap;
    let spilled = 0;
    for (let row = tiles.row0(tile); row < tiles.row1(tile); row++) {
      for (let col = tiles.col0(tile); col < tiles.col1(tile); col++) {
        const cell = this.water + row * this.grid.stride + col;
        if (f32[cell] <= HIGHEST) continue;
        const surplus = f32[cell] - HIGHEST;
        f32[cell] = HIGHEST;
        this.total -= surplus;
        spilled += spread(this, row, col, surplus);
      }
    }
    return spilled;
  }
}
