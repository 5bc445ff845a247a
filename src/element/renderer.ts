import type { PaneRenderer, PaneRendererOptions } from '../render/webgl/index.js';

/** What a pane asks of whoever draws it; what `createPaneRenderer` of rivulet/webgl makes is one. */
export type DrawsPane = Omit<PaneRenderer, 'readPixels'>;

/** How much care goes into a picture. */
export type Quality = NonNullable<PaneRendererOptions['quality']>;

/** Makes a renderer for a canvas; throws where it cannot run. */
export type CreateRenderer = (canvas: HTMLCanvasElement, options: PaneRendererOptions) => DrawsPane;
