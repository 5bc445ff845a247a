import { cos, sin } from '../core/math.js';
import type { ChartInfo, Surface } from './surface.js';

/** A flat sheet of glass. */
export interface PaneOptions {
  /** Width across the slope [mm]. Default 300. */
  width?: number;
  /** Height along the slope [mm]. Default 200. */
  height?: number;
  /** Side of a grid cell [mm]. Default 0.5. Half of it costs four times the memory. */
  cellSize?: number;
  /** Tilt from level [rad], 0 to π/2. Default π/2, an upright window. */
  tilt?: number;
  /** In-plane direction of gravity [rad]: 0 along +y, positive turns towards +x. Default 0. */
  turn?: number;
}

export const PANE_DEFAULTS: Required<PaneOptions> = {
  width: 300,
  height: 200,
  cellSize: 0.5,
  tilt: Math.PI / 2,
  turn: 0,
};

/** Fewest and most cells a pane may have. */
export const PANE_CELLS = { side: 8, most: 64_000_000 } as const;

/** How many cells a length takes; a rest of less than a millionth of a cell is rounding, not glass. */
export function cellsIn(length: number, cellSize: number): number {
  return Math.ceil(length / cellSize - 1e-6);
}

export class Pane implements Surface {
  readonly kind = 'pane';
  readonly charts: readonly ChartInfo[];
  readonly cellCount: number;
  tilt: number;
  turn: number;

  constructor(options: PaneOptions = {}) {
    const { width, height, cellSize, tilt, turn } = { ...PANE_DEFAULTS, ...options };
    const columns = cellsIn(width, cellSize);
    const rows = cellsIn(height, cellSize);
    this.charts = [{ columns, rows, cellSize, width: columns * cellSize, height: rows * cellSize }];
    this.cellCount = columns * rows;
    this.tilt = tilt;
    this.turn = turn;
  }

  gravityOn(_chart: number, g: number, out: Float64Array): void {
    const along = g * sin(this.tilt);
    out[0] = along * sin(this.turn);
    out[1] = along * cos(this.turn);
  }
}
