import { withDefaults } from '../options.js';
import { PARTICLE_OPTIONS } from '../particles/options.js';
import type { ParticleDefinition } from '../particles/with-residual-law.js';
import { Chen2013, chen2013Maker } from './chen2013-maker.js';

export const chen2013: ParticleDefinition = {
  ...chen2013Maker,
  title: 'Chen, Chen & Wong 2013: particles, height map and ID map',
  options: withDefaults(PARTICLE_OPTIONS, { mergeGain: 1.1 }),
  createWith: (setup, laws) => new Chen2013(setup, laws),
};
