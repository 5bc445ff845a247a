/** Seams: how places, velocities and cells of one chart continue on the next. */
import { EDGE, type Place, type Seam, type Seams, type Surface } from './surface.js';

/** The edges of a chart in the order of their numbers. */
export const EDGES = [EDGE.left, EDGE.right, EDGE.top, EDGE.bottom] as const;

/** cos and sin of 0 to 3 right angles. */
export const COS = [1, 0, -1, 0] as const;
export const SIN = [0, 1, 0, -1] as const;

/** A list of seams, four a chart in the order of `EDGE`; null where an edge is open. */
export class SeamTable implements Seams {
  readonly isEmpty: boolean;
  readonly #seams: readonly (Seam | null)[];

  constructor(seams: readonly (Seam | null)[]) {
    this.#seams = seams;
    this.isEmpty = seams.every((seam) => seam === null);
  }

  at(chart: number, edge: number): Seam | null {
    return this.#seams[4 * chart + edge];
  }
}

/** Way around a chart that goes on at its own left edge beyond its right one [mm], as a closed cylinder does; 0 for others. */
export function wayAround({ seams, charts }: Pick<Surface, 'seams' | 'charts'>, chart: number): number {
  return seams.at(chart, EDGE.right)?.chart === chart ? charts[chart].width : 0;
}

/** Turns a vector, x and y, by `quarters` right angles in place. */
export function turnVector(vector: Float64Array, quarters: number): void {
  const [x, y] = vector;
  vector[0] = COS[quarters] * x - SIN[quarters] * y;
  vector[1] = SIN[quarters] * x + COS[quarters] * y;
}

/** Writes where a place of a chart lies on the chart beyond a seam. */
export function crossSeam({ chart, quarters, shiftX, shiftY }: Seam, x: number, y: number, out: Place): void {
  out.chart = chart;
  out.x = COS[quarters] * x - SIN[quarters] * y + shiftX;
  out.y = SIN[quarters] * x + COS[quarters] * y + shiftY;
}

/**
 * Cells across a seam: cell (row, col) of this chart is cell (row0 + rowByRow · row + rowByCol · col,
 * col0 + colByRow · row + colByCol · col) of the next.
 */
export interface SeamCells {
  readonly chart: number;
  readonly row0: number;
  readonly rowByRow: number;
  readonly rowByCol: number;
  readonly col0: number;
  readonly colByRow: number;
  readonly colByCol: number;
}

/** The cells of a seam between charts of whole cells of the same size. */
export function seamCells({ chart, quarters, shiftX, shiftY }: Seam, cellSize: number): SeamCells {
  const c = COS[quarters];
  const s = SIN[quarters];
  // The middle of cell (0, 0), turned and shifted, lies in the middle of a cell.
  const col0 = Math.round((c - s) / 2 + shiftX / cellSize - 0.5);
  const row0 = Math.round((s + c) / 2 + shiftY / cellSize - 0.5);
  return { chart, row0, rowByRow: c, rowByCol: s, col0, colByRow: -s, colByCol: c };
}
