/**
 * Wyvill's density of a metaball (KAN-14): with a = distance over the effective radius and u = 1 − a²,
 *
 *     f = 1 − (22/9)a² + (17/9)a⁴ − (4/9)a⁶ = (5/9)u² + (4/9)u³
 *
 * Two equal metaballs in one place have twice the volume of one, as the paper asks, at one threshold only: T*.
 */

/** T*, at which halving it doubles the volume. At ½ the ratio would be 2.35. */
export const THRESHOLD = 0.4174349059668283;
/** Radius of the surface of a single metaball over its effective radius, at T*. */
export const SURFACE_RADIUS = 0.5523405263951616;

/** Density at u = 1 − (distance/effective radius)². */
export function density(u: number): number {
  return u <= 0 ? 0 : u * u * (5 / 9 + (4 / 9) * u);
}

/** Its derivative by u. */
export function densitySlope(u: number): number {
  return u <= 0 ? 0 : u * (10 / 9 + (4 / 3) * u);
}

/**
 * Density along a ray from where it enters the effective ball (t = 0) to where it leaves it (t = 1), as the coefficients of a
 * Bernstein polynomial of degree 6: u = k·t(1 − t) with k = 4(1 − (d/R)²), d the ray's distance from the middle.
 */
export function densityAlongRay(k: number, out: Float64Array): void {
  const k2 = k * k;
  out[0] = 0;
  out[1] = 0;
  out[2] = k2 / 27;
  out[3] = k2 / 18 + (k2 * k) / 45;
  out[4] = k2 / 27;
  out[5] = 0;
  out[6] = 0;
}
