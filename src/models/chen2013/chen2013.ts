import type { ModelMaker, World } from '../model.js';
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

/** The model without the table of its options: all that runs a finished scene. */
export const chen2013Maker: ModelMaker = {
  name: 'chen2013',
  supports: supportsOneChart,
  create: (setup) => new Chen2013(setup, RESIDUAL_LAWS),
};

export const chen2013: ParticleDefinition = {
  ...chen2013Maker,
  title: 'Chen, Chen & Wong 2013: particles, height map and ID map',
  options: /* @__PURE__ */ withDefaults(PARTICLE_OPTIONS, { mergeGain: 1.1 }),
  createWith: (setup, laws) => new Chen2013(setup, laws),
};
