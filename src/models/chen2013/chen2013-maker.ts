import type { ModelMaker, World } from '../model.js';
import { ParticleModel, supportsOneChart } from '../particles/particle-model.js';
import { RESIDUAL_LAWS } from '../particles/residual-laws.js';

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
