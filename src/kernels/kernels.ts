/**
 * The contract of the field kernels. Two implementations keep it to the bit: `reference/` in plain TypeScript, which defines
 * the meaning, and `assembly/` in AssemblyScript with SIMD.
 *
 * All maps lie in one heap. A kernel takes a chart as the word index of its header (`CHART`), where it finds the size of the
 * chart and the word indices of its maps and lists. Where a kernel can work on any map, it also takes the word index of
 * that map's cell (0, 0). A box is row0 ≤ row < row1, col0 ≤ col < col1, as four numbers or as a record (`BOX`). Kernels read
 * one cell beyond a box (`flow` three) and write only inside it. Heights are multiples of 2⁻¹⁶ mm. Volumes are returned
 * as sums of heights [mm]; times the area of a cell they are mm³. Flags are 0 or 1.
 */
export interface Kernels {
  readonly kind: KernelKind;

  /** Copies the cells of a box from one map to another, of any kind. */
  copy(chart: number, source: number, target: number, row0: number, row1: number, col0: number, col1: number): void;

  /** Sets the cells of a box to 0, in a map of any kind. */
  clear(chart: number, target: number, row0: number, row1: number, col0: number, col1: number): void;

  /**
   * Computes the next ids of the trail map in a box and writes them to the scratch map. A dry cell has no id. A wet cell keeps
   * its id. A cell without an id and at least `threshold` [mm] high takes the id of its highest 4-neighbour that has one,
   * the first of up, left, right, down (CHIN-14, O5).
   */
  growIds(chart: number, row0: number, row1: number, col0: number, col1: number, threshold: number): void;

  /**
   * Smooths and erodes the trail map in the first `count` boxes of the chart's list; either can be switched off.
   *
   * Smoothing takes the 3×3 mean; means below `threshold` [mm] become 0 (CHEN-10). Erosion (`EROSION`) moves the two ends of
   * each span inward by one cell, along rows or columns (CHEN-11, CHEN-O5): spans shorter than three cells vanish, and the
   * middle of a span of three keeps the higher of its neighbours. With `guarded`, erosion leaves cells alone that are wet
   * in the still map. Cells that are dry afterwards lose their id.
   *
   * The wet bits and the owners of the tiles follow the new heights and ids. The sums of heights lost go to the chart's
   * `losses`, smoothing's first. The list `found` gets a report on each box (`FOUND`), where water of at least `idThreshold`
   * [mm] without an id is an orphan. The scratch map is left undefined.
   *
   * Each box lies in one tile and holds all cells there that are wet or next to a wet one. Its columns begin and end at
   * multiples of four or at the end of the chart. Boxes are in the order of their tiles.
   */
  flow(
    chart: number,
    count: number,
    threshold: number,
    idThreshold: number,
    smoothing: number,
    erosion: number,
    guarded: number,
  ): void;

  /**
   * Thins the trails in the first `count` boxes of the chart's list, which hold all wet cells of their tiles: each height
   * loses about `share` of itself, more where the affinity is low. Wet cells stay wet. Writes 1 to `found`, one word a
   * box, for boxes that changed. Returns the loss.
   */
  drain(chart: number, count: number, share: number): number;

  /**
   * Lists contacts (CHEN-14) in the first `count` boxes of the chart's list: compares each owned cell of the trail map with
   * its 8 neighbours (4 without `diagonal`) in the trail map, and with those and the same cell in the still map. Appends
   * entries (id, other id, cell) to the chart's contact list. Begins in row `row0` of box number `first`. A full list
   * stops the scan; its `resume` and `box` say where to continue. Cells without their wet bit have no owner. With
   * `hasStillBits`, neither have cells of the still map without their still bit.
   */
  scan(chart: number, count: number, diagonal: number, hasStillBits: number, first: number, row0: number): void;

  /**
   * Replaces ids of the trail map by the chart's table of labels of `mask` + 1 entries, made with `enterLabel` (CHEN-O12), in
   * the first `count` boxes of the chart's list, which hold all wet cells of their tiles. Writes 1 to `found`, one word a
   * box, for boxes that changed.
   */
  relabel(chart: number, count: number, mask: number): void;

  /** Raises the trail map in a box to the still map, ids included (single-map mode). Returns the sum of what was added. */
  anchor(chart: number, row0: number, row1: number, col0: number, col1: number): number;

  /**
   * Stamps hemispheres of `radius` [mm] into the trail map as a running maximum (CHEN-9); the cells that they raise take `id`.
   * Their `count` places stand in the chart's `way` and lie one after another on a straight line. Every cell of the
   * footprint with another owner, in either map, goes to the contact list. Begins at `row0` and stops before a row for
   * which the list has no room. Returns the sum of what was added.
   */
  stamp(chart: number, count: number, radius: number, id: number, row0: number): number;

