/** Vectors of three numbers, written in place. */

export function dot3(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function length3(a: ArrayLike<number>): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** Writes a × b; `out` may be neither of them. */
export function crossProduct(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/** Makes a vector one long; zero stays zero. */
export function scaleToOne(a: Float64Array): void {
  const length = length3(a) || 1;
  a[0] /= length;
  a[1] /= length;
  a[2] /= length;
}

const AXIS = new Float64Array(3);
const TURNED = new Float64Array(3);

/**
 * Turns a vector in place by the least rotation that takes the unit vector `from` to `to`: a vector across `from` comes to
 * lie across `to`, as long as before. Opposite vectors have no least rotation; the vector stays as it is.
 */
export function turnWith(vector: Float64Array, from: ArrayLike<number>, to: ArrayLike<number>): void {
  const cosine = dot3(from, to);
  if (1 + cosine < 1e-12) return;
  crossProduct(from, to, AXIS);
  crossProduct(AXIS, vector, TURNED);
  const along = dot3(AXIS, vector) / (1 + cosine);
  // v cos + a × v + a (a · v)/(1 + cos): Rodrigues' formula with |a| = sin.
  for (let n = 0; n < 3; n++) vector[n] = vector[n] * cosine + TURNED[n] + AXIS[n] * along;
}
