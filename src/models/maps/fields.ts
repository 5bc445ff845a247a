import { DRY, type Grid } from '../../core/grid.js';
import type { FieldBook } from '../../core/ledger.js';
import { tileCount } from '../../core/tile-boxes.js';
import { ownerWords, Tiles } from '../../core/tiles.js';
import type { ChartMemory } from '../../kernels/field-memory.js';
import { BOX, CONTACTS } from '../../kernels/kernels.js';
import type { SweptRegion } from '../../weather/swept-region.js';

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

  /** Cells of the shape that was framed last. */
  readonly box = { row0: 0, row1: 0, col0: 0, col1: 0 };

  /** Is all water shown in the trail map? Then the still map holds only shapes to place again, and is in no book. */
  readonly single: boolean;

  constructor(chart: ChartMemory, single: boolean) {
    this.single = single;
    this.chart = chart;
    this.grid = chart.grid;
    const { heap, wetBits, owners, grid } = chart;
    const { u32 } = heap;
    this.tiles = new Tiles(grid, u32.subarray(wetBits), u32.subarray(owners, owners + ownerWords(tileCount(grid))));
  }

  /** The field book in mm³. */
  book(): FieldBook {
    const area = this.grid.cellSize * this.grid.cellSize;
    return {
      stamped: this.stamped * area,
      smoothed: this.smoothed * area,
      eroded: this.eroded * area,
      total: this.total * area,
    };
  }

  /** Books what stamping or laying added to the sum of heights, or what was taken out with a shape. */
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

  /** Moves what `id` has of the still map in `box` into the trail map (CHEN-18). */
  liftBox(id: number): void {
    const { header, kernels } = this.chart;
    const { row0, row1, col0, col1 } = this.box;
    if (this.single) this.anchorBox();
    const change = kernels.lift(header, row0, row1, col0, col1, id);
    if (!this.single) this.bookStamped(change);
    this.tiles.wetten(row0, row1, col0, col1, id, this.touches);
  }

  /** Takes what `id` has in `box` out of the still map. */
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
    const { rows, columns, cellSize } = this.grid;
    const box = this.box;
    box.row0 = Math.max(0, Math.floor(top / cellSize) - margin);
    box.row1 = Math.min(rows, Math.floor(bottom / cellSize) + 1 + margin);
    box.col0 = Math.max(0, Math.floor(left / cellSize) - margin);
    box.col1 = Math.min(columns, Math.floor(right / cellSize) + 1 + margin);
    return box.row0 < box.row1 && box.col0 < box.col1;
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

/** Takes what `id` has in the trail map off a box of cells, and the rims there that no drop owns. */
export function clearOwn(fields: Fields, row0: number, row1: number, col0: number, col1: number, id: number): void {
  clearCells(fields, row0, row1, col0, col1, id);
}

/** Clears the cells of `only` and those without an owner; with `DRY` all of them. */
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
