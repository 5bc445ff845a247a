/**
 * A bicubic Bezier patch: 16 control points as 48 numbers, four rows of four points, x y z [mm] each. u goes along a row, v
 * from row to row, both 0 to 1.
 */
import type { SurfacePoint } from '../surface.js';
import { crossProduct, length3, scaleToOne } from '../vectors.js';

/** Numbers of a patch. */
export const PATCH_SIZE = 48;

/** A point of a patch and both derivatives there, in mm and mm per unit of u or v. */
export interface PatchPoint {
  readonly position: Float64Array;
  readonly byU: Float64Array;
  readonly byV: Float64Array;
}

export function createPatchPoint(): PatchPoint {
  return { position: new Float64Array(3), byU: new Float64Array(3), byV: new Float64Array(3) };
}

const BY_U = new Float64Array(4);
const SLOPE_U = new Float64Array(4);
const BY_V = new Float64Array(4);
const SLOPE_V = new Float64Array(4);

/** Evaluates a patch; parameters beyond 0 to 1 continue it. */
export function evaluatePatch(patch: Float64Array, u: number, v: number, out: PatchPoint): void {
  bernstein(u, BY_U, SLOPE_U);
  bernstein(v, BY_V, SLOPE_V);
  for (let n = 0; n < 3; n++) {
    let position = 0;
    let byU = 0;
    let byV = 0;
    for (let row = 0, at = n; row < 4; row++, at += 12) {
      const p0 = patch[at];
      const p1 = patch[at + 3];
      const p2 = patch[at + 6];
      const p3 = patch[at + 9];
      const along = BY_U[0] * p0 + BY_U[1] * p1 + BY_U[2] * p2 + BY_U[3] * p3;
      const slope = SLOPE_U[0] * p0 + SLOPE_U[1] * p1 + SLOPE_U[2] * p2 + SLOPE_U[3] * p3;
      position += BY_V[row] * along;
      byU += BY_V[row] * slope;
      byV += SLOPE_V[row] * along;
    }
    out.position[n] = position;
    out.byU[n] = byU;
    out.byV[n] = byV;
  }
}

/** The four cubic Bernstein polynomials at t, and their slopes. */
function bernstein(t: number, values: Float64Array, slopes: Float64Array): void {
  const s = 1 - t;
  values[0] = s * s * s;
  values[1] = 3 * t * s * s;
  values[2] = 3 * t * t * s;
  values[3] = t * t * t;
  slopes[0] = -3 * s * s;
  slopes[1] = 3 * s * (s - 2 * t);
  slopes[2] = 3 * t * (2 * s - t);
  slopes[3] = 3 * t * t;
}

/** How far into the patch a pole's tangents are taken, in parameters: there one derivative is zero. */
const NUDGE = 1e-6;
/** A derivative shorter than this share of the other is that of a pole. */
const POLE = 1e-9;

const AT = createPatchPoint();

/**
 * Writes position, unit normal byU × byV and tangents at a point of a patch. tangentX is along growing u, tangentY across it.
 * At a pole, where a derivative vanishes, the tangents are those of a point a millionth further into the patch.
 */
export function patchFrame(patch: Float64Array, u: number, v: number, out: SurfacePoint): void {
  evaluatePatch(patch, u, v, AT);
  out.position.set(AT.position);
  const lengthU = length3(AT.byU);
  const lengthV = length3(AT.byV);
  const isPole = lengthU <= POLE * lengthV || lengthV <= POLE * lengthU;
  if (isPole) evaluatePatch(patch, inward(u), inward(v), AT);
  const { byU, byV } = AT;
  const { normal, tangentX, tangentY } = out;
  crossProduct(byU, byV, normal);
  scaleToOne(normal);
  tangentX.set(byU);
  scaleToOne(tangentX);
  crossProduct(normal, tangentX, tangentY);
}

function inward(t: number): number {
  return t + (t < 0.5 ? NUDGE : -NUDGE);
}

/** The four control points of an edge (`EDGE`), from the end of lower u or v to the other, as 12 numbers. */
export function edgePoints(patch: Float64Array, edge: number): Float64Array {
  // Offsets of the first point, and from each to the next: left, right, top, bottom.
  const first = [0, 9, 0, 36][edge];
  const step = edge < 2 ? 12 : 3;
  const points = new Float64Array(12);
  for (let k = 0; k < 4; k++) for (let n = 0; n < 3; n++) points[3 * k + n] = patch[first + k * step + n];
  return points;
}

/** The same patch with u reversed, so that its normal points to the other side. */
export function flipPatch(patch: Float64Array): Float64Array {
  const flipped = new Float64Array(PATCH_SIZE);
  for (let row = 0; row < 4; row++) {
    for (let col = 0; col < 4; col++) {
      for (let n = 0; n < 3; n++) flipped[3 * (4 * row + col) + n] = patch[3 * (4 * row + 3 - col) + n];
    }
  }
  return flipped;
}

/** Mean length of a patch's curves along u and along v [mm], from straight pieces. */
export function patchLengths(patch: Float64Array): readonly [alongU: number, alongV: number] {
  const PIECES = 16;
  const side = PIECES + 1;
  const at = createPatchPoint();
  const points = new Float64Array(3 * side * side);
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side; col++) {
      evaluatePatch(patch, col / PIECES, row / PIECES, at);
      points.set(at.position, 3 * (row * side + col));
    }
  }
  const between = (a: number, b: number) => {
    const [x, y, z] = [0, 1, 2].map((n) => points[3 * b + n] - points[3 * a + n]);
    return Math.sqrt(x * x + y * y + z * z);
  };
  let alongU = 0;
  let alongV = 0;
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < PIECES; col++) {
      alongU += between(row * side + col, row * side + col + 1);
      alongV += between(col * side + row, (col + 1) * side + row);
    }
  }
  return [alongU / side, alongV / side];
}
