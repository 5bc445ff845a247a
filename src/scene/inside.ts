/** A model of triangles inside a box of glass or behind a sheet. Only pictures show it; water does not touch it. */
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';

/** What stands inside or behind the glass, and turns with it. */
export const INSIDE = {
  /** `knot`; `table`, a round table top; or the name of a binary glTF file (.glb), which `rivulet render` reads. */
  model: { type: 'text', longest: 1000, default: 'knot' },
  /** Number of the knot's triangles, exactly; a file has its own. */
  triangles: { type: 'number', min: 64, max: 2_000_000, integer: true, default: 50_000 },
  /** Side of the cube that the model fits into; width of the table top. */
  size: { type: 'number', unit: 'mm', min: 1, max: 100_000, default: 80 },
  /** Place of its middle in the frame of the surface, whose middle is the origin. */
  position: { type: 'vector', unit: 'mm', min: -1_000_000, max: 1_000_000, default: [0, 0, 0] },
  /** Colour of its surface, linear: red, green, blue. */
  colour: { type: 'vector', min: 0, max: 1, default: [0.7, 0.66, 0.6] },
} as const satisfies OptionTable;

/** What to do about a model that is no object. */
export const INSIDE_REMEDY = 'For nothing inside write null.';

export type SceneInside = OptionsOf<typeof INSIDE>;
export type SceneInsideInput = OptionsInput<typeof INSIDE>;
