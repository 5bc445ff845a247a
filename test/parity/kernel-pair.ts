/** The same memory twice, once under each implementation of the kernels, filled at random and compared word for word. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { createGrid, type Grid, HALO } from '../../src/core/grid.js';
import { TileBoxes, tileCount, tileOf } from '../../src/core/tile-boxes.js';
import { ownerWords, ringAcross, TileOwners, WetBits, wetBitWords } from '../../src/core/tiles.js';
import { type ChartMemory, createFieldMemory } from '../../src/kernels/field-memory.js';
import { BOX, CHART, CONTACTS, type Heap, heapOf, type Kernels } from '../../src/kernels/kernels.js';
import { referenceKernels } from '../../src/kernels/reference/reference-kernels.js';
import { simdKernels } from '../../src/kernels/simd.js';
import { evenly } from '../support/numbers.ts';
import { mayBeWet } from '../support/wet-cells.ts';
import { fillMaps, generator, QUANTUM } from './random-maps.ts';

export { LABEL_MASK } from './random-maps.ts';

const MOST_COLUMNS = 96;
const MOST_ROWS = 96;
const HIGHEST = 16 / QUANTUM - 1;

/** Runs of a property, and a switch. */
export const RUNS = { numRuns: 250 };
export const anyFlag = fc.constantFrom(0, 1);

/** What a random memory is made of. */
export interface Fill {
  readonly columns: number;
  readonly rows: number;
  /** Share of wet cells, 0 to 1. */
  readonly wet: number;
  /** Share of wet cells without an owner. */
  readonly orphans: number;
  /** Largest height, in quanta. */
  readonly most: number;
  readonly seed: number;
  /** Water of the trail map in so many trails that run down or across, and in so many round drops; everywhere without any. */
  readonly trails: number;
  readonly drops: number;
  /** Which edges are seams, as a sum of `SEAM`: there the halo is wet too. */
  readonly seams: number;
  /** Contact entries beyond those that one row needs: few of them make a scan stop and resume. */
  readonly spare: number;
}

export const SEAM = { top: 1, bottom: 2, left: 4, right: 8 } as const;

/** A rectangle of cells. */
export interface Box {
  readonly row0: number;
  readonly row1: number;
  readonly col0: number;
  readonly col1: number;
}

/** One pair of heaps serves all runs: browsers and Node allow only so many WebAssembly memories. */
let bytes = 0;
const { heap: plain, kernels: plainKernels } = createFieldMemory([createGrid(MOST_COLUMNS, MOST_ROWS, 1)], (needed) => {
  bytes = needed;
  const heap = heapOf(new ArrayBuffer(8 * Math.ceil(needed / 8)));
  return { heap, kernels: referenceKernels(heap) };
});
const reference = { heap: plain, kernels: plainKernels };
const simd = simdKernels(bytes);
const sides: readonly { heap: Heap; kernels: Kernels }[] = [reference, simd];

/** Writes into the header of a chart where its cells exist, and returns it. */
export function setEdges({ heap, grid, header }: ChartMemory, seams: number): Box {
  const box = {
    row0: seams & SEAM.top ? -HALO : 0,
    row1: grid.rows + (seams & SEAM.bottom ? HALO : 0),
    col0: seams & SEAM.left ? -HALO : 0,
    col1: grid.columns + (seams & SEAM.right ? HALO : 0),
  };
  heap.i32[header + CHART.firstRow] = box.row0;
  heap.i32[header + CHART.endRow] = box.row1;
  heap.i32[header + CHART.firstCol] = box.col0;
  heap.i32[header + CHART.endCol] = box.col1;
  return box;
}

/** Notes in the still bits and in the owners of the tiles which drops own cells, as the model does, halos included. */
export function noteOwners({ heap, grid, stillBits, stillIds, trailIds, owners }: ChartMemory, cells: Box): void {
  const { u32 } = heap;
  const { rows, columns, stride } = grid;
  u32.fill(0, stillBits, stillBits + wetBitWords(grid));
  const bits = new WetBits(grid, u32.subarray(stillBits));
  const words = u32.subarray(owners, owners + ownerWords(tileCount(grid)));
  words.fill(0);
  const tiles = new TileOwners(words);
  const across = ringAcross(columns) - 2;
  for (let row = cells.row0; row < cells.row1; row++) {
    for (let col = cells.col0; col < cells.col1; col++) {
      if (u32[stillIds + row * stride + col] !== 0) bits.include(row, row + 1, col, col + 1);
      const id = u32[trailIds + row * stride + col];
      if (id === 0 || row < -1 || row > rows || col < -1 || col > columns) continue;
      // Cells of the halo count for the tiles that they touch.
      const rowsOfIt = row >= 0 && row < rows ? [row] : [Math.min(Math.max(row, 0), rows - 1)];
      const colsOfIt = col >= 0 && col < columns ? [col] : [Math.min(Math.max(col, 0), columns - 1)];
      const isHalo = rowsOfIt[0] !== row || colsOfIt[0] !== col;
      const reach = isHalo ? [-1, 0, 1] : [0];
      for (const dr of reach) {
        for (const dc of reach) {
          const r = Math.min(Math.max(rowsOfIt[0] + dr, 0), rows - 1);
          const c = Math.min(Math.max(colsOfIt[0] + dc, 0), columns - 1);
          const tile = tileOf(r) * across + tileOf(c);
          if (tiles.highest(tile) === 0) words[ownerWords(tile)] = id;
          tiles.include(tile, id, id);
        }
      }
    }
  }
}

