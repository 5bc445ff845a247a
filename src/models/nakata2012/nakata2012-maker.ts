import { ALL_SCENES, MAPS, RECORDS, WIPING } from '../../core/build-flags.js';
import type { Drops } from '../../core/drops.js';
import { type FallingView, NONE_FALLING } from '../../core/frame.js';
import { EMPTY_BOOK, type ModelBook } from '../../core/ledger.js';
import type { ChartLayers } from '../../layers/layers.js';
import { type Chart, onlyChart } from '../../surface/surface.js';
import type { Arrival } from '../../weather/rain.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { Model, ModelMaker, ModelSetup, StateVisitor, World } from '../model.js';
import type { OptionValues } from '../options.js';
import { BareFrame } from '../shared/bare-frame.js';
import { rainDown } from '../shared/raining.js';
import { Colliding } from './colliding.js';
import { bodyCovers, roundAll } from './deforming.js';
import { setForces } from './forces.js';
import type { NakataOptions } from './options.js';
import { addDrop, putDrop, releaseStill } from './resting.js';
import { comeOff, runDrops } from './running.js';
import { covers, shortest, takeShape } from './shape.js';
import { NakataState, setDeforming } from './state.js';
import { Sweeping } from './sweeping.js';

/**
 * Nakata, Kakimoto & Nishita, "Animation of water droplets on a hydrophobic windshield", 2012. A drop is a mass point that
 * contact-angle hysteresis holds until gravity or wind is stronger; larger drops swallow smaller ones. There are no maps.
 */
export class Nakata2012 implements Model {
  readonly kernels = 'none';
  protected readonly state: NakataState;
  readonly #colliding: Colliding;
  readonly #sweeping: Sweeping | null;
  readonly #frame: BareFrame;

  /** @param Frame the class of its frames, with maps or without */
  constructor(
    setup: ModelSetup,
    Frame: new (chart: Chart, layers: ChartLayers, drops: Drops, around: number) => BareFrame,
  ) {
    this.state = new NakataState(setup);
    this.#colliding = new Colliding(this.state);
    this.#sweeping = WIPING ? new Sweeping(this.state) : null;
    const chart = onlyChart(setup.surface);
    const layers = onlyChart(setup.layers);
    this.#frame = new Frame(chart, layers, this.state.drops, this.state.around);
    const { cellSize } = chart;
    layers.coveredBy((row, columns, first, end) => {
      let covered = 0;
      for (let n = first; n < end; n++) {
        if (this.#covers((columns[n] + 0.5) * cellSize, (row + 0.5) * cellSize)) covered |= 1 << (n - first);
      }
      return covered;
    });
  }

  get drops(): Drops {
    return this.state.drops;
  }

  get falling(): FallingView {
    return this.state.falling ?? NONE_FALLING;
  }

  get charts(): readonly BareFrame[] {
    this.#frame.outdate();
    return [this.#frame];
  }

  /** Section 4 of the paper: drops arrive, forces act, collisions; shapes and cleared glass go with the motion. */
  step(world: World): void {
    const { state } = this;
    world.stopwatch.start();
    setForces(state, world);
    if (ALL_SCENES) state.falling?.step(world, (drop) => putDrop(state, world, drop));
    // Gusts and shaking change what is held all the time.
    if (state.restless || (ALL_SCENES && (world.wind.gusty || state.options.noise > 0))) releaseStill(state, world);
    rainDown(this, world);
    runDrops(state, world);
    if (ALL_SCENES) state.deforming?.step(world);
    this.#colliding.collide(world);
    if (ALL_SCENES && state.falling) comeOff(state, world);
    world.stopwatch.lap('drops');
  }

  addDrop(world: World, drop: Arrival): number {
    setForces(this.state, world);
    return addDrop(this.state, world, drop);
  }

  sweep(world: World, region: SweptRegion): number {
    if (!WIPING || !this.#sweeping) return 0;
    setForces(this.state, world);
    return this.#sweeping.sweep(world, region);
  }

  clear(): void {
    this.state.wiped += this.drops.totalMass() + ((ALL_SCENES && this.state.falling?.clear()) || 0);
    this.drops.clear();
  }

  configure(options: OptionValues): void {
    const { state } = this;
    if (!ALL_SCENES) return;
    const { merging, mergeThreshold, deform } = state.options;
    state.options = options as unknown as NakataOptions;
    if (state.options.deform !== deform) this.#changeShapes();
    state.margins?.forget();
    state.shapes?.forget();
    const asBefore = state.options.merging === merging && state.options.mergeThreshold === mergeThreshold;
    if (!asBefore) state.drops.crowded.fill(1, 0, state.drops.count);
  }

  /** Drops deform from now on, or no longer. */
  #changeShapes(): void {
    if (!ALL_SCENES || !MAPS) return;
    const { state } = this;
    const { drops } = state;
    setDeforming(state);
    if (state.deforming) {
      state.deforming.beginAll();
    } else {
      roundAll(drops);
      for (let slot = 0; slot < drops.count; slot++) takeShape(state, slot);
    }
    drops.crowded.fill(1, 0, drops.count);
  }

  worldChanged(): void {
    this.state.restless = true;
  }

  book(): ModelBook {
    if (!RECORDS) return EMPTY_BOOK;
    const { supplied, drained, wiped, drops, falling } = this.state;
    const fell = falling && { falling: falling.water, dripped: falling.dripped };
    return { ...EMPTY_BOOK, supplied, onDrops: drops.totalMass(), drained, wiped, ...fell };
  }

  visit(visitor: StateVisitor): void {
    if (RECORDS) this.state.visit(visitor);
  }

  /** Does a drop lie over a place [mm]? */
  #covers(x: number, y: number): boolean {
    const { cells, drops } = this.state;
    cells.refresh();
    const count = cells.near(x, y, 0);
    const { around } = this.state;
    for (let n = 0; n < count; n++) {
      const slot = drops.slotOf(cells.found[n]);
      if (slot < 0) continue;
      // The drop's image that is nearest.
      const at = ALL_SCENES && around > 0 ? drops.x[slot] + shortest(x - drops.x[slot], around) : x;
      if (ALL_SCENES && this.state.deforming ? bodyCovers(drops, slot, at, y) : covers(drops, slot, at, y)) return true;
    }
    return false;
  }
}

/** The model without the table of its options and without maps in its frame: enough to run a finished scene. */
export const nakata2012Maker: ModelMaker = {
  name: 'nakata2012',
  // A finished scene was checked when it was built.
  supports: () => true,
  create: (setup) => new Nakata2012(setup, BareFrame),
};
