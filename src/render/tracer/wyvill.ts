/**
 * Wyvill's density of a metaball (KAN-14): with a = distance over the effective radius and u = 1 − a²,
 *
 *     f = 1 − (22/9)a² + (17/9)a⁴ − (4/9)a⁶ = (5/9)u² + (4/9)u³
 *
 * Two equal metaballs in one place have twice the volume of one, as the paper asks, at one threshold only: T*. On a surface that
 * holds of hemispheres. A flatter cap is the top of a large ball whose middle lies deep below, and at T* two of 35° in one place
 * would have seven times the volume of one. So the ball of a cap has an effective radius and a weight of its own (`capOf`), with
 * which T* doubles the cap.
 */
import { cos } from '../../core/math.js';

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

/** The metaball of a spherical cap: its effective radius over the radius of its ball, and what its density is multiplied by. */
export interface CapBall {
  readonly reach: number;
  readonly weight: number;
}

/** Halvings after which a zero is exact. */
const HALVINGS = 60;

/**
 * The metaball of a cap of a contact angle [rad], such that two in one place have twice the volume above the surface. With the
 * ball's radius 1 and its middle at height −c, c = cos θ, a ball of radius λ stands out by π/3·(λ − c)²(2λ + c). Where that has
 * doubled the density must have halved: f(λ/reach) = ½·f(1/reach). At 90° it is the paper's: reach 1/0.5523, weight 1.
 */
export function capOf(angle: number): CapBall {
  const c = cos(angle);
  const above = (larger: number) => (larger - c) * (larger - c) * (2 * larger + c);
  const larger = zeroOf(1, 2, (value) => above(value) - 2 * above(1));
  const at = (share: number) => density(1 - share * share);
  const share = zeroOf(0, 1 / larger, (value) => 0.5 * at(value) - at(larger * value));
  return { reach: 1 / share, weight: THRESHOLD / at(share) };
}

/** Where a function that is below 0 at `from` and not at `to` changes its sign. */
function zeroOf(from: number, to: number, f: (value: number) => number): number {
  let [low, high] = [from, to];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
