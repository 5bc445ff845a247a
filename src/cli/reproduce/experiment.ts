/** What an experiment of the book is: what a paper reports, a function that repeats it, and what came out. */
import { encode } from 'jpeg-js';
import { createSimulation, type Scene, type SceneInput, type Simulation } from '../../index.js';
import { type DebugView, type Picture, renderView } from '../../render/offline/index.js';
import { createSurface } from '../../surface/create-surface.js';
import type { CommandContext } from '../command.js';
import { StepTimer } from '../measure.js';
import { makePainter } from '../painter.js';
import { encodePng } from '../png.js';
import type { Plot } from './plot.js';

/** One line of a table: a number of the paper and ours. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly paper: string;
  readonly ours: number | string;
  /** Spread or error of ours. */
  readonly error?: string;
  /** How far ours may be from the paper's; empty if it is only shown. */
  readonly tolerance?: string;
  /** Left out where nothing is compared, such as times on other machines. */
  readonly agrees?: boolean;
}

export interface Shown {
  readonly caption: string;
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** What an experiment found. */
export interface Finding {
  readonly rows?: readonly Row[];
  readonly pictures?: readonly Shown[];
  readonly plots?: readonly Plot[];
  /** Why ours differs, or what limits the comparison. */
  readonly why?: string;
}

export interface Experiment {
  /** Of the book's anchors, such as `chen-table-1`. */
  readonly id: string;
  readonly title: string;
  /** What the paper reports, in words. */
  readonly paper: string;
  /** A command that makes the same water. */
  readonly command: string;
  run(lab: Lab): Promise<Finding>;
}

export interface Chapter {
  /** The word on the command line. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly experiments: readonly Experiment[];
}

/** What experiments work with. */
export class Lab {
  /** Shorter runs and fewer repeats. */
  readonly quick: boolean;
  readonly #context: CommandContext;

  constructor(context: CommandContext, quick: boolean) {
    this.#context = context;
    this.quick = quick;
  }

  /** Lets signals in; long loops call it now and then. */
  async rest(): Promise<void> {
    if (this.#context.interrupt.due) await this.#context.interrupt.rest();
  }

  /** A scene after so many seconds. */
  async after(seconds: number, scene: string | SceneInput, changes: SceneInput = {}): Promise<Simulation> {
    const simulation = createSimulation(scene, changes);
    await this.advance(simulation, seconds);
    return simulation;
  }

  async advance(simulation: Simulation, seconds: number): Promise<void> {
    const steps = Math.round(seconds / simulation.scene.step);
    for (let n = 0; n < steps; n++) {
      simulation.step();
      await this.rest();
    }
  }

  /** Times of steps [ms]: medians of the whole, of the maps (Chen's part A) and of the drops (part B). */
  async times(simulation: Simulation, steps: number): Promise<{ whole: number; fields: number; drops: number }> {
    const timer = new StepTimer(simulation);
    for (let n = 0; n < steps; n++) {
      timer.step();
      await this.rest();
    }
    return { whole: timer.whole.median, fields: timer.fields.median, drops: timer.drops.median };
  }

  /** A map of the model. */
  map(simulation: Simulation, view: DebugView, caption: string, width = 360): Shown {
    const surface = createSurface(simulation.scene.surface);
    return png(renderView(simulation.frame(), view, { surface, width }), caption);
  }

  /** A picture with light. */
  async beauty(
    simulation: Simulation,
    caption: string,
    changes: { scene?: Scene; size?: { width: number; height: number } } = {},
  ): Promise<Shown> {
    const size = changes.size ?? { width: 480 };
    // Rays cost what they show: a quick picture in space has a third of the pixels.
    const share = this.quick && 'height' in size && simulation.scene.surface.kind !== 'pane' ? 0.6 : 1;
    const options = {
      view: 'beauty' as const,
      quality: this.quick ? ('fast' as const) : ('high' as const),
      framing: 'pane' as const,
      threads: 2,
      tracer: false,
      flat: undefined,
      size: 'height' in size ? { width: share * size.width, height: share * size.height } : size,
    };
    const scene = changes.scene ?? simulation.scene;
    const painter = await makePainter(scene, simulation.frame(), options, this.#context);
    try {
      return jpeg(await painter.paint(simulation.frame()), caption);
    } finally {
      painter.dispose();
    }
  }
}

/** A part of a picture, each pixel as a square of `zoom` pixels. */
export function enlarged({ data, width }: Picture, [x, y, w, h]: readonly number[], zoom: number): Picture {
  const out = new Uint8ClampedArray(4 * w * h * zoom * zoom);
  for (let row = 0; row < h * zoom; row++) {
    for (let col = 0; col < w * zoom; col++) {
      const from = 4 * ((y + Math.floor(row / zoom)) * width + x + Math.floor(col / zoom));
      out.set(data.subarray(from, from + 4), 4 * (row * w * zoom + col));
    }
  }
  return { data: out, width: w * zoom, height: h * zoom };
}

export function png(picture: Picture, caption: string): Shown {
  return { caption, type: 'image/png', bytes: encodePng(picture) };
}

function jpeg({ data, width, height }: Picture, caption: string): Shown {
  return { caption, type: 'image/jpeg', bytes: encode({ data, width, height }, 86).data };
}

/** A row that agrees if ours is between two numbers. */
export function within(
  what: string,
  unit: string,
  paper: string,
  ours: number,
  [low, high]: readonly [number, number],
): Row {
  const tolerance = `${short(low)} to ${short(high)}`;
  return { what, unit, paper, ours, tolerance, agrees: ours >= low && ours <= high };
}

function short(value: number): number {
  return Math.abs(value - 1) < 1e-6 ? value : Number(value.toPrecision(4));
}

/** A row that agrees if ours is near the paper's number, within a share of it. */
export function near(what: string, unit: string, paper: number, ours: number, share: number): Row {
  const agrees = Math.abs(ours - paper) <= share * Math.abs(paper);
  return { what, unit, paper: `${paper}`, ours, tolerance: `± ${Number((100 * share).toPrecision(3))} %`, agrees };
}

/** A row that compares nothing, such as a time on another machine. */
export function shown(what: string, unit: string, paper: string, ours: number | string): Row {
  return { what, unit, paper, ours };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard error of the mean. */
export function errorOf(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length * (values.length - 1)),
  );
}
