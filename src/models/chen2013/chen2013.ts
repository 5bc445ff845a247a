import type { World } from '../model.js';
import { withDefaults } from '../options.js';
import { PARTICLE_OPTIONS } from '../particles/options.js';
import { ParticleModel, supportsOneChart } from '../particles/particle-model.js';
import { RESIDUAL_LAWS } from '../particles/residual-laws.js';
import type { ParticleDefinition } from '../particles/with-residual-law.js';

/**
 * Chen, Chen & Wong, "A heuristic approach to the simulation of water drops and flows on glass panes", 2013. A drop is a
 * particle, its water a picture in a height map; drops merge where their regions in the ID map meet.
 */
export class Chen2013 extends ParticleModel {
  /** The paper protects residual droplets from erosion (CHEN-11). */
  protected readonly guardsStill = true;

  /** Section 3, Fig. 4: forces, direction, residuals, shapes, maps, operators, merging. */
  step(world: World): void {
    this.arrive(world);
    this.runDrops(world, false);
    this.operate(world);
    this.mergeDrops(world);
  }
}

export const chen2013: ParticleDefinition = {
  name: 'chen2013',
  title: 'Chen, Chen & Wong 2013: particles, height map and ID map',
  options: withDefaults(PARTICLE_OPTIONS, { mergeGain: 1.1 }),
  supports: supportsOneChart,
  create: (setup) => new Chen2013(setup, RESIDUAL_LAWS),
  createWith: (setup, laws) => new Chen2013(setup, laws),
};
