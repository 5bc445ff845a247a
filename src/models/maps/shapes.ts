import type { Place } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import type { Fields } from './fields.js';
import type { Link } from './links.js';
import type { Extent } from './sweeping.js';

/**
 * What a drop is in the maps, and what follows from it: how it is laid, how it runs, what touches it, what is left of it.
 * This is the one thing in which the models with maps differ in kind: `chen2013` and `chin` have hemispheres and chains of
 * them (`hemispheres.ts`), `rivulet` has bodies with the coating's contact angles (`rivulet/bodies.ts`).
 */
export interface Shapes {
  /** Are the columns of `Drops` that only bodies use part of the state? */
  readonly haveBodies: boolean;
  /** Does a merged drop start at the common centre of mass and relax from there, or at the lowest member (CHEN-15)? */
  readonly relax: boolean;
  /** Do the still bits say which cells still shapes own? If not, the scan for contacts has to read the still map itself. */
  readonly hasStillBits: boolean;

  // In the maps

  /**
   * Calls `act` for each chart on which a drop's shape, with a margin of cells around it, may lie: its own first, then those
   * beyond seams. The box of that chart's fields is set to the cells.
   */
  forEachImage(slot: number, margin: number, act: (link: Link) => void): void;
  /** Lays a still drop's shape into the still map and lists its contacts. */
  lay(slot: number): void;
  /** Lays a still shape again where another was lifted off it: its contacts are known, and not listed again. */
  layAgain(slot: number): void;
  /** Moves a still drop's shape from the still map into the trail map (CHEN-18). If it is crowded, `Fields.taken` grows. */
  lift(slot: number): void;
  /** Takes a still drop's shape out of the still map. */
  erase(slot: number): void;
  /** Do two drops' footprints share cells, or come within one cell of each other (CHEN-O3)? */
  touch(a: number, b: number): boolean;
  /** After loading: notes what the still map holds. */
  noteLoaded(fields: Fields): void;

  // From arrival to rest

  /** Gives a new still drop its shape; the caller lays it. */
  shape(world: World, slot: number, arrives: boolean): void;
  /** Stamps a drop that runs from the start. */
  stampNew(world: World, slot: number, arrives: boolean): void;
  /** A still drop has let go, or a merged drop runs. */
  beginRun(world: World, slot: number): void;
  /** Moves a running drop by `way` [mm] in `dt` [s], part number `part` of all steps, and leaves its water on the way. */
  move(world: World, slot: number, dt: number, part: number, way: number): void;
  /** Radius in the viscous drag of a running drop [mm]. */
  dragRadius(slot: number): number;
  /** Finds the place of a residual droplet of `mass` [mg] (CHEN-8); false if it is off the surface. */
  placeResidual(slot: number, mass: number, out: Place): boolean;
  /** A running drop has come to rest: gives it its shape at rest and lays it. */
  rest(world: World, slot: number): void;
  /** The world has changed, and with it perhaps every still shape. */
  worldChanged(): void;

  // Merging

  /** Shapes a merged drop, whose mass, place and velocity are known, after its members. */
  unite(merged: number, ids: Uint32Array, first: number, end: number): void;
  /** Takes a member of a merged drop out of the still map; `runs` says whether the merged drop does. */
  absorb(slot: number, runs: boolean): void;
  /** A merged drop runs. */
  runMerged(world: World, slot: number): void;
  /** A merged drop rests: lays it. */
  layMerged(world: World, slot: number): void;
  /** Are kin that both rest held together, until their mass lets them go? */
  hangsTogether(a: number, b: number): boolean;

  // Layers and blades

  /** Takes up what lies under a drop that has a new shape at rest. Returns the water [mg]. */
  clearUnder(world: World, slot: number): number;
  /** Base radius of a round drop of `mass` [mg], or of a wave drop drawn out to `stretch` radii of length [mm]. */
  plainRadius(world: World, mass: number, stretch: number): number;
  /** Measures where a drop lies as seen from a moving blade. */
  measure(slot: number, region: SweptRegion, out: Extent): void;
  /** Does the drop measured last reach into the region? */
  meets(slot: number, region: SweptRegion, extent: Extent): boolean;
  /** How far the drop measured last reaches along the blade [mm]. */
  reachAlong(slot: number, extent: Extent): number;
  /** Takes a drop that a blade has met off the still map. */
  takeOff(slot: number): void;
  /** Length of each of `parts` wave drops before a blade over its radius; 0 if it is round. */
  waveDropStretch(parts: number, holds: boolean): number;
  /** Makes a wave drop before a blade of the drop in `slot`; its mass is set next. */
  formWaveDrop(world: World, slot: number, stretch: number, region: SweptRegion): void;
  /** Lays a wave drop that rests before a blade, or past its end (`isShed`). */
  layWaveDrop(world: World, slot: number, isShed: boolean): void;
  /** Are drops before a blade in no map until it leaves them? */
  readonly waveFloats: boolean;
}
