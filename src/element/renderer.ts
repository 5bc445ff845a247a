import type { PaneRenderer, PaneRendererOptions } from '../render/webgl/index.js';

type InTime = 'prepare' | 'finished' | 'present';

/**
 * What a pane needs of its renderer; `createPaneRenderer` of rivulet/webgl makes one. A renderer without `finished` and
 * `present` does not report how long a picture takes, and is not adapted to a budget.
 */
export type DrawsPane = Omit<PaneRenderer, 'readPixels' | InTime> & Partial<Pick<PaneRenderer, InTime>>;

/** How much care goes into a picture: that of the renderer, or as much as there is time for. */
export type Quality = 'auto' | NonNullable<PaneRendererOptions['quality']>;

/** Makes a renderer for a canvas; throws where it cannot run. */
export type CreateRenderer = (canvas: HTMLCanvasElement, options: PaneRendererOptions) => DrawsPane;