/** Both heaps with the same random maps of one chart, and the way to run one kernel on both. */
export class KernelPair {
  readonly grid: Grid;
  /** The chart in the heap of the reference kernels; every index is the same in the other. */
  readonly chart: ChartMemory;
  readonly heap = reference.heap;
  /** Where cells exist. */
  readonly cells: Box;
  /** Boxes in the list. */
  boxes: number;

  /** @param entriesPerCell room that a kernel needs in the contact list, a cell, before it begins a row */
  constructor(fill: Fill, entriesPerCell = CONTACTS.entriesPerCell + 1, cellSize = 1) {
    this.grid = createGrid(fill.columns, fill.rows, cellSize);
    const { u32 } = reference.heap;
    u32.fill(0);
    [this.chart] = createFieldMemory([this.grid], () => reference).charts;
    this.cells = setEdges(this.chart, fill.seams);
    fillMaps(this.chart, this.cells, fill);
    u32[this.chart.contacts + CONTACTS.capacity] = fill.columns * entriesPerCell + fill.spare;
    this.boxes = listBoxes(this.chart, fill);
    simd.heap.u32.fill(0);
    simd.heap.u32.set(u32);
    this.knowOwners();
  }

  /** Changes both heaps in the same way. */
  change(write: (heap: Heap) => void): void {
    for (const { heap } of sides) write(heap);
  }

  /** Notes the owners of all cells: after every change of the ids by hand. */
  knowOwners(): this {
    this.change((heap) => noteOwners({ ...this.chart, heap }, this.cells));
    return this;
  }

  /** Hands a body to the kernels. */
  putBody(body: Float64Array): void {
    this.change(({ f64 }) => f64.set(body, this.chart.body >> 1));
  }

  /** Hands places of a way to the kernels. */
  putWay(places: number[]): void {
    this.change(({ f64 }) => f64.set(places, this.chart.way >> 1));
  }

  /** Hands a box to the kernels. */
  putBox({ row0, row1, col0, col1 }: Box): void {
    this.change(({ u32 }) => {
      u32[this.chart.box + BOX.row0] = row0;
      u32[this.chart.box + BOX.row1] = row1;
      u32[this.chart.box + BOX.col0] = col0;
      u32[this.chart.box + BOX.col1] = col1;
    });
  }

  /** Runs one kernel on both sides; results and every word of memory must be the same. */
  run(call: (kernels: Kernels, chart: ChartMemory, heap: Heap) => unknown): void {
    const [expected, actual] = sides.map(({ kernels, heap }) => call(kernels, this.chart, heap));
    expect(Object.is(actual, expected), `SIMD returns ${actual}, the reference ${expected}`).toBe(true);
    expect(this.difference()).toBe('');
  }

  /** Runs a kernel that may stop at a full contact list until it is done, emptying the list in between. Returns the calls. */
  runToEnd(first: number, call: (kernels: Kernels, chart: ChartMemory, row: number) => unknown): number {
    let calls = 0;
    for (let row = first; row !== CONTACTS.done; calls++) {
      this.run((kernels, chart) => call(kernels, chart, row));
      const next = this.heap.u32[this.chart.contacts + CONTACTS.resume];
      expect(next).toBeGreaterThan(row);
      row = next;
      this.#emptyContacts();
    }
    return calls;
  }

  /** `scan` over the listed boxes to its end, as `runToEnd`; `found` sees the list before it is emptied. */
  scanToEnd(diagonal: number, found: () => void = () => {}): number {
    const { header, contacts, rectangles } = this.chart;
    const { u32 } = this.heap;
    let calls = 0;
    let first = 0;
    let row = u32[rectangles + BOX.row0];
    for (; row !== CONTACTS.done; calls++) {
      this.run((kernels) => kernels.scan(header, this.boxes, diagonal, 1, first, row));
      found();
      row = u32[contacts + CONTACTS.resume];
      first = u32[contacts + CONTACTS.box];
      this.#emptyContacts();
    }
    return calls;
  }

