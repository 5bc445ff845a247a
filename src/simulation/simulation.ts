import { Chance } from '../core/chance.js';
import { checkNumber, refuse } from '../core/errors.js';
import type { DropsView, Frame } from '../core/frame.js';
import { imbalance, type Ledger } from '../core/ledger.js';
import { type StepProfile, Stopwatch } from '../core/stopwatch.js';
import type { KernelKind, OpenKernels } from '../kernels/kernels.js';
import type { Model, StateVisitor, World } from '../models/model.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import { retentionOf } from '../scene/static-limit.js';
import { Pane } from '../surface/pane.js';
import { NO_RAIN } from '../weather/rain.js';
import { SweptRegion } from '../weather/swept-region.js';
import type { Wipers } from '../weather/wipers.js';
import { createModel } from './create-model.js';
import { createSceneLayers } from './create-scene-layers.js';
import { layersOptions } from './layers-options.js';
import { addNewDrop, type NewDrop } from './new-drop.js';
import type { ReadScene, SimulationParts } from './parts.js';
import { Poise } from './poise.js';
import { createRain, createWind } from './weather.js';
import { type Stroke, setStroke } from './wiping.js';

/** The glass as the simulation has it, in whole cells. */
export interface SurfaceInfo {
  /** [mm] */
  readonly width: number;
  readonly height: number;
  /** [mm] */
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
}

/** Longest stretch one `advance` takes [s]. */
const LONGEST = 1e6;
/** A saved state is of a step before this; later times would not be told apart. */
const MOST_STEPS = 1e12;
/** How far from closing the books of a saved state may be; rounding leaves far less. */
const BALANCED = 1e-6;

/** Water on glass, running in fixed steps. Made by `createSimulation`. */
export class Simulation {
  readonly surface: SurfaceInfo;
  readonly #parts: SimulationParts;
  readonly #pane: Pane;
  readonly #model: Model;
  readonly #stopwatch = new Stopwatch();
  readonly #world: { -readonly [K in keyof World]: World[K] };
  readonly #stroke = new SweptRegion();
  #wipers: Wipers | null = null;
  #input: SceneInput;
  #scene: Scene;
  #poise!: Poise;
  /** Time that is not a whole step yet [s]. */
  #carry = 0;

