/**
 * A street between two rows of houses, in perspective: ground, sky and houses, computed for each pixel. Metres;
 * the eye stands at (0, eye, 0) and looks along z. Rows of houses at x = ±side, the ground at y = 0, wet, so that it
 * mirrors the houses and the sky. Cars, lamps and trees are painted over it (street-things.ts).
 */
import { alongRow, FAR, type House, houseAt, makeRow } from './houses.js';
import { type Colour, Dice, Noise, ramp } from './paper.js';

/** What the eye sees at a house's depth `z` and height `y` [m], along a ray of slopes tx and ty. */
interface Sight {
  readonly tx: number;
  readonly ty: number;
  readonly y: number;
  readonly z: number;
}

/** The light of a street: by day under cloud, or at night. */
export interface StreetLight {
  /** Sky at the horizon and straight up. */
  readonly horizon: Colour;
  readonly zenith: Colour;
  /** Light of the sun's disc where it breaks through the cloud; black at night. */
  readonly sun: Colour;
  /** How strongly clouds show, 0 to 1. */
  readonly clouds: number;
  /** Light on walls and ground. */
  readonly ambient: Colour;
  /** Share of windows that are lit, and how bright. */
  readonly litWindows: number;
  readonly windowLight: number;
  /** How bright shops are. */
  readonly shopLight: number;
  /** Is it night? Then street lamps are lit. */
  readonly night: boolean;
}

/** Where things of the street appear on the sheet. */
export interface Perspective {
  /** Units of the sheet per unit of slope. */
  readonly focal: number;
  /** Where the street vanishes. */
  readonly vanishX: number;
  readonly vanishY: number;
  /** Height of the eye [m]. */
  readonly eye: number;
  /** From the middle to the houses [m]. */
  readonly side: number;
}

export const PERSPECTIVE: Perspective = { focal: 1.15, vanishX: 0.1, vanishY: 0.06, eye: 4.2, side: 13 };

/**
 * Where the sun stands, as slopes; above what the eye sees directly, so that drops hold it and the glass does not. Its
 * disc and the light around it have these radii, as slopes; `share` of its light is around it. In the wet road it is drawn
 * out by `streak`.
 */
const SUN = { x: 0.16, y: -0.6, radius: 0.024, halo: 0.1, share: 0.003, streak: 5 };

/** Light in windows. */
const WARM: Colour = [1, 0.52, 0.18];
const COOL: Colour = [0.7, 0.88, 1];

/** Distance over which the air hides all but e⁻¹ of things [m], and its share of the horizon's light. */
const HAZE = 300;
export const HAZE_LIGHT = 0.65;

/** Share of the air's light over things `z` away [m]: near 1 − e^(−z/HAZE), without the exponential. */
export function hazeAt(z: number): number {
  const t = z / HAZE;
  return 1 - 1 / (1 + t * (1 + t * (0.5 + t / 6)));
}

export class Canyon {
  readonly #light: StreetLight;
  readonly #rows: readonly (readonly House[])[];
  readonly #noise: Noise;
  readonly #dice = new Float32Array(4096);
  readonly #travel: number;