  #emptyContacts(): void {
    this.change(({ u32 }) => {
      u32[this.chart.contacts + CONTACTS.count] = 0;
    });
  }

  /** Lists, instead of the random boxes, those in which the trail map may be wet or may become so. */
  listWetBoxes(): this {
    const { wetBits, rectangles } = this.chart;
    const { row0, row1, col0, col1 } = this.cells;
    const bits = this.heap.u32.subarray(wetBits);
    const boxes = new TileBoxes(this.grid);
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        if (mayBeWet(bits, this.grid, row, col)) boxes.add(row - 1, row + 2, col - 1, col + 2);
      }
    }
    boxes.sort();
    this.change(({ u32 }) => boxes.write(u32, rectangles));
    this.boxes = boxes.count;
    return this;
  }

  /** The first word in which the heaps differ, or ''. */
  difference(): string {
    const expected = reference.heap.u32;
    const actual = simd.heap.u32;
    // At once as a rule: one by one is most of a run's time.
    if (Buffer.compare(bytesOf(expected), bytesOf(actual.subarray(0, expected.length))) !== 0) {
      const i = expected.findIndex((word, n) => word !== actual[n]);
      return `word ${i}: ${hex(actual[i])} instead of ${hex(expected[i])}`;
    }
    // WebAssembly memory comes in pages: what lies beyond the maps must stay untouched.
    return actual.subarray(expected.length).some((word) => word !== 0) ? 'a word beyond the maps' : '';
  }
}

/** Cells along a side: any number, and often so many that it ends a few before or behind the edge of a tile. */
function anySide(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 1, max: 70 }),
    fc.tuple(fc.constantFrom(32, 64), fc.integer({ min: -4, max: 5 })).map(([edge, off]) => edge + off),
  );
}

/**
 * Sizes from one cell to two tiles and a bit, dry to flooded, flat to the highest a map can hold. Mostly water without holes,
 * as drops and trails are: of speckled water all is wet once it is smoothed, and nothing depends on where it began or ended.
 * Shares are even ones: fast-check's own doubles are nearly all close to 0, and then so are all maps and boxes.
 */
export const anyFill: fc.Arbitrary<Fill> = fc.record({
  columns: anySide(),
  rows: anySide(),
  wet: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 5, arbitrary: evenly(0, 1) },
  ),
  orphans: fc.constantFrom(0, 0.1, 0.7),
  most: fc.constantFrom(3, 2 / QUANTUM, HIGHEST),
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  trails: fc.integer({ min: 0, max: 3 }),
  drops: fc.integer({ min: 0, max: 4 }),
  seams: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 15 })),
  spare: fc.integer({ min: 0, max: 40 }),
});

/** A random memory, and a rectangle of it given as four shares: any part, or all of it. */
export const anyPlace = fc.tuple(anyFill, fc.oneof(fc.constant(null), fc.tuple(share(), share(), share(), share())));

/** The rectangle the shares stand for; null is the whole chart. */
export function boxOf({ columns, rows }: Fill, shares: readonly number[] | null): Box {
  if (!shares) return { row0: 0, row1: rows, col0: 0, col1: columns };
  const [rowA, rowB] = [shares[0], shares[1]].map((s) => Math.floor(s * (rows + 1))).sort((a, b) => a - b);
  const [colA, colB] = [shares[2], shares[3]].map((s) => Math.floor(s * (columns + 1))).sort((a, b) => a - b);
  return { row0: rowA, row1: rowB, col0: colA, col1: colB };
}

/** Thresholds [mm], also a hair off the heights there are, where float32 and float64 may see different numbers. */
export const anyThreshold = fc.oneof(
  fc.constantFrom(0, 0.01, 0.5, 1),
  fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(-1e-12, 0, 1e-12)).map(([n, off]) => n * QUANTUM + off),
);

function share(): fc.Arbitrary<number> {
  return evenly(0, 1);
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function hex(word: number): string {
  return `0x${word.toString(16).padStart(8, '0')}`;
}

/** Lists some random boxes, one a tile and at least one. Returns how many. */
export function listBoxes({ heap, grid, rectangles }: ChartMemory, { seed }: Fill): number {
  const boxes = new TileBoxes(grid);
  const random = generator(seed);
  const { rows, columns } = grid;
  for (let n = 0; n < 3; n++) {
    const row = Math.floor(random() * rows);
    const col = Math.floor(random() * columns);
    boxes.add(row, row + 1 + Math.floor(random() * 20), col, col + 1 + Math.floor(random() * 40));
  }
  return boxes.write(heap.u32, rectangles);
}
