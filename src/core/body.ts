import * as BODY from './body-record.js';
import { headOffset } from './body-volume.js';
import { MAPS } from './build-flags.js';
import type { DropsView } from './frame.js';
import { cbrt } from './math.js';
import { profileOf } from './profile.js';
import { WATER_DENSITY } from './units.js';

/**
 * The body of a drop: water over a footprint, as a height at every point. Models stamp it and renderers draw it, both with
 * the formulas of this file, so that the picture and the map agree at every point.
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
/** A shorter body than this does not taper [mm]: dividing by its length would not be accurate. */
const SHORT = 1e-6;
/** No body reaches further than this many local radii from its axis. */
export const BODY_REACH = 1.3;

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

/**
 * A drop's shape as the models stamp it and the renderers draw it: 1 to 5 equal hemispheres, chained from cell to cell
 * (Chen 2013, eq. 2). The chain is one 16-bit code, so that a drop's shape costs two bytes and is copied with it.
 */
export const MAX_LOBES = 5;

/** Links of a chain in cells, one a compass point, clockwise from east; y grows with rows, so south is down. */
const STEP_X = [1, 1, 0, -1, -1, -1, 0, 1];
const STEP_Y = [0, 1, 1, 1, 0, -1, -1, -1];

/** A single lobe. */
export const ROUND = 1;

/**
 * The n-th of the five links a chain may take (n = 0 to 4): one side, downhill-diagonal, downhill, the other diagonal,
 * the other side (Chen's θ = 0, 7π/4, 3π/2, 5π/4, π on an upright pane). Downhill is (gx, gy), to the nearest quarter turn.
 */
export function chainLink(n: number, gx: number, gy: number): number {
  const steep = Math.abs(gy) >= Math.abs(gx);
  const downhill = steep ? (gy >= 0 ? 2 : 6) : gx >= 0 ? 0 : 4;
  return (downhill + n + 6) & 7;
}

/** Code of a chain of `count` lobes whose j-th link goes to compass point `direction(j)`, 0 to 7. */
export function chainCode(count: number, direction: (link: number) => number): number {
  let code = count;
  for (let link = 0; link < count - 1; link++) code |= direction(link) << (3 + 3 * link);
  return code;
}

/** How many lobes the code stands for. */
export function lobeCount(code: number): number {
  return code & 7;
}

/** Fills `out` with the lobes' offsets from the drop's position [mm], x and y of each, and returns how many lobes there are. */
export function lobeOffsets(code: number, cellSize: number, out: Float64Array): number {
  const count = code & 7;
  let x = 0;
  let y = 0;
  out[0] = 0;
  out[1] = 0;
  for (let link = 0; link < count - 1; link++) {
    const direction = (code >> (3 + 3 * link)) & 7;
    x += STEP_X[direction] * cellSize;
    y += STEP_Y[direction] * cellSize;
    out[2 * link + 2] = x;
    out[2 * link + 3] = y;
  }
  return count;
}

/** Radius [mm] of each of `lobes` equal hemispheres that together hold `mass` [mg] (Chen 2013, section 5.3, restored). */
export function hemisphereRadius(mass: number, lobes: number): number {
  return cbrt((3 * mass) / (2 * Math.PI * WATER_DENSITY * lobes));
}

/**
 * From the drops' arrays to bodies. A drop is one body, or, where models chain hemispheres (CHEN-12), one for each lobe:
 *
 *     for (let lobe = 0; lobe < bodyCount(drops, slot); lobe++) {
 *       writeLobe(drops, slot, lobe, cellSize, lag, body);
 *       …
 *     }
 *
 * and the drop's height is the highest of them. (x, y) of a drop is the middle of its water along its axis; the head's
 * centre lies ahead of it.
 */

/** How many bodies a drop is drawn with. */
export function bodyCount(drops: Pick<DropsView, 'lobes'>, slot: number): number {
  return MAPS ? lobeCount(drops.lobes[slot]) : 1;
}

