/** The wind of a scene, in types; `scene.ts` says what `Partly` and units are. */

import type { WindFieldOptions, WindFormula, WindMap } from '../weather/wind-field.js';
import type { GustOptions } from '../weather/wind-options.js';

/** Air that moves along the surface. */
export interface SceneWind {
  /** Mean speed outside the boundary layer [mm/s], 0 to 100000. Default 0. */
  readonly speed: number;
  /** Where it blows to, in the plane [rad], −2π to 2π; 0 is along +x, π/2 along +y. Default 0. */
  readonly direction: number;
  /** Thickness of the boundary layer [mm], 0.01 to 1000. Default 6. */
  readonly boundaryLayer: number;
  /** Exponent of the speed profile inside it, 0 to 2. Default 0.5. */
  readonly exponent: number;
  /**
   * Speed of the vehicle whose windshield this is [mm/s], 0 to 100000. The air it drives into flows up the glass, the more
   * the flatter the glass lies, and is added to the wind. Default 0.
   */
  readonly vehicle: number;
  /** Gusts on the wind, not on the air of driving; null: a steady wind. Default null. */
  readonly gusts: GustOptions | null;
  /** Where on the glass the air is faster or turned aside: a formula or a map; null: nowhere. Default null. */
  readonly field: WindFieldOptions | null;
}

type Quantity = number | string;

/** Gusts as users write them. */
export interface SceneGustsInput {
  /** Standard deviation of the wind's speed over its mean, 0 to 1. Default 0.3. */
  readonly strength?: number | undefined;
  /** Longest time from gust to gust [s], 0.02 to 3600. Default 10. */
  readonly slowest?: Quantity | undefined;
  /** Shortest time from gust to gust [s], 0.02 to `slowest`. Default 0.5. */
  readonly fastest?: Quantity | undefined;
}

/** A field as users write it: of a formula `width`, `height`, `values` and `turns` do nothing, of a map `strength`. */
export interface SceneWindFieldInput {
  /** A formula, or 'map'. Default 'map'. */
  readonly kind?: WindFormula['kind'] | WindMap['kind'] | undefined;
  /** How strong the formula's effect is, −1 to 10. Default 0.5. */
  readonly strength?: number | undefined;
  /** Points of the map across and down, 1 to 1024. Default 1. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** width × height multipliers of the speed, row by row, 0 to 10. Default [1]. */
  readonly values?: readonly number[] | undefined;
  /** As many angles by which the air is turned [rad]; null: none. Default null. */
  readonly turns?: readonly number[] | null | undefined;
}

/** Wind as users write it. */
export interface SceneWindInput {
  /** Mean speed outside the boundary layer [mm/s], 0 to 100000. Default 0. */
  readonly speed?: Quantity | undefined;
  /** Where it blows to, in the plane [rad], −2π to 2π; 0 is along +x, π/2 along +y. Default 0. */
  readonly direction?: Quantity | undefined;
  /** Thickness of the boundary layer [mm], 0.01 to 1000. Default 6. */
  readonly boundaryLayer?: Quantity | undefined;
  /** Exponent of the speed profile inside it, 0 to 2. Default 0.5. */
  readonly exponent?: number | undefined;
  /** Speed of the vehicle whose windshield this is [mm/s], 0 to 100000. Default 0. */
  readonly vehicle?: Quantity | undefined;
  /** Gusts on the wind; null: a steady wind. Default null. */
  readonly gusts?: SceneGustsInput | null | undefined;
  /** Where the air is faster or turned aside; null: nowhere. Default null. */
  readonly field?: SceneWindFieldInput | null | undefined;
}
