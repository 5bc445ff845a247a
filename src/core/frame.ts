/**
 * A frame is the one thing that passes from a model to a renderer: per chart the maps the eye needs, and the drops as
 * flat arrays with their shapes. It is a window onto the running simulation, valid until the next `advance`.
 */
import type { Pose } from './pose.js';

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
  /** Radius of the tail over that of the head, above 0 to 1; up to 2 after a merger. */
  readonly tail: Float64Array;
  /** Unit vector of the heading: along the motion, or where a still drop leans. */
  readonly headingX: Float64Array;
  readonly headingY: Float64Array;
  /** How far it leans along its heading, 0 to below 1. */
  readonly sag: Float64Array;
  /** The outline's harmonics of order 2 and 3 in the drop's own axes; all 0 is round (core/body.ts). */
  readonly outlineC2: Float64Array;
  readonly outlineS2: Float64Array;
  readonly outlineC3: Float64Array;
  readonly outlineS3: Float64Array;
  /** How much narrower than a straight taper it is halfway to its tail, over the radius; 0 but after a merger. */
  readonly waist: Float64Array;
  /** How many lobes (1 to 5), and where: read with `lobeOffsets`. */
  readonly lobes: Uint16Array;
}

/** A map with cells of its own size over a chart: what lies on the glass besides drops and trails. */
export interface LayerMap<T extends Float32Array | Uint32Array> extends MapView<T> {
  /** Side of a cell of this map [mm]. */
  readonly cellSize: number;
}

/** The layer of fine still drops; `fineCaps` (core/fine-caps.ts) computes the caps of a cell. */
export interface FineView {
  readonly seed: number;
  /** Drops per area where the layer is whole [1/mm²]. */
  readonly density: number;
  /** Λ of Marshall and Palmer: sizes fall off as e^(−ΛD) [1/mm]. */
  readonly sizeRate: number;
  /** Largest diameter in the air [mm]. */
  readonly largest: number;
  /** Base radius of a cap over the diameter of its drop in the air. */
  readonly spread: number;
  /** Contact angle of the caps [rad]. */
  readonly contactAngle: number;
  /** Side of a cell of the layer [mm]. */
  readonly cellSize: number;
  /** How much of the layer is there, 0 (cleared) to 1: the Lotus alpha of Nakata 2012. */
  readonly amount: LayerMap<Float32Array>;
  /** How often a cell was cleared. */
  readonly generation: LayerMap<Uint32Array>;
}

/**
 * What the water of a picture is drawn from. `bodies`: the drops' shapes, joined with the trail map. `heights`: the height map
 * alone, as Chen 2013 draws it (CHEN-16, CHEN-17), where a drop is a chain of hemispheres and only the smoothed map has its
 * outline.
 */
export type DrawnFrom = 'bodies' | 'heights';
export type Smoothing = 'binomial' | 'mean';

/** The maps of one chart. Maps that a frame leaves out are null; its heights and ids then have no cells. */
export interface ChartFrame {
  /** Side of a cell [mm]. */
  readonly cellSize: number;
  /** Cells across and down. */
  readonly columns: number;
  readonly rows: number;
  /** What pictures of this chart are drawn from. */
  readonly drawnFrom: DrawnFrom;
  /**
   * How heights are smoothed before they are drawn: each cell and its eight neighbours with the weights 1 : 2 : 1 along both
   * axes (`binomial`, where it is left out), or all alike, as Stuppacher does (`mean`, STUP-9). No model reads smoothed heights.
   */
  readonly smoothing?: Smoothing;
  /** Water height [mm]. */
  readonly height: MapView<Float32Array>;
  /**
   * Water height of trails and running drops alone [mm]: still drops are drawn sharper from their shapes. Null where drops
   * leave no trails.
   */
  readonly trail: MapView<Float32Array> | null;
  /** Drop id per cell; `DRY` = 0. Ids of drops that left stay until their trail dries. */
  readonly id: MapView<Uint32Array>;
  /** Wettability per cell; null where the glass is the same everywhere. */
  readonly affinity: MapView<Float32Array> | null;
  /** Water of each cell [mg] where cells hold it, as in Kaneda 1996; models whose drops lie anywhere are without. */
  readonly cellWater?: MapView<Float32Array> | null;
  /** Where running droplets may go next (KAN-6); models without a roulette are without. */
  readonly roulettes?: RouletteView | null;
  /** Thickness of the film that runners and wipers leave [mm]; null without that layer. */
  readonly film: LayerMap<Float32Array> | null;
  /** Fog, 0 (clear) to 1 (dense); null without it. */
  readonly fog: LayerMap<Float32Array> | null;
  /** Fine still drops; null without them. */
  readonly fine: FineView | null;
}

/** The roulettes of cells as a struct of arrays: how likely the droplet of each goes to which neighbour. */
export interface RouletteView {
  /** Number of cells. */
  readonly count: number;
  /** Middle of each cell on the chart [mm]. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Directions of cell n are entries first[n] to first[n + 1] − 1 of the next three. */
  readonly first: Uint32Array;
  /** Way to the neighbour [mm]. */
  readonly wayX: Float64Array;
  readonly wayY: Float64Array;
  /** Probability of the direction; those of a cell add up to 1. */
  readonly share: Float64Array;
}

/** Drops that fall, as a struct of arrays; entries from `count` on are meaningless. */
export interface FallingView {
  readonly count: number;
  /** Unique among falling drops, from 1. */
  readonly id: Uint32Array;
  /** [mg] */
  readonly mass: Float64Array;
  /** Place in the world frame about the surface's middle [mm]; Y is up. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Velocity there [mm/s]. */
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
}

const NONE = new Float64Array(0);

/** Nothing falls. */
export const NONE_FALLING: FallingView = {
  count: 0,
  id: new Uint32Array(0),
  mass: NONE,
  x: NONE,
  y: NONE,
  z: NONE,
  vx: NONE,
  vy: NONE,
  vz: NONE,
};

/** What a picture needs at one instant. */
export interface Frame {
  /** Seconds since the start. */
  readonly time: number;
  /** Steps since the start. */
  readonly step: number;
  /** Time that waits for the next step, less than a step [s]: pictures show running drops so much further on their way. */
  readonly lag: number;
  /** How the surface stands in the world. */
  readonly pose: Pose;
  readonly charts: readonly ChartFrame[];
  readonly drops: DropsView;
  /** Drops that have come off the surface; none on a pane. */
  readonly falling: FallingView;
}
