/** Pictures and maps of panes with their rows spread over workers. */
import { checkNumber } from '../core/errors.js';
import type { DrawnFrom, Frame } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import { type BeautyOptions, checkBackdrop, renderBeauty, renderLinear } from '../render/offline/beauty.js';
import { type Picture, pictureFor, pictureSize } from '../render/offline/picture.js';
import { type MapData, type MapName, renderMaps } from '../render/offline/render-maps.js';
import type { LinearPicture } from '../render/picture/linear.js';
import { createSurface } from '../surface/create-surface.js';
import { Crew, type TakeRows } from './crew.js';
import { type MapName as FrameMap, MAP_NAMES } from './frame-packet.js';
import type { MapWish, PictureWish } from './rows-protocol.js';
import type { WorkerLike } from './worker-client.js';

/** The maps that pictures are drawn from, by what the water is drawn from. */
const DRAWN_MAPS: Readonly<Record<DrawnFrom, readonly FrameMap[]>> = {
  bodies: ['trail', 'fog', 'fine'],
  heights: ['height', 'fog', 'fine'],
};

/** Draws the pictures of one simulation; the bytes are those of `renderBeauty`, on any number of threads. */
export interface PicturePool {
  /** One picture at a time: the next one is requested when this one is there. */
  render(frame: Frame, options?: Omit<BeautyOptions, 'backdrop' | 'rows'>): Promise<Picture>;
  /** The light of a picture, without glow and tone: `renderLinear`, on any number of threads. */
  renderLinear(frame: Frame, options?: PictureWish): Promise<LinearPicture>;
  /** The numbers of `renderMaps`, some rows at a time, in any order. Resolves when `take` has had all. */
  maps<N extends MapName>(
    frame: Frame,
    names: readonly N[],
    wish: MapWish,
    take: TakeRows<{ [K in N]: MapData<K> }>,
  ): Promise<void>;
  /** Draws the next pictures before another backdrop. */
  hang(backdrop: Backdrop): void;
  /** Workers that draw now; 0: this thread does. */
  readonly workers: number;
  /** Ends the workers. Twice is fine. */
  dispose(): void;
}

/** Makes a pool of at most `threads` workers; with 0 this thread draws. Only `refraction` of the maps needs a backdrop. */
export type CreatePicturePool = (backdrop: Backdrop | undefined, threads: number) => PicturePool;

/** A worker is not worth its start for fewer rows than this. */
const LEAST_ROWS = 60;

/** Pools whose workers come from `startWorker`; where one fails, this thread goes on alone. */
export function picturePools(startWorker: () => WorkerLike): CreatePicturePool {
  return (backdrop, threads) => new Pool(startWorker, backdrop, threads);
}

class Pool implements PicturePool {
  readonly #crew: Crew;
  #backdrop: Backdrop | undefined;

  constructor(startWorker: () => WorkerLike, backdrop: Backdrop | undefined, threads: number) {
    this.#crew = new Crew(startWorker, threads, LEAST_ROWS, { ask: 'hang', backdrop });
    this.#backdrop = backdrop;
  }

  get workers(): number {
    return this.#crew.size;
  }

  async render(frame: Frame, options: Omit<BeautyOptions, 'backdrop' | 'rows'> = {}): Promise<Picture> {
    const chart = frame.charts[options.chart ?? 0];
    if (chart) {
      const { out, ...wish } = options;
      const picture = pictureFor(chart.columns, chart.rows, options);
      if (await this.#spread(frame, wish, picture, false)) return picture;
    }
    return renderBeauty(frame, { ...options, backdrop: this.#behind() });
  }

  async renderLinear(frame: Frame, wish: PictureWish = {}): Promise<LinearPicture> {
    const { columns, rows } = frame.charts[wish.chart ?? 0];
    const size = pictureSize(columns, rows, wish);
    const picture = { data: new Float32Array(3 * size.width * size.height), ...size };
    if (await this.#spread(frame, wish, picture, true)) return picture;
    return renderLinear(frame, { ...wish, backdrop: this.#behind() });
  }

  async maps<N extends MapName>(
    frame: Frame,
    names: readonly N[],
    wish: MapWish,
    take: TakeRows<{ [K in N]: MapData<K> }>,
  ): Promise<void> {
    const { chart = 0 } = wish;
    checkNumber(chart, { min: 0, max: frame.charts.length - 1, integer: true }, 'chart');
    const { columns, rows } = frame.charts[chart];
    const sheet = { ...pictureSize(columns, rows, wish), drawnFrom: MAP_NAMES };
    const surface = wish.surface && createSurface(wish.surface);
    await this.#crew.maps(frame, sheet, take, {
      there: (line, rows) => line.ask('maps', { ask: 'maps', names, wish, rows }) as Promise<{ [K in N]: MapData<K> }>,
      here: () => (rows) => renderMaps(frame, names, { ...wish, surface, backdrop: this.#backdrop, rows }),
    });
  }

  hang(backdrop: Backdrop): void {
    this.#backdrop = backdrop;
    this.#crew.set({ ask: 'hang', backdrop });
  }

  dispose(): void {
    this.#crew.dispose();
  }

  #behind(): Backdrop {
    checkBackdrop(this.#backdrop);
    return this.#backdrop;
  }

  /** Draws into `picture`, each worker some rows of it; false if there are no workers. */
  #spread(frame: Frame, given: PictureWish, picture: Picture | LinearPicture, linear: boolean): Promise<boolean> {
    const { data, width, height } = picture;
    const drawnFrom = DRAWN_MAPS[frame.charts[given.chart ?? 0].drawnFrom];
    const wish = { ...given, width, height };
    return this.#crew.spread(frame, { height, most: height, drawnFrom }, async (line, rows) => {
      const part = await line.ask('draw', { ask: 'draw', wish, rows, linear });
      data.set(part.data, (linear ? 3 : 4) * width * rows[0]);
    });
  }
}
