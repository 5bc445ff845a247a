import { COMMON_OPTIONS, type MapOptions } from '../maps/options.js';
import type { OptionsOf, OptionTable, OptionValues } from '../options.js';

/** Options of `rivulet`: what both papers have, and what bodies and their trails add. */
export const RIVULET_OPTIONS = {
  ...COMMON_OPTIONS,
  /**
   * Time in which the height of a trail falls e-fold, besides smoothing and erosion; sooner where affinity is low. 0: it
   * does not.
   */
  trailDrain: { type: 'number', default: 0, min: 0, max: 1000, unit: 's' },
  /** How far the outline of a still drop follows the glass instead of a circle. */
  irregularity: { type: 'number', default: 0.6, min: 0, max: 1 },
  /** Length of a very fast drop between head and tail over its radius (s_max, NAK-O3). */
  stretchMax: { type: 'number', default: 3, min: 0, max: 5 },
  /** Speed at which a drop has 63 % of that stretch (v_s, NAK-O3). */
  stretchSpeed: { type: 'number', default: 100, min: 1, max: 100000, unit: 'mm/s' },
  /** Merged drops start at their common centre of mass, and shapes change over the capillary time (CHIN-L2). */
  relax: { type: 'boolean', default: true },
  /** Time in which a shape relaxes over the capillary time √(ρR³/γ). */
  relaxation: { type: 'number', default: 3, min: 0.1, max: 1000 },
  /** Contact angle of a drop that has just come over that at rest: it lies spread and draws together; with `relax`. */
  impact: { type: 'number', default: 1, min: 0.1, max: 1 },
  /** Height of what a running drop leaves in the trail map over its own. */
  trailHeight: { type: 'number', default: 1, min: 0.05, max: 1 },
  /**
   * Width of what it leaves over its own: in the trail map its shape is sunk until it is that narrow. Glass beside it is
   * only wetted.
   */
  trailWidth: { type: 'number', default: 1, min: 0.1, max: 1 },
} as const satisfies OptionTable;

/** Readings of the papers that are settled here: two maps, contacts at corners too, new ids everywhere at once. */
const SETTLED = {
  maps: 'two',
  adjacency: '8',
  relabel: 'all',
  deadTrails: 'keep',
  regions: 'beyond',
  chooses: 'part',
  path: 'raster',
  lobes: 1,
} as const;

export type RivuletOptions = OptionsOf<typeof RIVULET_OPTIONS> & MapOptions;

/** The checked options of a scene with what is settled. */
export function rivuletOptions(options: OptionValues): RivuletOptions {
  return { ...SETTLED, ...options } as unknown as RivuletOptions;
}
