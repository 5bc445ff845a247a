import type { WindFieldOptions } from './wind-field.js';

/** Air along the surface: wind, its gusts, the air a vehicle drives into, and where on the glass it is faster. */
export interface WindOptions {
  /** Mean speed of the free air [mm/s]. Default 0. */
  readonly speed?: number;
  /** Where it blows to, in the surface [rad]: 0 along +x, positive turns towards +y. Default 0. */
  readonly direction?: number;
  /** Thickness of the boundary layer δ [mm]. Default 6. */
  readonly boundaryLayer?: number;
  /** Exponent of the boundary layer's profile. Default 0.5. */
  readonly exponent?: number;
  /** Speed of the vehicle the glass is the windshield of [mm/s]. Default 0. */
  readonly vehicle?: number;
  /** Gusts on the wind. Default null, none. */
  readonly gusts?: GustOptions | null;
  /** Where the air is faster or turned aside. Default null, the same everywhere. */
  readonly field?: WindFieldOptions | null;
}

export interface GustOptions {
  /** Standard deviation of the wind's speed over its mean, 0 to 1. Default 0.3. */
  readonly strength: number;
  /** Longest and shortest time from gust to gust [s]. Default 10 and 0.5. */
  readonly slowest: number;
  readonly fastest: number;
}

export const WIND_DEFAULTS = {
  speed: 0,
  direction: 0,
  boundaryLayer: 6,
  exponent: 0.5,
  vehicle: 0,
  gusts: null,
  field: null,
} as const satisfies WindOptions;

export const GUST_DEFAULTS: GustOptions = { strength: 0.3, slowest: 10, fastest: 0.5 };
