import type { Chance } from '../core/chance.js';
import type { ChartFrame, DropsView, FallingView } from '../core/frame.js';
import type { ModelBook } from '../core/ledger.js';
import type { Pose } from '../core/pose.js';
import type { StateVisitor } from '../core/state-visitor.js';
import type { Stopwatch } from '../core/stopwatch.js';
import type { WaterLaw } from '../core/water-law.js';
import type { KernelKind, OpenKernels } from '../kernels/kernels.js';
import type { Layers } from '../layers/layers.js';
import type { Coating } from '../surface/coating.js';
import type { Place, Surface } from '../surface/surface.js';
import type { Arrival, Rain } from '../weather/rain.js';
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
  /** Writes what pulls water along the surface at a place, x and y of its chart [mm/s²]: gravity less the surface's own acceleration. */
  pull(place: Place, out: Float64Array): void;
  /** The heaviest drop that stays at rest at a place [mg]; Infinity on level glass. */
  limit(place: Place): number;
  /** The heaviest drop that hangs at a place [mg]; Infinity where the surface does not face down, and on panes. */
  hang(place: Place): number;
  /** Does water that leaves over an open edge fall, instead of being drained? */
  readonly edgesDrip: boolean;
  /** How the surface stands in the world. */
  readonly pose: Pose;
  /** Gravity less the acceleration of the surface, in the world [mm/s²]: what pulls falling drops. */
  readonly weight: Float64Array;
  /** Angular velocity of the surface about its middle, in the world [rad/s]. */
  readonly turning: Float64Array;
  /** Advancing and receding contact angle [rad]. */
  readonly coating: Coating;
  /** What holds a drop of 1 mg, whatever pulls [mg·mm/s²]; ∛m times that holds one of mass m. */
  readonly retention: number;
  readonly rain: Rain;
  readonly wind: SteadyWind;
  /** What lies on the glass besides drops, chart by chart: models report where their drops ran or landed. */
  readonly layers: Layers;
  readonly stopwatch: Stopwatch;
}

/** One paper's account of how water moves. */
export interface Model {
  /** Which kernels run; none where there are no maps. */
  readonly kernels: KernelKind | 'none';
  /** Empty in a model whose field is the water. */
  readonly drops: DropsView;
  /** Drops that have come off the surface. Absent where none can. */
  readonly falling?: FallingView;
  /** Runs that have ended, and their mean length [mm], where a model counts them. */
  readonly runs?: { readonly count: number; readonly meanLength: number };
  /** What pictures need of each chart; maps that a model does not have are without a cell. */
  readonly charts: readonly ChartFrame[];
  /** Advances the water by one step. */
  step(world: World): void;
  /** Puts a drop on the surface and returns its id; 0 where there are no drops and its water went into the field. */
  addDrop(world: World, drop: Arrival): number;
  /** A blade goes over a part of a chart: wiper, finger, cloth. Returns the water that it took off the glass [mg]. */
  sweep(world: World, region: SweptRegion): number;
  /** Takes all drops off; their shapes stay in the maps and decay. */
  clear(): void;
  /** Takes new options, all checked. */
  configure(options: OptionValues): void;
  /** The world changed: which still drops hold has to be checked again. */
  worldChanged(): void;
  /** The water step as data, for a twin on the graphics card; absent where the field is not the water. */
  law?(world: World): WaterLaw;
  /** Where the model's water is, every part of the ledger but the layers. */
  book(): ModelBook;
  /** Visits the whole state, for saving, loading and hashing. */
  visit(visitor: StateVisitor): void;
}

export interface ModelSetup {
  readonly surface: Surface;
  readonly options: OptionValues;
  readonly chance: Chance;
  readonly kernels: OpenKernels;
  /** For the frame. The model reports to them what its water covers. */
  readonly layers: Layers;
}

/** How a model is made. */
export interface ModelMaker {
  readonly name: string;
  /** True, or why the model cannot run on this surface. */
  supports(surface: Surface): true | string;
  create(setup: ModelSetup): Model;
}

/** A model's entry in the registry. */
export interface ModelDefinition extends ModelMaker {
  /** The paper, short. */
  readonly title: string;
  readonly options: OptionTable;
}