  /** Raises a map of heights to a hemisphere at (x, y) of `radius` [mm], without ids or contacts. */
  cap(chart: number, map: number, x: number, y: number, radius: number): void;

  /**
   * Stamps the way of a head into the trail map, in the chart's `box`: the cap of the head of the chart's `body` at all places
   * from its head back along its length, lowered by `sunk` [mm] but at least one quantum high. Lists contacts as `stamp`
   * does, but of each map skips the id that it listed last. Begins at `row0` and stops before a row for which the list
   * has no room. Returns the sum of what was added.
   */
  stampCapsule(chart: number, id: number, sunk: number, row0: number): number;

  /**
   * Lays the chart's `body` into the still map, in the chart's `box`: raises it to the body and gives the cells that it wins
   * to `id`. Adds contacts to the list `contacts` as `lay` does, but of each map skips the id that it listed last. Begins
   * at `row0` and stops before a row for which the list has no room. Returns the sum of what was added.
   */
  layBody(chart: number, contacts: number, id: number, diagonal: number, row0: number): number;

  /** Sets the still bits of a box to the cells that have an owner in the still map. */
  noteStill(chart: number, row0: number, row1: number, col0: number, col1: number): void;

  /** Dries the cells of `id` in a box of the still map. Returns the change of the sum of heights. */
  erase(chart: number, row0: number, row1: number, col0: number, col1: number, id: number): number;

  /**
   * Lays a shape from the scratch map into the still map, in the chart's `box`, smoothed once if `smoothed` is 1: means below
   * `threshold` [mm] become 0 (CHEN-12). Cells of the bare shape take `id` where it wins; the rim of one cell that
   * smoothing adds has no owner. Adds contacts of the bare shape's cells to the list `contacts` as `scan` does. Begins at
   * `row0` and stops before a row for which the list has no room. Returns the sum of what was added.
   */
  lay(
    chart: number,
    contacts: number,
    id: number,
    threshold: number,
    smoothed: number,
    diagonal: number,
    row0: number,
  ): number;

  /** Moves the water of `id` in a box from the still map to the trail map (CHEN-18). Returns the net change of both sums. */
  lift(chart: number, row0: number, row1: number, col0: number, col1: number, id: number): number;

  /**
   * Mean water height [mm] of the 3×3 cells around a cell (CHEN-7): the higher of the trail map and of `resting`, the still
   * map or whichever stands for it. Cells that do not exist and those of the drop `own` are left out. Water without an
   * owner does not count: it is the rim that smoothing lays around drops, first of all around `own` itself. 0 if
   * no cell is left; −1 if none of the nine exists.
   */
  regionHeight(chart: number, resting: number, row: number, col: number, own: number): number;

  /** Mean of a map over those of the 3×3 cells around a cell that exist; 0 if none does. */
  regionMean(chart: number, map: number, row: number, col: number): number;

  /**
   * Lets water leave the cells of the first `count` boxes of a water header (`WATER`): the first half of a step of
   * `stuppacher2007` (STUP eq. 3). A cell above L keeps a rounded share of its water and gives the rest, exactly, to `gain`
   * of the cells that it flows to. Where w > M, the share r of it goes a second cell far, where w > 2M the share r of that a
   * third, up to `reach`. With `sweep`, cells beside those that moved in the last step move too, and their way is drawn into
   * that of these (STUP-L6). Writes to `found` whether any cell of a box is above L, and whether one had momentum.
   */
  moveWater(header: number, count: number): void;

  /** The second half: adds `gain` to the water in the first `count` boxes, clears it, and writes to `found` what is there now. */
  settleWater(header: number, count: number): void;
}

export type KernelKind = 'simd' | 'reference';

export * as BOX from '../core/box-record.js';
export * as CHART from './records/chart.js';
export * as CONTACTS from './records/contacts.js';
export * as EROSION from './records/erosion.js';
export * as FOUND from './records/found.js';
export * as WATER from './records/water.js';

/** The memory of the maps, seen as words of each type. */
export interface Heap {
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly f64: Float64Array;
}

/** Makes memory of at least `bytes`, all 0, and the kernels that work in it. */
export type OpenKernels = (bytes: number) => { readonly heap: Heap; readonly kernels: Kernels };

export function heapOf(buffer: ArrayBuffer): Heap {
  return {
    f32: new Float32Array(buffer),
    u32: new Uint32Array(buffer),
    i32: new Int32Array(buffer),
    f64: new Float64Array(buffer),
  };
}
