import { BODY } from '../core/body.js';
import type { Grid } from '../core/grid.js';
import { tileCount } from '../core/tile-boxes.js';
import { ownerWords, ringAcross, wetBitWords, wordsBeyond } from '../core/tiles.js';
import { BOX, CHART, CONTACTS, FOUND, type Heap, type Kernels, type OpenKernels } from './kernels.js';

/** Entries of the table of labels; at most half of them are used at once. */
export const LABEL_CAPACITY = 4096;
/** Places that one `stamp` takes; a drop seldom passes more cells in a step. */
export const WAY_CAPACITY = 32;
/** Least capacity of a contact list, in entries. */
const CONTACT_CAPACITY = 8192;
/** Words at the start of the heap that stay unused, so that no map has the index 0. */
const RESERVED = 256;

/**
 * The maps of a surface: one heap with the kernels that work in it, and the charts that lie there. The table of labels and the
 * record of a body serve all charts.
 */
export interface FieldMemory {
  readonly heap: Heap;
  readonly kernels: Kernels;
  readonly charts: readonly ChartMemory[];
  readonly body: number;
  readonly labels: number;
}

/**
 * One chart in the heap. Each map is the word index of its cell (0, 0); records/chart.ts describes maps and lists. A chart
 * takes six words and two bits a cell. `discarded`, `losses`, `way`, `body` and `labels` are shared by all charts: no
 * kernel expects to find there what another call has left.
 */
export interface ChartMemory {
  readonly grid: Grid;
  readonly heap: Heap;
  readonly kernels: Kernels;
  /** Word index of the header, by which kernels find the chart; see `CHART`. The chart's own memory begins there. */
  readonly header: number;
  readonly still: number;
  readonly trail: number;
  readonly stillIds: number;
  readonly trailIds: number;
  readonly scratch: number;
  readonly affinity: number;
  readonly wetBits: number;
  readonly stillBits: number;
  readonly owners: number;
  readonly contacts: number;
  /** A contact list for contacts that are known already, with room for one row. */
  readonly discarded: number;
  readonly rectangles: number;
  readonly found: number;
  readonly box: number;
  readonly losses: number;
  readonly way: number;
  readonly body: number;
  readonly labels: number;
}

/** Makes the memory of charts with these grids, all dry and with open edges. */
export function createFieldMemory(grids: readonly Grid[], open: OpenKernels): FieldMemory {
  let end = RESERVED;
  // Records begin at multiples of four words, so that SIMD and float64 are aligned.
  const take = (words: number): number => {
    const start = end;
    end += Math.ceil(words / 4) * 4;
    return start;
  };
  const widest = Math.max(...grids.map(rowCapacity));
  const shared = {
    labels: take(2 * LABEL_CAPACITY),
    losses: take(2 * 2),
    way: take(2 * 2 * WAY_CAPACITY),
    body: take(2 * BODY.size),
    discarded: take(listWords(widest)),
  };
  const places = grids.map((grid) => ({ ...placeChart(grid, take), ...shared }));
  const { heap, kernels } = open(4 * end);
  const charts = grids.map((grid, n) => ({ grid, heap, kernels, ...places[n] }));
  for (const chart of charts) writeHeader(chart);
  heap.u32[shared.discarded + CONTACTS.capacity] = widest;
  return { heap, kernels, charts, body: shared.body, labels: shared.labels };
}

/** Contact entries that the widest row of a shape can give: an empty list must have room for it. */
function rowCapacity({ columns }: Grid): number {
  return (CONTACTS.entriesPerCell + 1) * columns;
}

function contactCapacity(grid: Grid): number {
  return Math.max(CONTACT_CAPACITY, rowCapacity(grid));
}

/** Words of a contact list for so many entries. */
function listWords(entries: number): number {
  return CONTACTS.first + entries * CONTACTS.entry;
}

/** Takes the memory of a chart's own maps and lists. */
function placeChart(grid: Grid, take: (words: number) => number) {
  const tiles = tileCount(grid);
  const beyond = wordsBeyond(grid);
  const map = (): number => take(grid.words) + grid.origin;
  return {
    header: take(CHART.words),
    still: map(),
    trail: map(),
    stillIds: map(),
    trailIds: map(),
    scratch: map(),
    affinity: map(),
    wetBits: take(wetBitWords(grid)),
    stillBits: take(wetBitWords(grid)),
    owners: take(ownerWords(tiles) + 2 * beyond) + beyond,
    contacts: take(listWords(contactCapacity(grid))),
    rectangles: take(BOX.words * tiles),
    found: take(FOUND.words * tiles),
    box: take(BOX.words),
  };
}

function writeHeader(chart: ChartMemory): void {
  const { grid, heap, header } = chart;
  const { u32, f64 } = heap;
  u32[header + CHART.stride] = grid.stride;
  u32[header + CHART.rows] = grid.rows;
  u32[header + CHART.columns] = grid.columns;
  u32[header + CHART.ring] = ringAcross(grid.columns);
  f64[(header + CHART.cellSize) >> 1] = grid.cellSize;
  u32[header + CHART.firstRow] = 0;
  u32[header + CHART.endRow] = grid.rows;
  u32[header + CHART.firstCol] = 0;
  u32[header + CHART.endCol] = grid.columns;
  u32[header + CHART.still] = chart.still;
  u32[header + CHART.trail] = chart.trail;
  u32[header + CHART.stillIds] = chart.stillIds;
  u32[header + CHART.trailIds] = chart.trailIds;
  u32[header + CHART.scratch] = chart.scratch;
  u32[header + CHART.affinity] = chart.affinity;
  u32[header + CHART.wetBits] = chart.wetBits;
  u32[header + CHART.stillBits] = chart.stillBits;
  u32[header + CHART.owners] = chart.owners;
  u32[header + CHART.contacts] = chart.contacts;
  u32[header + CHART.rectangles] = chart.rectangles;
  u32[header + CHART.found] = chart.found;
  u32[header + CHART.box] = chart.box;
  u32[header + CHART.losses] = chart.losses;
  u32[header + CHART.way] = chart.way;
  u32[header + CHART.body] = chart.body;
  u32[header + CHART.labels] = chart.labels;
  u32[chart.contacts + CONTACTS.capacity] = contactCapacity(grid);
}
