import { BODY } from '../../core/body.js';
import { bodyBounds, writeBody } from '../../core/drop-body.js';
import type { Drops } from '../../core/drops.js';
import { DRY, type Grid } from '../../core/grid.js';
import type { FieldBook } from '../../core/ledger.js';
import { lobeOffsets, MAX_LOBES } from '../../core/shape.js';
import { tileCount } from '../../core/tile-boxes.js';
import { ANYBODY, ownerWords } from '../../core/tile-owners.js';
import { Tiles } from '../../core/tiles.js';
import { type FieldMemory, WAY_CAPACITY } from '../../kernels/field-memory.js';
import { CONTACTS } from '../../kernels/kernels.js';

/**
 * The maps of one chart and the field book: every change of height goes through here. Shapes are stamped, laid and
 * lifted in these functions; the operators are in operators.ts.
 */
export class Fields {
  readonly memory: FieldMemory;
  readonly grid: Grid;
  readonly tiles: Tiles;
  /** Called when the contact list is full; must take the entries out. */
  onContactsFull: () => void = () => {};

  /** Sums of heights [mm], exact; times ℓ² they are volumes. */
  stamped = 0;
  smoothed = 0;
  eroded = 0;
  total = 0;

  /** 1 if bodies that touch are to be listed in each row where they do, as floods ask for it; else once is enough. */
  rowByRow = 0;

  /** Is water next to others' a contact? Else it is where shapes lie in each other, and stamps and layings list that. */
  touches = true;

  /** Cells of the shape last asked for with `frameDrop`. */
  readonly box = { row0: 0, row1: 0, col0: 0, col1: 0 };

  /** The body to be stamped, where the kernels see it. */
  readonly body: Float64Array;

  /** How many places of a way are noted. */
  #passed = 0;

  readonly #offsets = new Float64Array(2 * MAX_LOBES);
  readonly #bounds = new Float64Array(4);

  /** Is everything shown in the trail map? Then the still map only holds shapes to place again, and is in no book. */
  readonly #single: boolean;

  /** Are drops bodies with shapes of their own, or hemispheres? */
  readonly #caps: boolean;

