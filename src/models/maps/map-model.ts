import type { Drops } from '../../core/drops.js';
import { type FallingView, NONE_FALLING } from '../../core/frame.js';
import { EMPTY_BOOK, type ModelBook } from '../../core/ledger.js';
import type { KernelKind } from '../../kernels/kernels.js';
import type { Place, Surface } from '../../surface/surface.js';
import type { Arrival } from '../../weather/rain.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { Model, ModelSetup, StateVisitor, World } from '../model.js';
import type { OptionValues } from '../options.js';
import { rainDown } from '../shared/raining.js';
import { coveredCells } from './fields.js';
import { FrameMaps } from './frame-maps.js';
import type { MapState } from './map-state.js';
import { Merging } from './merging.js';
import type { MapOptions } from './options.js';
import { addDrop, putDrop, releaseStill } from './resting.js';
import { Sweeping } from './sweeping.js';

/** Cell size at which `operatorPeriod` holds as it stands [mm]; see `operatorRuns`. */
const PERIOD_CELL = 0.5;
/** Most applications of the operators in one step, however small the period. */
const MOST_RUNS = 8;

const PULL = new Float64Array(2);

/** What the models with maps share: all of a model but its step. */
export abstract class MapModel<Options extends MapOptions = MapOptions> implements Model {
  protected readonly state: MapState<Options>;
  readonly #merging: Merging;
  readonly #sweeping: Sweeping;
  readonly #maps: readonly FrameMaps[];
  /** Erosion takes its direction from the pull in the middle of each chart. */
  readonly #middles: readonly Place[];

  constructor(setup: ModelSetup, state: MapState<Options>) {
    this.state = state;
    this.#merging = new Merging(this.state);
    this.#sweeping = new Sweeping(this.state);
    this.#middles = setup.surface.charts.map(({ width, height }, chart) => ({ chart, x: width / 2, y: height / 2 }));
    this.#maps = this.state.charts.map((fields, chart) => {
      const layers = setup.layers.on(chart);
      layers.coveredBy((row, columns, first, end) => coveredCells(fields, row, columns, first, end));
      return new FrameMaps(this.state, fields, layers);
    });
  }

  abstract step(world: World): void;
  abstract configure(options: OptionValues): void;

  get kernels(): KernelKind {
    return this.state.memory.kernels.kind;
  }

  get drops(): Drops {
    return this.state.drops;
  }

  get falling(): FallingView {
    return this.state.falling ?? NONE_FALLING;
  }

  get charts(): readonly FrameMaps[] {
    for (const maps of this.#maps) maps.refresh();
    return this.#maps;
  }

  addDrop(world: World, drop: Arrival): number {
    return addDrop(this.state, world, drop);
  }

  sweep(world: World, region: SweptRegion): number {
    return this.#sweeping.sweep(world, region);
  }

  clear(): void {
    const { drops, kinship, shapes } = this.state;
    for (let slot = drops.movingCount; slot < drops.count; slot++) shapes.lift(slot);
    this.state.wiped += drops.totalMass() + (this.state.falling?.clear() ?? 0);
    drops.clear();
    kinship.clear();
  }

  /** Takes other options while it runs. */
  protected setOptions(options: Options): void {
    const { state } = this;
    const { merging, adjacency, contact } = state.options;
    state.options = options;
    const met = state.options.merging === merging && state.options.adjacency === adjacency;
    if (!met || state.options.contact !== contact) state.lookAgain();
  }

  worldChanged(): void {
    if (this.state.tested) return;
    this.state.shapes.worldChanged();
    this.state.restless = true;
  }

  book(): ModelBook {
    const { supplied, drained, wiped, drops, falling } = this.state;
    return {
      ...EMPTY_BOOK,
      supplied,
      onDrops: drops.totalMass(),
      falling: falling?.water ?? 0,
      drained,
      dripped: falling?.dripped ?? 0,
      wiped,
      field: this.state.fieldBook(),
    };
  }

  visit(visitor: StateVisitor): void {
    this.state.visit(visitor);
    if (visitor.loads) this.state.forgetTiles();
  }

  /** New drops arrive, and still ones let go if the world no longer holds them. */
  protected arrive(world: World): void {
    world.stopwatch.start();
    if (this.state.tested?.hasChanged(world)) {
      this.state.shapes.worldChanged();
      this.state.restless = true;
    }
    if (this.state.restless || world.wind.shakes) {
      releaseStill(this.state, world);
      this.state.restless = false;
    }
    this.state.falling?.step(world, (drop) => this.#land(world, drop));
    rainDown(this, world);
  }

  /** A falling drop has met the surface. An underside that turns into its way, and could not hold it, only pushes it on. */
  #land(world: World, drop: Arrival): void {
    const { falling } = this.state;
    if (falling && drop.mass > world.hang(drop)) falling.detach(world, drop, drop.vx, drop.vy, drop.mass);
    else putDrop(this.state, world, drop);
  }

  /** Smoothing and erosion (CHEN-10, CHEN-11), as often as their period requires. `guardStill`: erosion spares a single map's still shapes. */
  protected operate(world: World, guardStill: boolean): void {
    const { options, charts, operators } = this.state;
    for (const fields of charts) {
      world.pull(this.#middles[fields.number], PULL);
      fields.sideways = Math.abs(PULL[0]) > Math.abs(PULL[1]);
      operators.guardStill = fields.single && guardStill;
      if (fields.single) fields.anchorAll();
    }
    for (let n = this.#operatorRuns(world); n > 0; n--) operators.run(options);
    world.stopwatch.lap('fields');
  }

  /** Merges drops that touch, and releases kin that came apart. */
  protected mergeDrops(world: World): void {
    this.#merging.scan();
    world.stopwatch.lap('fields');
    this.#merging.merge(world);
    this.#merging.releaseKin();
    world.stopwatch.lap('drops');
  }

  /**
   * How often the operators are applied in this step. A trail lives for a number of applications in proportion to its width in cells, so
   * that the period scales with the cell size and trails last as long in seconds on any grid (CHEN-O6).
   */
  #operatorRuns(world: World): number {
    const { operatorPeriod } = this.state.options;
    if (operatorPeriod === 0) return 1;
    const period = (operatorPeriod * this.state.cellSize) / PERIOD_CELL;
    const before = Math.floor((world.step * world.dt) / period + 1e-9);
    const after = Math.floor(((world.step + 1) * world.dt) / period + 1e-9);
    return Math.min(MOST_RUNS, after - before);
  }
}

/** Models with maps need charts on which lengths are lengths. */
export function supportsFlatCharts({ charts, kind }: Surface): true | string {
  if (charts.every(({ isFlat }) => isFlat)) return true;
  return `needs flat charts, which a ${kind} does not have. Take a pane, a cylinder or a box`;
}
