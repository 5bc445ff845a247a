import type { OptionTable } from '../options.js';

/** The options of the two particle models. Where the papers allow more than one reading, each reading has a name. */
export const PARTICLE_OPTIONS = {
  smoothing: { type: 'boolean', default: true, doc: '3×3 mean and threshold on the trail map (CHEN-10).' },
  erosion: { type: 'boolean', default: true, doc: 'Trails shrink from their sides (CHEN-11).' },
  residuals: { type: 'boolean', default: true, doc: 'Running drops leave residual droplets (CHEN-8).' },
  merging: { type: 'boolean', default: true, doc: 'Drops that touch become one (CHEN-14, 15).' },
  maps: {
    type: 'choice',
    default: 'two',
    choices: ['two', 'single'],
    doc: 'Still drops in a map of their own, untouched by the operators (CHEN-O8), or everything in one map as printed.',
  },
  operatorPeriod: {
    type: 'number',
    default: 0,
    min: 0,
    max: 10,
    unit: 's',
    doc: 'Time between two runs of smoothing and erosion at 0.5 mm cells, scaled with the cell size; 0 is every step (CHEN-O6).',
  },
  smoothingThreshold: {
    type: 'number',
    default: 0.01,
    min: 0,
    max: 1,
    unit: 'mm',
    doc: 'Smoothed heights below this become 0 (ε_h, T_e).',
  },
  idThreshold: {
    type: 'number',
    default: 0.5,
    min: 0,
    max: 16,
    unit: 'mm',
    doc: 'Unowned cells at least this high take the id of their highest neighbour (T_id).',
  },
  viscosity: {
    type: 'number',
    default: 0,
    min: 0,
    max: 100000,
    unit: 'mg/(mm s)',
    doc: 'Drag in proportion to the speed, ηf(θ) of Nakata eq. 5; 800 gives runs of about 50 mm/s on ordinary glass.',
  },
  residualLaw: {
    type: 'choice',
    default: 'ramp',
    choices: ['ramp', 'constant'],
    doc: 'Probability of a residual droplet: rising with the time since the last one (Chen eq. 1), or constant.',
  },
  residualPeriod: {
    type: 'number',
    default: 0.4,
    min: 0.001,
    max: 100,
    unit: 's',
    doc: 'τmax of Chen eq. 1.',
  },
  residualRate: { type: 'number', default: 3, min: 0, max: 100, doc: 'β of Chen eq. 1.' },
  residualShareMin: {
    type: 'number',
    default: 0.1,
    min: 0,
    max: 0.9,
    doc: 'Smallest share α a residual droplet takes.',
  },
  residualShareMax: {
    type: 'number',
    default: 0.3,
    min: 0,
    max: 0.9,
    doc: 'Largest share α a residual droplet takes.',
  },
  mergeGain: {
    type: 'number',
    default: 1,
    min: 0,
    max: 10,
    doc: 'μ: speed of a merged drop over what momentum gives.',
  },
  adjacency: {
    type: 'choice',
    default: '8',
    choices: ['8', '4'],
    doc: 'Do cells that meet at a corner touch (Chen), or only those that share a side (Chin)?',
  },
  relabel: {
    type: 'choice',
    default: 'all',
    choices: ['all', 'flood'],
    doc: 'After a merge all cells of the old ids change (CHEN-O12), or only those connected to the contact (CHIN-18).',
  },
  contact: {
    type: 'choice',
    default: 'trails',
    choices: ['trails', 'drops'],
    doc: 'Does touching a drop’s trail merge (as in both papers), or only touching the drop itself?',
  },
  deadTrails: {
    type: 'choice',
    default: 'keep',
    choices: ['keep', 'take'],
    doc: 'The trail of a drop that left stays nobody’s, to be followed, or is taken over by a drop that touches it (CHIN-17).',
  },
  regions: {
    type: 'choice',
    default: 'beyond',
    choices: ['beyond', 'literal'],
    doc: 'The three regions begin beyond the drop’s own footprint (CHEN-O1), or at three rows ahead as printed.',
  },
  meander: { type: 'number', default: 0.3, min: 0, max: 1.5, unit: 'rad', doc: 'Largest random turn θ.' },
  meanderWhen: {
    type: 'choice',
    default: 'tie',
    choices: ['tie', 'straight'],
    doc: 'Turn where the regions do not differ (CHEN-O2), or whenever the way is straight down (CHIN-7).',
  },
  affinityTie: {
    type: 'number',
    default: 0.05,
    min: 0,
    max: 10,
    doc: 'Mean affinities closer together than this do not differ (CHEN-O2).',
  },
  affinity: {
    type: 'choice',
    default: 'uniform',
    choices: ['uniform', 'normal'],
    doc: 'U(0, 1) (Chen), or N(0.5, 1.5) (Chin, Table 1). Fixed once the simulation runs.',
  },
  affinityGrain: {
    type: 'number',
    default: 0,
    min: 0,
    max: 1000,
    unit: 'mm',
    doc: 'Size of patches of like affinity; 0 is a value of its own for every cell. Fixed once the simulation runs.',
  },
  lobes: {
    type: 'number',
    default: 5,
    min: 1,
    max: 5,
    integer: true,
    doc: 'A still drop is a chain of 1 to this many hemispheres (CHEN-12).',
  },
  shapes: {
    type: 'choice',
    default: 'hemispheres',
    choices: ['hemispheres', 'caps'],
    doc: 'Drops as hemispheres and chains of them, as printed, or as bodies with the coating’s contact angles (docs/models/shapes.md). Fixed once the simulation runs.',
  },
  irregularity: {
    type: 'number',
    default: 0.6,
    min: 0,
    max: 1,
    doc: 'How far the outline of a still drop follows the glass instead of a circle; for caps.',
  },
  stretchMax: {
    type: 'number',
    default: 3,
    min: 0,
    max: 5,
    doc: 'Length of a very fast drop between head and tail over its radius (s_max, NAK-O3); for caps.',
  },
  stretchSpeed: {
    type: 'number',
    default: 100,
    min: 1,
    max: 100000,
    unit: 'mm/s',
    doc: 'Speed at which a drop has 63 % of that stretch (v_s, NAK-O3); for caps.',
  },
  relax: {
    type: 'boolean',
    default: true,
    doc: 'Merged drops start at their common centre of mass, and shapes change over the capillary time (CHIN-L2); for caps.',
  },
  relaxation: {
    type: 'number',
    default: 3,
    min: 0.1,
    max: 1000,
    doc: 'Time in which a shape relaxes over the capillary time √(ρR³/γ); for caps.',
  },
  substeps: {
    type: 'number',
    default: 1,
    min: 1,
    max: 64,
    integer: true,
    doc: 'Parts of a step in which direction, speed and place are found anew (b, CHIN-9).',
  },
  path: {
    type: 'choice',
    default: 'raster',
    choices: ['raster', 'spaced'],
    doc: 'A fast hemisphere fills the cells of a rasterised line (CHEN-13), or every 1.5 cells of the way (CHIN-8).',
  },
} as const satisfies OptionTable;

type Value<T> = T extends { type: 'boolean' }
  ? boolean
  : T extends { type: 'number' }
    ? number
    : T extends { choices: readonly (infer C)[] }
      ? C
      : never;

export type ParticleOptions = { readonly [K in keyof typeof PARTICLE_OPTIONS]: Value<(typeof PARTICLE_OPTIONS)[K]> };
