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

/** cot θ of a body's profile; from 90° on the sides are upright. */
export function profileK(angle: number): number {
  return angle < Math.PI / 2 ? cos(angle) / sin(angle) : 0;
}

/** Height scale of a body of contact angle θ: above 90° the same volume over the widest circle, seen from above. */
export function profileScale(angle: number): number {
  if (angle <= Math.PI / 2) return 1;
  const c = cos(angle);
  return ((2 + c) * (1 - c) * (1 - c)) / 2;
}

/** Volume of a spherical cap over its base radius cubed (spec 6.3, f(θ)); θ in rad, above 0 and below π. */
export function capVolumeFactor(angle: number): number {
  return capFactor(cos(angle), sin(angle));
}

/** The same from the angle's cosine and sine. */
function capFactor(c: number, s: number): number {
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

/** Profiles that are kept: nearly all drops of a glass share theirs, and some are on their way to it. */
const KEPT = 8;
const kept = Array.from({ length: KEPT }, () => ({ ...UPRIGHT }));
let last = kept[0];
/** The place that the next one takes. */
let oldest = 1;

/**
 * The profile of a contact angle [rad], in an object that is reused: it is valid until the second call with another angle.
 * test/core/profile.test.ts overwrites each profile at that call, so that code which holds one longer changes a hash.
 */
export function profileOf(angle: number): Profile {
  if (last.angle === angle) return last;
  for (let n = 0; n < KEPT; n++) {
    if (kept[n].angle !== angle) continue;
    last = kept[n];
    return last;
  }
  if (kept[oldest] === last) oldest = (oldest + 1) % KEPT;
  last = kept[oldest];
  oldest = (oldest + 1) % KEPT;
  setProfile(last, angle);
  return last;
}

/** Base radius of a cap of this mass [mg] and contact angle [rad] [mm]: round, or drawn out to so many radii of length. */
export function capRadius(mass: number, angle: number, stretch = 0): number {
  const { e, cap, strip } = profileOf(angle);
  return cbrt(mass / (WATER_DENSITY * e * (cap + stretch * strip)));
}

/** Writes the profile of an angle to `out`. It is called many times in a step and must not allocate. */
function setProfile(out: { -readonly [K in keyof Profile]: number }, angle: number): void {
  out.angle = angle;
  if (angle >= Math.PI / 2) {
    Object.assign(out, UPRIGHT, { angle, e: profileScale(angle) });
    return;
  }
  const s = sin(angle);
  const c = cos(angle);
  const k = c / s;
  // The cap is part of a sphere of radius K.
  const K = 1 / s;
  const KKK = K * K * K;
  const kkk = k * k * k;
  const inner = (K * K * (KKK - kkk)) / 3 - (KKK * K * K - kkk * k * k) / 5;
  out.k = k;
  out.e = 1;
  out.cap = capFactor(c, s);
  out.strip = (angle - s * c) / (s * s);
  // sin 4θ = 4 sin θ cos θ (1 − 2 sin² θ)
  out.moment = (angle - s * c * (1 - 2 * s * s)) / (4 * s * s * s * s) - (2 * k) / 3;
  out.spread = Math.PI * (inner - k / 4);
}
