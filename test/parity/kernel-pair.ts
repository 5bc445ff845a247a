/** The same memory twice, once under each implementation of the kernels, filled at random and compared word for word. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { BODY } from '../../src/core/body.js';
import { createGrid, type Grid } from '../../src/core/grid.js';
import { TileBoxes, tileCount, tileOf } from '../../src/core/tile-boxes.js';
import { ownerWords, TileOwners, wordsBeyond } from '../../src/core/tile-owners.js';
import { ringAcross, WetBits, wetBitWords } from '../../src/core/wet-bits.js';
import { WAY_CAPACITY } from '../../src/kernels/field-memory.js';
import { CONTACTS, ENTRIES_A_CELL, FOUND, type Heap, heapOf, type Kernels } from '../../src/kernels/kernels.js';
import { referenceKernels } from '../../src/kernels/reference/reference-kernels.js';
import { simdKernels } from '../../src/kernels/simd.js';
import { evenly } from '../support/numbers.ts';
import { mayBeWet } from '../support/wet-cells.ts';
import { fillMaps, generator, LABELS, QUANTUM } from './random-maps.ts';

export { LABEL_MASK } from './random-maps.ts';

const MOST_COLUMNS = 70;
const MOST_ROWS = 70;
const HIGHEST = 16 / QUANTUM - 1;

/** Runs of a property, and a switch. */
export const RUNS = { numRuns: 250 };
export const anyFlag = fc.constantFrom(0, 1);

/** Word index of each map's first cell. */
export interface Places {
  readonly heights: number;
  readonly still: number;
  readonly scratch: number;
  readonly target: number;
  readonly ids: number;
  readonly stillIds: number;
  readonly targetIds: number;
  readonly contacts: number;
  readonly labels: number;
  /** The wet bits of `heights`. */
  readonly wet: number;
  /** The cells of `stillIds` that somebody owns, and who may be in each tile of `ids`. */
  readonly stillBits: number;
  readonly owners: number;
  /** Some boxes, room for what is found in each, and the two losses. */
  readonly rectangles: number;
  readonly found: number;
  readonly losses: number;
  /** Room for a body. */
  readonly way: number;
  readonly body: number;
}

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
  /** Water of `heights` in so many trails that run down or across, and in so many round drops; everywhere without any. */
  readonly trails: number;
  readonly drops: number;
  /** Contact entries beyond those that one row needs: few of them make a scan stop and resume. */
  readonly spare: number;
}

/** A rectangle of cells. */
export interface Box {
  readonly row0: number;
  readonly row1: number;
  readonly col0: number;
  readonly col1: number;
}

/** One pair of heaps serves all runs: browsers and Node allow only so many WebAssembly memories. */
const WORDS = layOut(createGrid(MOST_COLUMNS, MOST_ROWS, 1), 2 * MOST_COLUMNS * (ENTRIES_A_CELL + 1)).end;
const plain = plainHeap(WORDS);
const reference = { heap: plain, kernels: referenceKernels(plain) };
const simd = simdKernels(4 * WORDS);
const sides: readonly { heap: Heap; kernels: Kernels }[] = [reference, simd];

/** Both heaps with the same random maps, and the way to run one kernel on both. */
export class KernelPair {
  readonly grid: Grid;
  readonly places: Places;
  readonly heap = reference.heap;
  /** Boxes in the list. */
  boxes: number;

  /** @param entriesACell what a kernel asks of the contact list before it begins a row */
  constructor(fill: Fill, entriesACell = ENTRIES_A_CELL + 1) {
    this.grid = createGrid(fill.columns, fill.rows, 1);
    const capacity = fill.columns * entriesACell + fill.spare;
    this.places = layOut(this.grid, capacity).places;
    const { u32 } = reference.heap;
    u32.fill(0);
    fillMaps(reference.heap, this.grid, this.places, fill);
    u32[this.places.contacts + CONTACTS.capacity] = capacity;
    this.boxes = listBoxes(u32, this.grid, this.places, fill);
    simd.heap.u32.fill(0);
    simd.heap.u32.set(u32);
    this.knowOwners();
  }

  /** Changes both heaps in the same way. */
  change(write: (heap: Heap) => void): void {
    for (const { heap } of sides) write(heap);
  }

  /** Writes down whose cells there are, as the model does: after every change of the ids by hand. */
  knowOwners(): this {
    const { grid, places } = this;
    const { rows, columns, stride } = grid;
    this.change(({ u32 }) => {
      u32.fill(0, places.stillBits, places.stillBits + wetBitWords(grid));
      const bits = new WetBits(grid, u32.subarray(places.stillBits));
      u32.fill(0, places.owners, places.owners + ownerWords(tileCount(grid)));
      const owners = new TileOwners(u32.subarray(places.owners, places.owners + ownerWords(tileCount(grid))));
      const across = ringAcross(columns) - 2;
      for (let row = 0; row < rows; row++) {
        for (let col = 0; col < columns; col++) {
          const id = u32[places.ids + row * stride + col];
          const tile = tileOf(row) * across + tileOf(col);
          if (id !== 0 && owners.highest(tile) === 0) u32[places.owners + ownerWords(tile)] = id;
          if (id !== 0) owners.include(tile, id, id);
          if (u32[places.stillIds + row * stride + col] !== 0) bits.include(row, row + 1, col, col + 1);
        }
      }
    });
    return this;
  }

