import { COMMON_OPTIONS, type MapOptions } from '../maps/options.js';
import type { OptionsOf, OptionTable, OptionValues } from '../options.js';

/** Options of `rivulet`: what both papers have, and what bodies and their trails add. */
export const RIVULET_OPTIONS = {
  ...COMMON_OPTIONS,
  trailDrain: { type: 'number', default: 0, min: 0, max: 1000, unit: 's' },
  irregularity: { type: 'number', default: 0.6, min: 0, max: 1 },
  stretchMax: { type: 'number', default: 3, min: 0, max: 5 },
  stretchSpeed: { type: 'number', default: 100, min: 1, max: 100000, unit: 'mm/s' },
  relax: { type: 'boolean', default: true },
  relaxation: { type: 'number', default: 3, min: 0.1, max: 1000 },
  impact: { type: 'number', default: 1, min: 0.1, max: 1 },
  trailHeight: { type: 'number', default: 1, min: 0.05, max: 1 },
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
