import * as BODY from './body-record.js';
import { cos, sin } from './math.js';

/**
 * The body of a drop: water over a footprint, as a height at every point. Models stamp it, renderers draw it, and both
 * ask here, so that the picture and the map agree at every point.
 *
 * A body is a cap of a contact angle θ, drawn out behind its head into a capsule whose tail may be thinner, leaning
 * downhill, with an outline that need not be round. In the drop's own axes (X along its heading, Y across, both over the
 * local radius) it is the set where
 *
 *     w = (1 − q)(1 + sag·X) > 0,   q = X² + Y² − c₂(X² − Y²) − s₂·2XY − c₃(X³ − 3XY²) − s₃(3X²Y − Y³)
 *
 * and its height is ρ·e·(√(k² + w) − k) with k = cot θ. Without sag and outline that is a spherical cap, exactly. The
 * terms of the outline are harmonic, as a pinned contact line bends a liquid's surface where slopes are small, so they
 * fade towards the middle; the sag is the first-order answer to a pull along X, which steepens the slope ahead to
 * (1 + sag)·tan θ and flattens it behind to (1 − sag)·tan θ. Only + − × ÷ √: the same on every machine, and in shaders.
 * A height has no overhang: from 90° on the sides are upright, and e keeps the volume.
 *
 * The local radius ρ goes straight from the head's to the tail's, less a waist: two drops that have just become one hang
 * together by a neck. It is waist·(4t(1 − t))² narrower at the share t of the length, so that it begins without a corner.
 */

export { BODY };

/** Largest |c₂| + |s₂| + |c₃| + |s₃| of an outline. */
export const MOST_OUTLINE = 0.3;
/** A body of no more length than this does not taper [mm]: dividing by it would be asking for trouble. */
const SHORT = 1e-6;
/** No body reaches further than this many local radii from its axis. */
export const BODY_REACH = 1.3;

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

/** Height of a body at (x, y) [mm]; 0 outside. */
export function bodyHeight(body: Float64Array, x: number, y: number): number {
  return heightIn(body, 0, x, y);
}

/** The same for a body that stands at `at` in a longer array, as it does in the kernels' heap. */
export function heightIn(f64: Float64Array, at: number, x: number, y: number): number {
  const dx = x - f64[at + BODY.x];
  const dy = y - f64[at + BODY.y];
  const along = dx * f64[at + BODY.ux] + dy * f64[at + BODY.uy];
  const across = dy * f64[at + BODY.ux] - dx * f64[at + BODY.uy];
  const length = f64[at + BODY.length];
  const head = f64[at + BODY.head];
  const back = along >= 0 ? 0 : along <= -length ? length : -along;
  const share = length > SHORT ? back * (1 / length) : 0;
  const bulge = 4 * share * (1 - share);
  const radius = head + (f64[at + BODY.tail] - head) * share - f64[at + BODY.waist] * bulge * bulge;
  const inverse = 1 / radius;
  const X = (along + back) * inverse;
  const Y = across * inverse;
  const xx = X * X;
  const yy = Y * Y;
  if (xx + yy >= BODY_REACH * BODY_REACH) return 0;
  const q =
    xx +
    yy -
    (f64[at + BODY.c2] * (xx - yy) +
      f64[at + BODY.s2] * (2 * X * Y) +
      f64[at + BODY.c3] * (X * (xx - 3 * yy)) +
      f64[at + BODY.s3] * (Y * (3 * xx - yy)));
  if (q >= 1) return 0;
  const w = (1 - q) * (1 + f64[at + BODY.sag] * X);
  if (w <= 0) return 0;
  const k = f64[at + BODY.k];
  return radius * f64[at + BODY.e] * (Math.sqrt(k * k + w) - k);
}
