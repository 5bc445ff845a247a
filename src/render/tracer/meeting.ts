/**
 * Where a ray meets the sheet: the place, the sheet's plane there, and the ray in that plane's coordinates: x and y of the
 * chart [mm], z out of the sheet on its wet side.
 */
import { createSurfacePoint, type Hit, type Surface } from '../../surface/surface.js';
import { dot3 } from '../../surface/vectors.js';
import { AWAY, type Path, type Rays } from './rays.js';
import type { WaterRay } from './sheet-paths.js';

export class Meeting {
  readonly hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };
  readonly point = createSurfacePoint();
  /** In the sheet, across tangentX: with it and the normal it is a right-handed frame. */
  readonly across = new Float64Array(3);
  readonly ray: WaterRay = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0, width: 0, spread: 0, relief: true };
  /** Way along the path [mm], and the width of its cone there. */
  distance = 0;
  width = 0;
  /** Does the ray come from the dry side? */
  fromDry = false;

  /** Sets up the plane and the ray for the place in `hit`, `distance` along a path. */
  set(surface: Surface, path: Path, distance: number): void {
    surface.point(this.hit, this.point);
    const { normal, tangentX } = this.point;
    const { across, ray, hit } = this;
    across[0] = normal[1] * tangentX[2] - normal[2] * tangentX[1];
    across[1] = normal[2] * tangentX[0] - normal[0] * tangentX[2];
    across[2] = normal[0] * tangentX[1] - normal[1] * tangentX[0];
    this.distance = distance;
    this.width = path.width + Math.abs(path.spread) * distance;
    ray.dx = dot3(path.direction, tangentX);
    ray.dy = dot3(path.direction, across);
    ray.dz = dot3(path.direction, normal);
    ray.width = Math.max(this.width, 1e-4);
    ray.spread = path.spread;
    ray.x = hit.x;
    ray.y = hit.y;
    ray.z = 0;
    ray.relief = true;
    this.fromDry = ray.dz > 0;
  }

  /** Puts a path on the stack that begins at a place beside the hit and goes a way, both in the sheet's plane. */
  push(rays: Rays, path: Path, place: readonly number[], way: readonly number[], weight: number): Path {
    const next = rays.push(path, weight);
    const { position, normal, tangentX } = this.point;
    const { across } = this;
    for (let n = 0; n < 3; n++) {
      next.direction[n] = way[0] * tangentX[n] + way[1] * across[n] + way[2] * normal[n];
      next.origin[n] =
        position[n] + place[0] * tangentX[n] + place[1] * across[n] + place[2] * normal[n] + AWAY * next.direction[n];
    }
    next.width = this.ray.width;
    if (way[2] > 0) next.side = place[2] >= 0 ? 1 : 0;
    else next.side = place[2] > 0 ? 1 : -1;
    return next;
  }
}
