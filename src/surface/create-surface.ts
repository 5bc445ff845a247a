import { Pane, type PaneOptions } from './pane.js';
import type { Surface } from './surface.js';

/** The surface that a scene describes. */
export function createSurface(options: PaneOptions & { readonly kind: 'pane' }): Surface {
  return new Pane(options);
}
