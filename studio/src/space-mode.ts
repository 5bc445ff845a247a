/** Whether the page shows its surface in space, and the parts that do. three.js is loaded only for that. */
import type { Frame, Simulation } from 'rivulet';
import type { WaterTwin } from 'rivulet/three';
import type { ViewName } from './choices.js';
import { find } from './page.js';
import type { SpaceHandOptions } from './space-hand.js';
import type { SpaceView, SurfacePlace } from './space-view.js';

export interface SpaceModeOptions {
  simulation(): Simulation;
  /** What the pointer does: `drops`, `brush`, `turn`, `finger` or `cloth`. */
  hand(): string;
  add(place: SurfacePlace): void;
  /** A stroke of the brush, a finger or a cloth begins, or goes on. */
  begin(place: SurfacePlace): void;
  stroke(from: SurfacePlace, to: SurfacePlace): void;
  /** Sets how the surface stands. */
  turn(pose: [x: number, y: number, z: number, w: number]): void;
  redraw(): void;
  complain(error: unknown): void;
  say(text: string): void;
}

export class SpaceMode {
  readonly #canvas: HTMLCanvasElement;
  readonly #options: SpaceModeOptions;
  #view: SpaceView | null = null;
  #isOn = false;
  /** Simulation that the view shows; another one is still to be opened. */
  #shown: Simulation | null = null;
  /** The water on the graphics card, while that runs; and steps of it that are due. */
  #twin: WaterTwin | null = null;
  #due = 0;
  /** Seconds that the twin has gone on. */
  #ahead = 0;

  constructor(canvas: HTMLCanvasElement, options: SpaceModeOptions) {
    this.#canvas = canvas;
    this.#options = options;
    find('reset-view').addEventListener('click', () => {
      this.#view?.orbit.reset();
      options.redraw();
    });
  }

  /** Is the surface shown in space? */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Does the water run on the graphics card? */
  get hasTwin(): boolean {
    return this.#twin !== null;
  }

  /** How far the twin has gone on by itself [s]. */
  get ahead(): number {
    return this.#ahead;
  }

  /** Lets the water go on on the graphics card, or again on the processor, where it was left. Throws a line where it cannot. */
  runTwin(on: boolean): void {
    this.#twin = null;
    this.#due = 0;
    this.#ahead = 0;
    this.#twin = this.#view?.runTwin(on) ?? null;
  }

  /** Water steps of so many seconds on the graphics card. */
  stepTwin(seconds: number): void {
    const { stepsPerSecond } = this.#options.simulation().scene.model as { stepsPerSecond?: number };
    this.#due += seconds * (stepsPerSecond ?? 60) + 1e-9;
    const count = Math.floor(this.#due);
    this.#due -= count;
    this.#ahead += seconds;
    this.#twin?.step(count);
  }

  /** Puts a drop on the twin. */
  addToTwin(place: SurfacePlace, mass: number): void {
    this.#twin?.addDrop({ ...place, mass });
  }

  /** Another simulation is in place, to be shown in space or not. */
  open(isOn: boolean): void {
    this.#twin = null;
    this.#isOn = isOn;
    this.#canvas.hidden = !isOn;
    find('reset-view').hidden = !isOn;
    this.#canvas.style.touchAction = 'none';
    this.#shown = null;
    if (!isOn) this.#view?.close();
    else if (!this.#view) void this.#load();
  }

  draw(frame: Frame, view: ViewName): void {
    const simulation = this.#options.simulation();
    if (!this.#view) return;
    if (this.#shown !== simulation) {
      this.#shown = simulation;
      this.#view.open(simulation);
    }
    this.#view.draw(frame, view);
  }

  async #load(): Promise<void> {
    try {
      const [{ SpaceView }, hands] = await Promise.all([import('./space-view.js'), import('./space-hand.js')]);
      if (this.#view) return;
      this.#view = new SpaceView(this.#canvas);
      const hand = this.#hand();
      hands.listenForSpaceHand(this.#canvas, hand);
      hands.listenForSpaceKeys(find('over-pane'), this.#canvas, hand);
      this.#options.redraw();
    } catch (error) {
      this.#options.complain(error);
    }
  }

  #hand(): SpaceHandOptions {
    const { hand, add, begin, stroke, turn, redraw, say, simulation } = this.#options;
    const view = () => (this.#isOn ? this.#view : null);
    const turnBy = (across: number, down: number, roll: number): void => {
      const space = view();
      // A pane stands by tilt and turn, which have fields of their own.
      if (space && simulation().surface.kind !== 'pane') turn(space.turned(across, down, roll));
      else space?.orbit.turn(-across, down);
      this.#twin?.aim();
      redraw();
    };
    return {
      view,
      wipes: () => isStroke(hand()),
      turns: () => hand() === 'turn',
      add,
      begin,
      wipe: stroke,
      turn: (across, down) => turnBy(across, down, 0),
      roll: (angle) => turnBy(0, 0, angle),
      moved: redraw,
      say,
    };
  }
}

/** Does a pointer that does this draw strokes? */
export function isStroke(hand: string): boolean {
  return hand === 'brush' || hand === 'finger' || hand === 'cloth';
}
