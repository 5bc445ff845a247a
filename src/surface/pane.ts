import { RECORDS } from '../core/build-flags.js';
import type { Surface, SurfacePoint, VisitImage } from './surface.js';
import { type Chart, type Hit, isOnSurface, NO_SEAMS, type Place, type Ray } from './surface.js';

/** A flat sheet of glass. */
export interface PaneOptions {
  /** Width across the slope [mm]. Default 300. */
  width?: number;
  /** Height along the slope [mm]. Default 200. */
  height?: number;
  /** Side of a grid cell [mm]. Default 0.5. Half of it costs four times the memory. */
  cellSize?: number;
  /** Tilt from level [rad], 0 to π/2. Default π/2, an upright window. The pose follows from it, not the pane itself. */
  tilt?: number;
  /** In-plane direction of gravity [rad]: 0 along +y, positive turns towards +x. Default 0. Part of the pose as well. */
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

/** One flat chart without seams, in the XY plane of its own frame: x to the right, y down, the wet side towards −Z. */
export class Pane implements Surface {
  readonly kind = 'pane';
  readonly charts: readonly Chart[];
  readonly seams = NO_SEAMS;
  readonly #width: number;
  readonly #height: number;

  constructor(options: PaneOptions = {}) {
    const { width, height, cellSize } = { ...PANE_DEFAULTS, ...options };
    const columns = cellsIn(width, cellSize);
    const rows = cellsIn(height, cellSize);
    this.#width = columns * cellSize;
    this.#height = rows * cellSize;
    const [name, isFlat, isPlanar] = ['pane', true, true];
    this.charts = [{ name, columns, rows, cellSize, width: this.#width, height: this.#height, isFlat, isPlanar }];
  }

  point({ x, y }: Place, { position, normal, tangentX, tangentY }: SurfacePoint): void {
    if (!RECORDS) return;
    position.set([x - this.#width / 2, this.#height / 2 - y, 0]);
    normal.set([0, 0, -1]);
    tangentX.set([1, 0, 0]);
    tangentY.set([0, -1, 0]);
  }

  move(place: Place, velocity: Float64Array, dt: number): boolean {
    place.x += velocity[0] * dt;
    place.y += velocity[1] * dt;
    return isOnSurface(this, place.chart, place.x, place.y);
  }

  images({ chart, x, y }: Place, _reach: number, visit: VisitImage): void {
    visit(chart, x, y, 0);
  }

  sample(u: number, v: number, out: Place): void {
    out.chart = 0;
    out.x = u * this.#width;
    out.y = v * this.#height;
  }

  intersect({ origin, direction }: Ray, out: Hit): boolean {
    if (!RECORDS) return false;
    const distance = -origin[2] / direction[2];
    // Along the pane it is infinite or no number.
    if (!(distance >= 0 && distance < Number.POSITIVE_INFINITY)) return false;
    out.chart = 0;
    out.distance = distance;
    out.x = origin[0] + distance * direction[0] + this.#width / 2;
    out.y = this.#height / 2 - origin[1] - distance * direction[1];
    return isOnSurface(this, out.chart, out.x, out.y);
  }
}

/** Files that have no other surfaces make panes with this instead of `createSurface`. */
export function createPane(options: PaneOptions): Surface {
  return new Pane(options);
}
