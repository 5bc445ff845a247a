import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { BackdropOptions } from '../render/backdrop/create-backdrop.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import type { NewDrop, Stroke } from '../simulation/by-hand.js';
import type { SimulationOptions } from '../simulation/create-simulation.js';
import type { SurfaceInfo } from '../simulation/simulation.js';
import type { FramePacket, MapName } from './frame-packet.js';

/** Requests of a client to a worker. Each gets one reply with the same `id`. */
export type Request =
  | {
      readonly ask: 'create';
      readonly scene: string | SceneInput | undefined;
      readonly overrides: SceneInput;
      readonly options: SimulationOptions;
      /** The maps that frames shall carry. */
      readonly maps: readonly MapName[];
    }
  | { readonly ask: 'advance'; readonly seconds: number }
  | { readonly ask: 'frame'; readonly room: ArrayBuffer }
  | { readonly ask: 'set'; readonly patch: SceneInput }
  | { readonly ask: 'addDrop'; readonly drop: NewDrop }
  | { readonly ask: 'wipe'; readonly stroke: Stroke }
  | { readonly ask: 'hash' }
  | { readonly ask: 'save' }
  | { readonly ask: 'paint'; readonly backdrop: BackdropOptions };

/** What each request is answered with. */
export interface Answers {
  create: { readonly scene: Scene; readonly surface: SurfaceInfo };
  advance: null;
  frame: FramePacket;
  set: Scene;
  addDrop: number;
  wipe: null;
  hash: string;
  save: Uint8Array;
  paint: Backdrop;
}

export type Ask = Request['ask'];

export interface RequestMessage {
  readonly id: number;
  readonly request: Request;
}

/** A failure as it crosses threads: class and stack stay behind. */
export interface Failure {
  readonly message: string;
  /** Of a RivuletError; null for any other error. */
  readonly path: string | null;
}

export interface ReplyMessage {
  readonly id: number;
  readonly answer?: Answers[Ask];
  readonly failure?: Failure;
}

/** The side of a channel that messages are sent into. */
export interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}
