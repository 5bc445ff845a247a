import { type Chance, STREAM } from '../core/chance.js';
import { cos, pow, sin } from '../core/math.js';
import { AIR_DENSITY } from '../core/units.js';
import { BandNoise } from './band-noise.js';
import { GustWatch } from './gust-watch.js';
import { createWindField, type WindField, type WindFieldOptions } from './wind-field.js';

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

/** The glass the air meets. */
export interface WindGlass {
  /** [mm] */
  readonly width: number;
  readonly height: number;
  /** [rad], as in the scene's surface. */
  readonly tilt: number;
  readonly turn: number;
}

/** Drag coefficient of a drop: with δ = 6 mm it gives the still zone Hashimoto measured (spec 5.3). */
const DRAG_COEFFICIENT = 1.0775;

/**
 * The wind as models feel it (Nakata 2012, eq. 3 and 4): the drag on a drop at a place, now. `now` sets the instant; in
 * between the wind stands still. Drag goes with |a|·a of the air's whole velocity a, of which the part along the glass
 * moves drops: driving at V on glass of slope α gives V²·cos α up the glass, as the closed form of V* has it.
 */
export class Wind {
  /** Speed of the free air now, the part onto the glass included [mm/s]; 0 only in a calm. */
  speed = 0;
  /** The part of the air's velocity along the glass over its whole speed: a unit vector for wind alone. */
  x: number;
  y: number;
  /** Does it change with time? */
  readonly gusty: boolean;

  readonly #options: Required<WindOptions>;
  readonly #windX: number;
  readonly #windY: number;
  readonly #gusts: BandNoise | null;
  readonly #field: WindField | null;
  /** Half the pane [mm]. */
  readonly #halfWidth: number;
  readonly #halfHeight: number;
  /** The air a vehicle drives into: up the glass, and onto it [mm/s]. */
  #upX = 0;
  #upY = 0;
  #onto = 0;
  #tilt = Number.NaN;
  #turn = Number.NaN;
  readonly #local = new Float64Array(2);
  readonly #watch = new GustWatch();

  constructor(options: WindOptions, glass: WindGlass, chance: Chance) {
    this.#options = { ...WIND_DEFAULTS, ...options };
    const { direction, gusts, field, speed } = this.#options;
    this.#windX = cos(direction);
    this.#windY = sin(direction);
    this.x = this.#windX;
    this.y = this.#windY;
    this.gusty = gusts !== null && gusts.strength > 0 && speed > 0;
    this.#gusts =
      gusts && this.gusty ? new BandNoise(chance, STREAM.gust, 0, 1 / gusts.slowest, 1 / gusts.fastest) : null;
    this.#field = field && createWindField(field);
    this.#halfWidth = glass.width / 2;
    this.#halfHeight = glass.height / 2;
    this.aim(glass.tilt, glass.turn);
    this.now(0);
  }

  /** The glass stands so from now on [rad]; `now` is to follow. True if the wind on it is another than before. */
  aim(tilt: number, turn: number): boolean {
    const { vehicle } = this.#options;
    if (vehicle === 0 || (tilt === this.#tilt && turn === this.#turn)) return false;
    this.#tilt = tilt;
    this.#turn = turn;
    const along = vehicle * cos(tilt);
    this.#upX = -along * sin(turn);
    this.#upY = -along * cos(turn);
    this.#onto = vehicle * sin(tilt);
    return true;
  }

  /** Mean speed of the wind times its gust at `time` [s], never below 0 [mm/s]. */
  gustAt(time: number): number {
    const { speed, gusts } = this.#options;
    if (!this.#gusts || !gusts) return speed;
    return Math.max(0, speed * (1 + gusts.strength * this.#gusts.at(time)));
  }

  /** Sets the instant [s]. */
  now(time: number): void {
    const wind = this.gustAt(time);
    if (this.#options.vehicle === 0) {
      this.speed = wind;
      return;
    }
    const ax = wind * this.#windX + this.#upX;
    const ay = wind * this.#windY + this.#upY;
    this.speed = Math.sqrt(ax * ax + ay * ay + this.#onto * this.#onto);
    this.x = ax / this.speed;
    this.y = ay / this.speed;
  }

  /** Speed of the air at a height above the glass [mm], where it is `speed` outside the boundary layer (eq. 4). */
  inLayer(speed: number, height: number): number {
    const { boundaryLayer, exponent } = this.#options;
    return height < boundaryLayer ? speed * pow(height / boundaryLayer, exponent) : speed;
  }

  /** Writes the drag along the glass on a hemispherical drop of radius r [mm] at (x, y) [mm] to `out` [mg·mm/s²]. */
  force(x: number, y: number, r: number, out: Float64Array): void {
    const drag = this.#drag(r, this.speed);
    if (!this.#field) {
      out[0] = drag * this.x;
      out[1] = drag * this.y;
      return;
    }
    const local = this.#local;
    const size = this.#askField(x, y);
    out[0] = drag * size * (local[0] * this.x - local[1] * this.y);
    out[1] = drag * size * (local[0] * this.y + local[1] * this.x);
  }

  /** All still drops are asked whether they hold in the wind as it is now. */
  askedAll(): void {
    this.#watch.restart(this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  /** A drop at (x, y) of radius r [mm] rests, and could bear `slack` more [mg·mm/s²]. */
  noteStill(x: number, y: number, r: number, slack: number): void {
    const size = this.#field ? this.#askField(x, y) : 1;
    const weight = this.#drag(r, 1) * size * size;
    this.#watch.note(slack, weight, this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  /** Has a gust come that may be too much for a still drop? */
  get shakes(): boolean {
    if (!this.gusty) return false;
    return this.#watch.isPassed(this.speed * this.speed * this.x, this.speed * this.speed * this.y);
  }

  /** Walks the state: only gusts have one. */
  visit(visitor: { number(value: number): number }): void {
    if (this.gusty) this.#watch.visit(visitor);
  }

  /** Fills `local` with the air at (x, y) over the free air, and returns its speed over the free air's. */
  #askField(x: number, y: number): number {
    const local = this.#local;
    this.#field?.at(x / this.#halfWidth - 1, y / this.#halfHeight - 1, local);
    return Math.sqrt(local[0] * local[0] + local[1] * local[1]);
  }

  /** Drag on a drop in air of this speed, were there no glass to turn it (eq. 3) [mg·mm/s²]. */
  #drag(r: number, speed: number): number {
    if (speed === 0) return 0;
    const slowed = this.inLayer(speed, r);
    const frontalArea = 0.5 * Math.PI * r * r;
    return 0.5 * AIR_DENSITY * DRAG_COEFFICIENT * frontalArea * slowed * slowed;
  }
}