  constructor(memory: FieldMemory, single: boolean, caps: boolean) {
    this.#single = single;
    this.#caps = caps;
    const body = memory.body >> 1;
    this.body = memory.heap.f64.subarray(body, body + BODY.size);
    this.memory = memory;
    this.grid = memory.grid;
    const { heap, wetBits, owners, grid } = memory;
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

  /** Stamps a running drop's hemisphere at (x, y) [mm] into the trail map. False if it lies off the chart. */
  stampHemisphere(x: number, y: number, radius: number, id: number): boolean {
    const isOnChart = this.pass(x, y, radius, id);
    this.stampPassed(radius, id);
    return isOnChart;
  }

  /** Notes a place on a running drop's way; `stampPassed` stamps them all. False if its hemisphere lies off the chart. */
  pass(x: number, y: number, radius: number, id: number): boolean {
    if (!this.#frameCells(x - radius, x + radius, y - radius, y + radius, 0)) return false;
    const { heap, way } = this.memory;
    const place = (way >> 1) + 2 * this.#passed;
    heap.f64[place] = x;
    heap.f64[place + 1] = y;
    this.#passed += 1;
    if (this.#passed === WAY_CAPACITY) this.stampPassed(radius, id);
    return true;
  }

  /** Stamps hemispheres at the places that were noted: a cell that several of them cover is looked at once. */
  stampPassed(radius: number, id: number): void {
    const count = this.#passed;
    this.#passed = 0;
    if (count === 0) return;
    const { trail, trailIds, stillIds, contacts, way, kernels, heap } = this.memory;
    const { stride, rows, columns, cellSize } = this.grid;
    const { f64 } = heap;
    const first = way >> 1;
    const last = first + 2 * (count - 1);
    this.#frameCells(
      Math.min(f64[first], f64[last]) - radius,
      Math.max(f64[first], f64[last]) + radius,
      Math.min(f64[first + 1], f64[last + 1]) - radius,
      Math.max(f64[first + 1], f64[last + 1]) + radius,
      0,
    );
    const { row0, row1, col0, col1 } = this.box;
    this.tiles.wetten(row0, row1, col0, col1, id, id, this.touches);
    let added = 0;
    let row = row0;
    do {
      added += kernels.stamp(
        trail,
        trailIds,
        stillIds,
        contacts,
        stride,
        rows,
        columns,
        cellSize,
        way,
        count,
        radius,
        id,
        row,
      );
      row = this.#resume(contacts);
    } while (row !== CONTACTS.done);
    this.#book(added);
  }

  /** Stamps the way of the head of `body` into the trail map as the drop `id`, sunk by so much [mm]. False if it lies off the chart. */
  stampCapsule(id: number, sunk: number): boolean {
    const { trail, trailIds, stillIds, contacts, kernels, body } = this.memory;
    const { stride, cellSize } = this.grid;
    // The rest of it is not stamped, and must not be framed.
    this.body[BODY.tail] = this.body[BODY.head];
    this.body.fill(0, BODY.sag);
    if (!this.#frameBody(0)) return false;
    const { row0, row1, col0, col1 } = this.box;
    let added = 0;
    let row = row0;
    do {
      added += kernels.stampCapsule(
        trail,
        trailIds,
        stillIds,
        contacts,
        stride,
        cellSize,
        body,
        row,
        row1,
        col0,
        col1,
        id,
        sunk,
        this.rowByRow,
      );
      row = this.#resume(contacts);
    } while (row !== CONTACTS.done);
    this.#book(added);
    this.tiles.wetten(row0, row1, col0, col1, id, id, this.touches);
    return true;
  }

  /** Lays a still drop's shape into the still map, smoothed once if asked (CHEN-12). */
  lay(drops: Drops, slot: number, smoothed: boolean, threshold: number, diagonal: boolean): void {
    this.#layInto(this.memory.contacts, drops, slot, smoothed, threshold, diagonal);
  }

  #layInto(
    contacts: number,
    drops: Drops,
    slot: number,
    smoothed: boolean,
    threshold: number,
    diagonal: boolean,
  ): void {
    drops.laid[slot] = 1;
    if (!this.frameDrop(drops, slot, this.#margin)) return;
    const { row0, row1, col0, col1 } = this.box;
    const id = drops.id[slot];
    const corners = diagonal ? 1 : 0;
    if (!this.#caps) this.#chain(drops, slot);
    let added = 0;
    let row = row0;
    do {
      added += this.#caps
        ? this.#layBody(contacts, row, id, corners)
        : this.#layChain(contacts, row, id, threshold, smoothed ? 1 : 0, corners);
      row = this.#resume(contacts);
    } while (row !== CONTACTS.done);
    this.tiles.laid.add(row0, row1, col0, col1);
    if (!this.#caps) this.noteStill(row0, row1, col0, col1);
    // A relaxing body is laid again and again, and `lay` has listed all that it touches.
    if (this.#caps) this.tiles.alter(row0, row1, col0, col1);
    else this.tiles.touch(row0, row1, col0, col1);
    if (this.#single) this.#anchor(row0, row1, col0, col1);
    else this.#book(added);
  }

  /** Lays `body`, which `box` holds, from `row` on. */
  #layBody(contacts: number, row: number, id: number, corners: number): number {
    const { still, stillIds, trailIds, kernels, body } = this.memory;
    const { stride, cellSize } = this.grid;
    const { row1, col0, col1 } = this.box;
    return kernels.layBody(
      still,
      stillIds,
      trailIds,
      contacts,
      stride,
      cellSize,
      body,
      row,
      row1,
      col0,
      col1,
      id,
      corners,
      this.rowByRow,
    );
  }

  /** Lays the chain in scratch, which `box` holds, from `row` on. */
  #layChain(contacts: number, row: number, id: number, threshold: number, smoothed: number, corners: number): number {
    const { scratch, still, stillIds, trailIds, kernels } = this.memory;
    const { row1, col0, col1 } = this.box;
    return kernels.lay(
      scratch,
      still,
      stillIds,
      trailIds,
      contacts,
      this.grid.stride,
      row,
      row1,
      col0,
      col1,
      id,
      threshold,
      smoothed,
      corners,
    );
  }

  /** Puts the chain of a still drop's hemispheres, which `box` holds, together in scratch. */
  #chain(drops: Drops, slot: number): void {
    const { scratch, kernels } = this.memory;
    const { stride, rows, columns, cellSize } = this.grid;
    const { row0, row1, col0, col1 } = this.box;
    // One cell of free margin feeds the smoothing.
    kernels.clear(scratch, stride, row0 - 1, row1 + 1, col0 - 1, col1 + 1);
    const lobes = lobeOffsets(drops.lobes[slot], cellSize, this.#offsets);
    for (let lobe = 0; lobe < lobes; lobe++) {
      const x = drops.x[slot] + this.#offsets[2 * lobe];
      const y = drops.y[slot] + this.#offsets[2 * lobe + 1];
      kernels.cap(scratch, stride, rows, columns, cellSize, x, y, drops.radius[slot]);
    }
  }

  /** Cells around a still shape that smoothing may wet, and one more; bodies are smooth as they are. */
  get #margin(): number {
    return this.#caps ? 0 : 2;
  }

  /** Raises the trail map to all still shapes (single-map mode: "place static particles", Chin Fig. 1). */
  anchorAll(): void {
    const { list, box, count } = this.tiles.laid;
    for (let n = 0; n < count; n++) {
      const at = 4 * list[n];
      this.#anchor(box[at], box[at + 1], box[at + 2], box[at + 3]);
    }
  }

  #anchor(row0: number, row1: number, col0: number, col1: number): void {
    const { still, stillIds, trail, trailIds, kernels } = this.memory;
    const added = kernels.anchor(still, stillIds, trail, trailIds, this.grid.stride, row0, row1, col0, col1);
    if (added === 0) return;
    this.#book(added);
    this.tiles.wetten(row0, row1, col0, col1, DRY, ANYBODY, this.touches);
  }

  /** Books what was added to the sum of heights by stamping, or taken out with a shape. */
  #book(change: number): void {
    this.stamped += change;
    this.total += change;
  }

  /** Lays a shape again where another was lifted off it. Whom it touches is known already: the list is thrown away. */
  layAgain(drops: Drops, slot: number, smoothed: boolean, threshold: number, diagonal: boolean): void {
    const { heap, discarded } = this.memory;
    heap.u32[discarded + CONTACTS.count] = 0;
    this.#layInto(discarded, drops, slot, smoothed, threshold, diagonal);
  }

  /** Moves a still drop's shape from the still map into the trail map (CHEN-18). */
  lift(drops: Drops, slot: number): void {
    if (drops.laid[slot] === 0) return;
    drops.laid[slot] = 0;
    const { memory, grid } = this;
    const { still, stillIds, trail, trailIds, kernels } = memory;
    if (!this.frameDrop(drops, slot, this.#margin)) return;
    const { row0, row1, col0, col1 } = this.box;
    const id = drops.id[slot];
    if (this.#single) this.#anchor(row0, row1, col0, col1);
    const change = kernels.lift(still, stillIds, trail, trailIds, grid.stride, row0, row1, col0, col1, id);
    if (!this.#single) this.#book(change);
    if (!this.#caps) this.noteStill(row0, row1, col0, col1);
    this.tiles.wetten(row0, row1, col0, col1, id, id, this.touches);
  }

  /** Takes a still drop's shape out of the still map, to be laid anew. False if it was not there. */
  erase(drops: Drops, slot: number): boolean {
    if (drops.laid[slot] === 0) return false;
    drops.laid[slot] = 0;
    const { still, stillIds, kernels } = this.memory;
    if (!this.frameDrop(drops, slot, this.#margin)) return false;
    const { row0, row1, col0, col1 } = this.box;
    const change = kernels.erase(still, stillIds, this.grid.stride, row0, row1, col0, col1, drops.id[slot]);
    if (!this.#single) this.#book(change);
    if (!this.#caps) this.noteStill(row0, row1, col0, col1);
    this.tiles.alter(row0, row1, col0, col1);
    return true;
  }

  /**
   * Notes who owns cells of a box in the still map: after every change of it. Left out: bodies, which are laid anew again and
   * again while they relax; the scan looks at the map then.
   */
  noteStill(row0: number, row1: number, col0: number, col1: number): void {
    const { stillIds, stillBits, kernels, grid } = this.memory;
    kernels.noteStill(stillIds, stillBits, grid.stride, grid.columns, row0, row1, col0, col1);
  }

  /** Notes that cells of a box of the trail map have another owner now, or none. */
  touch(row0: number, row1: number, col0: number, col1: number): void {
    if (this.touches) this.tiles.touch(row0, row1, col0, col1);
    else this.tiles.alter(row0, row1, col0, col1);
  }

  /** Sets `box` to the cells a drop's shape may reach and a margin, cut to the chart; false if nothing is left. */
  frameDrop(drops: Drops, slot: number, margin: number): boolean {
    if (this.#caps) {
      writeBody(drops, slot, this.body);
      return this.#frameBody(margin);
    }
    const lobes = lobeOffsets(drops.lobes[slot], this.grid.cellSize, this.#offsets);
    let left = 0;
    let right = 0;
    let up = 0;
    let down = 0;
    for (let lobe = 1; lobe < lobes; lobe++) {
      left = Math.min(left, this.#offsets[2 * lobe]);
      right = Math.max(right, this.#offsets[2 * lobe]);
      up = Math.min(up, this.#offsets[2 * lobe + 1]);
      down = Math.max(down, this.#offsets[2 * lobe + 1]);
    }
    const { x, y, radius } = drops;
    const r = radius[slot];
    return this.#frameCells(x[slot] + left - r, x[slot] + right + r, y[slot] + up - r, y[slot] + down + r, margin);
  }

  /** Sets `box` to the cells of `body` and a margin, cut to the chart; false if nothing is left. */
  #frameBody(margin: number): boolean {
    const bounds = this.#bounds;
    bodyBounds(this.body, bounds);
    return this.#frameCells(bounds[0], bounds[1], bounds[2], bounds[3], margin);
  }

  /** Sets `box` to the cells of a rectangle [mm] and a margin, cut to the chart; false if nothing is left. */
  #frameCells(left: number, right: number, top: number, bottom: number, margin: number): boolean {
    const { rows, columns, cellSize } = this.grid;
    const box = this.box;
    box.row0 = Math.max(0, Math.floor(top / cellSize) - margin);
    box.row1 = Math.min(rows, Math.floor(bottom / cellSize) + 1 + margin);
    box.col0 = Math.max(0, Math.floor(left / cellSize) - margin);
    box.col1 = Math.min(columns, Math.floor(right / cellSize) + 1 + margin);
    return box.row0 < box.row1 && box.col0 < box.col1;
  }

  /** The row to go on from; a full list is emptied first. */
  #resume(list: number): number {
    const { heap, contacts } = this.memory;
    const row = heap.u32[list + CONTACTS.resume];
    if (row === CONTACTS.done) return row;
    if (list === contacts) this.onContactsFull();
    else heap.u32[list + CONTACTS.count] = 0;
    return row;
  }
}
