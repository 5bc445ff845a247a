import type { Chance } from '../core/chance.js';
import type { Drops } from '../core/drops.js';
import type { ChartFrame } from '../core/frame.js';
import type { FieldBook } from '../core/ledger.js';
import type { StateVisitor } from '../core/state-visitor.js';
import type { Stopwatch } from '../core/stopwatch.js';
import type { KernelKind, OpenKernels } from '../kernels/kernels.js';
import type { Layers } from '../layers/layers.js';
import type { Coating } from '../surface/coating.js';
import type { Surface } from '../surface/surface.js';
import type { Rain } from '../weather/rain.js';
import type { SteadyWind } from '../weather/steady-wind.js';
import type { SweptRegion } from '../weather/swept-region.js';
import type { OptionTable, OptionValues } from './options.js';

export type { StateVisitor };

/** What surrounds the water during one step. */
export interface World {
  /** Length of the step [s]. */
  readonly dt: number;
  /** Number of the step, from 0. */
  readonly step: number;
  /** Seconds since the start, at the beginning of the step. */
  readonly time: number;
  readonly chance: Chance;
  /** What pulls along each chart, x and y in turn [mm/s²]: gravity, less the pane's own acceleration. */
  readonly gravity: Float64Array;
  /** The heaviest drop that stays at rest [mg]; Infinity on a level pane. */
  readonly critical: number;
  /** Advancing and receding contact angle [rad]. */
  readonly coating: Coating;
  /** What holds a drop of 1 mg, whatever pulls [mg·mm/s²]; ∛m times that holds one of mass m. */
  readonly retention: number;
  readonly rain: Rain;
  readonly wind: SteadyWind;
  /** What lies on the glass besides drops: models tell it where they ran or landed. */
  readonly layers: Layers;
  readonly stopwatch: Stopwatch;
}

/** Where the water of one model is [mg]. */
export interface WaterBook {
  readonly supplied: number;
  readonly onDrops: number;
  readonly drained: number;
  readonly wiped: number;
}

/** One paper's account of how water moves. */
export interface Model {
  /** Which kernels run; none where there are no maps. */
  readonly kernels: KernelKind | 'none';
  readonly drops: Drops;
  readonly charts: readonly ChartFrame[];
  /** Lets one step pass. */
  step(world: World): void;
  /** Puts a drop on a chart [mm, mg, mm/s] and returns its id. */
  addDrop(world: World, chart: number, x: number, y: number, mass: number, vx: number, vy: number): number;
  /** An edge goes over a part of a chart: wiper, finger, cloth. Returns the water that is off the glass now [mg]. */
  sweep(world: World, region: SweptRegion): number;
  /** Takes all drops off; their shapes stay in the maps and decay. */
  clear(): void;
  /** Takes new options, all checked. */
  configure(options: OptionValues): void;
  /** Something about the world changed: which still drops hold has to be asked again. */
  worldChanged(): void;
  waterBook(): WaterBook;
  fieldBook(): FieldBook;
  /** Visits the whole state, for saving, loading and hashing. */
  visit(visitor: StateVisitor): void;
}

export interface ModelSetup {
  readonly surface: Surface;
  readonly options: OptionValues;
  readonly chance: Chance;
  readonly kernels: OpenKernels;
  /** For the frame, and to be told what the model's water covers. */
  readonly layers: Layers;
}

/** How a model is made. */
export interface ModelMaker {
  readonly name: string;
  /** True, or why the model cannot run on this surface. */
  supports(surface: Surface): true | string;
  create(setup: ModelSetup): Model;
}

/** What the registry knows of a model. */
export interface ModelDefinition extends ModelMaker {
  /** The paper, short. */
  readonly title: string;
  readonly options: OptionTable;
}
