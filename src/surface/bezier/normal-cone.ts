/**
 * Directions along which a line meets a patch at most once. The way from one point of a patch to another is Δu·A + Δv·B, where A
 * is a mean of the differences of control points along u, and B of those along v. If (A × B)·d > 0 for all differences, then for
 * all of their means too, so A, B and d are independent, and no such way runs along d.
 */
import { crossProduct, dot3, scaleToOne } from '../vectors.js';

/** All products of differences are within an angle of the axis, which points to the wet side; `sine` is of that angle. */
export interface NormalCone {
  readonly axis: Float64Array;
  readonly sine: number;
}

/** Room for rounding. */
const ROUNDING = 1e-9;

/** The cone of a patch; null if products point all ways, or where a side is a point. */
export function normalConeOf(patch: Float64Array): NormalCone | null {
  const alongU: Float64Array[] = [];
  const alongV: Float64Array[] = [];
  for (let row = 0; row < 4; row++) {
    for (let n = 0; n < 3; n++) {
      alongU.push(difference(patch, 4 * row + n, 4 * row + n + 1));
      alongV.push(difference(patch, 4 * n + row, 4 * (n + 1) + row));
    }
  }
  const axis = new Float64Array(3);
  const products: Float64Array[] = [];
  for (const a of alongU) {
    for (const b of alongV) {
      const product = new Float64Array(3);
      crossProduct(a, b, product);
      if (dot3(product, product) === 0) return null;
      scaleToOne(product);
      products.push(product);
      for (let n = 0; n < 3; n++) axis[n] += product[n];
    }
  }
  if (dot3(axis, axis) === 0) return null;
  scaleToOne(axis);
  const cosine = Math.min(...products.map((product) => dot3(product, axis)));
  return cosine > 0 ? { axis, sine: Math.sqrt(Math.max(0, 1 - cosine * cosine)) + ROUNDING } : null;
}

function difference(patch: Float64Array, from: number, to: number): Float64Array {
  return Float64Array.from([0, 1, 2], (n) => patch[3 * to + n] - patch[3 * from + n]);
}

/** `Surface.crossing` of a patch. */
export function crossingOf({ axis, sine }: NormalCone, direction: Float64Array): -1 | 0 | 1 {
  const along = dot3(direction, axis);
  if (along > sine) return 1;
  return along < -sine ? -1 : 0;
}
