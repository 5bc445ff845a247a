import type { OptionsOf, OptionTable } from '../options.js';

/** Options of every model with maps. Where the papers allow more than one reading, each reading has a name. */
export const COMMON_OPTIONS = {
  /** 3×3 mean and threshold on the trail map (CHEN-10). */
  smoothing: { type: 'boolean', default: true },
  /** Trails shrink from their sides (CHEN-11). */
  erosion: { type: 'boolean', default: true },
  /** Running drops leave residual droplets (CHEN-8). */
  residuals: { type: 'boolean', default: true },
  /** Drops that touch become one (CHEN-14, 15). */
  merging: { type: 'boolean', default: true },
  /**
   * Time between two applications of smoothing and erosion at 0.5 mm cells, scaled with the cell size; 0 is every step
   * (CHEN-O6).
   */
  operatorPeriod: { type: 'number', default: 0, min: 0, max: 10, unit: 's' },
  /** Smoothed heights below this become 0 (ε_h, T_e). */
  smoothingThreshold: { type: 'number', default: 0.01, min: 0, max: 1, unit: 'mm' },
  /** Unowned cells at least this high take the id of their highest neighbour (T_id). */
  idThreshold: { type: 'number', default: 0.5, min: 0, max: 16, unit: 'mm' },
  /** Drag in proportion to the speed, ηf(θ) of Nakata eq. 5; 800 gives runs of about 50 mm/s on ordinary glass. */
  viscosity: { type: 'number', default: 0, min: 0, max: 100000, unit: 'mg/(mm s)' },
  /** Probability of a residual droplet: rising with the time since the last one (Chen eq. 1), or constant. */
  residualLaw: { type: 'choice', default: 'ramp', choices: ['ramp', 'constant'] },
  /** τmax of Chen eq. 1. */
  residualPeriod: { type: 'number', default: 0.4, min: 0.001, max: 100, unit: 's' },
  /** β of Chen eq. 1. */
  residualRate: { type: 'number', default: 3, min: 0, max: 100 },
  /** Smallest share α a residual droplet takes. */
  residualShareMin: { type: 'number', default: 0.1, min: 0, max: 0.9 },
  /** Largest share α a residual droplet takes. */
  residualShareMax: { type: 'number', default: 0.3, min: 0, max: 0.9 },
  /** μ: speed of a merged drop over what momentum gives. */
  mergeGain: { type: 'number', default: 1, min: 0, max: 10 },
  /** Does touching a drop’s trail merge (as in both papers), or only touching the drop itself? */
  contact: { type: 'choice', default: 'trails', choices: ['trails', 'drops'] },
  /** Largest random turn θ. */
  meander: { type: 'number', default: 0.3, min: 0, max: 1.5, unit: 'rad' },
  /** Turn where the regions do not differ (CHEN-O2), or whenever the way is straight down (CHIN-7). */
  meanderWhen: { type: 'choice', default: 'tie', choices: ['tie', 'straight'] },
  /** Mean affinities closer together than this do not differ (CHEN-O2). */
  affinityTie: { type: 'number', default: 0.05, min: 0, max: 10 },
  /** U(0, 1) (Chen), or N(0.5, 1.5) (Chin, Table 1). */
  affinity: { type: 'choice', default: 'uniform', choices: ['uniform', 'normal'], fixed: true },
  /** Size of patches of like affinity; 0 is a value of its own for every cell. */
  affinityGrain: { type: 'number', default: 0, min: 0, max: 1000, unit: 'mm', fixed: true },
  /** Parts of a step in which direction, speed and place are computed again (b, CHIN-9). */
  substeps: { type: 'number', default: 1, min: 1, max: 64, integer: true },
} as const satisfies OptionTable;

/** Readings of the papers that only models with hemispheres have. */
const READINGS = {
  /** Still drops in a map of their own, untouched by the operators (CHEN-O8), or everything in one map as printed. */
  maps: { type: 'choice', default: 'two', choices: ['two', 'single'], fixed: true },
  /** Do cells that meet at a corner touch (Chen), or only those that share a side (Chin)? */
  adjacency: { type: 'choice', default: '8', choices: ['8', '4'] },
  /** After a merge all cells of the old ids change (CHEN-O12), or only those connected to the contact (CHIN-18). */
  relabel: { type: 'choice', default: 'all', choices: ['all', 'flood'] },
  /**
   * The trail of a drop that left keeps its dead id, or takes the id of a drop that touches it (CHIN-17). Drops
   * follow it either way.
   */
  deadTrails: { type: 'choice', default: 'keep', choices: ['keep', 'take'] },
  /** The three regions begin beyond the drop’s own footprint (CHEN-O1), or at three rows ahead as printed. */
  regions: { type: 'choice', default: 'beyond', choices: ['beyond', 'literal'] },
  /**
   * A drop chooses its direction once a part, however far it goes, or again where it has gone as far as the regions
   * lie ahead.
   */
  chooses: { type: 'choice', default: 'part', choices: ['part', 'region'] },
  /** A still drop is a chain of 1 to this many hemispheres (CHEN-12). */
  lobes: { type: 'number', default: 5, min: 1, max: 5, integer: true },
  /** A fast hemisphere fills the cells of a rasterised line (CHEN-13), or every 1.5 cells of the way (CHIN-8). */
  path: { type: 'choice', default: 'raster', choices: ['raster', 'spaced'] },
} as const satisfies OptionTable;

/** Options of the two papers' models. */
export const PAPER_OPTIONS = { ...COMMON_OPTIONS, ...READINGS } as const satisfies OptionTable;

/** What the passes need: all options of the papers' models. */
export type MapOptions = OptionsOf<typeof PAPER_OPTIONS>;
