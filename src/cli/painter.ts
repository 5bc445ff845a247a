/** From a scene's backdrop and camera, and what was asked for, to a function that draws its frames. */

import type { Frame, Scene } from '../index.js';
import {
  BEAUTY_VIEWS,
  type BeautyView,
  checkMap,
  DEBUG_VIEWS,
  type DebugView,
  type Picture,
  readCamera,
  renderView,
} from '../render/offline/index.js';
import { onlyChart } from '../surface/surface.js';
import { createPicturePool } from '../worker/node.js';
import type { CommandContext } from './command.js';
import { pictureShape, type ShapeOptions } from './picture-shape.js';
import { readBackdrop } from './read-backdrop.js';

export type AnyView = BeautyView | DebugView;

/** Every view, the default first. */
export const VIEWS: readonly AnyView[] = [...BEAUTY_VIEWS, ...DEBUG_VIEWS];

/** What is asked for of pictures. */
export interface PainterOptions extends ShapeOptions {
  readonly view: AnyView;
  readonly quality: 'fast' | 'high';
  /** What maps show: the whole pane, or what the camera sees of it. */
  readonly framing: 'pane' | 'camera';
  /** Threads that draw what has light. */
  readonly threads: number;
}

/** Draws frames of a scene, one after another. */
export interface Painter {
  paint(frame: Frame, out?: Picture): Picture | Promise<Picture>;
  /** Ends the threads. */
  dispose(): void;
}

/**
 * The painter of a scene, of which `first` is any frame; what is wrong with its view, backdrop or camera is said before
 * anything is simulated.
 */
export async function makePainter(
  scene: Scene,
  first: Frame,
  options: PainterOptions,
  context: CommandContext,
): Promise<Painter> {
  const { view, quality, framing, threads } = options;
  const camera = readCamera(scene.camera, 'scene.camera');
  if (isDebugView(view)) {
    checkMap(view, onlyChart(first));
    const seen = framing === 'camera' ? { camera } : {};
    const { size } = options;
    return {
      paint: (frame, out) => renderView(frame, view, { ...seen, ...(out ? { out } : size) }),
      dispose: () => {},
    };
  }
  const { interrupt } = context;
  const backdrop = await readBackdrop(scene, context);
  const size = pictureShape(onlyChart(first), options, backdrop, context);
  const pool = createPicturePool(backdrop, threads);
  return {
    paint: (frame, out) => interrupt.orEnd(pool.render(frame, { view, quality, camera, ...(out ? { out } : size) })),
    dispose: () => pool.dispose(),
  };
}

function isDebugView(view: AnyView): view is DebugView {
  return (DEBUG_VIEWS as readonly string[]).includes(view);
}
