import { Bezier } from './bezier/bezier.js';
import { type BezierChoice, chosenPatches } from './bezier/presets.js';
import { Box, type BoxOptions } from './box.js';
import { Cylinder, type CylinderOptions } from './cylinder.js';
import { createPane, type PaneOptions } from './pane.js';
import type { Surface } from './surface.js';

/** What a surface is made from. */
export type SurfaceOptions =
  | ({ readonly kind: 'pane' } & PaneOptions)
  | ({ readonly kind: 'cylinder' } & CylinderOptions)
  | ({ readonly kind: 'box' } & BoxOptions)
  | ({ readonly kind: 'bezier' } & BezierChoice);

/** The surface that a scene describes. */
export function createSurface(options: SurfaceOptions): Surface {
  if (options.kind === 'bezier') return new Bezier(chosenPatches(options));
  if (options.kind === 'box') return new Box(options);
  return options.kind === 'cylinder' ? new Cylinder(options) : createPane(options);
}
