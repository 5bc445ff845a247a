/** What a pane of a small file has: types that promise no more than the file holds. No code. */
import type { BackdropSource, LiveSource } from '../render/webgl/backdrop-source.js';
import type { RivuletPaneEvents } from './page-types.js';
import type { Pane } from './pane.js';
import type { PaneOptions } from './pane-options.js';

/** A pane of `lean.js`: it has no hashes. */
export type LeanPane = Omit<Pane, 'hash'>;

/** What may stand behind the glass in `beads.js`: pictures, which are read once. */
export type StillSource = Exclude<BackdropSource, LiveSource>;

/** A pane of `beads.js`: besides hashes it lacks wiping, pictures of itself and live backdrops. */
export interface BeadsPane extends Omit<LeanPane, 'wipe' | 'snapshot' | 'stream' | 'setPointer' | 'setSource'> {
  /** What the pressed pointer does: nothing. */
  setPointer(pointer?: 'none'): void;
  /** What stands behind the glass: an address of a picture, or one of the page's. If it cannot be had this rejects. */
  setSource(source: string | StillSource | null): Promise<void>;
}

/** Options of `mountPane` of `beads.js`. */
export interface BeadsPaneOptions extends Omit<PaneOptions, 'pointer' | 'src'> {
  /** What stands behind the glass: an address, or a picture of the page. Default null. */
  src?: string | StillSource | null;
  /** What the pressed pointer does: nothing. */
  pointer?: 'none';
}

/** The events of `<rivulet-pane>` whose `ready` brings such a pane. */
export interface SmallPaneEvents<Small> extends Omit<RivuletPaneEvents, 'ready'> {
  /** The first picture is there. */
  ready: CustomEvent<{ readonly pane: Small }>;
}

/** `mountPane` of a small file. */
export type MountSmallPane<Small, Options> = (target: HTMLElement | string, options?: Options) => Promise<Small>;
