/** The surface of one body or fine drop at a point, and how much of a pixel it covers (look.ts, 2). */
import { BODY } from '../../core/body.js';
import { LOOK } from '../picture/look.js';
import { DROP_LOBES, DROP_OUTLINE, type FineDrop, LOBE_SIZE } from './fine-drops.js';

/** Indices of the numbers of a point: gradient, height [mm], distance from the contact line, positive inside [mm]. */
export const POINT = { gx: 0, gy: 1, height: 2, edge: 3, size: 4 } as const;

/** Least share under a root, so that upright sides keep a finite slope. */
const LEAST_W = 1e-4;
/** A body is drawn up to this many local radii from its axis. The formula of its outline may turn back beyond. */
export const FAR = 2;

/**
 * Writes a body's gradient, height and edge distance at (x, y) [mm] to `out`; returns false if the body is too far away.
 * Outside the edge the height is 0 and the gradient is that of the nearest edge: pixels that are covered in part need one.
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
  // Share of a step along the body that moves along its axis: 1 in the middle, 0 at the round ends.
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

  // Along the drawn-out part X stays 0 and the radius changes; at the round ends X changes and the radius stays.
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

/** The two numbers of a body's profile that its height needs: cot θ and the height scale (`BODY.k`, `BODY.e`). */
export interface CapProfile {
  readonly k: number;
  readonly e: number;
}

/**
 * The same for a fine drop that is drawn with `radius` [mm], at the point (dx, dy) [mm] from its middle. The soft maximum of
 * m and δ is ½(m + δ + √((m − δ)² + c²)).
 */
export function capPoint(
  drop: FineDrop,
  { k, e }: CapProfile,
  radius: number,
  dx: number,
  dy: number,
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
 * Radius with which a round drop of radius r is drawn [px]. With an edge one pixel wide, a disc of radius m covers
 * π(m² + 1/12), so the drawn radius is smaller by that. The least radius is ½: smaller drops would fall between pixel centres.
 */
export function softRadius(r: number): number {
  return Math.sqrt(Math.max(0.25, r * r - 1 / 12));
}

/** Opacity with which it is drawn: below 1 if the drop is drawn larger than it is (the least disc covers π/3 px). */
export function softShare(r: number): number {
  return Math.min(1, 3 * r * r);
}

/** Share of a pixel of side `pixel` [mm] that a drop of opacity `share` covers, `edge` [mm] inside its contact line. */
export function coverageOf(edge: number, share: number, pixel: number): number {
  return share * Math.min(1, Math.max(0, edge / pixel + 0.5));
}
