/** Slow and simple answers about Bezier patches, to compare the fast ones with. */
import type { Ray } from '../../src/surface/surface.js';

type Net = Float64Array;

/** A point of a patch by de Casteljau's construction: 4 × 4 points to one, again and again. */
export function casteljau(patch: ArrayLike<number>, u: number, v: number): number[] {
  const mix = (points: number[][], t: number): number[] => {
    if (points.length === 1) return points[0];
    return mix(
      points.slice(1).map((point, k) => point.map((value, n) => (1 - t) * points[k][n] + t * value)),
      t,
    );
  };
  const rows = [0, 1, 2, 3].map((row) =>
    mix(
      [0, 1, 2, 3].map((col) => [0, 1, 2].map((n) => patch[3 * (4 * row + col) + n])),
      u,
    ),
  );
  return mix(rows, v);
}

/** Halvings of a patch, by turns of u and v; then it is a point. */
const DEPTH = 76;

/** Distance to the nearest meeting of a ray with a patch by subdivision alone, Infinity without one. */
export function subdivide(patch: Net, ray: Ray, far = Number.POSITIVE_INFINITY): number {
  return search(patch, ray, 0, far);
}

function search(net: Net, ray: Ray, depth: number, far: number): number {
  const enter = enters(net, ray);
  if (!(enter < far)) return Number.POSITIVE_INFINITY;
  if (depth === DEPTH) return along(net, ray);
  let nearest = Number.POSITIVE_INFINITY;
  for (const part of halves(net, depth % 2 === 0)) {
    nearest = Math.min(nearest, search(part, ray, depth + 1, Math.min(far, nearest)));
  }
  return nearest;
}

/** Way along the ray at which it enters the box around the points, Infinity if it misses it. */
function enters(net: Net, { origin, direction }: Ray): number {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3; n++) {
    let low = net[n];
    let high = net[n];
    for (let at = n; at < 48; at += 3) {
      low = Math.min(low, net[at]);
      high = Math.max(high, net[at]);
    }
    const a = (low - 1e-12 - origin[n]) / direction[n];
    const b = (high + 1e-12 - origin[n]) / direction[n];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave ? enter : Number.POSITIVE_INFINITY;
}

function along(net: Net, { origin, direction }: Ray): number {
  return [0, 1, 2].reduce((sum, n) => sum + (net[n] - origin[n]) * direction[n], 0);
}

function halves(net: Net, isU: boolean): [Net, Net] {
  const [first, second] = [new Float64Array(48), new Float64Array(48)];
  const [step, across] = isU ? [3, 12] : [12, 3];
  for (let k = 0; k < 12; k++) {
    const at = Math.floor(k / 3) * across + (k % 3);
    const [a, b, c, d] = [net[at], net[at + step], net[at + 2 * step], net[at + 3 * step]];
    const [ab, bc, cd] = [(a + b) / 2, (b + c) / 2, (c + d) / 2];
    const [abc, bcd] = [(ab + bc) / 2, (bc + cd) / 2];
    const middle = (abc + bcd) / 2;
    first[at] = a;
    first[at + step] = ab;
    first[at + 2 * step] = abc;
    first[at + 3 * step] = middle;
    second[at] = middle;
    second[at + step] = bcd;
    second[at + 2 * step] = cd;
    second[at + 3 * step] = d;
  }
  return [first, second];
}
