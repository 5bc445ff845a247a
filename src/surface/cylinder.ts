import { atan2, cos, sin } from '../core/math.js';
import { cellsIn } from './pane.js';
import { SeamTable } from './seams.js';
import type { Chart, Hit, Place, Ray, Seams, Surface, SurfacePoint, VisitImage } from './surface.js';
import { isOnSurface, NO_SEAMS } from './surface.js';

/** A sheet that is curved across the slope and straight along it: a windshield, a bottle. */
export interface CylinderOptions {
  /** Radius of the sheet [mm]. */
  readonly radius: number;
  /** Arc length across the slope [mm]; null is the whole circumference, a closed cylinder with one seam. */
  readonly width: number | null;
  /** Length along the slope [mm]. */
  readonly height: number;
  /** Side of a grid cell [mm]. */
  readonly cellSize: number;
  /** Which side is wet: the outside of the curve, or the inside. */
  readonly wet: 'convex' | 'concave';
}

export const CYLINDER_DEFAULTS = { radius: 100, height: 200 } as const;

/**
 * One flat chart of arc lengths, rolled up around an axis along Y. The middle of the sheet faces −Z with its wet side. A
 * closed cylinder has a whole number of cells around it, and its radius follows from them.
 */
export class Cylinder implements Surface {
  readonly kind = 'cylinder';
  readonly charts: readonly Chart[];
  readonly seams: Seams;
  /** Radius of the sheet in whole cells [mm]. */
  readonly radius: number;
  readonly isClosed: boolean;
  readonly #chart: Chart;
  /** 1 if the wet side is convex, else −1: the axis lies at this side of the sheet's middle along Z. */
  readonly #side: 1 | -1;
  /** Z of the axis, so that the origin is the middle of the box around the sheet [mm]. */
  readonly #axisZ: number;

  constructor({ radius, width, height, cellSize, wet }: CylinderOptions) {
    const around = Math.round((2 * Math.PI * radius) / cellSize);
    const columns = width === null ? around : Math.min(around, cellsIn(width, cellSize));
    const rows = cellsIn(height, cellSize);
    this.isClosed = columns === around;
    this.radius = this.isClosed ? (columns * cellSize) / (2 * Math.PI) : radius;
    const chart = {
      name: 'sheet',
      columns,
      rows,
      cellSize,
      width: columns * cellSize,
      height: rows * cellSize,
      isFlat: true,
      isPlanar: false,
    };
    this.charts = [chart];
    this.#chart = chart;
    const onwards = { chart: 0, quarters: 0, shiftX: -chart.width, shiftY: 0 } as const;
    const backwards = { ...onwards, shiftX: chart.width };
    this.seams = this.isClosed ? new SeamTable([backwards, onwards, null, null]) : NO_SEAMS;
    this.#side = wet === 'convex' ? 1 : -1;
    this.#axisZ = (this.#side * this.radius * (1 + cos(chart.width / (2 * this.radius)))) / 2;
  }

  point({ x, y }: Place, { position, normal, tangentX, tangentY }: SurfacePoint): void {
    const { width, height } = this.#chart;
    const angle = (x - width / 2) / this.radius;
    const c = cos(angle);
    const s = sin(angle);
    const side = this.#side;
    position[0] = this.radius * s;
    position[1] = height / 2 - y;
    position[2] = this.#axisZ - side * this.radius * c;
    normal[0] = side * s;
    normal[1] = 0;
    normal[2] = -c;
    tangentX[0] = c;
    tangentX[1] = 0;
    tangentX[2] = side * s;
    tangentY[0] = 0;
    tangentY[1] = -1;
    tangentY[2] = 0;
  }

  move(place: Place, velocity: Float64Array, dt: number): boolean {
    place.y += velocity[1] * dt;
    place.x += velocity[0] * dt;
    if (this.isClosed) place.x = this.#around(place.x);
    return isOnSurface(this, 0, place.x, place.y);
  }

  images({ x, y }: Place, reach: number, visit: VisitImage): void {
    const { width } = this.#chart;
    visit(0, x, y, 0);
    if (!this.isClosed) return;
    if (x < reach) visit(0, x + width, y, 0);
    if (x > width - reach) visit(0, x - width, y, 0);
  }

  sample(u: number, v: number, out: Place): void {
    out.chart = 0;
    out.x = u * this.#chart.width;
    out.y = v * this.#chart.height;
  }

  intersect({ origin, direction }: Ray, out: Hit): boolean {
    // Across the axis: |o + t d|² = R².
    const [ox, oz] = [origin[0], origin[2] - this.#axisZ];
    const [dx, dz] = [direction[0], direction[2]];
    const a = dx * dx + dz * dz;
    const b = ox * dx + oz * dz;
    const c = ox * ox + oz * oz - this.radius * this.radius;
    const root = b * b - a * c;
    if (!(a > 0 && root >= 0)) return false;
    // The stable form: the far root by a sum, the near one by their product c/a.
    const sum = b > 0 ? -b - Math.sqrt(root) : -b + Math.sqrt(root);
    const [one, other] = [sum / a, sum === 0 ? 0 : c / sum];
    return (
      this.#meet(origin, direction, Math.min(one, other), out) ||
      this.#meet(origin, direction, Math.max(one, other), out)
    );
  }

  /** Is the point of a ray at `distance`, which lies on the whole cylinder, a place of the sheet? */
  #meet(origin: Float64Array, direction: Float64Array, distance: number, out: Hit): boolean {
    if (!(distance >= 0)) return false;
    const { width, height } = this.#chart;
    const x = origin[0] + distance * direction[0];
    const z = this.#side * (this.#axisZ - origin[2] - distance * direction[2]);
    out.chart = 0;
    out.distance = distance;
    out.x = width / 2 + this.radius * atan2(x, z);
    out.y = height / 2 - origin[1] - distance * direction[1];
    if (this.isClosed) out.x = this.#around(out.x);
    return isOnSurface(this, 0, out.x, out.y);
  }

  /** The same place around a closed cylinder, on the chart. */
  #around(x: number): number {
    const { width } = this.#chart;
    if (x >= 0 && x < width) return x;
    const inside = x - width * Math.floor(x / width);
    // Rounding may leave the far edge itself.
    return inside < width ? inside : 0;
  }
}
