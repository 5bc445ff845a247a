import { MAPS } from './build-flags.js';
import { cbrt, cos, sin } from './math.js';
import { type Profile, profileOf } from './profile.js';
import { WATER_DENSITY } from './units.js';

/**
 * How much water a body holds, and where its middle is. A body of head radius r, length s·r and tail radius t·r holds
 *
 *     V = e·r³·[H + T·t³ + G·s((1 + t + t²)/3 − (8/15)w(1 + t) + (128/315)w²)]
 *
 * with w its waist over r, H and T the halves of the cap ahead and behind and G the cross-section between them; without
 * sag and outline H = T = f(θ)/2 and G = g(θ), else they come from a fixed rule of quadrature (to about 0.1 %). The radius
 * follows from the mass by one cube root.
 */
export interface BodyShape {
  /** Contact angle [rad]. */
  angle: number;
  /** Length over head radius. */
  stretch: number;
  /** Tail radius over head radius. */
  tail: number;
  sag: number;
  c2: number;
  s2: number;
  c3: number;
  s3: number;
  /** How much narrower it is in the middle, over head radius. */
  waist: number;
}

/** A hemisphere's. */
export const PLAIN: Readonly<BodyShape> = {
  angle: Math.PI / 2,
  stretch: 0,
  tail: 1,
  sag: 0,
  c2: 0,
  s2: 0,
  c3: 0,
  s3: 0,
  waist: 0,
};

/** Twice the mean of (4t(1 − t))² over a body's length, and the mean of its square: the two terms that a waist takes away. */
export const NECK = 8 / 15;
export const NECK_SQUARE = 128 / 315;

/** Volume of a body of head radius 1 [mm³]. */
export function unitVolume(shape: BodyShape): number {
  const profile = profileOf(shape.angle);
  const { stretch, tail, sag, c2, s2, c3, s3 } = shape;
  const waist = MAPS ? shape.waist : 0;
  const long = stretch * ((1 + tail + tail * tail) / 3 - waist * (NECK * (1 + tail) - NECK_SQUARE * waist));
  const thin = tail * tail * tail;
  const isRound = c2 === 0 && s2 === 0 && c3 === 0 && s3 === 0;
  if (!MAPS || (isRound && sag === 0)) return profile.e * ((profile.cap / 2) * (1 + thin) + profile.strip * long);
  const halves = measure(profile, shape, isRound ? leaning(shape) : BENT);
  return profile.e * (halves.ahead + halves.behind * thin + halves.strip * long);
}

/** Head radius [mm] of a body of this shape that holds `mass` [mg]. */
export function radiusFor(mass: number, shape: BodyShape): number {
  return cbrt(mass / (WATER_DENSITY * unitVolume(shape)));
}

/**
 * How far ahead of the middle of its water the centre of a body's head lies, over the head radius. Sag and outline are
 * left out: what they move is small, and a drop's place would otherwise shake with its rim.
 */
export function headOffset({ cap, strip, moment }: Profile, stretch: number, tail: number, waist: number): number {
  if (stretch === 0) return 0;
  const thin = tail * tail * tail;
  const neck = MAPS ? waist * (NECK * (1 + tail) - NECK_SQUARE * waist) : 0;
  const neckBehind = MAPS ? waist * ((8 / 105) * (3 + 4 * tail) - (NECK_SQUARE / 2) * waist) : 0;
  const volume = (cap / 2) * (1 + thin) + strip * stretch * ((1 + tail + tail * tail) / 3 - neck);
  const behind =
    (stretch * cap * thin) / 2 +
    strip * stretch * stretch * ((1 + 2 * tail + 3 * tail * tail) / 12 - neckBehind) -
    moment * (1 - thin * tail);
  return behind / volume;
}

export function isRegular({ c2, s2, c3, s3 }: BodyShape): boolean {
  return c2 === 0 && s2 === 0 && c3 === 0 && s3 === 0;
}

/** Directions a half turn, and Gauss's four points on 0 to 1 with their weights. */
const DIRECTIONS = 8;
const NODES = [0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263];
const WEIGHTS = [0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692];

/** √(1 − t²) of each of the points, and what it counts for in a sector. */
const DEPTHS = /* @__PURE__ */ Float64Array.from(NODES, (t) => Math.sqrt(1 - t * t));
const COUNTS = /* @__PURE__ */ Float64Array.from(NODES, (t, j) => WEIGHTS[j] * t);