/** Writes the body of a drop of one lobe, or its first, to `out`; see `BODY`. */
export function writeBody(drops: DropsView, slot: number, out: Float64Array): void {
  const profile = profileOf(drops.contactAngle[slot]);
  const radius = drops.radius[slot];
  const stretch = drops.stretch[slot];
  const tail = drops.tail[slot];
  const waist = drops.waist[slot];
  const ahead = radius * headOffset(profile, stretch, tail, waist);
  out[BODY.x] = drops.x[slot] + ahead * drops.headingX[slot];
  out[BODY.y] = drops.y[slot] + ahead * drops.headingY[slot];
  out[BODY.ux] = drops.headingX[slot];
  out[BODY.uy] = drops.headingY[slot];
  out[BODY.length] = stretch * radius;
  out[BODY.head] = radius;
  out[BODY.tail] = tail * radius;
  out[BODY.k] = profile.k;
  out[BODY.e] = profile.e;
  out[BODY.sag] = drops.sag[slot];
  out[BODY.c2] = drops.outlineC2[slot];
  out[BODY.s2] = drops.outlineS2[slot];
  out[BODY.c3] = drops.outlineC3[slot];
  out[BODY.s3] = drops.outlineS3[slot];
  out[BODY.waist] = waist * radius;
}

const OFFSETS = /* @__PURE__ */ new Float64Array(2 * MAX_LOBES);

/**
 * Writes the body of one lobe of a drop, 0 to `bodyCount` − 1, where it will be in `lag` [s]; chains go from cell to cell of
 * `cellSize` [mm].
 */
export function writeLobe(
  drops: DropsView,
  slot: number,
  lobe: number,
  cellSize: number,
  lag: number,
  out: Float64Array,
): void {
  writeBody(drops, slot, out);
  out[BODY.x] += lag * drops.vx[slot];
  out[BODY.y] += lag * drops.vy[slot];
  if (!MAPS || lobe === 0) return;
  lobeOffsets(drops.lobes[slot], cellSize, OFFSETS);
  out[BODY.x] += OFFSETS[2 * lobe];
  out[BODY.y] += OFFSETS[2 * lobe + 1];
}

/** How far a body of this outline reaches from its axis, in local radii. */
export function reachOf(body: Float64Array): number {
  const outline = Math.abs(body[BODY.c2]) + Math.abs(body[BODY.s2]) + Math.abs(body[BODY.c3]) + Math.abs(body[BODY.s3]);
  return Math.min(BODY_REACH, 1 + outline);
}

/** Writes the rectangle that holds a body [mm] to `out`: left, right, top, bottom. */
export function bodyBounds(body: Float64Array, out: Float64Array): void {
  const reach = reachOf(body);
  const x = body[BODY.x];
  const y = body[BODY.y];
  const tailX = x - body[BODY.length] * body[BODY.ux];
  const tailY = y - body[BODY.length] * body[BODY.uy];
  const head = reach * body[BODY.head];
  // A body without length has no tail of its own.
  const tail = body[BODY.length] > 0 ? reach * body[BODY.tail] : head;
  out[0] = Math.min(x - head, tailX - tail);
  out[1] = Math.max(x + head, tailX + tail);
  out[2] = Math.min(y - head, tailY - tail);
  out[3] = Math.max(y + head, tailY + tail);
}

/** How far a drop reaches ahead of its place along its heading [mm]; the radius of a round one. */
export function reachAhead(drops: DropsView, slot: number): number {
  const radius = drops.radius[slot];
  if (drops.stretch[slot] === 0) return radius;
  const profile = profileOf(drops.contactAngle[slot]);
  return radius * (1 + headOffset(profile, drops.stretch[slot], drops.tail[slot], drops.waist[slot]));
}

/** The front that a drop shows the wind [mm²]: its cross-section where it is widest. */
export function frontOf(drops: DropsView, slot: number): number {
  const { strip, e } = profileOf(drops.contactAngle[slot]);
  return e * strip * drops.radius[slot] * drops.radius[slot];
}

/** How high a drop stands [mm]. */
export function crestOf(drops: DropsView, slot: number): number {
  const { k, e } = profileOf(drops.contactAngle[slot]);
  return e * drops.radius[slot] * (Math.sqrt(k * k + 1) - k);
}
