/**
 * A surface is what water lies on: one or more charts, each a grid of cells, and the seams where they meet. Places are
 * millimetres on a chart. A surface stands still in its own frame (millimetres, right-handed, Y up, the origin in its
 * middle); its pose (`pose.ts`) says how that frame stands in the world.
 */
import type { DropsView } from '../core/frame.js';

/** A place on a surface: the number of a chart, and the position on it [mm], x growing with columns and y with rows. */
export interface Place {
  chart: number;
  x: number;
  y: number;
}

/** One grid of cells of a surface. */
export interface Chart {
  /** What it is called in atlases and messages. */
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell [mm]. */
  readonly cellSize: number;
  /** Across and along the chart [mm]; whole cells. */
  readonly width: number;
  readonly height: number;
  /** Are lengths on the chart lengths on the surface? Models with maps need charts that are. */
  readonly isFlat: boolean;
  /** Is its normal the same everywhere? Then so are pull, wind and limits. */
  readonly isPlanar: boolean;
}

/** A point of a surface in the surface's own frame, each a vector of three numbers. tangentX × tangentY = normal. */
export interface SurfacePoint {
  /** [mm] */
  readonly position: Float64Array;
  /** Unit vector to the wet side. */
  readonly normal: Float64Array;
  /** Unit vectors along growing x and growing y of the chart. */
  readonly tangentX: Float64Array;
  readonly tangentY: Float64Array;
}

export function createSurfacePoint(): SurfacePoint {
  const vector = () => new Float64Array(3);
  return { position: vector(), normal: vector(), tangentX: vector(), tangentY: vector() };
}

/** The edges of a chart, by number. */
export const EDGE = { left: 0, right: 1, top: 2, bottom: 3 } as const;

/**
 * How a chart goes on beyond one of its edges: (x, y) of this chart is the same place as (x, y) turned by `quarters` right
 * angles (from +x towards +y) and shifted by `shiftX` and `shiftY` [mm] on chart number `chart`.
 */
export interface Seam {
  readonly chart: number;
  readonly quarters: 0 | 1 | 2 | 3;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** Which edges of which charts continue on another chart. */
export interface Seams {
  /** True if every edge is open. */
  readonly isEmpty: boolean;
  /** The seam at an edge (`EDGE`) of a chart, or null where the edge is open. */
  at(chart: number, edge: number): Seam | null;
}

/** Every edge is open. */
export const NO_SEAMS: Seams = { isEmpty: true, at: () => null };

/** Called with each image of a footprint: the chart, the place on it [mm], and by how many right angles it is turned. */
export type VisitImage = (chart: number, x: number, y: number, quarters: number) => void;

/** A ray in the surface's own frame: origin [mm] and unit direction. */
export interface Ray {
  readonly origin: Float64Array;
  readonly direction: Float64Array;
}

/** Where a ray meets a surface. */
export interface Hit extends Place {
  /** Way along the ray [mm]. */
  distance: number;
}

export interface Surface {
  readonly kind: string;
  readonly charts: readonly Chart[];
  readonly seams: Seams;
  /** Writes position, normal and tangents at a place, which may lie beyond the edges of its chart. */
  point(place: Place, out: SurfacePoint): void;
  /**
   * Moves a place for `dt` seconds along a velocity [mm/s]; across a seam both are turned into the next chart. False if it
   * left the surface.
   */
  move(place: Place, velocity: Float64Array, dt: number): boolean;
  /** Visits the charts on which a footprint that reaches `reach` [mm] from a place must be laid, its own chart first. */
  images(place: Place, reach: number, visit: VisitImage): void;
  /** Writes the place of two numbers from 0 to 1, uniform by area. On a pane it is exactly u · width and v · height. */
  sample(u: number, v: number, out: Place): void;
  /** Finds where a ray first meets the surface, from either side. False if it does not. */
  intersect(ray: Ray, out: Hit): boolean;
  /**
   * Which way a line of this unit direction crosses the surface, 1 to the wet side and −1 to the dry one, if no such line can meet
   * it twice; 0 if one may. Without it one may.
   */
  crossing?(direction: Float64Array): -1 | 0 | 1;
  /** Does a cell lie inside another part of the surface, where no water comes? Without it none does. */
  isCovered?(chart: number, row: number, col: number): boolean;
}

/** Writes the place of a drop. */
export function placeOf({ chart, x, y }: DropsView, slot: number, out: Place): void {
  out.chart = chart[slot];
  out.x = x[slot];
  out.y = y[slot];
}

/** Is a place on its chart? The far edges are not part of it. */
export function isOnSurface({ charts }: Pick<Surface, 'charts'>, chart: number, x: number, y: number): boolean {
  const { width, height } = charts[chart];
  return x >= 0 && x < width && y >= 0 && y < height;
}

/** The area of a surface of flat charts [mm²]. */
export function areaOf({ charts }: { readonly charts: readonly Pick<Chart, 'width' | 'height'>[] }): number {
  let area = 0;
  for (const { width, height } of charts) area += width * height;
  return area;
}

/** Side of a cell of a surface whose charts all have cells of one size [mm]. */
export function commonCellSize({ charts }: { readonly charts: readonly Pick<Chart, 'cellSize'>[] }): number {
  const [{ cellSize }] = charts;
  if (charts.some((chart) => chart.cellSize !== cellSize)) throw new RangeError('cells of one size are expected here');
  return cellSize;
}

/** The chart of something that has only one: a surface, or a frame of it. */
export function onlyChart<Item>({ charts }: { readonly charts: readonly Item[] }): Item {
  if (charts.length !== 1) throw new RangeError(`one chart is expected here; there are ${charts.length}`);
  return charts[0];
}
