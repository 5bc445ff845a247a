import { ALL_SCENES } from '../core/build-flags.js';
import { cos, pow, sin } from '../core/math.js';
import type { StateVisitor } from '../core/state-visitor.js';
import { AIR_DENSITY } from '../core/units.js';
import type { Chart, Place } from '../surface/surface.js';
import type { WindFieldOptions } from './wind-field.js';

/** Air along the surface: wind, its gusts, the air a vehicle drives into, and where on the glass it is faster. */
export interface WindOptions {
  /** Mean speed of the free air [mm/s]. Default 0. */
  readonly speed?: number;
  /** Where it blows to, in the surface [rad]: 0 along +x, positive turns towards +y. Default 0. */
  readonly direction?: number;
  /** Where it blows to in the world, of any length above 0, on surfaces that stand by a pose. Default null: by `direction`. */
  readonly towards?: readonly [number, number, number] | null;
  /** Thickness of the boundary layer δ [mm]. Default 6. */
  readonly boundaryLayer?: number;
  /** Exponent with which the boundary layer thickens along the glass; δ is that in the middle. Default 0, even. */
  readonly layerGrowth?: number;
  /** Exponent of the boundary layer's profile. Default 0.5. */
  readonly exponent?: number;
  /** C_D of a drop in eq. 3. Default 1.0775. */
  readonly dragCoefficient?: number;
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
  towards: null,
  boundaryLayer: 6,
  layerGrowth: 0,
  exponent: 0.5,
  // With δ = 6 mm it gives the still zone that Hashimoto measured (spec 5.3).
  dragCoefficient: 1.0775,
  vehicle: 0,
  gusts: null,
  field: null,
} as const satisfies WindOptions;

export const GUST_DEFAULTS: GustOptions = { strength: 0.3, slowest: 10, fastest: 0.5 };

/** The glass that the air meets. */
export interface WindSite {
  readonly charts: readonly Pick<Chart, 'width' | 'height'>[];
  /** How it stands [rad], as in the scene's surface. */
  readonly tilt: number;
  readonly turn: number;
}

/** Where a drop is pulled: unit vector and size. */
export interface Pull {
  x: number;
  y: number;
  /** [mg·mm/s²] */
  force: number;
}

/**
 * The wind as models feel it (Nakata 2012, eq. 3 and 4): the drag on a drop, now. `now` sets the instant; in between the
 * wind stands still. Drag goes with |a|·a of the air's whole velocity a, of which the part along the glass moves drops:
 * driving at V on glass of slope α gives V²·cos α up the glass, as the closed form of V* has it. This one is the same at
 * all times and places; `Wind` has gusts and fields.
 */
export class SteadyWind {
  /** Speed of the free air now, the part onto the glass included [mm/s]; 0 only in a calm. */
  speed = 0;
  /** The part of the air's velocity along the glass over its whole speed: a unit vector for wind alone. */
  x: number;
  y: number;
  protected readonly options: Required<WindOptions>;
  readonly #windX: number;
  readonly #windY: number;
  /** The air a vehicle drives into: up the glass, and onto it [mm/s]. */
  #upX = 0;
  #upY = 0;
  #onto = 0;
  #tilt = Number.NaN;
  #turn = Number.NaN;
  #lastHeight = Number.NaN;
  #lastShare = 0;

  constructor(options: WindOptions, site: WindSite) {
    this.options = { ...WIND_DEFAULTS, ...options };
    this.#windX = cos(this.options.direction);
    this.#windY = sin(this.options.direction);
    this.x = this.#windX;
    this.y = this.#windY;
    this.aim(site.tilt, site.turn);
    this.blow(this.options.speed);
  }

  /** Does it change with time? */
  get gusty(): boolean {
    return false;
  }

  /** The glass stands so from now on [rad]; `now` is to follow. True if the wind on it is another than before. */
  aim(tilt: number, turn: number): boolean {
    const { vehicle } = this.options;
    if (!ALL_SCENES || vehicle === 0 || (tilt === this.#tilt && turn === this.#turn)) return false;
    this.#tilt = tilt;
    this.#turn = turn;
    const along = vehicle * cos(tilt);
    this.#upX = -along * sin(turn);
    this.#upY = -along * cos(turn);
    this.#onto = vehicle * sin(tilt);
    return true;
  }

  /** Writes the mean air along the surface, without gusts [mm/s]. */
  protected meanAir(out: Float64Array): void {
    if (!ALL_SCENES) return;
    out[0] = this.options.speed * this.#windX + this.#upX;
    out[1] = this.options.speed * this.#windY + this.#upY;
  }

  /** Sets the instant [s]. */
  now(_time: number): void {
    this.blow(this.options.speed);
  }

  /** Speed of the air at a height above the glass [mm], where it is `speed` outside the boundary layer (eq. 4). */
  inLayer(speed: number, height: number): number {
    return height < this.options.boundaryLayer ? speed * this.#shareAt(height) : speed;
  }

  /** Speed of the air at a height inside the boundary layer over that outside. The last result is kept, since each is needed twice. */
  #shareAt(height: number): number {
    if (height === this.#lastHeight) return this.#lastShare;
    const { boundaryLayer, exponent } = this.options;
    this.#lastHeight = height;
    // The default exponent has no need of a logarithm.
    this.#lastShare = exponent === 0.5 ? Math.sqrt(height / boundaryLayer) : pow(height / boundaryLayer, exponent);
    return this.#lastShare;
  }

  /**
   * Writes the drag along the glass on a drop at a place to `out` [mg·mm/s²]: its front [mm²] and its height [mm] are
   * ½πr² and r of a hemisphere.
   */
  force(place: Place, front: number, height: number, out: Float64Array): void {
    const drag = this.drag(front, height, this.speed);
    this.airAt(place, out);
    out[0] *= drag;
    out[1] *= drag;
  }

  /** Writes the part of the air's velocity along the surface at a place, over its whole speed. */
  protected airAt(_place: Place, out: Float64Array): void {
    out[0] = this.x;
    out[1] = this.y;
  }

  /** All still drops are tested in the present wind. */
  testedAll(): void {}

  /** Notes a drop at rest: this pull acts on it, drag included, and friction holds it up to `held` [mg·mm/s²]. */
  noteStill(_place: Place, _front: number, _height: number, _pull: Readonly<Pull>, _held: number): void {}

  /** Has a gust come that may be too much for a still drop? */
  get shakes(): boolean {
    return false;
  }

  /** Visits the state: only gusts have one. */
  visit(_visitor: Pick<StateVisitor, 'number'>): void {}

  /** The wind has this speed now [mm/s]; a vehicle drives into it. */
  protected blow(wind: number): void {
    if (!ALL_SCENES || this.options.vehicle === 0) {
      this.speed = wind;
      return;
    }
    const ax = wind * this.#windX + this.#upX;
    const ay = wind * this.#windY + this.#upY;
    this.speed = Math.sqrt(ax * ax + ay * ay + this.#onto * this.#onto);
    // Air so slow that its square is 0 is a calm, which has no direction.
    this.x = this.speed && ax / this.speed;
    this.y = this.speed && ay / this.speed;
  }

  /** Drag on a drop in air of this speed, were there no glass to turn it (eq. 3) [mg·mm/s²]; where the layer is `thick`er. */
  protected drag(front: number, height: number, speed: number, thick = 1): number {
    if (speed === 0) return 0;
    // Only the height over δ counts.
    const slowed = this.inLayer(speed, ALL_SCENES && thick !== 1 ? height / thick : height);
    return 0.5 * AIR_DENSITY * this.options.dragCoefficient * front * slowed * slowed;
  }
}
