/**
 * Bezier clipping (Nishita, Sederberg & Kakimoto 1990): where a ray meets a bicubic patch. The ray is two planes; the
 * patch's distances from both are a map of the unit square to the plane, and the hit is where it is (0, 0). Convex hulls of
 * distances cut off the parts of the parameter range in which no zero can be.
 */

import type { Ray } from '../surface.js';
import { crossProduct, dot3 } from '../vectors.js';
import { zeroRange } from './hull-zeros.js';
import { createPatchPoint, evaluatePatch } from './patch.js';

/** A clip that leaves more than this share of the interval is replaced by halving (spec 4.5). */
const LEAST_CLIP = 0.8;
/** Intervals shorter than this are points; Newton's method finishes from there. */
const SMALL = 1e-4;
/** Distances below this share of the patch's size are 0: a ray through the edge of a patch must not miss it by rounding. */
const NOTHING = 1e-13;
/** Newton steps at most, and the distance from both planes at which they end, over the patch's size. */
const ROUNDS = 8;
const EXACT = 1e-13;
/** Open intervals at once; each is at most half of the one before it. */
const DEPTH = 128;
/** 16 points of two distances, and the ranges of u and v. */
const ENTRY = 36;

export interface PatchHit {
  u: number;
  v: number;
  /** Way along the ray [mm]. */
  distance: number;
}

const STACK = new Float64Array(DEPTH * ENTRY);
const LOW = new Float64Array(4);
const HIGH = new Float64Array(4);
const RANGE = new Float64Array(2);
const AT = createPatchPoint();
/** Normals of the ray's two planes. */
const FIRST = new Float64Array(3);
const SECOND = new Float64Array(3);

/** Finds the nearest meeting of a ray with a patch in front of `out.distance`, and writes it there. False if there is none. */
export function clipRay(patch: Float64Array, ray: Ray, out: PatchHit): boolean {
  setPlanes(ray);
  const scale = pushDistances(patch, ray);
  nothing = NOTHING * scale;
  let top = 1;
  let found = false;
  while (top > 0) {
    const entry = --top * ENTRY;
    const [outcome, isU] = narrow(entry);
    if (outcome === 'empty') continue;
    if (outcome === 'point') {
      found = refine(patch, ray, entry, scale, out) || found;
      continue;
    }
    if (outcome === 'clipped') {
      top += 1;
      continue;
    }
    // Neither direction shrank: both halves remain, each a root of its own perhaps.
    if (top + 2 > DEPTH) continue;
    STACK.copyWithin(entry + ENTRY, entry, entry + ENTRY);
    cut(entry, isU, 0, 0.5);
    cut(entry + ENTRY, isU, 0.5, 1);
    top += 2;
  }
  return found;
}

/**
 * Newton's method alone, from where the ray meets the patch's tangent plane in the middle. What it finds is a meeting, but not
 * always the nearest: for patches that a ray meets once at most. Where it finds none there may be one.
 */
export function seekRay(patch: Float64Array, ray: Ray, out: PatchHit): boolean {
  evaluatePatch(patch, 0.5, 0.5, AT);
  const { position, byU, byV } = AT;
  const { origin, direction } = ray;
  crossProduct(byU, byV, FIRST);
  const fall = dot3(direction, FIRST);
  if (fall === 0) return false;
  const size = dot3(FIRST, FIRST);
  for (let n = 0; n < 3; n++) SECOND[n] = position[n] - origin[n];
  const way = dot3(SECOND, FIRST) / fall;
  for (let n = 0; n < 3; n++) SECOND[n] = way * direction[n] - SECOND[n];
  // The place in the plane, as shares of both derivatives.
  const u = 0.5 + triple(SECOND, byV, FIRST) / size;
  const v = 0.5 + triple(byU, SECOND, FIRST) / size;
  setPlanes(ray);
  const scale = pushDistances(patch, ray);
  STACK[32] = u;
  STACK[33] = u;
  STACK[34] = v;
  STACK[35] = v;
  return refine(patch, ray, 0, scale, out);
}

