/** Rays at the seams of a surface, where two charts must leave no gap between them. */
import { Chance } from '../../src/core/chance.js';
import type { Hit, Surface } from '../../src/surface/surface.js';
import { pointOn } from './law-of-surfaces.ts';

const chance = new Chance(11);
const random = (n: number, k: number) => chance.uniform(1, n, 0, k);

/** Sends `count` rays at the edges of each chart, from both sides; returns those that pass a seam without a hit. */
export function raysThatMiss(surface: Surface, count: number): string[] {
  const hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };
  const missed: string[] = [];
  surface.charts.forEach(({ width, height }, chart) => {
    for (let n = 0; n < count; n++) {
      if (surface.seams.at(chart, n % 4) === null) continue;
      const t = random(n, 30 + chart);
      const x = n % 4 === 0 ? 0 : n % 4 === 1 ? width : t * width;
      const y = n % 4 === 2 ? 0 : n % 4 === 3 ? height : t * height;
      const { position, normal, tangentX } = pointOn(surface, { chart, x, y });
      const side = random(n, 90) < 0.5 ? -1 : 1;
      const lean = random(n, 91) - 0.5;
      // From two millimetres away: nothing but the surface at this place is nearer.
      const direction = normal.map((value, k) => -side * value + lean * tangentX[k]);
      const length = Math.hypot(...direction);
      const unit = direction.map((value) => value / length);
      const origin = position.map((value, k) => value - 2 * unit[k]);
      const found = surface.intersect({ origin, direction: unit }, hit);
      if (!found || hit.distance >= 2 + 1e-6) missed.push(`chart ${chart}, ray ${n}`);
    }
  });
  return missed;
}
