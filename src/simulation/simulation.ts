import { ALL_SCENES, RECORDS, WIPING } from '../core/build-flags.js';
import { Chance } from '../core/chance.js';
import { checkNumber, RivuletError, refuse } from '../core/errors.js';
import { type DropsView, type Frame, NONE_FALLING } from '../core/frame.js';
import { imbalance, type Ledger } from '../core/ledger.js';
import { type StepProfile, Stopwatch } from '../core/stopwatch.js';
import type { WaterLaw } from '../core/water-law.js';
import type { KernelKind, OpenKernels } from '../kernels/kernels.js';
import type { Model, StateVisitor } from '../models/model.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import { wayAround } from '../surface/seams.js';
import { type Chart, createSurfacePoint, type Place, type Surface, type SurfacePoint } from '../surface/surface.js';
import type { Arrival } from '../weather/rain.js';
import { SweptRegion } from '../weather/swept-region.js';
import type { Wipers } from '../weather/wipers.js';
import { type NewDrop, readChart, readDrop, readStroke, type Stroke } from './by-hand.js';
import { createModel, createSceneLayers, layersOptions } from './create-parts.js';
import type { ReadScene, SimulationParts } from './parts.js';
import { SceneWorld } from './world.js';

/** The surface as the simulation has it, in whole cells. Size and cells are those of the first chart, a pane's only one. */
export interface SurfaceInfo {
  readonly kind: string;
  readonly charts: readonly Chart[];
  /** [mm] */
  readonly width: number;
  readonly height: number;
  /** [mm] */
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
}

/** A surface whose places can be asked for. */
export interface SimulatedSurface extends SurfaceInfo {
  /**
   * Position [mm], normal to the wet side and both tangents at a place, in the surface's own frame: Y up, the origin in its
   * middle. `frame().pose` turns that frame into the world.
   * @example simulation.surface.point({ chart: 2, x: 10, y: 40 }).normal
   */
  point(place: Partial<Pick<Place, 'chart'>> & Omit<Place, 'chart'>): SurfacePoint;
}

/** Longest stretch one `advance` takes [s]. */
const LONGEST = 1e6;
/** The step of a saved state must be below this; later times could not be distinguished in float64. */
const MOST_STEPS = 1e12;
/** Largest relative error of a saved state's water book; rounding leaves far less. */
const BALANCED = 1e-6;

/** Water on glass, running in fixed steps. Made by `createSimulation`. */
export class Simulation {
  readonly surface: SimulatedSurface;
  readonly #parts: SimulationParts;
  readonly #surface: Surface;
  readonly #model: Model;
  readonly #stopwatch = new Stopwatch();
  readonly #world: SceneWorld;
  readonly #stroke = WIPING ? new SweptRegion() : null;
  #wipers: Wipers | null = null;
  #input: SceneInput;
  #scene: Scene;
  /** Time that is not a whole step yet [s]. */
  #carry = 0;

  /** @internal Users call `createSimulation`. */
  constructor({ input, scene }: ReadScene, parts: SimulationParts, kernels: OpenKernels) {
    this.#input = input;
    this.#scene = scene;
    this.#parts = parts;
    const surface = parts.surface(scene.surface);
    this.#surface = surface;
    this.surface = surfaceInfo(surface);
    const chance = new Chance(scene.seed);
    const layers = createSceneLayers(surface, scene, parts.layers);
    this.#model = createModel(parts.models, scene, { surface, options: scene.model, chance, kernels, layers });
    this.#world = new SceneWorld(scene, { surface, chance, layers, stopwatch: this.#stopwatch }, parts);
    this.#setWipers();
  }

  /** The scene with every default filled in, as it is now. */
  get scene(): Scene {
    return this.#scene;
  }

  /** The scene as it was given, with the changes by `set`; plain JSON. */
  get input(): SceneInput {
    return this.#input;
  }

  /** Seconds since the start. */
  get time(): number {
    return this.#world.time;
  }

  get steps(): number {
    return this.#world.step;
  }

  /** Which kernels run; none where the model has no maps. */
  get kernels(): KernelKind | 'none' {
    return this.#model.kernels;
  }

  /** Runs of drops that have ended, and their mean length [mm]; null where the model does not count them. */
  get runs(): { readonly count: number; readonly meanLength: number } | null {
    return this.#model.runs ?? null;
  }

  get drops(): DropsView {
    return this.#model.drops;
  }

