import type { DrawnFrom } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { BeautyOptions } from '../render/offline/beauty.js';
import type { Picture } from '../render/offline/picture.js';
import type { FramePacket } from './frame-packet.js';
import type { MapName } from './map-names.js';

/** How pictures are drawn, but for what each worker has or is told apart. */
export type PictureWish = Omit<BeautyOptions, 'backdrop' | 'rows' | 'out'>;

/** What a pool asks of the workers that draw. */
export type DrawRequest =
  /** From now on before this backdrop. */
  | { readonly ask: 'hang'; readonly backdrop: Backdrop }
  /** Rows of the picture of a frame; every worker gets every packet, for each brings only what changed. */
  | {
      readonly ask: 'draw';
      readonly packet: FramePacket;
      readonly wish: PictureWish;
      readonly rows: readonly [from: number, to: number];
    };

export interface DrawAnswers {
  hang: null;
  draw: Picture;
}

/** The maps that pictures are drawn from, by what the water is drawn from. */
export const DRAWN_MAPS: Readonly<Record<DrawnFrom, readonly MapName[]>> = {
  bodies: ['trail', 'fog', 'fine'],
  heights: ['height', 'fog', 'fine'],
};
