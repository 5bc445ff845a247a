/** Traced pictures with their rows spread over workers. */
import type { Frame } from '../core/frame.js';
import { type Picture, pictureFor } from '../render/offline/picture.js';
import type { LinearPicture } from '../render/picture/linear.js';
import { exposed, finishTraced, RowTracer } from '../render/tracer/render-traced.js';
import { makeStage, type TraceOptions } from '../render/tracer/stage.js';
import type { SurfaceOptions } from '../surface/create-surface.js';
import { FramePacker, type FramePacket, type MapName } from './frame-packet.js';
import { attemptWorker, WorkerFailure, type WorkerLike, WorkerLine } from './worker-client.js';

/** How pictures are traced: plain data, so that workers can have it. The surface is what a scene says of it. */
export type TraceWish = Omit<TraceOptions, 'surface' | 'out'> & { readonly surface: SurfaceOptions };

/** What a pool asks of the workers that trace. */
export type TraceRequest =
  /** Trace pictures like this from now on. */
  | { readonly ask: 'set'; readonly wish: TraceWish }
  /** Take a frame; each worker gets each packet, since a packet holds only what changed. */
  | { readonly ask: 'take'; readonly packet: FramePacket }
  /** Rows of the picture of the last frame. */
  | { readonly ask: 'trace'; readonly rows: readonly [from: number, to: number] };

export interface TraceAnswers {
  set: null;
  take: null;
  trace: Float32Array<ArrayBuffer>;
}

/** Traces the pictures of one simulation; the bytes are those of `renderTraced`, on any number of threads. */
export interface TracePool {
  /** One picture at a time: the next one is asked for when this one is there. */
  render(frame: Frame, out?: Picture): Promise<Picture>;
  /** The light of a picture, exposed and tinted, without glow and tone. */
  renderLinear(frame: Frame): Promise<LinearPicture>;
  /** Traces the next pictures in other surroundings. */
  surround(surroundings: TraceWish['surroundings']): void;
  /** Workers that trace now; 0: this thread does. */
  readonly workers: number;
  /** Ends the workers. Twice is fine. */
  dispose(): void;
}

/** Makes a pool of at most `threads` workers; with 0 this thread traces. */
export type CreateTracePool = (wish: TraceWish, threads: number) => TracePool;

/** Rows that a worker gets at once: few, so that none waits long for another. */
const BAND = 24;
/** All maps that water may be drawn from, and its owners. */
const TRACED_MAPS: readonly MapName[] = ['height', 'trail', 'id', 'fog', 'fine', 'film'];

/** Pools whose workers come from `startWorker`; where one fails, this thread goes on alone. */
export function tracePools(startWorker: () => WorkerLike): CreateTracePool {
  return (wish, threads) => new Pool(startWorker, wish, threads);
}

type Line = WorkerLine<TraceRequest, TraceAnswers>;

class Pool implements TracePool {
  readonly #start: () => WorkerLike;
  #wish: TraceWish;
  readonly #packer = new FramePacker(TRACED_MAPS);
  #threads: number;
  #lines: Line[] = [];
  #room = new ArrayBuffer(0);

  constructor(startWorker: () => WorkerLike, wish: TraceWish, threads: number) {
    this.#start = startWorker;
    this.#wish = wish;
    this.#threads = threads;
  }

  get workers(): number {
    return this.#lines.length;
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
    for (const line of this.#lines) this.#set(line);
  }

  dispose(): void {
    for (const line of this.#lines.splice(0)) line.close();
    this.#threads = 0;
  }

  /** The light of all rows from the workers; null if there are none, or one fails. */
  async #spread(frame: Frame, width: number, height: number): Promise<Float32Array | null> {
    if (this.#threads === 0 || height < 2 * BAND) return null;
    try {
      if (this.#lines.length === 0) this.#hire(Math.min(this.#threads, Math.ceil(height / BAND)));
      // All get the same packet, by copy: the buffer stays here for the next one.
      const packet = this.#packer.pack(frame, this.#room);
      this.#room = packet.buffer;
      const light = new Float32Array(3 * width * height);
      let next = 0;
      const work = async (line: Line) => {
        await line.ask('take', { ask: 'take', packet });
        while (next < height) {
          const rows = [next, Math.min(height, next + BAND)] as const;
          next = rows[1];
          light.set(await line.ask('trace', { ask: 'trace', rows }), 3 * width * rows[0]);
        }
      };
      await Promise.all(this.#lines.map(work));
      return light;
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      this.dispose();
      return null;
    }
  }

  #hire(count: number): void {
    for (let n = 0; n < count; n++) {
      const line: Line = new WorkerLine(attemptWorker(this.#start));
      this.#lines.push(line);
      this.#set(line);
    }
  }

  #set(line: Line): void {
    // If this fails, so does what is asked next.
    line.ask('set', { ask: 'set', wish: this.#wish }).catch(() => {});
  }
}
