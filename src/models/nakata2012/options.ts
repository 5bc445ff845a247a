import type { OptionsOf, OptionTable } from '../options.js';

/** The options of Nakata's model. The paper gives neither σ nor the size of the noise: spec 5.3 and NAK-O7 do. */
export const NAKATA_OPTIONS = {
  merging: { type: 'boolean', default: true },
  mergeThreshold: { type: 'number', default: 0, min: 0, max: 1 },
  mergedPlace: { type: 'choice', default: 'larger', choices: ['larger', 'middle'] },
  omega: { type: 'number', default: 0, min: 0, max: 2 },
  omegaSpeed: { type: 'number', default: 100000, min: 1, max: 1000000000, unit: 'mm/s' },
  viscosity: { type: 'number', default: 500, min: 0, max: 100000, unit: 'mg/(mm s)' },
  noise: { type: 'number', default: 0, min: 0, max: 100000, unit: 'mm/s²' },
  stretchMax: { type: 'number', default: 3, min: 0, max: 5 },
  stretchSpeed: { type: 'number', default: 100, min: 1, max: 100000, unit: 'mm/s' },
} as const satisfies OptionTable;

export type NakataOptions = OptionsOf<typeof NAKATA_OPTIONS>;