  /** Puts a drop on the glass and returns its id. */
  addDrop(drop: NewDrop): number {
    return this.#model.addDrop(this.#world, readDrop(drop, this.#surface));
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
    if (!WIPING || !this.#stroke) throw new RivuletError('this build has no wiping. rivulet/element has.');
    readStroke(stroke, this.#surface, this.#stroke);
    return this.#model.sweep(this.#world, this.#stroke);
  }

  /** Advances by `seconds`, 0 to 1000000, in fixed steps of `scene.step`; a remainder of less than a step waits for the next call. */
  advance(seconds: number): void {
    checkNumber(seconds, { min: 0, max: LONGEST, unit: 's' }, 'seconds');
    const dt = this.#scene.step;
    const total = this.#carry + seconds;
    // A billionth of a step short is a whole step: 0.1 s are 20 steps of 5 ms, however 0.1 is rounded.
    const steps = Math.floor(total / dt + 1e-9);
    this.#carry = Math.max(0, total - steps * dt);
    for (let n = 0; n < steps; n++) this.step();
  }

  /** Advances by exactly one step. */
  step(): void {
    const { layers, rain, step, dt, stopwatch } = this.#world;
    this.#model.step(this.#world);
    if (ALL_SCENES) this.#wipers?.sweep(this.#world.time, (step + 1) * dt, this.#sweep);
    if (!layers.isEmpty) {
      layers.step(step, dt, rain);
      if (ALL_SCENES) layers.release(this.#world, rain, this.#addGrown);
      stopwatch.lap('fields');
    }
    // The world is always that of the step to come, so that a drop added by hand meets it too.
    if (this.#world.next()) this.#model.worldChanged();
  }

  /** What a picture needs now; valid until the next step. */
  frame(): Frame {
    const { charts, drops, falling = NONE_FALLING } = this.#model;
    return { time: this.time, step: this.steps, lag: this.#carry, pose: this.#world.pose, charts, drops, falling };
  }

  /** The water step of `stuppacher2007` as data, as the surface stands now; null in other models. */
  get waterLaw(): WaterLaw | null {
    return this.#model.law?.(this.#world) ?? null;
  }

  /** Where every milligram is. */
  ledger(): Ledger {
    if (!RECORDS) throw new RivuletError('this build keeps no ledger. rivulet/element does.');
    const water = this.#model.book();
    const layers = this.#world.layers.book();
    const supplied = water.supplied + layers.supplied;
    const evaporated = water.evaporated + layers.evaporated;
    return { ...water, ...layers, supplied, evaporated };
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
    const { input, scene } = this.#parts.parser.patch({ input: this.#input, scene: this.#scene }, patch);
    this.#input = input;
    this.#scene = scene;
    this.#model.configure(scene.model);
    this.#world.layers.configure(layersOptions(scene));
    this.#world.configure(scene);
    this.#setWipers();
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

  /** @internal Visits the whole state. */
  visit(visitor: StateVisitor): void {
    if (!RECORDS) return;
    const step = visitor.number(this.#world.step, 0, MOST_STEPS);
    visitor.check(Number.isInteger(step));
    this.#world.goTo(step);
    // The rest is shorter than a step, but for rounding.
    this.#carry = visitor.number(this.#carry, 0, 2 * this.#scene.step);
    this.#world.wind.visit(visitor);
    this.#model.visit(visitor);
    this.#world.layers.visit(visitor);
    if (!visitor.loads) return;
    visitor.check(imbalance(this.ledger()) < BALANCED);
    this.#world.stand();
  }

  /** A fine drop that grew too large for its layer is a drop of the model now. */
  readonly #addGrown = (drop: Arrival): void => {
    if (ALL_SCENES) this.#model.addDrop(this.#world, drop);
  };

  readonly #sweep = (region: SweptRegion): void => {
    this.#model.sweep(this.#world, region);
  };

  #setWipers(): void {
    if (!ALL_SCENES) return;
    const { wipers } = this.#parts;
    this.#wipers = wipers && new wipers(this.#scene.wipers, this.#world.chance, wayAround(this.#surface, 0));
  }
}

function surfaceInfo(surface: Surface): SimulatedSurface {
  const { kind, charts } = surface;
  const [{ width, height, cellSize, columns, rows }] = charts;
  const point: SimulatedSurface['point'] = ({ chart = 0, x, y }) => {
    readChart(chart, surface, 'place.chart');
    const out = createSurfacePoint();
    surface.point({ chart, x, y }, out);
    return out;
  };
  return { kind, charts, width, height, cellSize, columns, rows, point };
}
