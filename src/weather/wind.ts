import { cos, pow, sin } from '../core/math.js';
import { AIR_DENSITY } from '../core/units.js';

/** A steady wind along the surface (Nakata 2012, eq. 3 and 4). */
export interface WindOptions {
  /** Speed of the free air [mm/s]. Default 0. */
  speed?: number;
  /** Where it blows to, in the surface [rad]: 0 along +x, positive turns towards +y. Default 0. */
  direction?: number;
  /** Thickness of the boundary layer δ [mm]. Default 6. */
  boundaryLayer?: number;
  /** Exponent of the boundary layer's profile. Default 0.5. */
  exponent?: number;
}

export const WIND_DEFAULTS: Required<WindOptions> = { speed: 0, direction: 0, boundaryLayer: 6, exponent: 0.5 };

/** Drag coefficient of a drop: with δ = 6 mm it gives the still zone Hashimoto measured (spec 5.3). */
const DRAG_COEFFICIENT = 1.0775;

export class Wind {
  readonly #options: Required<WindOptions>;
  /** Speed of the free air [mm/s]. */
  readonly speed: number;
  /** Unit vector the wind blows along. */
  readonly x: number;
  readonly y: number;

  constructor(options: WindOptions = {}) {
    this.#options = { ...WIND_DEFAULTS, ...options };
    this.speed = this.#options.speed;
    this.x = cos(this.#options.direction);
    this.y = sin(this.#options.direction);
  }

  /** Drag on a hemispherical drop of radius r [mm] along the wind [mg·mm/s²]. */
  force(r: number): number {
    const { speed, boundaryLayer, exponent } = this.#options;
    if (speed === 0) return 0;
    const slowed = r < boundaryLayer ? speed * pow(r / boundaryLayer, exponent) : speed;
    const frontalArea = 0.5 * Math.PI * r * r;
    return 0.5 * AIR_DENSITY * DRAG_COEFFICIENT * frontalArea * slowed * slowed;
  }
}
