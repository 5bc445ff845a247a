import type { OptionTable } from '../options.js';

/** The options of the two particle models. Where the papers allow more than one reading, each reading has a name. */
export const PARTICLE_OPTIONS = {
  smoothing: { type: 'boolean', default: true },
  erosion: { type: 'boolean', default: true },
  residuals: { type: 'boolean', default: true },
  merging: { type: 'boolean', default: true },
  maps: { type: 'choice', default: 'two', choices: ['two', 'single'] },
  operatorPeriod: { type: 'number', default: 0, min: 0, max: 10, unit: 's' },
  smoothingThreshold: { type: 'number', default: 0.01, min: 0, max: 1, unit: 'mm' },
  idThreshold: { type: 'number', default: 0.5, min: 0, max: 16, unit: 'mm' },
  trailDrain: { type: 'number', default: 0, min: 0, max: 1000, unit: 's' },
  viscosity: { type: 'number', default: 0, min: 0, max: 100000, unit: 'mg/(mm s)' },
  residualLaw: { type: 'choice', default: 'ramp', choices: ['ramp', 'constant'] },
  residualPeriod: { type: 'number', default: 0.4, min: 0.001, max: 100, unit: 's' },
  residualRate: { type: 'number', default: 3, min: 0, max: 100 },
  residualShareMin: { type: 'number', default: 0.1, min: 0, max: 0.9 },
  residualShareMax: { type: 'number', default: 0.3, min: 0, max: 0.9 },
  mergeGain: { type: 'number', default: 1, min: 0, max: 10 },
  adjacency: { type: 'choice', default: '8', choices: ['8', '4'] },
  relabel: { type: 'choice', default: 'all', choices: ['all', 'flood'] },
  contact: { type: 'choice', default: 'trails', choices: ['trails', 'drops'] },
  deadTrails: { type: 'choice', default: 'keep', choices: ['keep', 'take'] },
  regions: { type: 'choice', default: 'beyond', choices: ['beyond', 'literal'] },
  meander: { type: 'number', default: 0.3, min: 0, max: 1.5, unit: 'rad' },
  meanderWhen: { type: 'choice', default: 'tie', choices: ['tie', 'straight'] },
  affinityTie: { type: 'number', default: 0.05, min: 0, max: 10 },
  affinity: { type: 'choice', default: 'uniform', choices: ['uniform', 'normal'] },
  affinityGrain: { type: 'number', default: 0, min: 0, max: 1000, unit: 'mm' },
  lobes: { type: 'number', default: 5, min: 1, max: 5, integer: true },
  shapes: { type: 'choice', default: 'hemispheres', choices: ['hemispheres', 'caps'] },
  irregularity: { type: 'number', default: 0.6, min: 0, max: 1 },
  stretchMax: { type: 'number', default: 3, min: 0, max: 5 },
  stretchSpeed: { type: 'number', default: 100, min: 1, max: 100000, unit: 'mm/s' },
  relax: { type: 'boolean', default: true },
  relaxation: { type: 'number', default: 3, min: 0.1, max: 1000 },
  impact: { type: 'number', default: 1, min: 0.1, max: 1 },
  trailHeight: { type: 'number', default: 1, min: 0.05, max: 1 },
  trailWidth: { type: 'number', default: 1, min: 0.1, max: 1 },
  substeps: { type: 'number', default: 1, min: 1, max: 64, integer: true },
  path: { type: 'choice', default: 'raster', choices: ['raster', 'spaced'] },
} as const satisfies OptionTable;

type Value<T> = T extends { type: 'boolean' }
  ? boolean
  : T extends { type: 'number' }
    ? number
    : T extends { choices: readonly (infer C)[] }
      ? C
      : never;

export type ParticleOptions = { readonly [K in keyof typeof PARTICLE_OPTIONS]: Value<(typeof PARTICLE_OPTIONS)[K]> };
