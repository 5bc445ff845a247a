import { RivuletError } from '../core/errors.js';
import type { Frame } from '../core/frame.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import type { NewDrop, Stroke } from './by-hand.js';
import type { Simulation, SurfaceInfo } from './simulation.js';

/**
 * A simulation that answers later, wherever it runs: in this thread or behind a worker. Calls are carried out in the
 * order they were made, so a caller need not wait for one before making the next.
 */
export interface SimulationClient {
  /** Where the water runs. */
  readonly runs: 'inline' | 'worker';
  readonly surface: SurfaceInfo;
  /** The scene with every default filled in, as it was after the last `set` that has been answered. */
  readonly scene: Scene;
  /** Lets `seconds` pass in fixed steps; what is no whole step waits for the next call. */
  advance(seconds: number): Promise<void>;
  /** What the eye needs now. Valid until the next `advance`, or until the next frame has come. */
  frame(): Promise<Frame>;
  /** Changes the scene while it runs. A bad value rejects and nothing changes. */
  set(patch: SceneInput): Promise<void>;
  /** Puts a drop on the glass; the answer is its id. */
  addDrop(drop: NewDrop): Promise<number>;
  /** Wipes along a stroke. */
  wipe(stroke: Stroke): Promise<void>;
  /** 16 hex digits of the whole state. */
  hash(): Promise<string>;
  /** The whole simulation as bytes, for `createSimulation.load`. */
  save(): Promise<Uint8Array>;
  /** Ends it and frees its memory; calls that are not answered yet, and later ones, reject. Twice is fine. */
  dispose(): void;
}

/** The client of a simulation in this thread. */
export class InlineClient implements SimulationClient {
  readonly runs = 'inline';
  readonly surface: SurfaceInfo;
  #simulation: Simulation | null;
  #scene: Scene;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.surface = simulation.surface;
    this.#scene = simulation.scene;
  }

  get scene(): Scene {
    return this.#scene;
  }

  async advance(seconds: number): Promise<void> {
    this.#running().advance(seconds);
  }

  async frame(): Promise<Frame> {
    return this.#running().frame();
  }

  async set(patch: SceneInput): Promise<void> {
    const simulation = this.#running();
    simulation.set(patch);
    this.#scene = simulation.scene;
  }

  async addDrop(drop: NewDrop): Promise<number> {
    return this.#running().addDrop(drop);
  }

  async wipe(stroke: Stroke): Promise<void> {
    this.#running().wipe(stroke);
  }

  async hash(): Promise<string> {
    return this.#running().hash();
  }

  async save(): Promise<Uint8Array> {
    return this.#running().save();
  }

  dispose(): void {
    this.#simulation = null;
  }

  #running(): Simulation {
    if (!this.#simulation) throw disposedError();
    return this.#simulation;
  }
}

export function disposedError(): RivuletError {
  return new RivuletError('the simulation has been disposed of; create a new one.');
}
