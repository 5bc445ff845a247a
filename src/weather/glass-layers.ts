import type { SweptRegion } from './swept-region.js';

/** What lies on the glass besides a model's drops and trails (film, fine drops, fog), as a blade meets it. */
export interface GlassLayers {
  /** Clears the layers where the region was swept and returns the water that was in them [mg]. */
  take(region: SweptRegion): number;
  /**
   * Leaves a film of `region.filmAt(x, y)` [mm] where the region was swept, as far as `most` [mg] goes, and returns the
   * water that went into it [mg].
   */
  leave(region: SweptRegion, most: number): number;
}
