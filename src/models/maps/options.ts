import type { OptionsOf, OptionTable } from '../options.js';

/** Options of every model with maps. Where the papers allow more than one reading, each reading has a name. */
export const COMMON_OPTIONS = {
  smoothing: { type: 'boolean', default: true },
  erosion: { type: 'boolean', default: true },
  residuals: { type: 'boolean', default: true },
  merging: { type: 'boolean', default: true },
  operatorPeriod: { type: 'number', default: 0, min: 0, max: 10, unit: 's' },
  smoothingThreshold: { type: 'number', default: 0.01, min: 0, max: 1, unit: 'mm' },
  idThreshold: { type: 'number', default: 0.5, min: 0, max: 16, unit: 'mm' },
  viscosity: { type: 'number', default: 0, min: 0, max: 100000, unit: 'mg/(mm s)' },
  residualLaw: { type: 'choice', default: 'ramp', choices: ['ramp', 'constant'] },
  residualPeriod: { type: 'number', default: 0.4, min: 0.001, max: 100, unit: 's' },
  residualRate: { type: 'number', default: 3, min: 0, max: 100 },
  residualShareMin: { type: 'number', default: 0.1, min: 0, max: 0.9 },
  residualShareMax: { type: 'number', default: 0.3, min: 0, max: 0.9 },
  mergeGain: { type: 'number', default: 1, min: 0, max: 10 },
  contact: { type: 'choice', default: 'trails', choices: ['trails', 'drops'] },
  meander: { type: 'number', default: 0.3, min: 0, max: 1.5, unit: 'rad' },
  meanderWhen: { type: 'choice', default: 'tie', choices: ['tie', 'straight'] },
  affinityTie: { type: 'number', default: 0.05, min: 0, max: 10 },
  affinity: { type: 'choice', default: 'uniform', choices: ['uniform', 'normal'] },
  affinityGrain: { type: 'number', default: 0, min: 0, max: 1000, unit: 'mm' },
  substeps: { type: 'number', default: 1, min: 1, max: 64, integer: true },
} as const satisfies OptionTable;

/** Readings of the papers that only hemispheres know. */
const READINGS = {
  maps: { type: 'choice', default: 'two', choices: ['two', 'single'] },
  adjacency: { type: 'choice', default: '8', choices: ['8', '4'] },
  relabel: { type: 'choice', default: 'all', choices: ['all', 'flood'] },
  deadTrails: { type: 'choice', default: 'keep', choices: ['keep', 'take'] },
  regions: { type: 'choice', default: 'beyond', choices: ['beyond', 'literal'] },
  chooses: { type: 'choice', default: 'part', choices: ['part', 'region'] },
  lobes: { type: 'number', default: 5, min: 1, max: 5, integer: true },
  path: { type: 'choice', default: 'raster', choices: ['raster', 'spaced'] },
} as const satisfies OptionTable;

/** Options of the two papers' models. */
export const PAPER_OPTIONS = { ...COMMON_OPTIONS, ...READINGS } as const satisfies OptionTable;

/** What the passes ask for: all options of the papers' models. */
export type MapOptions = OptionsOf<typeof PAPER_OPTIONS>;
