/** From a scene's backdrop and camera, and what was asked for, to a function that draws its frames. */
import { readFileSync } from 'node:fs';
import { RivuletError } from '../core/errors.js';
import type { Frame, Scene } from '../index.js';
import {
  type Backdrop,
  type BackdropOptions,
  BEAUTY_VIEWS,
  type BeautyView,
  createBackdrop,
  DEBUG_VIEWS,
  type DebugView,
  type Picture,
  readCamera,
  renderView,
} from '../render/offline/index.js';
import { createPicturePool } from '../worker/node.js';
import { decodePng } from './read-png.js';

export type AnyView = BeautyView | DebugView;

/** Every view, the default first. */
export const VIEWS: readonly AnyView[] = [...BEAUTY_VIEWS, ...DEBUG_VIEWS];

/** What is asked for of pictures. */
export interface PainterOptions {
  readonly view: AnyView;
  readonly quality: 'fast' | 'high';
  readonly size: { width?: number; height?: number };
  /** Threads that draw what has light. */
  readonly threads: number;
}

/** Draws frames of a scene, one after another. */
export interface Painter {
  paint(frame: Frame, out?: Picture): Picture | Promise<Picture>;
  /** Ends the threads. */
  dispose(): void;
}

/** The painter of a scene; what is wrong with its backdrop or camera is said before anything is simulated. */
export function makePainter(scene: Scene, options: PainterOptions): Painter {
  const { view, quality, size, threads } = options;
  if (isDebugView(view)) {
    return { paint: (frame, out) => renderView(frame, view, out ? { out } : size), dispose: () => {} };
  }
  const camera = readCamera(scene.camera, 'scene.camera');
  const pool = createPicturePool(readBackdrop(scene), threads);
  return {
    paint: (frame, out) => pool.render(frame, { view, quality, camera, ...(out ? { out } : size) }),
    dispose: () => pool.dispose(),
  };
}

function isDebugView(view: AnyView): view is DebugView {
  return (DEBUG_VIEWS as readonly string[]).includes(view);
}

/** The backdrop of a scene; `src` of pictures is a PNG file, from where the command was given. */
function readBackdrop(scene: Scene): Backdrop {
  const { src, ...rest } = scene.backdrop;
  const path = 'scene.backdrop';
  if (rest.kind !== 'image' && rest.kind !== 'environment') {
    return createBackdrop(scene.backdrop as unknown as BackdropOptions, path);
  }
  if (typeof src !== 'string') {
    throw new RivuletError(`${path}.src must be given for "${rest.kind}": the name of a PNG file.`, `${path}.src`);
  }
  return createBackdrop({ ...rest, image: readImage(src, `${path}.src`) } as unknown as BackdropOptions, path);
}

function readImage(file: string, path: string) {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new RivuletError(`${path} must be the name of a PNG file; there is none at "${file}".`, path);
  }
  const picture = decodePng(bytes);
  if (picture) return picture;
  const remedy = 'Convert it: 8 or 16 bits a channel, not interlaced.';
  throw new RivuletError(`${path} must be a PNG file we can read; "${file}" is not. ${remedy}`, path);
}
