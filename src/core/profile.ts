import { profileScale } from './body.js';
import { cbrt, cos, sin } from './math.js';
import { WATER_DENSITY } from './units.js';

/**
 * The profile of a body of contact angle θ and base radius 1 (spec 0.5): what a cap over the circle and a long drop over
 * a strip hold, in closed form. Above 90° the radius is the widest one, seen from above, and the numbers are those of 90°
 * with a height scale e: a height map has no overhang.
 */
export interface Profile {
  readonly angle: number;
  /** cot θ, 0 from 90° on. */
  readonly k: number;
  /** Height scale. */
  readonly e: number;
  /** Volume of the cap, f(θ). */
  readonly cap: number;
  /** Area of the cross-section of a long drop, g(θ) = (θ − sin θ cos θ)/sin² θ. */
  readonly strip: number;
  /** First moment of half a cap about its cut; also the second moment of the cross-section. */
  readonly moment: number;
  /** Second moment of the cap along an axis through its middle. */
  readonly spread: number;
}

/** Volume of a spherical cap over its base radius cubed (spec 6.3, f(θ)); θ in rad, above 0 and below π. */
export function capVolumeFactor(angle: number): number {
  const c = cos(angle);
  const s = sin(angle);
  return (Math.PI * (2 - 3 * c + c * c * c)) / (3 * s * s * s);
}

/** A hemisphere's. */
const UPRIGHT: Profile = {
  angle: Math.PI / 2,
  k: 0,
  e: 1,
  cap: (2 * Math.PI) / 3,
  strip: Math.PI / 2,
  moment: Math.PI / 8,
  spread: (2 * Math.PI) / 15,
};

/** The last two that were asked for: nearly all drops of a glass share theirs, and one is on its way to it. */
let last = UPRIGHT;
let before = UPRIGHT;

/** The profile of a contact angle [rad]. */
export function profileOf(angle: number): Profile {
  if (last.angle === angle) return last;
  const known = before.angle === angle ? before : makeProfile(angle);
  before = last;
  last = known;
  return known;
}

/** Base radius of a round cap of this mass [mg] and contact angle [rad] [mm]. */
export function capRadius(mass: number, angle: number): number {
  const { e, cap } = profileOf(angle);
  return cbrt(mass / (WATER_DENSITY * e * cap));
}

function makeProfile(angle: number): Profile {
  if (angle >= Math.PI / 2) return { ...UPRIGHT, angle, e: profileScale(angle) };
  const s = sin(angle);
  const c = cos(angle);
  const k = c / s;
  // The cap is part of a sphere of radius K.
  const K = 1 / s;
  const KKK = K * K * K;
  const kkk = k * k * k;
  const inner = (K * K * (KKK - kkk)) / 3 - (KKK * K * K - kkk * k * k) / 5;
  return {
    angle,
    k,
    e: 1,
    cap: capVolumeFactor(angle),
    strip: (angle - s * c) / (s * s),
    moment: (angle - sin(4 * angle) / 4) / (4 * s * s * s * s) - (2 * k) / 3,
    spread: Math.PI * (inner - k / 4),
  };
}