  /** @internal Users call `createSimulation`. */
  constructor({ input, scene }: ReadScene, parts: SimulationParts, kernels: OpenKernels) {
    this.#input = input;
    this.#scene = scene;
    this.#parts = parts;
    this.#pane = new Pane(scene.surface);
    const { width, height, cellSize, columns, rows } = this.#pane.charts[0];
    this.surface = { width, height, cellSize, columns, rows };
    const chance = new Chance(scene.seed);
    const layers = createSceneLayers(this.#pane.charts[0], scene, parts.layers);
    const setup = { surface: this.#pane, options: scene.model, chance, kernels, layers };
    this.#model = createModel(parts.models, scene, setup);
    this.#world = {
      dt: scene.step,
      step: 0,
      time: 0,
      chance,
      gravity: new Float64Array(2),
      critical: 0,
      coating: scene.coating,
      retention: 0,
      rain: NO_RAIN,
      wind: createWind(scene, this.#pane, chance, parts.wind),
      layers,
      stopwatch: this.#stopwatch,
    };
    this.#applyWorld();
  }

  /** The scene with every default filled in, as it is now. */
  get scene(): Scene {
    return this.#scene;
  }

  /** What the simulation was made of, changes by `set` included; plain JSON. */
  get input(): SceneInput {
    return this.#input;
  }

  /** Seconds since the start. */
  get time(): number {
    return this.#world.step * this.#scene.step;
  }

  get steps(): number {
    return this.#world.step;
  }

  /** Which kernels run; none where the model has no maps. */
  get kernels(): KernelKind | 'none' {
    return this.#model.kernels;
  }

  get drops(): DropsView {
    return this.#model.drops;
  }

  /** Puts a drop on the glass and returns its id. */
  addDrop(drop: NewDrop): number {
    return addNewDrop(this.#model, this.#world, drop, this.surface);
  }

  /** Takes all drops off (booked as wiped); their water stays in the height map and decays. */
  clear(): void {
    this.#model.clear();
  }

  /**
   * Wipes over the glass, now: a finger pushes the water before it, a cloth takes it off. Returns the water that is off
   * the glass then [mg], booked as wiped.
   * @example simulation.wipe({ from: { x: 20, y: 50 }, to: { x: 80, y: 60 }, width: 15 })
   */
  wipe(stroke: Stroke): number {
    setStroke(stroke, this.#stroke);
    return this.#model.sweep(this.#world, this.#stroke);
  }

  /** Lets `seconds` pass, 0 to 1000000, in fixed steps of `scene.step`; what is no whole step waits for the next call. */
  advance(seconds: number): void {
    checkNumber(seconds, { min: 0, max: LONGEST, unit: 's' }, 'seconds');
    const dt = this.#scene.step;
    const total = this.#carry + seconds;
    // A billionth of a step short is a whole step: 0.1 s are 20 steps of 5 ms, however 0.1 is rounded.
    const steps = Math.floor(total / dt + 1e-9);
    this.#carry = Math.max(0, total - steps * dt);
    for (let n = 0; n < steps; n++) this.step();
  }

  /** Lets exactly one step pass. */
  step(): void {
    const { layers, rain, step, dt, stopwatch } = this.#world;
    this.#model.step(this.#world);
    this.#wipers?.sweep(this.#world.time, (this.#world.step + 1) * this.#world.dt, this.#sweep);
    if (!layers.isEmpty) {
      layers.step(step, dt, rain.fineDepth);
      stopwatch.lap('fields');
    }
    this.#world.step += 1;
    // The world is always that of the step to come, so that a drop added by hand meets it too.
    if (!this.#poise.rests && this.#poise.apply(this.#world, this.time)) this.#model.worldChanged();
    this.#setTime();
  }

  /** What the eye needs now; valid until the next step. */
  frame(): Frame {
    const { charts, drops } = this.#model;
    return { time: this.time, step: this.steps, lag: this.#carry, charts, drops };
  }

  /** Where every milligram is. */
  ledger(): Ledger {
    const water = this.#model.waterBook();
    const layers = this.#world.layers.waterBook();
    const supplied = water.supplied + layers.supplied;
    return { inField: 0, dripped: 0, ...layers, ...water, supplied, field: this.#model.fieldBook() };
  }

  /** 16 hex digits of the whole state: equal states have equal hashes, on any machine and with any kernels. */
  hash(): string {
    return this.#parts.records.hash(this);
  }

  /** The whole simulation as bytes; `createSimulation.load` goes on from there. */
  save(): Uint8Array {
    return this.#parts.records.save(this);
  }

  /** Changes the scene while it runs. A bad value throws and nothing changes. */
  set(patch: SceneInput): void {
    const { input, scene } = this.#parts.door.patch({ input: this.#input, scene: this.#scene }, patch);
    this.#input = input;
    this.#scene = scene;
    this.#model.configure(scene.model);
    this.#world.layers.configure(layersOptions(scene));
    this.#applyWorld();
    this.#model.worldChanged();
  }

  /**
   * Measures steps with the caller's clock [ms], or stops with null. The answer is updated in place with the
   * milliseconds that went into fields and drops since this call.
   */
  profile(now: (() => number) | null): StepProfile {
    if (now !== null && typeof now !== 'function') refuse('now', 'a clock in ms, or null', now);
    this.#stopwatch.use(now);
    return this.#stopwatch.profile;
  }

  /** @internal Walks the whole state. */
  visit(visitor: StateVisitor): void {
    this.#world.step = visitor.number(this.#world.step, 0, MOST_STEPS);
    visitor.check(Number.isInteger(this.#world.step));
    // A whole step would have been taken; rounding may leave a hair more.
    this.#carry = visitor.number(this.#carry, 0, 2 * this.#scene.step);
    this.#world.wind.visit(visitor);
    this.#model.visit(visitor);
    this.#world.layers.visit(visitor);
    if (visitor.loads) {
      visitor.check(imbalance(this.ledger()) < BALANCED);
      this.#poise.apply(this.#world, this.time);
    }
    this.#setTime();
  }

  readonly #sweep = (region: SweptRegion): void => {
    this.#model.sweep(this.#world, region);
  };

  /** Lets what changes with time follow the number of the step. */
  #setTime(): void {
    this.#world.time = this.time;
    this.#world.wind.now(this.time);
  }

  #applyWorld(): void {
    this.#world.coating = this.#scene.coating;
    this.#world.rain = createRain(this.#scene, this.surface, this.#parts.rains);
    this.#world.retention = retentionOf(this.#scene);
    this.#poise = new Poise(this.#scene, this.#pane, this.#parts.motion);
    this.#world.wind = createWind(this.#scene, this.#pane, this.#world.chance, this.#parts.wind);
    this.#poise.apply(this.#world, this.time);
    const { wipers } = this.#parts;
    this.#wipers = wipers && new wipers(this.#scene.wipers, this.#world.chance);
    this.#setTime();
  }
}
