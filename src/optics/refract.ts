/**
 * Snell's law for unit vectors. A ray along d meets a border whose unit normal n points to where the ray goes, d·n ≥ 0;
 * `eta` is the index here over the index beyond. With c = d·n and t = √(1 − η²(1 − c²)) it goes on along
 *
 *     d' = η·d + (t − η·c)·n
 *
 * Writes d' to `out` and returns true; false if the border reflects all (η²(1 − c²) ≥ 1), and `out` is left alone.
 */
export function refract(
  dx: number,
  dy: number,
  dz: number,
  nx: number,
  ny: number,
  nz: number,
  eta: number,
  out: Float64Array,
): boolean {
  const c = dx * nx + dy * ny + dz * nz;
  const sin2 = eta * eta * (1 - c * c);
  if (sin2 >= 1) return false;
  const push = Math.sqrt(1 - sin2) - eta * c;
  out[0] = eta * dx + push * nx;
  out[1] = eta * dy + push * ny;
  out[2] = eta * dz + push * nz;
  return true;
}
