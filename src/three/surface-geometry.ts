/** Meshes of the charts of any surface. */
import { BufferAttribute, BufferGeometry } from 'three';
import { checkNumber } from '../core/errors.js';
import type { SimulatedSurface } from '../simulation/simulation.js';
import type { Hit } from '../surface/surface.js';
import { checkChart } from './water-textures.js';

/** A surface whose places can be asked for: `simulation.surface`, or `surface` of `WaterTextures`. */
export type PointedSurface = Pick<SimulatedSurface, 'kind' | 'charts' | 'point'>;

/** A surface that rays can meet as well, in its own frame. */
export interface MetSurface extends PointedSurface {
  /** Where a ray with a unit direction first meets it [mm]: chart, place and distance; null if it does not. */
  intersect(origin: Iterable<number>, direction: Iterable<number>): Hit | null;
}

export interface GeometryOptions {
  /** Longest side of a quad on a curved chart [mm], 0.1 to 10000. Default 4. A planar chart is one quad. */
  readonly step?: number;
}

/**
 * The mesh of a chart in the surface's own frame [mm], its middle at the origin. Its front is the wet side. uv goes from 0 to 1, u
 * with columns and v against rows, so that a picture stands upright; `tangent` lies along u, and its w makes the bitangent
 * w · normal × tangent point along v.
 */
export function surfaceGeometry(
  surface: PointedSurface,
  chart = 0,
  { step = 4 }: GeometryOptions = {},
): BufferGeometry {
  checkChart(chart, surface);
  checkNumber(step, { min: 0.1, max: 10_000, unit: 'mm' }, 'step');
  const { width, height, isPlanar } = surface.charts[chart];
  const parts = (length: number) => (isPlanar ? 1 : Math.max(1, Math.ceil(length / step)));
  const [across, down] = [parts(width), parts(height)];
  const count = (across + 1) * (down + 1);
  const position = new Float32Array(3 * count);
  const normal = new Float32Array(3 * count);
  const tangent = new Float32Array(4 * count);
  const uv = new Float32Array(2 * count);
  const indices: number[] = [];
  for (let row = 0, n = 0; row <= down; row++) {
    for (let col = 0; col <= across; col++, n++) {
      const point = surface.point({ chart, x: (col / across) * width, y: (row / down) * height });
      position.set(point.position, 3 * n);
      normal.set(point.normal, 3 * n);
      // normal × tangentX = tangentY, which goes with rows; v goes against them.
      tangent.set([...point.tangentX, -1], 4 * n);
      uv.set([col / across, 1 - row / down], 2 * n);
      const next = n + across + 1;
      if (row < down && col < across) indices.push(n, n + 1, next, next, n + 1, next + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setIndex(indices);
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setAttribute('tangent', new BufferAttribute(tangent, 4));
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  return geometry;
}
