import { BODY } from '../../core/body.js';
import { type SeamCells, seamCells } from '../../surface/seams.js';
import type { Chart, Seam } from '../../surface/surface.js';
import type { Fields } from './fields.js';

/** cos and sin of 0 to 3 right angles. */
const COS = [1, 0, -1, 0] as const;
const SIN = [0, 1, 0, -1] as const;

/**
 * How places and cells of one chart lie on another, or on the same one around a closed cylinder: turned by right angles and
 * shifted. A shape near a seam is laid once for each link that its cells reach; the link of a chart to itself changes
 * nothing, to the last bit.
 */
export class Link {
  /** The maps beyond. */
  readonly fields: Fields;
  readonly cells: SeamCells;
  /** cos and sin of the turn. */
  readonly c: number;
  readonly s: number;
  readonly #shiftX: number;
  readonly #shiftY: number;

  constructor(fields: Fields, seam: Seam, { cellSize }: Pick<Chart, 'cellSize'>) {
    this.fields = fields;
    this.cells = seamCells(seam, cellSize);
    this.c = COS[seam.quarters];
    this.s = SIN[seam.quarters];
    this.#shiftX = seam.shiftX;
    this.#shiftY = seam.shiftY;
  }

  /** Column and row of a place, turned and shifted [mm]. */
  x(x: number, y: number): number {
    return this.c * x - this.s * y + this.#shiftX;
  }

  y(x: number, y: number): number {
    return this.s * x + this.c * y + this.#shiftY;
  }

  /** Both parts of a vector, turned. */
  alongX(x: number, y: number): number {
    return this.c * x - this.s * y;
  }

  alongY(x: number, y: number): number {
    return this.s * x + this.c * y;
  }

  /** Row and column of a cell there. */
  row(row: number, col: number): number {
    return this.cells.row0 + this.cells.rowByRow * row + this.cells.rowByCol * col;
  }

  col(row: number, col: number): number {
    return this.cells.col0 + this.cells.colByRow * row + this.cells.colByCol * col;
  }
}

/** Leads to where a drop or a shape is. */
export function linkHere(fields: Fields): Link {
  return new Link(fields, { chart: fields.number, quarters: 0, shiftX: 0, shiftY: 0 }, fields.grid);
}

/** Turns a body (`BODY`) into the chart that a link leads to. */
export function turnBody(body: Float64Array, link: Link): void {
  const x = body[BODY.x];
  const y = body[BODY.y];
  const ux = body[BODY.ux];
  const uy = body[BODY.uy];
  body[BODY.x] = link.x(x, y);
  body[BODY.y] = link.y(x, y);
  body[BODY.ux] = link.alongX(ux, uy);
  body[BODY.uy] = link.alongY(ux, uy);
}
