import type { Chance } from '../core/chance.js';
import type { Drops } from '../core/drops.js';
import type { ChartFrame } from '../core/frame.js';
import type { Grid } from '../core/grid.js';
import type { FieldBook } from '../core/ledger.js';
import type { Stopwatch } from '../core/stopwatch.js';
import type { KernelChoice } from '../kernels/field-memory.js';
import type { KernelKind } from '../kernels/kernels.js';
import type { Coating } from '../surface/coating.js';
import type { Surface } from '../surface/surface.js';
import type { Rain } from '../weather/rain.js';
import type { Wind } from '../weather/wind.js';
import type { OptionTable, OptionValues } from './options.js';

/** What surrounds the water during one step. */
export interface World {
  /** Length of the step [s]. */
  readonly dt: number;
  /** Number of the step, from 0. */
  readonly step: number;
  readonly chance: Chance;
  /** In-plane gravity per chart, x and y in turn [mm/s²]. */
  readonly gravity: Float64Array;
  /** The heaviest drop that stays at rest [mg]; Infinity on a level pane. */
  readonly critical: number;
  /** Advancing and receding contact angle [rad]. */
  readonly coating: Coating;
  readonly rain: Rain;
  readonly wind: Wind;
  readonly stopwatch: Stopwatch;
}

/** Where the water of one model is [mg]. */
export interface WaterBook {
  readonly supplied: number;
  readonly onDrops: number;
  readonly drained: number;
  readonly wiped: number;
}

/** Walks a model's state in a fixed order: one walk saves, another loads, a third hashes. Each answers what the state is now. */
export interface StateVisitor {
  /** Does this walk change the state? */
  readonly loads: boolean;
  number(value: number): number;
  array<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(values: T): T;
  /** What has to be kept but is not water: a hash passes it over. */
  note(values: Uint32Array): Uint32Array;
  /** The cells of a map, changed in place by a walk that loads. */
  map(words: Uint32Array, first: number, grid: Grid): void;
}

/** One paper's account of how water moves. */
export interface Model {
  readonly kernels: KernelKind;
  readonly drops: Drops;
  readonly charts: readonly ChartFrame[];
  /** Lets one step pass. */
  step(world: World): void;
  /** Puts a drop on a chart [mm, mg, mm/s] and returns its id. */
  addDrop(world: World, chart: number, x: number, y: number, mass: number, vx: number, vy: number): number;
  /** Takes all drops off; their shapes stay in the maps and decay. */
  clear(): void;
  /** Takes new options, all checked. */
  configure(options: OptionValues): void;
  /** Something about the world changed: which still drops hold has to be asked again. */
  worldChanged(): void;
  water(): WaterBook;
  field(): FieldBook;
  /** Visits the whole state, for saving, loading and hashing. */
  visit(visitor: StateVisitor): void;
}

export interface ModelSetup {
  readonly surface: Surface;
  readonly options: OptionValues;
  readonly chance: Chance;
  readonly kernels: KernelChoice;
}

/** What the registry knows of a model. */
export interface ModelDefinition {
  readonly name: string;
  /** The paper, short. */
  readonly title: string;
  readonly options: OptionTable;
  /** True, or why the model cannot run on this surface. */
  supports(surface: Surface): true | string;
  create(setup: ModelSetup): Model;
}