  /** Puts a body into both heaps and answers its place. */
  putBody(body: Float64Array): number {
    this.change(({ f64 }) => f64.set(body, this.places.body >> 1));
    return this.places.body;
  }

  /** Puts places of a way into both heaps and answers where they stand. */
  putWay(places: number[]): number {
    this.change(({ f64 }) => f64.set(places, this.places.way >> 1));
    return this.places.way;
  }

  /** Runs one kernel on both sides; answers and every word of memory must be the same. */
  run(call: (kernels: Kernels, places: Places, grid: Grid, heap: Heap) => unknown): void {
    const [expected, actual] = sides.map(({ kernels, heap }) => call(kernels, this.places, this.grid, heap));
    expect(Object.is(actual, expected), `SIMD answers ${actual}, the reference ${expected}`).toBe(true);
    expect(this.difference()).toBe('');
  }

  /** Runs a kernel that may stop at a full contact list until it is done, emptying the list in between. Returns the calls. */
  runToEnd(first: number, call: (kernels: Kernels, places: Places, grid: Grid, row: number) => unknown): number {
    let calls = 0;
    for (let row = first; row !== CONTACTS.done; calls++) {
      this.run((kernels, places, grid) => call(kernels, places, grid, row));
      const next = this.heap.u32[this.places.contacts + CONTACTS.resume];
      expect(next).toBeGreaterThan(row);
      row = next;
      this.#emptyContacts();
    }
    return calls;
  }

  /** `scan` over the listed boxes to its end, as `runToEnd`; `found` sees the list before it is emptied. */
  scanToEnd(diagonal: number, found: () => void = () => {}): number {
    const { ids, stillIds, contacts, wet, stillBits, owners, rectangles } = this.places;
    const known = [wet, stillBits, owners] as const;
    const { u32 } = this.heap;
    let calls = 0;
    let first = 0;
    let row = u32[rectangles];
    for (; row !== CONTACTS.done; calls++) {
      this.run((kernels, _places, { stride, columns }) =>
        kernels.scan(ids, stillIds, contacts, stride, columns, ...known, rectangles, this.boxes, diagonal, first, row),
      );
      found();
      row = u32[contacts + CONTACTS.resume];
      first = u32[contacts + CONTACTS.box];
      this.#emptyContacts();
    }
    return calls;
  }

  #emptyContacts(): void {
    this.change(({ u32 }) => {
      u32[this.places.contacts + CONTACTS.count] = 0;
    });
  }

  /** Lists, instead of the random ones, the boxes in which `heights` may be wet or may become so. */
  listWetBoxes(): this {
    const { wet, rectangles } = this.places;
    const { rows, columns } = this.grid;
    const bits = this.heap.u32.subarray(wet);
    const boxes = new TileBoxes(this.grid);
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < columns; col++) {
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
function anySide(most: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 1, max: most }),
    fc.tuple(fc.constantFrom(32, 64), fc.integer({ min: -4, max: 5 })).map(([edge, off]) => edge + off),
  );
}

/**
 * Sizes from one cell to two tiles and a bit, dry to flooded, flat to the highest a map can hold. Mostly water without holes,
 * as drops and trails are: of speckled water all is wet once it is smoothed, and nothing depends on where it began or ended.
 * Shares are even ones: fast-check's own doubles are nearly all close to 0, and then so are all maps and boxes.
 */
export const anyFill: fc.Arbitrary<Fill> = fc.record({
  columns: anySide(MOST_COLUMNS),
  rows: anySide(MOST_ROWS),
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

function plainHeap(words: number): Heap {
  return heapOf(new ArrayBuffer(8 * Math.ceil(words / 2)));
}

/** Lists some random boxes, one a tile and at least one. Returns how many. */
function listBoxes(u32: Uint32Array, grid: Grid, { rectangles }: Places, { seed }: Fill): number {
  const boxes = new TileBoxes(grid);
  const random = generator(seed);
  const { rows, columns } = grid;
  for (let n = 0; n < 3; n++) {
    const row = Math.floor(random() * rows);
    const col = Math.floor(random() * columns);
    boxes.add(row, row + 1 + Math.floor(random() * 20), col, col + 1 + Math.floor(random() * 40));
  }
  return boxes.write(u32, rectangles);
}

function layOut(grid: Grid, capacity: number): { places: Places; end: number } {
  let end = 256;
  const take = (words: number): number => {
    const start = end;
    end += Math.ceil(words / 4) * 4;
    return start;
  };
  const map = (): number => take(grid.words) + grid.origin;
  const places = {
    heights: map(),
    still: map(),
    scratch: map(),
    target: map(),
    ids: map(),
    stillIds: map(),
    targetIds: map(),
    contacts: take(CONTACTS.first + capacity * CONTACTS.entry),
    labels: take(2 * LABELS),
    wet: take(wetBitWords(grid)),
    stillBits: take(wetBitWords(grid)),
    owners: take(ownerWords(tileCount(grid)) + 2 * wordsBeyond(grid)) + wordsBeyond(grid),
    rectangles: take(4 * tileCount(grid)),
    found: take(FOUND.words * tileCount(grid)),
    losses: take(4),
    way: take(4 * WAY_CAPACITY),
    body: take(2 * BODY.size),
  };
  return { places, end };
}
