import type { OptionsOf, OptionTable } from '../options.js';

/** The options of Kaneda's model. The paper sets all of its constants "experimentally" and prints none: spec 4.3 gives them. */
export const KANEDA_OPTIONS = {
  /** Mean affinity of a cell (KAN-2); the affinity is drawn from a normal distribution and clipped to 0 to 1. */
  affinityMean: { type: 'number', default: 0.5, min: 0.01, max: 1, fixed: true },
  /** Standard deviation of the affinity (KAN-2); 0 is the same everywhere. */
  affinitySpread: { type: 'number', default: 0.15, min: 0, max: 1, fixed: true },
  /**
   * β_s of eq. 2: affinity times this is what holds a droplet at rest. 0: such that the coating holds its critical mass
   * on the mean slope of the surface (KAN-L1).
   */
  betaS: { type: 'number', default: 0, min: 0, max: 1e9, unit: 'mg mm/s²' },
  /** β_d of eq. 11 over β_s: what resists a droplet on its way. It must be below what holds one at rest. */
  betaRatio: { type: 'number', default: 0.7, min: 0, max: 0.999 },
  /** α1 of eq. 7: weight of Newton's law in the roulette, times the speed. */
  alpha1: { type: 'number', default: 0.005, min: 0, max: 1000, unit: 's/mm' },
  /** α2 of eq. 7: weight of the neighbours' affinity; it makes streams meander. */
  alpha2: { type: 'number', default: 0.5, min: 0, max: 1000 },
  /** Weight of wet neighbours in eq. 7, 1 in the paper; it makes streams follow each other. */
  wetWeight: { type: 'number', default: 1, min: 0, max: 1000 },
  /** Eq. 4 without its bias, so that the mean way is along the velocity, or as printed. */
  newton: { type: 'choice', default: 'unbiased', choices: ['unbiased', 'paper'] },
  /** Eq. 5 without its bias, or as printed. */
  affinityRule: { type: 'choice', default: 'unbiased', choices: ['unbiased', 'paper'] },
  /** Unused time is kept for the next step (KAN-O1), or lost as printed: then slow droplets never move. */
  timekeeper: { type: 'choice', default: 'carry', choices: ['carry', 'paper'] },
  /** What a droplet leaves behind (h of eq. 14): a share per length of the way, the same on any lattice, or per cell as printed. */
  wettingRule: { type: 'choice', default: 'length', choices: ['length', 'cell'] },
  /** Greatest loss of mass by wetting per length of the way (κ_max), with the rule `length`. */
  wetting: { type: 'number', default: 0.0075, min: 0, max: 10, unit: '1/mm' },
  /** Greatest share of its mass that a droplet leaves in a cell (h_max), with the rule `cell`. */
  wettingShare: { type: 'number', default: 0.015, min: 0, max: 1 },
  /** Affinity from which on wetting is greatest (Fig. 4 of the paper). */
  saturation: { type: 'number', default: 0.6, min: 0.01, max: 1 },
} as const satisfies OptionTable;

export type KanedaOptions = OptionsOf<typeof KANEDA_OPTIONS>;
