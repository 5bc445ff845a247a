import { DRY, type Grid } from '../../core/grid.js';
import { tileCount } from '../../core/tile-boxes.js';
import { ownerWords, Tiles } from '../../core/tiles.js';
import type { ChartMemory } from '../../kernels/field-memory.js';
import { BOX, CONTACTS } from '../../kernels/kernels.js';
import { EDGES } from '../../surface/seams.js';
import { EDGE } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import { BorderTiles, type Halos } from './halos.js';
import { type Link, linkHere } from './links.js';

/**
 * The maps of one chart and the field book. Heights change in the shapes (`hemispheres.ts`, `rivulet/bodies.ts`), which go
 * through the functions here, and in `operators.ts`.
 */
export class Fields {
  readonly chart: ChartMemory;
  readonly grid: Grid;
  readonly tiles: Tiles;
  /** Called when the contact list is full; must take the entries out. */
  onContactsFull: () => void = () => {};

  /** Sums of heights [mm], exact; times ℓ² they are volumes. */
  stamped = 0;
  smoothed = 0;
  eroded = 0;
  total = 0;

  /** Is water beside another drop's water a contact? If not, only shapes that overlap touch, and stamping lists those. */
  touches = true;

  /** Does water run across the chart rather than down? Then erosion works along columns. */
  sideways = false;

  /** Cells of the shape that was framed last, on this chart, and all of them as if the chart had no end. */
  readonly box = { row0: 0, row1: 0, col0: 0, col1: 0 };
  readonly #whole = { row0: 0, row1: 0, col0: 0, col1: 0 };
  /** A box around all cells out of which crowded shapes were taken; empty if row0 is not below row1. */
  readonly taken = { row0: 0, row1: 0, col0: 0, col1: 0 };

  /** Number of the chart. */
  readonly number: number;
  readonly here: Link;
  /** How the chart continues beyond each edge, in the order of `EDGE`; null where it is open. */
  links: readonly (Link | null)[] = [null, null, null, null];
  /** Keeps the halos of all charts; null where no chart has a seam. */
  halos: Halos | null = null;

  /** Is all water shown in the trail map? Then the still map holds only shapes to place again, and is in no book. */
  readonly single: boolean;

  constructor(chart: ChartMemory, number: number, single: boolean, hasSeams: boolean) {
    this.single = single;
    this.number = number;
    this.chart = chart;
    this.grid = chart.grid;
    const { heap, wetBits, owners, grid } = chart;
    const { u32 } = heap;
    const ownedBy = u32.subarray(owners, owners + ownerWords(tileCount(grid)));
    this.tiles = new (hasSeams ? BorderTiles : Tiles)(grid, u32.subarray(wetBits), ownedBy);
    this.here = linkHere(this);
  }

  /** Books a change of the sum of heights by stamping or laying, or by taking a shape out. */
  bookStamped(change: number): void {
    this.stamped += change;
    this.total += change;
  }

  /** Books heights that were taken off: picture, not water. */
  bookEroded(lost: number): void {
    this.eroded += lost;
    this.total -= lost;
  }

  /** Raises the trail map to all still shapes (single-map mode: "place static particles", Chin Fig. 1). */
  anchorAll(): void {
    const { list, box, count } = this.tiles.laid;
    for (let n = 0; n < count; n++) {
      const at = 4 * list[n];
      this.#anchor(box[at], box[at + 1], box[at + 2], box[at + 3]);
    }
  }

  /** Raises the trail map to the still shapes in `box`. */
  anchorBox(): void {
    this.#anchor(this.box.row0, this.box.row1, this.box.col0, this.box.col1);
  }

