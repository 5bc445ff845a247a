/** All that rays meet and that does not change with the water. */
import type { Surface } from '../../surface/surface.js';
import type { MeshTree } from './mesh.js';
import type { Surroundings } from './surroundings.js';

/** A model of triangles, ready to be met. */
export interface TracedModel {
  readonly tree: MeshTree;
  /** Colour of its surface, linear. */
  readonly colour: readonly [red: number, green: number, blue: number];
  /** Share of the usual gloss. */
  readonly gloss: number;
  /** Where its middle is [mm], in the surface's frame: it turns with the surface. */
  readonly position: readonly [x: number, y: number, z: number];
}

/** `map`: the water maps of the charts. `caps`: spherical caps, fast (KAN-13). `metaballs`: drops flow together (KAN-14). */
export type WaterKind = 'map' | 'caps' | 'metaballs';
export const WATER_KINDS: readonly WaterKind[] = ['map', 'caps', 'metaballs'];

export interface Setting {
  readonly surface: Surface;
  readonly surroundings: Surroundings;
  /** Of each chart: is it a mirror? */
  readonly mirrors: readonly boolean[];
  /** Of the glass [mm]; its faces are the surface and one behind it. */
  readonly thickness: number;
  readonly index: number;
  readonly models: readonly TracedModel[];
  /** Of each chart: is it ceramic? Light ends there; `colour` is what it scatters, linear. */
  readonly opaque: readonly boolean[];
  readonly colour: readonly [red: number, green: number, blue: number];
  /** Where the strongest light comes from, a unit vector of the world, and how strong it is over the mean of the surroundings. */
  readonly sun: {
    readonly direction: readonly [x: number, y: number, z: number];
    readonly strength: number;
    /** Does it light models, with shadows of the drops before them? */
    readonly shadows: boolean;
  };
  /** Does water reflect what is there, the room of the pane's pictures, or nothing? */
  readonly reflection: 'environment' | 'room' | 'none';
  /** As what rays meet the water of drops (sheet-water.ts). */
  readonly water: WaterKind;
  /** Is only the principal direction followed at each interface (KAN-O8)? */
  readonly principal: boolean;
  /** Are the heights of the water followed, or is it thin? */
  readonly relief: boolean;
}
