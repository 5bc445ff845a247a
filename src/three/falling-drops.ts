/** Drops that have come off the surface and fall, as spheres. */
import { IcosahedronGeometry, InstancedMesh, type Material, Matrix4, MeshStandardMaterial } from 'three';
import { checkNumber } from '../core/errors.js';
import type { FallingView } from '../core/frame.js';
import { cbrt } from '../core/math.js';
import { WATER_DENSITY } from '../core/units.js';

export interface FallingDropsOptions {
  /** Most drops that are shown at once, 1 to 100000. Default 256. */
  readonly most?: number;
  /** What they are made of; the caller frees it. Default clear water in MeshStandardMaterial. */
  readonly material?: Material;
}

/**
 * Add it to the object that holds the posed surface, not to the posed one: falling drops are in the world's frame [mm].
 * Each has the volume of its mass.
 */
export class FallingDrops extends InstancedMesh {
  readonly #most: number;
  readonly #own: Material | null;
  readonly #place = new Matrix4();

  constructor({ most = 256, material }: FallingDropsOptions = {}) {
    checkNumber(most, { min: 1, max: 100_000, integer: true }, 'most');
    const water = () => new MeshStandardMaterial({ color: 0xdfefff, roughness: 0.05, transparent: true, opacity: 0.6 });
    const own = material ? null : water();
    super(new IcosahedronGeometry(1, 2), material ?? own!, most);
    this.#most = most;
    this.#own = own;
    this.count = 0;
    this.frustumCulled = false;
  }

  /** Shows `falling` of `WaterTextures`, or of a frame. */
  update({ count, mass, x, y, z }: FallingView): void {
    this.count = Math.min(this.#most, count);
    for (let n = 0; n < this.count; n++) {
      const radius = cbrt((3 * mass[n]) / (4 * Math.PI * WATER_DENSITY));
      this.#place.makeScale(radius, radius, radius).setPosition(x[n], y[n], z[n]);
      this.setMatrixAt(n, this.#place);
    }
    this.instanceMatrix.needsUpdate = true;
  }

  /** Frees its geometry, its instances and the material that it made. Twice is fine. */
  override dispose(): this {
    this.geometry.dispose();
    this.#own?.dispose();
    super.dispose();
    return this;
  }
}
