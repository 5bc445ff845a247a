import { Drops } from '../../core/drops.js';
import type { DropsView } from '../../core/frame.js';
import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { EMPTY_BOOK, type ModelBook } from '../../core/ledger.js';
import { type WaterLaw, windowAt } from '../../core/water-law.js';
import type { KernelKind } from '../../kernels/kernels.js';
import { commonCellSize, type Surface } from '../../surface/surface.js';
import type { Arrival } from '../../weather/rain.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import { fillAffinity } from '../maps/affinity.js';
import { supportsFlatCharts } from '../maps/map-model.js';
import type { Model, ModelDefinition, ModelSetup, StateVisitor, World } from '../model.js';
import type { OptionValues } from '../options.js';
import { Falling } from '../shared/falling.js';
import { rainDown } from '../shared/raining.js';
import { crossEdges } from './crossing.js';
import { detachHanging } from './detaching.js';
import { aimChart } from './directions.js';
import { lawOf } from './law.js';
import { STUPPACHER_OPTIONS, type StuppacherOptions } from './options.js';
import { spreadSurplus } from './spilling.js';
import { capRadius, stampCap, wipeRegion } from './stamping.js';
import { TextureFrame } from './texture-frame.js';
import { fillNoise, fillRemainder, noiseSide, windowStart } from './texture-maps.js';
import { createWaterMemory, type WaterChart, type WaterMemory } from './water-charts.js';

/** No drops: the field is the water. */
const NO_DROPS: DropsView = new Drops();
/** Most water steps in one step of the scene. */
const MOST_STEPS = 128;
/** Largest sums that a saved state may hold [mg]. */
const MOST_WATER = 1e15;

/**
 * Stuppacher & Supan, "Rendering of water drops in real-time", CESCG 2007. The surface is a texture of water; a drop is an
 * accumulation of it. Each texel above a threshold keeps a share of its water and gives the rest to the texel below.
 */
class Stuppacher2007 implements Model {
  readonly drops = NO_DROPS;
  protected readonly memory: WaterMemory;
  readonly #frames: readonly TextureFrame[];
  readonly #surface: Surface;
  readonly #setup: ModelSetup;
  /** Where the window on the noise of each chart starts, row and column. */
  readonly #windows: readonly (readonly [row: number, col: number])[];
  readonly falling: Falling;
  #options: StuppacherOptions;
  /** Does the direction of the water have to be found again? */
  #isTurned = true;
  /** Area of a texel [mm²]: times a sum of heights it is the water in mg. */
  readonly #area: number;

  readonly #spread = (chart: WaterChart, row: number, col: number, surplus: number): number =>
    spreadSurplus(chart, this.memory.charts, row, col, surplus);

  /** All water that came by rain or by hand, and what of it has not made up a whole quantum yet [mg]. */
  #supplied = 0;
  #owed = 0;
  /** Sums of heights that left over open edges, that no texel could hold, or that were wiped off [mm], exact. */
  #drained = 0;
  #dripped = 0;
  #wiped = 0;
  /** Water that was taken off the layers or out of the air [mg]. */
  #wipedElsewhere = 0;

