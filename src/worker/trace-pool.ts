/** Traced pictures, and maps by rays, with their rows spread over workers. */
import type { Frame } from '../core/frame.js';
import { type Picture, pictureFor } from '../render/offline/picture.js';
import type { LinearPicture } from '../render/picture/linear.js';
import { exposed, finishTraced, RowTracer } from '../render/tracer/render-traced.js';
import { makeStage } from '../render/tracer/stage.js';
import { type TracedMapData, type TracedMapName, traceMapRows } from '../render/tracer/trace-maps.js';
import { Crew, type TakeRows } from './crew.js';
import type { MapName } from './frame-packet.js';
import type { TraceWish } from './rows-protocol.js';
import type { WorkerLike } from './worker-client.js';

/** Traces the pictures of one simulation; the bytes are those of `renderTraced`, on any number of threads. */
export interface TracePool {
  /** One picture at a time: the next one is asked for when this one is there. */
  render(frame: Frame, out?: Picture): Promise<Picture>;
  /** The light of a picture, exposed and tinted, without glow and tone. */
  renderLinear(frame: Frame): Promise<LinearPicture>;
  /** The numbers of `renderTracedMaps`, some rows at a time, in any order. Resolves when `take` has had all. */
  maps<N extends TracedMapName>(
    frame: Frame,
    names: readonly N[],
    take: TakeRows<{ [K in N]: TracedMapData<K> }>,
  ): Promise<void>;
  /** Traces the next pictures in other surroundings. */
  surround(surroundings: TraceWish['surroundings']): void;
  /** Workers that trace now; 0: this thread does. */
  readonly workers: number;
  /** Ends the workers. Twice is fine. */
  dispose(): void;
}

/** Makes a pool of at most `threads` workers; with 0 this thread traces. */
export type CreateTracePool = (wish: TraceWish, threads: number) => TracePool;

/** Rows of a picture that a worker gets at once: few, so that none waits long for another. */
const BAND = 24;
/** A worker is not worth its start for fewer rows than this. */
const LEAST_ROWS = 16;
/** All maps that water may be drawn from, and its owners. */
const TRACED_MAPS: readonly MapName[] = ['height', 'trail', 'id', 'fog', 'fine', 'film'];

/** Pools whose workers come from `startWorker`; where one fails, this thread goes on alone. */
export function tracePools(startWorker: () => WorkerLike): CreateTracePool {
  return (wish, threads) => new Pool(startWorker, wish, threads);
}

class Pool implements TracePool {
  readonly #crew: Crew;
  #wish: TraceWish;

  constructor(startWorker: () => WorkerLike, wish: TraceWish, threads: number) {
    this.#crew = new Crew(startWorker, threads, LEAST_ROWS, { ask: 'set', wish });
    this.#wish = wish;
  }

  get workers(): number {
    return this.#crew.size;
  }

  async render(frame: Frame, out?: Picture): Promise<Picture> {
    const stage = makeStage(frame, { ...this.#wish, ...(out && { out }) });
    const { width, height } = stage.eye;
    const picture = pictureFor(width, height, { width, height, out });
    const light = (await this.#spread(frame, width, height)) ?? new RowTracer(stage, frame).rows(0, height);
    finishTraced(stage, light, picture);
    return picture;
  }

  async renderLinear(frame: Frame): Promise<LinearPicture> {
    const stage = makeStage(frame, this.#wish);
    const { width, height } = stage.eye;
    const rows = (await this.#spread(frame, width, height)) ?? new RowTracer(stage, frame).rows(0, height);
    return { data: exposed(stage, rows), width, height };
  }

  surround(surroundings: TraceWish['surroundings']): void {
    this.#wish = { ...this.#wish, surroundings };
    this.#crew.set({ ask: 'set', wish: this.#wish });
  }

  async maps<N extends TracedMapName>(
    frame: Frame,
    names: readonly N[],
    take: TakeRows<{ [K in N]: TracedMapData<K> }>,
  ): Promise<void> {
    const stage = makeStage(frame, this.#wish);
    const { width, height } = stage.eye;
    await this.#crew.maps(frame, { width, height, drawnFrom: TRACED_MAPS }, take, {
      there: (line, rows) =>
        line.ask('traceMaps', { ask: 'traceMaps', names, rows }) as Promise<{ [K in N]: TracedMapData<K> }>,
      here: () => {
        const tracer = new RowTracer(stage, frame);
        return (rows) => traceMapRows(tracer, names, rows);
      },
    });
  }

  dispose(): void {
    this.#crew.dispose();
  }

  /** The light of all rows from the workers; null if there are none, or one fails. */
  async #spread(frame: Frame, width: number, height: number): Promise<Float32Array | null> {
    const light = new Float32Array(3 * width * height);
    const sheet = { height, most: BAND, drawnFrom: TRACED_MAPS };
    const isDone = await this.#crew.spread(frame, sheet, async (line, rows) => {
      light.set((await line.ask('trace', { ask: 'trace', rows })).light, 3 * width * rows[0]);
    });
    return isDone ? light : null;
  }
}
