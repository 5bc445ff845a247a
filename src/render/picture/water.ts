/** The water's surface at a point: bodies, caps, trails, and how they join (look.ts, 2). */
import { BODY } from '../../core/body.js';
import { DROP_LOBES, DROP_OUTLINE, type Drop, LOBE_SIZE } from './cap-drop.js';
import { LOOK } from './look.js';
import type { SmoothMap } from './trail.js';

/** Where the numbers of a point of the water stand. `edge` is the distance from the contact line, positive inside [mm]. */
export const POINT = { gx: 0, gy: 1, height: 2, edge: 3, size: 4 } as const;

/** Least share under a root, so that upright sides keep a finite slope. */
const LEAST_W = 1e-4;
/** Nothing of a body is drawn further than this many local radii from its axis; its outline may turn back beyond. */
export const FAR = 2;

/**
 * Writes a body's gradient, height and edge distance at (x, y) [mm] to `out`; false if it is too far away to matter.
 * Outside the edge the height is 0 and the gradient that of the nearest edge, so that pixels it covers in part have one.
 */
export function bodyPoint(body: Float64Array, x: number, y: number, out: Float64Array): boolean {
  const dx = x - body[BODY.x];
  const dy = y - body[BODY.y];
  const ux = body[BODY.ux];
  const uy = body[BODY.uy];
  const along = dx * ux + dy * uy;
  const across = dy * ux - dx * uy;
  const length = body[BODY.length];
  const soft = Math.max(1e-9, Math.min(0.5 * length, LOOK.round * body[BODY.head]));
  const nearHead = Math.min(soft, Math.max(-soft, -along)) + soft;
  const nearTail = Math.min(soft, Math.max(-soft, -along - length)) + soft;
  const back =
    (nearHead * nearHead - nearTail * nearTail) / (4 * soft) +
    Math.max(0, -along - soft) -
    Math.max(0, -along - length - soft);
  // How much of a step along the body is one along its axis: all of it in the middle, nothing at the round ends.
  const drawn = (nearHead - nearTail) / (2 * soft);
  const perLength = 1 / Math.max(1e-9, length);
  const share = back * perLength;
  const bulge = 4 * share * (1 - share);
  const taper = body[BODY.tail] - body[BODY.head];
  const waist = body[BODY.waist] * bulge;
  const radius = body[BODY.head] + taper * share - waist * bulge;
  const per = 1 / radius;
  const X = (along + back) * per;
  const Y = across * per;
  const xx = X * X;
  const yy = Y * Y;
  if (xx + yy >= FAR * FAR) return false;

  const c2 = body[BODY.c2];
  const s2 = body[BODY.s2];
  const c3 = body[BODY.c3];
  const s3 = body[BODY.s3];
  const sag = body[BODY.sag];
  const q = xx + yy - (c2 * (xx - yy) + s2 * (2 * X * Y) + c3 * (X * (xx - 3 * yy)) + s3 * (Y * (3 * xx - yy)));
  const qX = 2 * X - (c2 * 2 * X + s2 * 2 * Y + c3 * 3 * (xx - yy) + s3 * 6 * X * Y);
  const qY = 2 * Y - (-c2 * 2 * Y + s2 * 2 * X - c3 * 6 * X * Y + s3 * 3 * (xx - yy));

  // Along the drawn-out part X stays 0 and the radius changes; at the round ends it is the other way about.
  const narrows = drawn * perLength * (taper - 8 * waist * (1 - 2 * share));
  const alongX = (1 - drawn + X * narrows) * per;
  const alongY = Y * narrows * per;
  const qAlong = qX * alongX + qY * alongY;
  const qAcross = qY * per;
  const steep = Math.sqrt(qAlong * qAlong + qAcross * qAcross);
  const root = Math.sqrt(Math.max(0, q));
  const edge = steep > 1e-9 ? ((1 - root) * 2 * root) / steep : radius;

  const lean = 1 + sag * X;
  const w = Math.max(LEAST_W, (1 - q) * lean);
  const wAlong = -qAlong * lean + Math.max(0, 1 - q) * sag * alongX;
  const k = body[BODY.k];
  const top = Math.sqrt(k * k + w);
  const e = body[BODY.e];
  const slope = (radius * e) / (2 * top);
  const hAlong = slope * wAlong - narrows * e * (top - k);
  const hAcross = -slope * qAcross * lean;
  out[POINT.gx] = hAlong * ux - hAcross * uy;
  out[POINT.gy] = hAlong * uy + hAcross * ux;
  limitSlope(out);
  out[POINT.height] = edge > 0 ? radius * e * (top - k) : 0;
  out[POINT.edge] = edge;
  return true;
}

/**
 * The same of a fine drop (cap-drop.ts) of this radius [mm], with k and e as bodies have them, whose middle is (dx, dy) [mm]
 * away. The soft maximum of m and δ is ½(m + δ + √((m − δ)² + c²)).
 */
