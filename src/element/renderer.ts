import type { Frame } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { Scene } from '../scene/scene.js';

/** What stands behind the glass, as the page knows it. */
export type BackdropSource = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement | ImageBitmap;

/** How much care goes into a picture. */
export type Quality = 'fast' | 'high';

/** What a pane asks of whoever draws it; `createPaneRenderer` of rivulet/webgl is one. */
export interface PaneRenderer {
  /** Is the graphics card gone for now? Then nothing is drawn. */
  readonly lost: boolean;
  setBackdrop(source: BackdropSource | Backdrop | null): void;
  setCamera(camera: Scene['camera']): void;
  /** [CSS px], and device pixels a CSS pixel. */
  resize(width: number, height: number, pixelRatio: number): void;
  draw(frame: Frame): void;
  dispose(): void;
}

export interface RendererOptions {
  readonly transparent: boolean;
  readonly quality: Quality | undefined;
  readonly onContextLost: () => void;
  readonly onContextRestored: () => void;
}

/** Makes a renderer for a canvas; throws where it cannot run. */
export type CreateRenderer = (canvas: HTMLCanvasElement, options: RendererOptions) => PaneRenderer;