  /** `travel` is how far the eye has come along the street [m]; it is negative for an eye that looks back. */
  constructor(light: StreetLight, seed: number, travel = 0) {
    this.#light = light;
    this.#travel = travel;
    this.#noise = new Noise(seed, 1);
    this.#rows = [makeRow(seed, 2), makeRow(seed, 3)];
    const dice = new Dice(seed, 4);
    for (let n = 0; n < this.#dice.length; n++) this.#dice[n] = dice.next();
  }

  /** Writes the colour of what is seen at (x, y) of the sheet; `pixel` is the size of one [units]. */
  paint(x: number, y: number, pixel: number, out: Float64Array): void {
    const { focal, vanishX, vanishY, eye, side } = PERSPECTIVE;
    const tx = (x - vanishX) / focal;
    const ty = (y - vanishY) / focal;
    const wallZ = side / Math.max(1e-6, Math.abs(tx));
    const groundZ = ty > 0 ? eye / ty : Number.POSITIVE_INFINITY;
    if (groundZ < Math.min(wallZ, FAR)) this.#ground(tx, ty, groundZ, pixel, out);
    else this.#upright({ tx, ty, y: eye - ty * wallZ, z: wallZ }, pixel, 0, out);
  }

  /** A house, or the sky above it, met at height `y` [m]; `spread` [m] is how far its picture is smeared up and down. */
  #upright({ tx, ty, y, z }: Sight, pixel: number, spread: number, out: Float64Array): void {
    const row = this.#rows[tx < 0 ? 0 : 1];
    const place = alongRow(row, z, this.#travel);
    const house = houseAt(row, place);
    const metre = (pixel * z) / PERSPECTIVE.focal;
    const inside = z >= FAR ? 0 : Math.min(1, Math.max(0, (house.tall - y) / (metre + spread) + 0.5));
    // In the wet road the sun is a streak.
    if (inside < 1) this.#sky(tx, ty, spread > 0 ? SUN.streak : 1, out);
    if (inside <= 0) return;
    const wall = this.#wall(house, y, place, metre + spread, (metre * z) / PERSPECTIVE.side);
    const haze = hazeAt(z);
    for (let c = 0; c < 3; c++) {
      const seen = wall[c] + (this.#light.horizon[c] * HAZE_LIGHT - wall[c]) * haze;
      out[c] += (seen - out[c]) * inside;
    }
  }

  readonly #colour = new Float64Array(3);

  /** The front of a house at height `y` and place `z` of its row; `tall` and `deep` are what a pixel covers there [m]. */
  #wall(house: House, y: number, z: number, tall: number, deep: number): Float64Array {
    const { ambient, litWindows, windowLight, shopLight } = this.#light;
    const out = this.#colour;
    const shade = (0.5 + 0.5 * ramp(0, 16, y)) * (0.75 + 0.5 * this.#noise.at(z * 0.7, y * 0.7));
    for (let c = 0; c < 3; c++) out[c] = house.wall[c] * ambient[c] * shade;
    const along = z - house.from;
    const bay = Math.floor(along / house.bay);
    const inBay = along - bay * house.bay - house.bay / 2;
    const shopTop = 3.6;
    if (y < shopTop + 0.8) {
      const glass = cover(Math.abs(y - 1.75), 1.05, tall) * cover(Math.abs(inBay), house.bay * 0.4, deep);
      // Goods and people behind the pane: no shop is evenly bright.
      const goods = this.#noise.at(z * 2.7 + house.number, y * 2.1) * this.#noise.at(z * 0.9, y + house.number);
      const fill = shopLight * (0.25 + 0.75 * this.#roll(house.number, bay, 1)) * (0.35 + 1.6 * goods);
      blend(out, house.shop, fill, glass);
      const sign =
        cover(Math.abs(y - shopTop), 0.38, tall) *
        cover(Math.abs(along - (house.to - house.from) / 2), (house.to - house.from) * 0.42, deep);
      blend(out, house.sign, 0.5 * (ambient[1] * 0.6 + shopLight * 0.6) * (0.4 + this.#roll(house.number, 3, 9)), sign);
      return out;
    }
    const level = Math.floor((y - shopTop) / house.floor);
    const inFloor = y - shopTop - level * house.floor - house.floor / 2;
    const opening =
      cover(Math.abs(inFloor), house.floor * 0.3, tall) * cover(Math.abs(inBay), house.bay * house.open, deep);
    const frame =
      cover(Math.abs(inFloor), house.floor * 0.3 + 0.14, tall) *
      cover(Math.abs(inBay), house.bay * house.open + 0.14, deep);
    blend(out, house.wall, ambient[1] * 1.5 * shade, (frame - opening) * 0.8);
    const chance = this.#roll(house.number, bay, level);
    if (chance < litWindows) {
      const warm = this.#roll(house.number, level, bay + 50);
      blend(
        out,
        warm < 0.8 ? WARM : COOL,
        windowLight * (0.25 + 0.75 * warm) * (0.7 + 0.3 * ramp(-1, 1, inFloor)),
        opening,
      );
    } else {
      // Dark panes mirror the sky, the upper ones more of it.
      blend(out, this.#light.horizon, 0.12 + 0.22 * ramp(4, 20, y) * chance, opening);
    }
    return out;
  }

  /** Wet asphalt: dark, and a mirror towards the distance, torn by ripples. */
  #ground(tx: number, ty: number, z: number, pixel: number, out: Float64Array): void {
    const { focal, eye, side } = PERSPECTIVE;
    const x = tx * z;
    const place = Math.abs(z + this.#travel);
    const wet = this.#noise.at(x * 0.35 + 9, place * 0.12);
    const ripple = (this.#noise.at(x * 2.2, place * 0.5) - 0.5) * 0.1;
    // The road mirrors the house at the same bearing upside down.
    const mx = tx + ripple * 0.04;
    const mirrorZ = side / Math.max(1e-6, Math.abs(mx));
    const y = Math.max(0.1, (ty * mirrorZ - eye) * (1 + ripple));
    this.#upright({ tx: mx, ty: -ty, y, z: mirrorZ }, pixel, 1.2 + mirrorZ * 0.03, out);
    const grazing = 1 - Math.min(1, ty * 1.1);
    const mirror = (0.12 + 0.5 * grazing * grazing) * (0.45 + 0.75 * wet);
    const metre = (pixel * z) / focal;
    const haze = hazeAt(z);
    const paving = Math.abs(x) > 7.5 ? 0.16 : 0.055;
    const deep = (metre * z) / eye;
    const dash = place - 9 * Math.floor(place / 9);
    const paint =
      0.5 * cover(Math.abs(x), 0.09, metre) * cover(Math.abs(dash - 2.2), 1.6, deep) +
      0.4 * cover(Math.abs(Math.abs(x) - 7.2), 0.07, metre);
    for (let c = 0; c < 3; c++) {
      const grey = paving * (0.8 + 0.4 * this.#noise.at(x * 3, place * 1.5)) + paint * (1 - paving);
      const own = grey * this.#light.ambient[c];
      const seen = own * (1 - mirror) + out[c] * mirror;
      out[c] = seen + (this.#light.horizon[c] * HAZE_LIGHT - seen) * haze * 0.8;
    }
  }

  /** The sky along slopes (tx, ty), ty < 0 is up; the sun `smear` times as high as wide. */
  #sky(tx: number, ty: number, smear: number, out: Float64Array): void {
    const { horizon, zenith, clouds, sun } = this.#light;
    const up = Math.max(0, -ty);
    const high = ramp(0, 0.8, up);
    // Clouds shrink towards the horizon.
    const near = 1 / (0.18 + up);
    const cloud =
      this.#noise.at(tx * near * 1.3 + 7, near * 2.2) * 0.65 + this.#noise.at(tx * near * 3.1, near * 5 + 3) * 0.35;
    const shade = 1 + clouds * (cloud - 0.5) * ramp(0, 0.12, up);
    const sunlit = sunAt(tx, ty, smear);
    for (let c = 0; c < 3; c++) out[c] = (horizon[c] + (zenith[c] - horizon[c]) * high) * shade + sun[c] * sunlit;
  }

  #roll(a: number, b: number, c: number): number {
    return this.#dice[(a * 389 + b * 61 + c * 7 + 17) & 4095];
  }
}

/** Share of the sun's light along slopes (tx, ty): its disc, and what the cloud scatters around it. */
function sunAt(tx: number, ty: number, smear: number): number {
  const dx = tx - SUN.x;
  const dy = (ty - SUN.y) / smear;
  const away = Math.sqrt(dx * dx + dy * dy);
  const near = 1 / (1 + (away / SUN.halo) * (away / SUN.halo));
  return (1 - ramp(0.7 * SUN.radius, SUN.radius, away)) / (smear * smear) + SUN.share * near * near;
}

/** Share of a pixel of width `size` within `half` of a middle that is `away` from the pixel's own. */
function cover(away: number, half: number, size: number): number {
  const wide = Math.max(size, 1e-9);
  const inside = Math.min(1, Math.max(0, (half - away) / wide + 0.5));
  // Things far smaller than a pixel fade to their mean.
  return wide > half ? inside * Math.min(1, (2 * half) / wide) : inside;
}

function blend(out: Float64Array, colour: Colour, light: number, share: number): void {
  for (let c = 0; c < 3; c++) out[c] += (colour[c] * light - out[c]) * share;
}
