/**
 * Snell's law for unit vectors. A ray along d meets a border whose unit normal n points to where the ray goes, d·n ≥ 0;
 * `eta` is the index here over the index beyond. With c = d·n and t = √(1 − η²(1 − c²)) it goes on along
 *
 *     d' = η·d + (t − η·c)·n
 *
 * Writes d' to `out`, which may be the array of d, and returns true; false if the border reflects all (η²(1 − c²) ≥ 1), and
 * `out` is left alone.
 */
export function refract(
  direction: ArrayLike<number>,
  normal: ArrayLike<number>,
  eta: number,
  out: Float64Array,
): boolean {
  const c = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
  const sin2 = eta * eta * (1 - c * c);
  if (sin2 >= 1) return false;
  const push = Math.sqrt(1 - sin2) - eta * c;
  out[0] = eta * direction[0] + push * normal[0];
  out[1] = eta * direction[1] + push * normal[1];
  out[2] = eta * direction[2] + push * normal[2];
  return true;
}
