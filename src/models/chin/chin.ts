import type { World } from '../model.js';
import { withDefaults } from '../options.js';
import { PARTICLE_OPTIONS } from '../particles/options.js';
import { ParticleModel, supportsOneChart } from '../particles/particle-model.js';
import { RESIDUAL_LAWS } from '../particles/residual-laws.js';
import type { ParticleDefinition } from '../particles/with-residual-law.js';

/**
 * Chin, "Animating raindrops on a surface": Chen's method with sub-steps, spaced hemispheres, an ID map that grows with
 * the water, and merging right after the drops have moved.
 */
export class Chin extends ParticleModel {
  /** Chin's simplified erosion protects nothing; still drops are placed again in every step. */
  protected readonly guardsStill = false;

  /** Fig. 1: generate, move and place, merge, place still drops, smooth, erode. */
  step(world: World): void {
    this.arrive(world);
    this.runDrops(world, true);
    this.mergeDrops(world);
    this.operate(world);
  }
}

export const chin: ParticleDefinition = {
  name: 'chin',
  title: 'Chin: Chen’s method with sub-steps, a growing ID map and flood-fill merging',
  options: withDefaults(PARTICLE_OPTIONS, {
    substeps: 4,
    residualPeriod: 0.1,
    path: 'spaced',
    adjacency: '4',
    relabel: 'flood',
    deadTrails: 'take',
    chooses: 'region',
    meanderWhen: 'straight',
    affinity: 'normal',
    affinityTie: 0,
    lobes: 1,
  }),
  supports: supportsOneChart,
  create: (setup) => new Chin(setup, RESIDUAL_LAWS),
  createWith: (setup, laws) => new Chin(setup, laws),
};