export function capPoint(
  dx: number,
  dy: number,
  radius: number,
  drop: Drop,
  k: number,
  e: number,
  out: Float64Array,
): void {
  const X = dx / radius;
  const Y = dy / radius;
  const c2 = drop[DROP_OUTLINE];
  const s2 = drop[DROP_OUTLINE + 1];
  let most = 0;
  let mx = 0;
  let my = 0;
  for (let at = DROP_LOBES; at < DROP_OUTLINE; at += LOBE_SIZE) {
    const over = drop[at] * X + drop[at + 1] * Y + drop[at + 2] - most;
    const root = Math.sqrt(over * over + drop[at + 3] * drop[at + 3]);
    const share = 0.5 + (0.5 * over) / root;
    most += 0.5 * (over + root);
    mx += share * (drop[at] - mx);
    my += share * (drop[at + 1] - my);
  }
  // Half the gradient of q.
  const ownX = X - c2 * X - s2 * Y;
  const ownY = Y + c2 * Y - s2 * X;
  const q = X * ownX + Y * ownY - most;
  const halfX = ownX - 0.5 * mx;
  const halfY = ownY - 0.5 * my;
  const steep = Math.sqrt(halfX * halfX + halfY * halfY);
  const root = Math.sqrt(Math.max(0, q));
  const top = Math.sqrt(k * k + Math.max(LEAST_W, 1 - q));
  out[POINT.gx] = (-e * halfX) / top;
  out[POINT.gy] = (-e * halfY) / top;
  limitSlope(out);
  out[POINT.edge] = radius * (1 - root) * (q > 0.25 ? root / steep : 1);
  out[POINT.height] = q < 1 ? radius * e * (top - k) : 0;
}

function limitSlope(out: Float64Array): void {
  const gx = out[POINT.gx];
  const gy = out[POINT.gy];
  const slope2 = gx * gx + gy * gy;
  if (slope2 <= LOOK.steepest * LOOK.steepest) return;
  const hold = LOOK.steepest / Math.sqrt(slope2);
  out[POINT.gx] = gx * hold;
  out[POINT.gy] = gy * hold;
}

/**
 * The radius with which a round drop of radius r is drawn [px]. An edge that is a pixel wide lets a disc of radius m cover
 * π(m² + 1/12), so it is drawn in by as much. None is smaller than ½: its light would fall between the pixels' middles.
 */
export function softRadius(r: number): number {
  return Math.sqrt(Math.max(0.25, r * r - 1 / 12));
}

/** How much of what it is drawn on it covers: less than 1 if it is drawn larger, which covers π/3. */
export function softShare(r: number): number {
  return Math.min(1, 3 * r * r);
}

/** How much of a pixel of side `pixel` [mm] a drop of this share covers at this distance inside its edge. */
export function coverageOf(edge: number, share: number, pixel: number): number {
  return share * Math.min(1, Math.max(0, edge / pixel + 0.5));
}

/**
 * Writes height and gradient of a map's quadratic B-spline at (x, y) [mm] to `out` (edge is left alone). The 3 × 3 cells
 * around weigh ½(½ − f)², ¾ − f², ½(½ + f)² each way, f from the middle cell's centre, −½ to ½; past the edges it is dry.
 */
export function splineAt(map: SmoothMap, cellSize: number, x: number, y: number, out: Float64Array): void {
  const { data, width, height, stride } = map;
  const cx = x / cellSize;
  const cy = y / cellSize;
  const col = Math.floor(cx);
  const row = Math.floor(cy);
  const fx = cx - col - 0.5;
  const fy = cy - row - 0.5;
  const x0 = 0.5 * (0.5 - fx) * (0.5 - fx);
  const x1 = 0.75 - fx * fx;
  const x2 = 0.5 * (0.5 + fx) * (0.5 + fx);
  let h = 0;
  let gx = 0;
  let gy = 0;
  for (let j = -1; j <= 1; j++) {
    const at = row + j;
    if (at < 0 || at >= height) continue;
    const i = at * stride + col;
    const a = col >= 1 && col <= width ? data[i - 1] : 0;
    const b = col >= 0 && col < width ? data[i] : 0;
    const c = col >= -1 && col < width - 1 ? data[i + 1] : 0;
    if (a === 0 && b === 0 && c === 0) continue;
    const line = x0 * a + x1 * b + x2 * c;
    const weight = j < 0 ? 0.5 * (0.5 - fy) * (0.5 - fy) : j > 0 ? 0.5 * (0.5 + fy) * (0.5 + fy) : 0.75 - fy * fy;
    const change = j < 0 ? fy - 0.5 : j > 0 ? fy + 0.5 : -2 * fy;
    h += weight * line;
    gx += weight * ((fx - 0.5) * a - 2 * fx * b + (fx + 0.5) * c);
    gy += change * line;
  }
  out[POINT.height] = h;
  out[POINT.gx] = gx / cellSize;
  out[POINT.gy] = gy / cellSize;
}

/** How much of a pixel a trail of height `h` [mm] and slope `slope` covers. */
export function trailCoverage(h: number, slope: number, pixel: number): number {
  return Math.min(1, Math.max(0, (h - LOOK.trailEdge) / Math.max(slope * pixel, LOOK.trailSoft) + 0.5));
}

/**
 * Joins a body of height `a` with the gradient in `out` and a trail of height `b` over its contact line with gradient
 * (bx, by), into `out`: m = max(a, b) + (k − |a − b|)²/4k within |a − b| < k, with k = min(join, b); exact gradient.
 */
export function joinHeights(a: number, b: number, bx: number, by: number, out: Float64Array): void {
  const k = Math.min(LOOK.join, b);
  const d = Math.abs(a - b);
  if (k <= 0 || d >= k) {
    if (b <= a) return;
    out[POINT.gx] = bx;
    out[POINT.gy] = by;
    out[POINT.height] = b;
    return;
  }
  const lower = (k - d) / (2 * k);
  const wa = a > b ? 1 - lower : lower;
  // A trail thinner than `join` also moves k.
  const wb = 1 - wa + (b < LOOK.join ? (k * k - d * d) / (4 * k * k) : 0);
  out[POINT.gx] = wa * out[POINT.gx] + wb * bx;
  out[POINT.gy] = wa * out[POINT.gy] + wb * by;
  out[POINT.height] = Math.max(a, b) + ((k - d) * (k - d)) / (4 * k);
}
