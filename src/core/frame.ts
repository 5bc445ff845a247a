/**
 * A frame is the one thing that passes from a model to a renderer: per chart the maps the eye needs, and the drops as
 * flat arrays with their shapes. It is a window onto the running simulation, valid until the next `advance`.
 */

/** A map of one chart. Cell (row, col) is `data[row * stride + col]`; cells beyond `width` in a row are padding. */
export interface MapView<T extends Float32Array | Uint32Array> {
  /** The cells, first interior cell first. */
  readonly data: T;
  /** Columns of the chart. */
  readonly width: number;
  /** Rows of the chart. */
  readonly height: number;
  /** Cells from one row to the next. */
  readonly stride: number;
  /** Grows whenever a cell may have changed. */
  readonly version: number;
  /** Rectangles changed after `version`, flat: col, row, width, height, … Empty if nothing changed. */
  changedSince(version: number): Int32Array;
}

/** The drops as a struct of arrays; entries from `count` on are meaningless. */
export interface DropsView {
  readonly count: number;
  /** Unique, from 1, never used again. */
  readonly id: Uint32Array;
  readonly chart: Uint16Array;
  /** Position on the chart [mm]; y grows with rows. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Velocity [mm/s]. */
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  /** [mg]. */
  readonly mass: Float64Array;
  /** 1 while running, 0 while still. */
  readonly moving: Uint8Array;
  /** Base radius of each of the drop's equal lobes [mm]. */
  readonly radius: Float64Array;
  /** Contact angle [rad]; π/2 is a hemisphere. */
  readonly contactAngle: Float64Array;
  /** Length of the cylinder part over the radius; 0 is round. */
  readonly stretch: Float64Array;
  /** How many lobes (1 to 5), and where: read with `lobeOffsets`. */
  readonly lobes: Uint16Array;
}

/** The maps of one chart. */
export interface ChartFrame {
  /** Side of a cell [mm]. */
  readonly cellSize: number;
  /** Water height [mm]. */
  readonly height: MapView<Float32Array>;
  /** Drop id per cell; `DRY` = 0. Ids of drops that left stay until their trail dries. */
  readonly id: MapView<Uint32Array>;
  /** Wettability per cell. */
  readonly affinity: MapView<Float32Array>;
}

/** What the eye needs at one instant. */
export interface Frame {
  /** Seconds since the start. */
  readonly time: number;
  /** Steps since the start. */
  readonly step: number;
  readonly charts: readonly ChartFrame[];
  readonly drops: DropsView;
}