  constructor(setup: ModelSetup) {
    const { surface, chance } = setup;
    const options = setup.options as unknown as StuppacherOptions;
    this.#setup = setup;
    this.#surface = surface;
    this.#options = options;
    const cellSize = commonCellSize(surface);
    this.#area = cellSize * cellSize;
    this.memory = createWaterMemory(surface, options, setup.kernels);
    this.falling = new Falling(surface);
    const side = noiseSide(options);
    this.#windows = surface.charts.map((_, n) => [windowStart(chance, n, 0, side), windowStart(chance, n, 1, side)]);
    for (const chart of this.memory.charts) {
      const { number } = chart;
      fillAffinity({ chart, number }, chance, { affinity: 'uniform', affinityGrain: options.affinityGrain });
    }
    this.#fillMaps();
    this.#frames = this.memory.charts.map((chart, n) => {
      const layers = setup.layers.on(n);
      layers.coveredBy((row, columns, first, end) => coveredTexels(chart, row, columns, first, end));
      return new TextureFrame(chart, layers);
    });
  }

  get kernels(): KernelKind {
    return this.memory.kernels.kind;
  }

  get charts(): readonly TextureFrame[] {
    for (const frame of this.#frames) frame.refresh();
    return this.#frames;
  }

  /** The physics of the paper's pipeline (Fig. 6), as many times as water steps fall into this step of the scene (STUP-O6). */
  step(world: World): void {
    const { charts } = this.memory;
    world.stopwatch.start();

    // Water is blended onto the texture (STUP-18).
    this.falling.step(world, (drop) => this.#place(world, drop, drop.mass));
    rainDown(this, world);
    world.stopwatch.lap('drops');

    // The direction of gravity in tangent space (STUP-2, 3), and its length, the speed (STUP-4).
    this.#aim(world);

    const { stepsPerSecond, detach } = this.#options;
    const before = Math.floor(world.step * world.dt * stepsPerSecond + 1e-9);
    const after = Math.floor((world.step + 1) * world.dt * stepsPerSecond + 1e-9);
    for (let n = before; n < Math.min(after, before + MOST_STEPS); n++) {
      // A window on the noise map is shifted over time (STUP-7).
      this.#shiftNoise(n / stepsPerSecond);

      // Texels with more than L give away what the remainder map does not keep (STUP-5, 6), and part of it goes two
      // texels far where there is more than M (STUP-8).
      for (const chart of charts) chart.move();

      // What left a chart arrives on the next one (STUP-O7), or is gone (STUP-16).
      for (const chart of charts) this.#lose(world, crossEdges(chart, charts));

      // The new amounts of water: what stayed, and what came from above (STUP eq. 3).
      for (const chart of charts) this.#dripped += chart.settle(this.#spread);
    }

    // Beyond the paper: heavy water falls off undersides (STUP-O4, L3).
    if (detach) for (const chart of charts) detachHanging(chart, world, this.falling, this.#options.thresholdMin);
    world.stopwatch.lap('fields');
  }

  addDrop(world: World, drop: Arrival): number {
    this.#supplied += drop.mass;
    this.#place(world, drop, drop.mass);
    return 0;
  }

  sweep(world: World, region: SweptRegion): number {
    const chart = this.memory.charts[region.chart];
    let taken = 0;
    for (region.beginImages(0, region.around); region.nextImage(); ) taken += wipeRegion(chart, region);
    const loose = world.layers.on(region.chart).take(region);
    this.#wiped += taken;
    this.#wipedElsewhere += loose;
    return taken * this.#area + loose;
  }

  clear(): void {
    for (const chart of this.memory.charts) {
      const { rows, columns } = chart.grid;
      for (let row = 0; row < rows; row++) {
        for (let col = 0; col < columns; col++) this.#wiped += chart.take(row, col);
      }
    }
    this.#wipedElsewhere += this.#owed + this.falling.clear();
    this.#owed = 0;
  }

  configure(options: OptionValues): void {
    this.#options = options as unknown as StuppacherOptions;
    this.#fillMaps();
    this.#isTurned = true;
  }

  worldChanged(): void {
    this.#isTurned = true;
  }

  law(world: World): WaterLaw {
    this.#aim(world);
    return lawOf(this.memory, this.#options, this.#windows);
  }

  book(): ModelBook {
    const area = this.#area;
    let total = 0;
    for (const chart of this.memory.charts) total += chart.total;
    return {
      ...EMPTY_BOOK,
      supplied: this.#supplied,
      inField: total * area + this.#owed,
      falling: this.falling.water,
      drained: this.#drained * area,
      dripped: this.#dripped * area + this.falling.dripped,
      wiped: this.#wiped * area + this.#wipedElsewhere,
    };
  }

  visit(visitor: StateVisitor): void {
    this.#supplied = visitor.number(this.#supplied, 0, MOST_WATER);
    this.#owed = visitor.number(this.#owed, 0, MOST_WATER);
    this.#drained = visitor.number(this.#drained, 0, MOST_WATER);
    this.#dripped = visitor.number(this.#dripped, 0, MOST_WATER);
    this.#wiped = visitor.number(this.#wiped, 0, MOST_WATER);
    this.#wipedElsewhere = visitor.number(this.#wipedElsewhere, 0, MOST_WATER);
    for (const { heap, water, grid, momentum } of this.memory.charts) {
      visitor.map(heap.u32, water, grid);
      for (const map of momentum.slice(0, 2)) visitor.map(heap.u32, map, grid);
    }
    if (this.#surface.kind !== 'pane') this.falling.visit(visitor);
    if (!visitor.loads) return;
    this.#isTurned = true;
    for (const chart of this.memory.charts) visitor.check(chart.recount());
  }

  /** Puts a cap of water at a place, with what lay under it on the glass. */
  #place(world: World, { chart: number, x, y }: Arrival, mass: number): void {
    const { charts } = this.memory;
    const { advancing, receding } = world.coating;
    const angle = Math.min((advancing + receding) / 2, Math.PI / 2);
    const radius = capRadius(mass, angle);
    this.#owed += mass + world.layers.on(number).landed(x, y, radius);
    const quantum = HEIGHT_QUANTUM * this.#area;
    const quanta = Math.floor(this.#owed / quantum);
    if (quanta === 0) return;
    this.#owed = Math.max(0, this.#owed - quanta * quantum);
    this.#dripped += stampCap(charts[number], charts, { x, y, radius, angle }, quanta);
  }

  /** Finds where water flows, if that has changed. */
  #aim(world: World): void {
    if (!this.#isTurned) return;
    this.#isTurned = false;
    for (const chart of this.memory.charts) aimChart(chart, world, this.#options);
  }

  #shiftNoise(time: number): void {
    const { noiseSpeedX, noiseSpeedY } = this.#options;
    const side = noiseSide(this.#options);
    for (const chart of this.memory.charts) {
      const [row, col] = this.#windows[chart.number];
      chart.setWindow(windowAt(row, noiseSpeedY, time, side), windowAt(col, noiseSpeedX, time, side));
    }
  }

  /** Books water that has left over an open edge [mm]. */
  #lose(world: World, height: number): void {
    if (world.edgesDrip) this.#dripped += height;
    else this.#drained += height;
  }

  /** Makes the remainder map and the noise map as the options say, and hands the law to the kernels. */
  #fillMaps(): void {
    const { noise, remainder, charts } = this.memory;
    fillNoise(noise, this.#options, this.#setup.chance);
    const scale = fillRemainder(remainder, this.#options);
    for (const chart of charts) chart.configure(this.#options, scale);
  }
}

/** Which texels of a row hold water, of those in `columns` from `first` to before `end`: a bit each. */
function coveredTexels(chart: WaterChart, row: number, columns: Int32Array, first: number, end: number): number {
  let covered = 0;
  for (let n = first; n < end; n++) if (chart.heightAt(row, columns[n]) > 0) covered |= 1 << (n - first);
  return covered;
}

export const stuppacher2007: ModelDefinition = {
  name: 'stuppacher2007',
  title: 'Stuppacher & Supan 2007: a texture of water, without drops',
  options: STUPPACHER_OPTIONS,
  supports: supportsFlatCharts,
  create: (setup) => new Stuppacher2007(setup),
};
