/** What is asked of the workers that draw rows of pictures and maps. */
import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { BeautyOptions } from '../render/offline/beauty.js';
import type { MapName, MapOptions } from '../render/offline/render-maps.js';
import type { TraceOptions } from '../render/tracer/stage.js';
import type { TracedMapName } from '../render/tracer/trace-maps.js';
import type { SurfaceOptions } from '../surface/create-surface.js';
import type { FramePacket } from './frame-packet.js';

/** How pictures are drawn, but for the backdrop, which a worker keeps, and the rows, which differ. */
export type PictureWish = Omit<BeautyOptions, 'backdrop' | 'rows' | 'out'>;

/** How maps are drawn, in the same way. The surface is what a scene says of it. */
export type MapWish = Omit<MapOptions, 'backdrop' | 'rows' | 'surface'> & { readonly surface?: SurfaceOptions };

/** How pictures are traced: plain data, so that workers can have it. The surface is what a scene says of it. */
export type TraceWish = Omit<TraceOptions, 'surface' | 'out'> & { readonly surface: SurfaceOptions };

/** Rows of a picture: from the first to before the last. */
export type Rows = readonly [from: number, to: number];

/** What a worker is told first, and keeps. */
export type Setting =
  /** Draw before this backdrop from now on. */
  | { readonly ask: 'hang'; readonly backdrop: Backdrop | undefined }
  /** Trace pictures like this from now on. */
  | { readonly ask: 'set'; readonly wish: TraceWish };

export type RowsRequest =
  | Setting
  /** Take a frame; each worker gets each packet, since a packet holds only what changed. */
  | { readonly ask: 'take'; readonly packet: FramePacket }
  /** Rows of the picture of the last frame: its bytes, or the light itself. */
  | { readonly ask: 'draw'; readonly wish: PictureWish; readonly rows: Rows; readonly linear: boolean }
  /** Rows of its maps. */
  | { readonly ask: 'maps'; readonly names: readonly MapName[]; readonly wish: MapWish; readonly rows: Rows }
  /** Rows of its traced picture, and of maps by rays. */
  | { readonly ask: 'trace'; readonly rows: Rows }
  | { readonly ask: 'traceMaps'; readonly names: readonly TracedMapName[]; readonly rows: Rows };

type Numbers = Uint8ClampedArray | Float32Array | Uint32Array;

export interface RowsAnswers {
  hang: null;
  set: null;
  take: null;
  draw: { data: Numbers };
  maps: Record<string, Numbers>;
  trace: { light: Float32Array };
  traceMaps: Record<string, Numbers>;
}
