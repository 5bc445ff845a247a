import type { SweptRegion } from './swept-region.js';

/** What lies on the glass besides a model's drops and trails (film, fine drops, fog), as a blade meets it. */
export interface GlassLayers {
  /** Clears the layers where the region was swept and returns the water that was in them [mg]. */
  take(region: SweptRegion): number;
  /**
   * Leaves a film of `region.filmAt(x, y)` [mm] where the region was swept, thinner everywhere alike if that needed more
   * than `most` [mg], and returns the water in it [mg].
   */
  leave(region: SweptRegion, most: number): number;
}

/** Glass without layers: nothing to clear, and no film that could hold water. */
export const NO_LAYERS: GlassLayers = { take: () => 0, leave: () => 0 };