  #anchor(row0: number, row1: number, col0: number, col1: number): void {
    const { header, kernels } = this.chart;
    const added = kernels.anchor(header, row0, row1, col0, col1);
    if (added === 0) return;
    this.bookStamped(added);
    this.tiles.wetten(row0, row1, col0, col1, DRY, this.touches);
  }

  /** Moves the shape of `id` in `box` from the still map into the trail map (CHEN-18). */
  liftBox(id: number): void {
    const { header, kernels } = this.chart;
    const { row0, row1, col0, col1 } = this.box;
    if (this.single) this.anchorBox();
    // Rims next to another drop's cells stay, across a seam as well.
    this.lookAround();
    const change = kernels.lift(header, row0, row1, col0, col1, id);
    if (!this.single) this.bookStamped(change);
    this.tiles.wetten(row0, row1, col0, col1, id, this.touches);
  }

  /** Removes the shape of `id` in `box` from the still map. */
  eraseBox(id: number): void {
    const { header, kernels } = this.chart;
    const { row0, row1, col0, col1 } = this.box;
    const change = kernels.erase(header, row0, row1, col0, col1, id);
    if (!this.single) this.bookStamped(change);
    this.tiles.alter(row0, row1, col0, col1);
  }

  /** Notes that cells of a box of the trail map have another owner now, or none. */
  touch(row0: number, row1: number, col0: number, col1: number): void {
    if (this.touches) this.tiles.touch(row0, row1, col0, col1);
    else this.tiles.alter(row0, row1, col0, col1);
  }

  /** Sets `box` to the cells of a rectangle [mm] and a margin, cut to the chart; false if nothing is left. */
  frameCells(left: number, right: number, top: number, bottom: number, margin: number): boolean {
    const { cellSize } = this.grid;
    const whole = this.#whole;
    whole.row0 = Math.floor(top / cellSize) - margin;
    whole.row1 = Math.floor(bottom / cellSize) + 1 + margin;
    whole.col0 = Math.floor(left / cellSize) - margin;
    whole.col1 = Math.floor(right / cellSize) + 1 + margin;
    return this.#frame(whole.row0, whole.row1, whole.col0, whole.col1);
  }

  /** Sets `box` to a box of cells, cut to the chart; false if nothing is left. */
  #frame(row0: number, row1: number, col0: number, col1: number): boolean {
    const { rows, columns } = this.grid;
    const { box } = this;
    box.row0 = Math.max(0, row0);
    box.row1 = Math.min(rows, row1);
    box.col0 = Math.max(0, col0);
    box.col1 = Math.min(columns, col1);
    return box.row0 < box.row1 && box.col0 < box.col1;
  }

  /**
   * Calls `act` for each chart on which cells lie that `frameCells` framed last, this one first, with the link that leads
   * there. The box of that chart's fields is set. At a corner of a box the quarter between two edges does not exist.
   */
  forEachImage(act: (link: Link) => void): void {
    const { box } = this;
    const { row0, row1, col0, col1 } = this.#whole;
    if (box.row0 < box.row1 && box.col0 < box.col1) act(this.here);
    if (this.halos === null) return;
    for (const edge of EDGES) {
      const link = this.links[edge];
      if (!link || !this.#isBeyond(edge, row0, row1, col0, col1)) continue;
      if (link.fields.#frameTurned(link, row0, row1, col0, col1)) act(link);
    }
  }

  /** Does a box of cells reach beyond an edge of the chart? */
  #isBeyond(edge: number, row0: number, row1: number, col0: number, col1: number): boolean {
    if (edge === EDGE.left) return col0 < 0;
    if (edge === EDGE.right) return col1 > this.grid.columns;
    return edge === EDGE.top ? row0 < 0 : row1 > this.grid.rows;
  }

  /** Sets `box` to where a box of the chart that `link` comes from lies here; false if nothing of it does. */
  #frameTurned(link: Link, row0: number, row1: number, col0: number, col1: number): boolean {
    const rowA = link.row(row0, col0);
    const rowB = link.row(row1 - 1, col1 - 1);
    const colA = link.col(row0, col0);
    const colB = link.col(row1 - 1, col1 - 1);
    return this.#frame(Math.min(rowA, rowB), Math.max(rowA, rowB) + 1, Math.min(colA, colB), Math.max(colA, colB) + 1);
  }

  /** The link to a cell that may lie beyond an edge: to this chart itself, or to the next; null if the cell does not exist. */
  linkTo(row: number, col: number): Link | null {
    if (this.hasCell(row, col)) return this.here;
    for (const edge of EDGES) {
      const link = this.links[edge];
      if (!link || !this.#isBeyond(edge, row, row + 1, col, col + 1)) continue;
      if (link.fields.hasCell(link.row(row, col), link.col(row, col))) return link;
    }
    return null;
  }

  /** Is one of the 3×3 cells around a cell on this chart? */
  isPartlyThere(row: number, col: number): boolean {
    const { rows, columns } = this.grid;
    return row >= -1 && row <= rows && col >= -1 && col <= columns;
  }

  hasCell(row: number, col: number): boolean {
    const { rows, columns } = this.grid;
    return row >= 0 && row < rows && col >= 0 && col < columns;
  }

  /** Brings halos up to date if a kernel that looks one cell beyond `box` will read them. */
  lookAround(): void {
    if (this.halos === null) return;
    const { rows, columns } = this.grid;
    const { row0, row1, col0, col1 } = this.box;
    if (row0 === 0 || col0 === 0 || row1 === rows || col1 === columns) this.halos.refresh();
  }

  /** Notes that a shape that others crowd was taken out of `box`. */
  noteTaken(): void {
    const { taken, box } = this;
    const isFirst = taken.row0 >= taken.row1;
    taken.row0 = isFirst ? box.row0 : Math.min(taken.row0, box.row0);
    taken.row1 = isFirst ? box.row1 : Math.max(taken.row1, box.row1);
    taken.col0 = isFirst ? box.col0 : Math.min(taken.col0, box.col0);
    taken.col1 = isFirst ? box.col1 : Math.max(taken.col1, box.col1);
  }

  /** Hands `box` to the kernels that fill it. */
  writeBox(): void {
    const { heap, box } = this.chart;
    heap.u32[box + BOX.row0] = this.box.row0;
    heap.u32[box + BOX.row1] = this.box.row1;
    heap.u32[box + BOX.col0] = this.box.col0;
    heap.u32[box + BOX.col1] = this.box.col1;
  }

  /** An empty list for contacts that are known already. */
  discardedContacts(): number {
    const { heap, discarded } = this.chart;
    heap.u32[discarded + CONTACTS.count] = 0;
    return discarded;
  }

  /** Row from which a kernel that has filled a contact list continues, or `CONTACTS.done`. Empties a full list. */
  resumeRow(list: number): number {
    const { heap, contacts } = this.chart;
    const row = heap.u32[list + CONTACTS.resume];
    if (row === CONTACTS.done) return row;
    if (list === contacts) this.onContactsFull();
    else heap.u32[list + CONTACTS.count] = 0;
    return row;
  }
}

