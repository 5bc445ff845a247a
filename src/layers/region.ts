import { BODY, bodyHeight, reachOf } from '../core/body.js';
import type { Grid } from '../core/grid.js';
import type { SweptRegion } from '../weather/swept-region.js';

/**
 * The rows of a layer's cells that a region meets, and which columns of each have their centres in it: a region fills it
 * in one call, instead of one call a row.
 */
export class CellRows {
  readonly cellSize: number;
  /** Cells a mm. */
  readonly #perCell: number;
  /** First row, and the one after the last. */
  row0 = 0;
  row1 = 0;
  /** Two columns for each row of the grid: the first, and the one after the last. */
  readonly spans: Int32Array;
  readonly #columns: number;
  readonly #rows: number;

  constructor({ columns, rows, cellSize }: Grid) {
    this.cellSize = cellSize;
    this.#perCell = 1 / cellSize;
    this.#columns = columns;
    this.#rows = rows;
    this.spans = new Int32Array(2 * rows);
  }

  /** Takes the rows from `top` to `bottom` [mm]; `setSpan` is to follow for each of them. */
  setRows(top: number, bottom: number): void {
    this.row0 = Math.max(0, Math.floor(top / this.cellSize));
    this.row1 = Math.min(this.#rows, Math.floor(bottom / this.cellSize) + 1);
  }

  /** In a row lie those from x = `left` to `right` [mm]; none of them if that is the wrong way round. */
  setSpan(row: number, left: number, right: number): void {
    this.spans[2 * row] = Math.max(0, Math.ceil(left * this.#perCell - 0.5));
    this.spans[2 * row + 1] = Math.min(this.#columns, Math.floor(right * this.#perCell - 0.5) + 1);
  }
}

/** A part of a chart to be cleared: under a running drop, a wiper's blade, a finger. Places are in mm on the chart. */
export interface LayerRegion {
  /** Writes to `rows` cells that include all those that it covers, or comes within `margin` of. */
  mark(rows: CellRows, margin: number): void;
  /**
   * Does (x, y) lie in it, or at most `margin` outside? Called for the ends of each row; a region without it
   * covers all it marks.
   */
  covers?(x: number, y: number, margin: number): boolean;
}

const SPAN = new Float64Array(2);

/** What a blade swept, as the layers see it. */
export class SweptArea implements LayerRegion {
  #region: SweptRegion | null = null;

  set(region: SweptRegion): this {
    this.#region = region;
    return this;
  }

  /** A blade is long and thin, and seldom along the rows: most of the rectangle around what it swept is elsewhere. */
  mark(rows: CellRows, margin: number): void {
    const region = this.#region;
    if (!region) return;
    rows.setRows(region.top() - margin, region.bottom() + margin);
    for (let row = rows.row0; row < rows.row1; row++) {
      const meets = region.span((row + 0.5) * rows.cellSize, SPAN, margin);
      rows.setSpan(row, meets ? SPAN[0] : 0, meets ? SPAN[1] : -1);
    }
  }
}

/** All places within a radius of a straight way: what a drop covers that runs along it; a disc if it stays. */
export class Capsule implements LayerRegion {
  #x = 0;
  #y = 0;
  #dx = 0;
  #dy = 0;
  #radius = 0;

  /** From (x0, y0) to (x1, y1) with half-width `radius` [mm]. */
  set(x0: number, y0: number, x1: number, y1: number, radius: number): this {
    this.#x = x0;
    this.#y = y0;
    this.#dx = x1 - x0;
    this.#dy = y1 - y0;
    this.#radius = radius;
    return this;
  }

  /** The hull of two discs: its border is made of their arcs and of the way moved to both sides. */
  mark(rows: CellRows, margin: number): void {
    const x0 = this.#x;
    const y0 = this.#y;
    const dx = this.#dx;
    const dy = this.#dy;
    const reach = this.#radius + margin;
    // The way moved aside by the reach, and how much of it lies between two rows 1 mm apart.
    const square = dx * dx + dy * dy;
    const off = square > 0 ? reach / Math.sqrt(square) : 0;
    const perRow = dy !== 0 ? 1 / dy : 0;
    const slope = perRow * dx;
    rows.setRows(Math.min(y0, y0 + dy) - reach, Math.max(y0, y0 + dy) + reach);
    for (let row = rows.row0; row < rows.row1; row++) {
      const py = (row + 0.5) * rows.cellSize - y0;
      let left = Number.POSITIVE_INFINITY;
      let right = Number.NEGATIVE_INFINITY;
      for (let end = 0; end < 2; end++) {
        const from = py - end * dy;
        const arc = reach * reach - from * from;
        if (arc <= 0) continue;
        const half = Math.sqrt(arc);
        left = Math.min(left, x0 + end * dx - half);
        right = Math.max(right, x0 + end * dx + half);
      }
      for (let sign = -1; sign < 2; sign += 2) {
        const side = sign * off;
        const from = py - side * dx;
        const share = from * perRow;
        if (!(share > 0 && share <= 1)) continue;
        const x = x0 - side * dy + from * slope;
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
      rows.setSpan(row, left, right);
    }
  }
}

/** Rounding may let a body reach this much further than it does [mm]. */
const HAIR = 1e-6;

/** What lies under a drop's body. */
export class BodyArea implements LayerRegion {
  readonly #around = new Capsule();
  #body: Float64Array = new Float64Array(BODY.size);

  /** Under `body`, which is not copied. */
  set(body: Float64Array): this {
    this.#body = body;
    return this;
  }

  /** Marks all cells as near to its axis as the body is wide anywhere; `covers` then excludes the few that are too many. */
  mark(rows: CellRows, margin: number): void {
    const body = this.#body;
    const x = body[BODY.x];
    const y = body[BODY.y];
    const length = body[BODY.length];
    const widest = length > 0 ? Math.max(body[BODY.head], body[BODY.tail]) : body[BODY.head];
    const reach = reachOf(body) * widest + HAIR;
    this.#around.set(x, y, x - length * body[BODY.ux], y - length * body[BODY.uy], reach).mark(rows, margin);
  }

  /** With a margin, tests a point so much nearer to the body's axis. */
  covers(x: number, y: number, margin: number): boolean {
    const body = this.#body;
    if (margin === 0) return bodyHeight(body, x, y) > 0;
    const dx = x - body[BODY.x];
    const dy = y - body[BODY.y];
    const along = dx * body[BODY.ux] + dy * body[BODY.uy];
    const back = Math.min(body[BODY.length], Math.max(0, -along));
    const offX = dx + back * body[BODY.ux];
    const offY = dy + back * body[BODY.uy];
    const off = Math.sqrt(offX * offX + offY * offY);
    if (off <= margin) return true;
    return bodyHeight(body, x - (margin * offX) / off, y - (margin * offY) / off) > 0;
  }
}
