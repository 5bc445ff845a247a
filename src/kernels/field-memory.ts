import { BODY } from '../core/body.js';
import type { Grid } from '../core/grid.js';
import { tileCount } from '../core/tile-boxes.js';
import { ownerWords, wordsBeyond } from '../core/tile-owners.js';
import { wetBitWords } from '../core/wet-bits.js';
import { CONTACTS, ENTRIES_A_CELL, FOUND, type Heap, type Kernels, type OpenKernels } from './kernels.js';

/** Entries of the relabel table; at most half are used at once. */
export const LABEL_CAPACITY = 4096;
/** Places that are stamped at once; a drop seldom passes more cells in a step. */
export const WAY_CAPACITY = 32;

/** Words at the start of memory that belong to nobody, so that no map starts at 0, which means "none". */
const RESERVED = 256;

/**
 * The memory of one chart's maps and the kernels that work in it. Each map is the word index of its cell (0, 0) in `heap`.
 * Six words a cell, two heights, two ids, one scratch, one affinity, and two bits.
 */
export interface FieldMemory {
  readonly grid: Grid;
  readonly heap: Heap;
  readonly kernels: Kernels;
  /** Heights of still drops' shapes, S [mm]. */
  readonly still: number;
  /** Heights of running drops and their trails, D [mm]. */
  readonly trail: number;
  /** Whose the still map's cells are. */
  readonly stillIds: number;
  /** Whose the trail map's cells are. */
  readonly trailIds: number;
  /** Any pass may write here; nobody may expect to find anything. */
  readonly scratch: number;
  readonly affinity: number;
  /** Which cells of the trail map may be wet; see `WetBits`. */
  readonly wetBits: number;
  /** Which cells of the still map have an owner, bit by bit as `wetBits`. */
  readonly stillBits: number;
  /** Whose water may lie in each tile, from the first tile on; see `TileOwners`. */
  readonly owners: number;
  /** The contact list; see `CONTACTS`. */
  readonly contacts: number;
  /** A second, shorter contact list for contacts that nobody wants. */
  readonly discarded: number;
  /** Room for a list of boxes, one a tile, four words each: row0, row1, col0, col1. */
  readonly rectangles: number;
  /** Room for what a kernel has to say of each box. */
  readonly found: number;
  /** Two float64 results. */
  readonly losses: number;
  /** Places of hemispheres on a way, `WAY_CAPACITY` pairs of float64. */
  readonly way: number;
  /** The body being stamped or laid, `BODY.size` float64. */
  readonly body: number;
  /** The relabel table, `LABEL_CAPACITY` pairs of words. */
  readonly labels: number;
}

export function createFieldMemory(grid: Grid, open: OpenKernels): FieldMemory {
  // A row of the widest shape must fit into an empty contact list.
  const rowCapacity = (ENTRIES_A_CELL + 1) * grid.columns;
  const contactCapacity = Math.max(8192, rowCapacity);
  const tiles = tileCount(grid);
  const beyond = wordsBeyond(grid);
  let end = RESERVED;
  const take = (words: number): number => {
    const start = end;
    end += Math.ceil(words / 4) * 4;
    return start;
  };
  const map = (): number => take(grid.words) + grid.origin;
  const places = {
    still: map(),
    trail: map(),
    stillIds: map(),
    trailIds: map(),
    scratch: map(),
    affinity: map(),
    wetBits: take(wetBitWords(grid)),
    stillBits: take(wetBitWords(grid)),
    owners: take(ownerWords(tiles) + 2 * beyond) + beyond,
    contacts: take(CONTACTS.first + contactCapacity * CONTACTS.entry),
    discarded: take(CONTACTS.first + rowCapacity * CONTACTS.entry),
    labels: take(2 * LABEL_CAPACITY),
    rectangles: take(4 * tiles),
    found: take(FOUND.words * tiles),
    losses: take(4),
    way: take(4 * WAY_CAPACITY),
    body: take(2 * BODY.size),
  };
  const { heap, kernels } = open(4 * end);
  heap.u32[places.contacts + CONTACTS.capacity] = contactCapacity;
  heap.u32[places.discarded + CONTACTS.capacity] = rowCapacity;
  return { grid, heap, kernels, ...places };
}