/** Which cells of a row have water in them, of those in `columns` from `first` to before `end`: a bit each. */
export function coveredCells(fields: Fields, row: number, columns: Int32Array, first: number, end: number): number {
  const { f32 } = fields.chart.heap;
  const still = fields.chart.still + row * fields.grid.stride;
  const trail = fields.chart.trail + row * fields.grid.stride;
  let covered = 0;
  for (let n = first; n < end; n++) {
    const col = columns[n];
    if (f32[still + col] > 0 || f32[trail + col] > 0) covered |= 1 << (n - first);
  }
  return covered;
}

const SPAN = new Float64Array(2);

/** Takes trails off the glass where a region was swept. The field book says eroded: it is picture, not water. */
export function clearRegion(fields: Fields, region: SweptRegion): void {
  const { rows, columns, cellSize } = fields.grid;
  const row1 = Math.min(rows, Math.ceil(region.bottom() / cellSize));
  for (let row = Math.max(0, Math.floor(region.top() / cellSize)); row < row1; row++) {
    if (!region.span((row + 0.5) * cellSize, SPAN)) continue;
    // Cells whose centres lie in it.
    const col0 = Math.max(0, Math.ceil(SPAN[0] / cellSize - 0.5));
    const col1 = Math.min(columns, Math.floor(SPAN[1] / cellSize - 0.5) + 1);
    if (col0 < col1) clearCells(fields, row, row + 1, col0, col1, DRY);
  }
}

/** Takes all trails off a disc [mm]. */
export function clearDisc(fields: Fields, x: number, y: number, radius: number): void {
  const { rows, columns, cellSize } = fields.grid;
  const row1 = Math.min(rows, Math.floor((y + radius) / cellSize) + 1);
  for (let row = Math.max(0, Math.floor((y - radius) / cellSize)); row < row1; row++) {
    const dy = (row + 0.5) * cellSize - y;
    const half = Math.sqrt(Math.max(0, radius * radius - dy * dy));
    const col0 = Math.max(0, Math.ceil((x - half) / cellSize - 0.5));
    const col1 = Math.min(columns, Math.floor((x + half) / cellSize - 0.5) + 1);
    if (col0 < col1) clearCells(fields, row, row + 1, col0, col1, DRY);
  }
}

/** Removes the water of `id` from a box of the trail map, and the rims there that no drop owns. */
export function clearOwn(fields: Fields, row0: number, row1: number, col0: number, col1: number, id: number): void {
  clearCells(fields, row0, row1, col0, col1, id);
}

/** Clears the cells that `only` owns and those without an owner; all cells if `only` is `DRY`. */
function clearCells(fields: Fields, row0: number, row1: number, col0: number, col1: number, only: number): void {
  const { heap, trail, trailIds, grid } = fields.chart;
  const { f32, u32 } = heap;
  let lost = 0;
  let changed = false;
  for (let row = row0; row < row1; row++) {
    if (fields.tiles.wetBits.isDry(row, col0, col1)) continue;
    for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
      const owner = u32[trailIds + cell];
      if (only !== DRY && owner !== DRY && owner !== only) continue;
      const height = f32[trail + cell];
      if (height === 0 && owner === DRY) continue;
      lost += height;
      f32[trail + cell] = 0;
      u32[trailIds + cell] = DRY;
      changed = true;
    }
  }
  if (!changed) return;
  fields.eroded += lost;
  fields.total -= lost;
  fields.touch(row0, row1, col0, col1);
}