/** (a × b)·c. */
function triple(a: Float64Array, b: Float64Array, c: Float64Array): number {
  return (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
}

/** Two unit normals across the ray and across each other. */
function setPlanes({ direction: [x, y, z] }: Ray): void {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  // Across the ray and the axis that it follows least.
  if (ax <= ay && ax <= az) unit(FIRST, 0, z, -y);
  else if (ay <= az) unit(FIRST, -z, 0, x);
  else unit(FIRST, y, -x, 0);
  unit(SECOND, y * FIRST[2] - z * FIRST[1], z * FIRST[0] - x * FIRST[2], x * FIRST[1] - y * FIRST[0]);
}

function unit(out: Float64Array, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}

/** Puts the whole patch on the stack as distances from both planes, and returns the largest of them. */
function pushDistances(patch: Float64Array, { origin }: Ray): number {
  let most = 0;
  for (let k = 0; k < 16; k++) {
    const x = patch[3 * k] - origin[0];
    const y = patch[3 * k + 1] - origin[1];
    const z = patch[3 * k + 2] - origin[2];
    STACK[2 * k] = x * FIRST[0] + y * FIRST[1] + z * FIRST[2];
    STACK[2 * k + 1] = x * SECOND[0] + y * SECOND[1] + z * SECOND[2];
    most = Math.max(most, Math.abs(STACK[2 * k]), Math.abs(STACK[2 * k + 1]));
  }
  STACK.set([0, 1, 0, 1], 32);
  return most;
}

/** Clips the longer range of an entry, or else the other. */
function narrow(entry: number): readonly ['empty' | 'point' | 'clipped' | 'stuck', isU: boolean] {
  const sizeU = STACK[entry + 33] - STACK[entry + 32];
  const sizeV = STACK[entry + 35] - STACK[entry + 34];
  const longer = sizeU >= sizeV;
  if (sizeU < SMALL && sizeV < SMALL) return clip(entry, longer) ? POINT : EMPTY;
  if (!clip(entry, longer)) return EMPTY;
  if (RANGE[1] - RANGE[0] <= LEAST_CLIP) {
    cut(entry, longer, RANGE[0], RANGE[1]);
    return CLIPPED;
  }
  if (!clip(entry, !longer)) return EMPTY;
  if (RANGE[1] - RANGE[0] <= LEAST_CLIP && (longer ? sizeV : sizeU) >= SMALL) {
    cut(entry, !longer, RANGE[0], RANGE[1]);
    return CLIPPED;
  }
  return longer ? STUCK_U : STUCK_V;
}

const EMPTY = ['empty', false] as const;
const POINT = ['point', false] as const;
const CLIPPED = ['clipped', false] as const;
const STUCK_U = ['stuck', true] as const;
const STUCK_V = ['stuck', false] as const;

/**
 * Writes to `RANGE` the part of an entry's u or v, 0 to 1, outside which the patch keeps clear of a line through the ray.
 * The line runs along the patch's other direction, so that distances from it grow with this one. False if nothing is left.
 */
function clip(entry: number, isU: boolean): boolean {
  // From one end to the other across the direction that is clipped, summed over both of its edges.
  const far = isU ? 24 : 6;
  const side = isU ? 6 : 24;
  let lx = STACK[entry + far] - STACK[entry] + STACK[entry + 30] - STACK[entry + side];
  let ly = STACK[entry + far + 1] - STACK[entry + 1] + STACK[entry + 31] - STACK[entry + side + 1];
  if (lx === 0 && ly === 0) {
    // Both of those edges are points: the line may run any way, so across the direction that is clipped.
    lx = -(STACK[entry + side + 1] - STACK[entry + 1]);
    ly = STACK[entry + side] - STACK[entry];
  }
  const length = Math.sqrt(lx * lx + ly * ly) || 1;
  const nx = -ly / length;
  const ny = lx / length;
  const step = isU ? 2 : 8;
  const across = isU ? 8 : 2;
  for (let k = 0; k < 4; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let m = 0; m < 4; m++) {
      const at = entry + k * step + m * across;
      const distance = STACK[at] * nx + STACK[at + 1] * ny;
      if (distance < low) low = distance;
      if (distance > high) high = distance;
    }
    LOW[k] = low;
    HIGH[k] = high;
  }
  return zeroRange(LOW, HIGH, 3, nothing, RANGE);
}

/** The same as `NOTHING` for the patch at hand [mm]. */
let nothing = 0;

