/** All that rays meet and that does not change with the water. */
import type { Surface } from '../../surface/surface.js';
import type { MeshTree } from './mesh.js';
import type { Surroundings } from './surroundings.js';

/** A model of triangles, ready to be met. */
export interface TracedModel {
  readonly tree: MeshTree;
  /** Colour of its surface, linear. */
  readonly colour: readonly [red: number, green: number, blue: number];
  /** Where its middle is [mm], in the surface's frame: it turns with the surface. */
  readonly position: readonly [x: number, y: number, z: number];
}

export interface Setting {
  readonly surface: Surface;
  readonly surroundings: Surroundings;
  /** Of each chart: is it a mirror? */
  readonly mirrors: readonly boolean[];
  /** Of the glass [mm]; its faces are the surface and one behind it. */
  readonly thickness: number;
  readonly index: number;
  readonly models: readonly TracedModel[];
  /** Does water reflect what is there, or the room of the pane's pictures? */
  readonly reflection: 'environment' | 'room';
  /** Are the heights of the water followed, or is it thin? */
  readonly relief: boolean;
}
