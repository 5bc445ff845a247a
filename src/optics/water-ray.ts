import { fresnel } from './fresnel.js';
import { WATER_INDEX } from './indices.js';

/**
 * The way of light from the eye inside, through the pane and the water on its outside, into the open: air → glass →
 * water → air. x and y lie in the pane (y down), z points out of the room. The eye's ray comes with slopes
 * (ax, ay) = d.xy/d.z and meets water of gradient (hx, hy), whose normal is n = (−hx, −hy, 1)/√(1 + hx² + hy²).
 *
 *     d   = (ax, ay, 1)/√(1 + ax² + ay²)
 *     d_w = (d.x/N, d.y/N, √(1 − (d.x² + d.y²)/N²))         N = 1.333; the pane's faces are parallel, so only N matters
 *     c   = d_w·n,   s² = N²(1 − c²)                        s² ≥ 1: total reflection
 *     d'  = N·d_w + (√(1 − s²) − N·c)·n
 *     T   = (1 − F(c, N))/(1 − F₀)                          F exact, over what level water lets through
 *
 * Water that is level changes nothing (OPT-T4): d' = d, and T is 1 at right angles, for clear glass loses as much at its
 * own face. A ray that would leave along the pane is held at the slope MOST_EXIT.
 */

/** Steepest slope of a ray that leaves; 80° from the pane's normal. */
export const MOST_EXIT = 5.67;

/** Where the numbers of a ray stand: slopes of the ray outside, and the share of light it brings, 0 for total reflection. */
export const RAY = { x: 0, y: 1, share: 2, size: 3 } as const;

/** What level water lets through at right angles. */
const LEVEL = 1 - fresnel(1, WATER_INDEX);

/** Writes the way of a ray of slopes (ax, ay) through water of gradient (hx, hy) to `out`; total reflection leaves its slopes. */
export function waterRay(ax: number, ay: number, hx: number, hy: number, out: Float64Array): void {
  const toUnit = 1 / Math.sqrt(1 + ax * ax + ay * ay);
  const wx = (ax * toUnit) / WATER_INDEX;
  const wy = (ay * toUnit) / WATER_INDEX;
  const wz = Math.sqrt(1 - wx * wx - wy * wy);
  const nz = 1 / Math.sqrt(1 + hx * hx + hy * hy);
  const nx = -hx * nz;
  const ny = -hy * nz;
  const c = wx * nx + wy * ny + wz * nz;
  const s2 = WATER_INDEX * WATER_INDEX * (1 - c * c);
  if (s2 >= 1 || c <= 0) {
    out[RAY.x] = ax;
    out[RAY.y] = ay;
    out[RAY.share] = 0;
    return;
  }
  const push = Math.sqrt(1 - s2) - WATER_INDEX * c;
  const x = WATER_INDEX * wx + push * nx;
  const y = WATER_INDEX * wy + push * ny;
  const z = Math.max(WATER_INDEX * wz + push * nz, Math.sqrt(x * x + y * y) / MOST_EXIT);
  out[RAY.x] = x / z;
  out[RAY.y] = y / z;
  out[RAY.share] = Math.min(1, (1 - fresnel(c, WATER_INDEX)) / LEVEL);
}

/**
 * Where light comes from that the water reflects to the eye: the same ray, turned back at the water's surface,
 *
 *     r = d_w − 2c·n,   (x, y) = (r.x, r.y)/|r − (0, 0, 1)|
 *
 * as a place on a mirror ball, whose middle shows what is behind the eye and whose rim, x² + y² = 1, what is straight ahead.
 * Writes x and y to `out`. Left out: what the ray meets on its way out of the drop.
 */
export function waterMirror(ax: number, ay: number, hx: number, hy: number, out: Float64Array): void {
  const perIndex = 1 / (WATER_INDEX * Math.sqrt(1 + ax * ax + ay * ay));
  const wx = ax * perIndex;
  const wy = ay * perIndex;
  const wz = Math.sqrt(1 - wx * wx - wy * wy);
  // 2c/|n|, with n = (−hx, −hy, 1) as it is.
  const turn = (2 * (wz - wx * hx - wy * hy)) / (1 + hx * hx + hy * hy);
  const x = wx + turn * hx;
  const y = wy + turn * hy;
  const z = wz - turn;
  const scale = 1 / Math.sqrt(Math.max(1e-9, x * x + y * y + (1 - z) * (1 - z)));
  out[0] = x * scale;
  out[1] = y * scale;
}