/** cos φ, cos 2φ, sin 2φ, cos 3φ, sin 3φ of every direction; those ahead first. */
const WAVES = /* @__PURE__ */ (() => {
  const waves = new Float64Array(5 * 2 * DIRECTIONS);
  for (let n = 0; n < 2 * DIRECTIONS; n++) {
    const angle = (Math.PI * (n + 0.5)) / DIRECTIONS - Math.PI / 2;
    waves.set([cos(angle), cos(2 * angle), sin(2 * angle), cos(3 * angle), sin(3 * angle)], 5 * n);
  }
  return waves;
})();

/** The parts of a body's volume over the cubes of its radii, and what they are for. */
interface Parts {
  ahead: number;
  behind: number;
  strip: number;
  readonly known: { angle: number; sag: number; c2: number; s2: number; c3: number; s3: number };
}

/**
 * The last results of `measure`, two of round bodies and one of others: nearly all running drops have the same shape, and
 * one of them may be on its way to it.
 */
const LEANING = [/* @__PURE__ */ unknownParts(), /* @__PURE__ */ unknownParts()];
const BENT = /* @__PURE__ */ unknownParts();

/** The result for this round shape, or else the older of the two, to be overwritten. */
function leaning({ angle, sag }: BodyShape): Parts {
  const [first, second] = LEANING;
  if (first.known.angle === angle && first.known.sag === sag) return first;
  LEANING[0] = second;
  LEANING[1] = first;
  return second;
}

function unknownParts(): Parts {
  return { ahead: 0, behind: 0, strip: 0, known: { angle: -1, sag: 0, c2: 0, s2: 0, c3: 0, s3: 0 } };
}

function measure(profile: Profile, shape: BodyShape, parts: Parts): Parts {
  const { angle, sag, c2, s2, c3, s3 } = shape;
  const { known } = parts;
  const asBefore = known.angle === angle && known.sag === sag && known.c2 === c2 && known.s2 === s2;
  const isDrawnOut = shape.stretch !== 0;
  if (asBefore && known.c3 === c3 && known.s3 === s3 && (parts.strip > 0 || !isDrawnOut)) return parts;
  known.angle = angle;
  known.sag = sag;
  known.c2 = c2;
  known.s2 = s2;
  known.c3 = c3;
  known.s3 = s3;
  parts.ahead = sector(profile.k, shape, 0);
  parts.behind = sector(profile.k, shape, DIRECTIONS);
  // Most bodies have nothing between head and tail.
  parts.strip = isDrawnOut ? crossSection(profile, shape) : 0;
  return parts;
}

function crossSection({ k, strip: regular }: Profile, shape: BodyShape): number {
  return isRegular(shape) ? regular : strip(k, 1 + shape.c2, shape.s3) + strip(k, 1 + shape.c2, -shape.s3);
}

/** Volume over half the footprint of radius 1, ray by ray; ρ² = ρ_rim²(1 − t²) makes the upright rim of 90° smooth. */
function sector(k: number, { sag, c2, s2, c3, s3 }: BodyShape, first: number): number {
  let sum = 0;
  for (let n = first; n < first + DIRECTIONS; n++) {
    const ahead = WAVES[5 * n];
    const square = 1 - c2 * WAVES[5 * n + 1] - s2 * WAVES[5 * n + 2];
    const cube = c3 * WAVES[5 * n + 3] + s3 * WAVES[5 * n + 4];
    const rim = rimOf(square, -cube);
    let ray = 0;
    for (let j = 0; j < COUNTS.length; j++) {
      const r = rim * DEPTHS[j];
      const w = (1 - r * r * (square - r * cube)) * (1 + sag * r * ahead);
      ray += COUNTS[j] * (Math.sqrt(k * k + w) - k);
    }
    sum += rim * rim * ray;
  }
  return (sum * Math.PI) / DIRECTIONS;
}

/** Area of half the cross-section between head and tail. */
function strip(k: number, square: number, cube: number): number {
  const rim = rimOf(square, cube);
  let sum = 0;
  for (let j = 0; j < NODES.length; j++) {
    const t = NODES[j];
    const y = rim * (1 - t * t);
    sum += WEIGHTS[j] * t * (Math.sqrt(k * k + 1 - y * y * (square + y * cube)) - k);
  }
  return 2 * rim * sum;
}

/** The r at which square·r² + cube·r³ = 1, by Newton: twice is enough for six digits. */
function rimOf(square: number, cube: number): number {
  let r = 1 / Math.sqrt(square);
  for (let n = 0; n < 2 && cube !== 0; n++) r -= (r * r * (square + r * cube) - 1) / (r * (2 * square + 3 * r * cube));
  return r;
}
