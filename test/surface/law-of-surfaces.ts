/** Geometry that tests of surfaces share. */
import { createSurfacePoint, type Hit, type Place, type Surface } from '../../src/surface/surface.js';

export function pointOn(surface: Surface, place: Place) {
  const point = createSurfacePoint();
  surface.point(place, point);
  return point;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A unit velocity on the chart as a vector in space. */
export function headingIn(surface: Surface, place: Place, velocity: ArrayLike<number>): number[] {
  const { tangentX, tangentY } = pointOn(surface, place);
  return [0, 1, 2].map((n) => velocity[0] * tangentX[n] + velocity[1] * tangentY[n]);
}

/** Where a ray from `origin` towards `target` meets the surface, or null. */
export function aim(surface: Surface, origin: ArrayLike<number>, target: ArrayLike<number>): Hit | null {
  const from = Float64Array.from(origin);
  const direction = Float64Array.from(from, (value, n) => target[n] - value);
  const length = Math.hypot(...direction);
  const hit: Hit = { chart: -1, x: 0, y: 0, distance: 0 };
  return surface.intersect({ origin: from, direction: direction.map((value) => value / length) }, hit) ? hit : null;
}
