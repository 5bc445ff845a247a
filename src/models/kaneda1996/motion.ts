/** Motion within one cell: the velocity at its border, the time to the next cell, and what wetting leaves behind. */
import { exp } from '../../core/math.js';
import type { KanedaOptions } from './options.js';

/** Halvings that find the border when a droplet moves against the force. */
const HALVINGS = 40;
/** Parts of the longest time in which the border is looked for then. */
const PARTS = 16;
/** Newton steps that find it when the force speeds the droplet up: each doubles the digits. */
const ROUNDS = 6;

/**
 * Time until a droplet that starts in the middle of a cell with the velocity v under the acceleration a crosses a circle of
 * `radius` around it [s] (eq. 3): the least t with |v t + ½ a t²| = radius. At least one of both is not 0.
 */
export function timeToBorder(vx: number, vy: number, ax: number, ay: number, radius: number): number {
  const vv = vx * vx + vy * vy;
  const aa = ax * ax + ay * ay;
  const va = vx * ax + vy * ay;
  const rr = radius * radius;
  if (aa === 0) return radius / Math.sqrt(vv);
  const speed = Math.sqrt(vv);
  const force = Math.sqrt(aa);
  if (va >= 0) {
    // Either alone would take longer, so Newton's method comes from above, and the curve is convex.
    let t = Math.min(speed > 0 ? radius / speed : Number.POSITIVE_INFINITY, Math.sqrt((2 * radius) / force));
    for (let n = 0; n < ROUNDS; n++) t -= beyond(t, vv, va, aa, rr) / (t * (2 * vv + t * (3 * va + t * aa)));
    return t;
  }
  const longest = (speed + Math.sqrt(vv + 2 * force * radius)) / force;
  let high = longest;
  for (let n = 1; n <= PARTS; n++) {
    if (beyond((longest * n) / PARTS, vv, va, aa, rr) < 0) continue;
    high = (longest * n) / PARTS;
    break;
  }
  let low = high - longest / PARTS;
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (beyond(middle, vv, va, aa, rr) < 0) low = middle;
    else high = middle;
  }
  return high;
}

/** |v t + ½ a t²|² − r², from the squares and the product of both. Not a closure, which would be a new object at every hop. */
function beyond(t: number, vv: number, va: number, aa: number, rr: number): number {
  return t * t * (vv + t * (va + (t * aa) / 4)) - rr;
}

/** How a droplet gets to the next cell, or does not. */
export interface Travel {
  /** Time until it arrives or stops [s]; Infinity if it never does either. */
  time: number;
  /** Speed on arrival [mm/s]; 0 if it stops on the way. */
  speed: number;
  arrives: boolean;
}

/** Solves ½ a t² + v t = D for a speed v ≥ 0 and a way D > 0 (eq. 9), without loss of digits. */
export function travel(a: number, v: number, way: number, out: Travel): void {
  const square = v * v + 2 * a * way;
  if (v === 0 && a <= 0) {
    out.time = Number.POSITIVE_INFINITY;
    out.speed = 0;
    out.arrives = false;
  } else if (square < 0) {
    out.time = -v / a;
    out.speed = 0;
    out.arrives = false;
  } else {
    out.speed = Math.sqrt(square);
    out.time = (2 * way) / (v + out.speed);
    out.arrives = true;
  }
}

/** Share of its mass that a droplet leaves in a cell of this affinity on a way [mm] to the next: h of eq. 14. */
export function wettingShare(affinity: number, way: number, options: KanedaOptions): number {
  const share = Math.min(1, affinity / options.saturation);
  if (options.wettingRule === 'cell') return options.wettingShare * share;
  return 1 - exp(-options.wetting * share * way);
}
