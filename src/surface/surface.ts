/** One grid of cells of a surface. */
export interface ChartInfo {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell [mm]. */
  readonly cellSize: number;
  /** Across and along the chart [mm]; whole cells. */
  readonly width: number;
  readonly height: number;
}

/**
 * What water lies on: one or more charts. Positions are millimetres on a chart, x growing with columns, y with rows.
 * Only what differs between surfaces stands here; cells' centres and areas follow from the chart where it is flat.
 */
export interface Surface {
  readonly kind: string;
  readonly charts: readonly ChartInfo[];
  readonly cellCount: number;
  /** Writes the part of gravity `g` [mm/s²] that lies in the chart to `out` as x and y [mm/s²]. */
  gravityOn(chart: number, g: number, out: Float64Array): void;
}
