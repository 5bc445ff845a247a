import type { DrawnFrom, Frame } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import { type BeautyOptions, renderBeauty, renderLinear } from '../render/offline/beauty.js';
import { type Picture, pictureFor, pictureSize } from '../render/offline/picture.js';
import type { LinearPicture } from '../render/picture/linear.js';
import { FramePacker, type FramePacket, type MapName } from './frame-packet.js';
import { attemptWorker, WorkerFailure, type WorkerLike, WorkerLine } from './worker-client.js';

/** How pictures are drawn, but for the backdrop, which a worker keeps, and the rows, which differ. */
export type PictureWish = Omit<BeautyOptions, 'backdrop' | 'rows' | 'out'>;

/** Requests of a pool to the workers that draw. */
export type DrawRequest =
  /** Draw before this backdrop from now on. */
  | { readonly ask: 'hang'; readonly backdrop: Backdrop }
  /** Rows of the picture of a frame; every worker gets every packet, since a packet holds only what changed. */
  | {
      readonly ask: 'draw';
      readonly packet: FramePacket;
      readonly wish: PictureWish;
      readonly rows: readonly [from: number, to: number];
      /** The light itself instead of bytes: `renderLinear`. */
      readonly linear?: boolean;
    };

export interface DrawAnswers {
  hang: null;
  draw: Picture | LinearPicture;
}

/** The maps that pictures are drawn from, by what the water is drawn from. */
export const DRAWN_MAPS: Readonly<Record<DrawnFrom, readonly MapName[]>> = {
  bodies: ['trail', 'fog', 'fine'],
  heights: ['height', 'fog', 'fine'],
};

/** Draws the pictures of one simulation; the bytes are those of `renderBeauty`, on any number of threads. */
export interface PicturePool {
  /** One picture at a time: the next one is requested when this one is there. */
  render(frame: Frame, options?: Omit<BeautyOptions, 'backdrop' | 'rows'>): Promise<Picture>;
  /** The light of a picture, without glow and tone: `renderLinear`, on any number of threads. */
  renderLinear(frame: Frame, options?: PictureWish): Promise<LinearPicture>;
  /** Draws the next pictures before another backdrop. */
  hang(backdrop: Backdrop): void;
  /** Workers that draw now; 0: this thread does. */
  readonly workers: number;
  /** Ends the workers. Twice is fine. */
  dispose(): void;
}

/** Makes a pool of at most `threads` workers; with 0 this thread draws. */
export type CreatePicturePool = (backdrop: Backdrop, threads: number) => PicturePool;

/** A worker is not worth its start for fewer rows than this. */
const LEAST_ROWS = 60;

/** Pools whose workers come from `startWorker`; where one fails, this thread goes on alone. */
export function picturePools(startWorker: () => WorkerLike): CreatePicturePool {
  return (backdrop, threads) => new Pool(startWorker, backdrop, threads);
}

type Line = WorkerLine<DrawRequest, DrawAnswers>;

class Pool implements PicturePool {
  readonly #start: () => WorkerLike;
  #backdrop: Backdrop;
  /** Made for the first frame, which decides what its water is drawn from. */
  #packer: FramePacker | null = null;
  #threads: number;
  #lines: Line[] = [];
  #room = new ArrayBuffer(0);

  constructor(startWorker: () => WorkerLike, backdrop: Backdrop, threads: number) {
    this.#start = startWorker;
    this.#backdrop = backdrop;
    this.#threads = threads;
  }

  get workers(): number {
    return this.#lines.length;
  }

  async render(frame: Frame, options: Omit<BeautyOptions, 'backdrop' | 'rows'> = {}): Promise<Picture> {
    const chart = frame.charts[options.chart ?? 0];
    if (chart && this.#threads > 0 && this.#isWorthIt(options.out ?? pictureSize(chart.columns, chart.rows, options))) {
      try {
        const { columns, rows } = chart;
        const picture = pictureFor(columns, rows, options);
        await this.#spread(frame, options, picture, false);
        return picture;
      } catch (error) {
        // What is wrong with the wish is wrong in this thread as well.
        if (!(error instanceof WorkerFailure)) throw error;
        this.dispose();
      }
    }
    return renderBeauty(frame, { ...options, backdrop: this.#backdrop });
  }

  async renderLinear(frame: Frame, wish: PictureWish = {}): Promise<LinearPicture> {
    const { columns, rows } = frame.charts[wish.chart ?? 0];
    const size = pictureSize(columns, rows, wish);
    if (this.#threads > 0 && this.#isWorthIt(size)) {
      try {
        const picture = { data: new Float32Array(3 * size.width * size.height), ...size };
        await this.#spread(frame, wish, picture, true);
        return picture;
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        this.dispose();
      }
    }
    return renderLinear(frame, { ...wish, backdrop: this.#backdrop });
  }

  hang(backdrop: Backdrop): void {
    this.#backdrop = backdrop;
    for (const line of this.#lines) this.#show(line);
  }

  #isWorthIt({ height }: { height: number }): boolean {
    return this.#lines.length > 0 || height >= 2 * LEAST_ROWS;
  }

  dispose(): void {
    for (const line of this.#lines.splice(0)) line.close();
    this.#threads = 0;
  }

  /** Draws into `picture`, each worker some rows of it. */
  async #spread(
    frame: Frame,
    { out, ...wish }: Omit<BeautyOptions, 'backdrop' | 'rows'>,
    picture: Picture | LinearPicture,
    linear: boolean,
  ): Promise<void> {
    const { drawnFrom } = frame.charts[wish.chart ?? 0];
    if (this.#lines.length === 0) this.#hire(Math.min(this.#threads, Math.floor(picture.height / LEAST_ROWS)));
    // All get the same packet, by copy: the buffer stays here for the next one.
    this.#packer ??= new FramePacker(DRAWN_MAPS[drawnFrom]);
    const packet = this.#packer.pack(frame, this.#room);
    this.#room = packet.buffer;
    const size = { width: picture.width, height: picture.height };
    const share = (n: number) => Math.round((n * picture.height) / this.#lines.length);
    const parts = this.#lines.map((line, n) => {
      const rows = [share(n), share(n + 1)] as const;
      return line.ask('draw', { ask: 'draw', packet, wish: { ...wish, ...size }, rows, linear });
    });
    for (const [n, part] of (await Promise.all(parts)).entries()) {
      picture.data.set(part.data, (linear ? 3 : 4) * picture.width * share(n));
    }
  }

  #hire(count: number): void {
    for (let n = 0; n < count; n++) {
      const line: Line = new WorkerLine(attemptWorker(this.#start));
      this.#lines.push(line);
      this.#show(line);
    }
  }

  /** If this fails, so does the next request. */
  #show(line: Line): void {
    line.ask('hang', { ask: 'hang', backdrop: this.#backdrop }).catch(() => {});
  }
}
