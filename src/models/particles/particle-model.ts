import type { Drops } from '../../core/drops.js';
import type { FieldBook } from '../../core/ledger.js';
import type { KernelKind } from '../../kernels/kernels.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { Model, ModelSetup, StateVisitor, WaterBook, World } from '../model.js';
import type { OptionValues } from '../options.js';
import { rainDown } from '../shared/raining.js';
import { drainTrails } from './draining.js';
import { FETCHED, fetchDrops } from './fetching.js';
import { FrameMaps } from './frame-maps.js';
import { Merging } from './merging.js';
import { coveredCells } from './on-layers.js';
import type { ParticleOptions } from './options.js';
import { addDrop } from './raining.js';
import { relaxStill, reshapeAll } from './relaxing.js';
import type { ResidualLaw } from './residual-laws.js';
import { leaveResidual } from './residuals.js';
import { releaseStill } from './resting.js';
import { Running } from './running.js';
import { ParticleState } from './state.js';
import { Sweeping } from './sweeping.js';

/** Cell size at which `operatorPeriod` holds as it stands [mm]; see `operatorRuns`. */
const PERIOD_CELL = 0.5;
/** Most operator runs in one step, however small the period. */
const MOST_RUNS = 8;

/**
 * The passes Chen 2013 and Chin share, and all of a model but their order: the two papers' classes only say what comes
 * after what in a step.
 */
export abstract class ParticleModel implements Model {
  protected readonly state: ParticleState;
  readonly #running: Running;
  readonly #merging: Merging;
  readonly #sweeping: Sweeping;
  readonly #maps: FrameMaps;

  constructor(setup: ModelSetup, residualLaws: Readonly<Record<string, ResidualLaw>>) {
    this.state = new ParticleState(setup, residualLaws);
    this.#running = new Running(this.state);
    this.#merging = new Merging(this.state);
    this.#sweeping = new Sweeping(this.state);
    this.#maps = new FrameMaps(this.state, setup.layers);
    setup.layers.coveredBy((row, columns, first, end) => coveredCells(this.state.fields, row, columns, first, end));
  }

  /** One step in the paper's order. */
  abstract step(world: World): void;

  get kernels(): KernelKind {
    return this.state.memory.kernels.kind;
  }

  get drops(): Drops {
    return this.state.drops;
  }

  get charts(): readonly FrameMaps[] {
    this.#maps.refresh();
    return [this.#maps];
  }

  addDrop(world: World, chart: number, x: number, y: number, mass: number, vx: number, vy: number): number {
    return addDrop(this.state, world, chart, x, y, mass, vx, vy);
  }

  sweep(world: World, region: SweptRegion): number {
    return this.#sweeping.sweep(world, region);
  }

  clear(): void {
    const { drops, kinship, fields } = this.state;
    for (let slot = drops.movingCount; slot < drops.count; slot++) fields.lift(drops, slot);
    this.state.wiped += drops.totalMass();
    drops.clear();
    kinship.clear();
  }

  configure(options: OptionValues): void {
    const { state } = this;
    const { merging, adjacency, contact } = state.options;
    state.configure(options as unknown as ParticleOptions);
    const met = state.options.merging === merging && state.options.adjacency === adjacency;
    if (!met || state.options.contact !== contact) state.lookAgain();
  }

  worldChanged(): void {
    if (this.state.caps) reshapeAll(this.state);
    this.state.restless = true;
  }

  waterBook(): WaterBook {
    const { supplied, drained, wiped, drops } = this.state;
    return { supplied, onDrops: drops.totalMass(), drained, wiped };
  }

  fieldBook(): FieldBook {
    return this.state.fields.book();
  }

  visit(visitor: StateVisitor): void {
    this.state.visit(visitor);
    if (visitor.loads) this.state.forgetTiles();
  }

  /** New drops arrive, and still ones let go if the world no longer holds them. */
  protected arrive(world: World): void {
    world.stopwatch.start();
    if (this.state.restless || world.wind.shakes) {
      releaseStill(this.state, world);
      this.state.restless = false;
    }
    rainDown(this, world);
  }

  /** All running drops go their way; residual droplets are left before the move (Chin) or after it (Chen). */
  protected runDrops(world: World, residualsFirst: boolean): void {
    const { drops, options } = this.state;
    // From the last to the first: whoever fills a gap has had its turn.
    const last = drops.movingCount - 1;
    for (let slot = last; slot >= 0; slot--) {
      if (!this.state.caps && (slot === last || (slot + 1) % FETCHED === 0)) fetchDrops(this.state, world, slot);
      if (options.residuals && residualsFirst) leaveResidual(this.state, world, slot);
      const onItsWay = this.#running.run(world, slot);
      if (options.residuals && !residualsFirst && onItsWay) leaveResidual(this.state, world, slot);
    }
    if (this.state.caps) relaxStill(this.state, world);
    world.stopwatch.lap('drops');
  }

  /** Trails run thin; smoothing and erosion, as often as their period asks. */
  protected operate(world: World): void {
    const { options, fields, operators, single } = this.state;
    operators.sideways = Math.abs(world.gravity[0]) > Math.abs(world.gravity[1]);
    operators.guardStill = single && this.guardsStill;
    drainTrails(this.state, world);
    if (single) fields.anchorAll();
    for (let n = this.#operatorRuns(world); n > 0; n--) operators.run(options);
    world.stopwatch.lap('fields');
  }

  /** Drops that touch become one, and kin that came apart become strangers. */
  protected mergeDrops(world: World): void {
    this.#merging.scan();
    world.stopwatch.lap('fields');
    this.#merging.merge(world);
    this.#merging.releaseKin();
    world.stopwatch.lap('drops');
  }

  /** Does erosion leave still shapes alone where there is only one map? */
  protected abstract readonly guardsStill: boolean;

  /**
   * How often the operators run in this step. A trail lives for a number of runs in proportion to its width in cells, so
   * that the period scales with the cell size and trails last as long in seconds on any grid (CHEN-O6).
   */
  #operatorRuns(world: World): number {
    const { operatorPeriod } = this.state.options;
    if (operatorPeriod === 0) return 1;
    const period = (operatorPeriod * this.state.fields.grid.cellSize) / PERIOD_CELL;
    const before = Math.floor((world.step * world.dt) / period + 1e-9);
    const after = Math.floor(((world.step + 1) * world.dt) / period + 1e-9);
    return Math.min(MOST_RUNS, after - before);
  }
}

/** Particle models run on one flat chart. */
export function supportsOneChart(surface: { charts: readonly unknown[]; kind: string }): true | string {
  return surface.charts.length === 1 || `needs a surface of one chart; a ${surface.kind} has ${surface.charts.length}`;
}