/** Cuts an entry down to a part of its u or v by de Casteljau's construction. */
function cut(entry: number, isU: boolean, from: number, to: number): void {
  const step = isU ? 2 : 8;
  const across = isU ? 8 : 2;
  for (let m = 0; m < 8; m++) {
    const at = entry + (m >> 1) * across + (m & 1);
    cutCubic(at, step, from, to);
  }
  const range = entry + (isU ? 32 : 34);
  const start = STACK[range];
  const size = STACK[range + 1] - start;
  STACK[range] = start + from * size;
  STACK[range + 1] = start + to * size;
}

/** The part of a cubic of four values, `step` apart on the stack. */
function cutCubic(at: number, step: number, from: number, to: number): void {
  let a = STACK[at];
  let b = STACK[at + step];
  let c = STACK[at + 2 * step];
  let d = STACK[at + 3 * step];
  // The first part, up to `to`.
  let ab = a + (b - a) * to;
  let bc = b + (c - b) * to;
  let cd = c + (d - c) * to;
  let abc = ab + (bc - ab) * to;
  let bcd = bc + (cd - bc) * to;
  d = abc + (bcd - abc) * to;
  b = ab;
  c = abc;
  // Of that the last part, from `from`.
  const s = to > 0 ? from / to : 0;
  ab = a + (b - a) * s;
  bc = b + (c - b) * s;
  cd = c + (d - c) * s;
  abc = ab + (bc - ab) * s;
  bcd = bc + (cd - bc) * s;
  a = abc + (bcd - abc) * s;
  STACK[at] = a;
  STACK[at + step] = bcd;
  STACK[at + 2 * step] = cd;
  STACK[at + 3 * step] = d;
}

/** Newton's method from the middle of an entry; takes the hit if it is the nearest so far. */
function refine(patch: Float64Array, { origin, direction }: Ray, entry: number, scale: number, out: PatchHit): boolean {
  let u = (STACK[entry + 32] + STACK[entry + 33]) / 2;
  let v = (STACK[entry + 34] + STACK[entry + 35]) / 2;
  for (let round = 0; round <= ROUNDS; round++) {
    evaluatePatch(patch, u, v, AT);
    const { position, byU, byV } = AT;
    const x = position[0] - origin[0];
    const y = position[1] - origin[1];
    const z = position[2] - origin[2];
    const first = x * FIRST[0] + y * FIRST[1] + z * FIRST[2];
    const second = x * SECOND[0] + y * SECOND[1] + z * SECOND[2];
    if (round === ROUNDS || Math.abs(first) + Math.abs(second) <= EXACT * scale) break;
    const a = byU[0] * FIRST[0] + byU[1] * FIRST[1] + byU[2] * FIRST[2];
    const b = byV[0] * FIRST[0] + byV[1] * FIRST[1] + byV[2] * FIRST[2];
    const c = byU[0] * SECOND[0] + byU[1] * SECOND[1] + byU[2] * SECOND[2];
    const d = byV[0] * SECOND[0] + byV[1] * SECOND[1] + byV[2] * SECOND[2];
    const determinant = a * d - b * c;
    // A ray along the patch: the middle of the interval has to do.
    if (determinant === 0) break;
    u -= (d * first - b * second) / determinant;
    v -= (a * second - c * first) / determinant;
  }
  if (!(u >= -EDGE_SLACK && u <= 1 + EDGE_SLACK && v >= -EDGE_SLACK && v <= 1 + EDGE_SLACK)) return false;
  const { position } = AT;
  const away0 = position[0] - origin[0];
  const away1 = position[1] - origin[1];
  const away2 = position[2] - origin[2];
  const missed =
    Math.abs(away0 * FIRST[0] + away1 * FIRST[1] + away2 * FIRST[2]) +
    Math.abs(away0 * SECOND[0] + away1 * SECOND[1] + away2 * SECOND[2]);
  if (!(missed <= MISS * scale)) return false;
  const distance = away0 * direction[0] + away1 * direction[1] + away2 * direction[2];
  if (!(distance >= 0 && distance < out.distance)) return false;
  out.u = Math.min(1, Math.max(0, u));
  out.v = Math.min(1, Math.max(0, v));
  out.distance = distance;
  return true;
}

/** Hits so little beyond an edge are on it, in parameters. */
const EDGE_SLACK = 1e-8;
/** A point further from the ray than this, over the patch's size, is no hit: Newton's method went elsewhere. */
const MISS = 1e-9;
