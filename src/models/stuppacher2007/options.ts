import type { OptionsOf, OptionTable } from '../options.js';

/** The options of Stuppacher's model. The paper gives no numbers: these are those of spec 2.3 for texels of 0.5 mm. */
export const STUPPACHER_OPTIONS = {
  /** L: only texels with more water than this give any away (STUP-5). */
  thresholdMin: { type: 'number', default: 0.1, min: 0, max: 15, unit: 'mm' },
  /** M: of what leaves texels with more water than this, a share goes two texels far (STUP-8). */
  thresholdMax: { type: 'number', default: 0.5, min: 0, max: 15, unit: 'mm' },
  /** The share r of what leaves such texels that goes two texels far (STUP-8). */
  farShare: { type: 'number', default: 0.5, min: 0, max: 1 },
  /**
   * Most texels that water moves in a step. Beyond 2, the share r of what has gone n texels goes another one where a texel
   * holds more than n times M (STUP-L11).
   */
  reach: { type: 'number', default: 2, min: 2, max: 4, integer: true },
  /** Darkest value of the remainder map: what stays of much water. 1: the map is white and nothing moves (STUP-6). */
  remainder: { type: 'number', default: 0.25, min: 0, max: 1 },
  /** Amount of water from which on the remainder map is that dark; it is white up to L. */
  remainderAt: { type: 'number', default: 0.8, min: 0.01, max: 15, unit: 'mm' },
  /** The remainder map itself, from no water to `remainderAt`, evenly spaced: two hex digits a value, ff is white. `remainder` does nothing then. */
  remainderMap: { type: 'text', longest: 2048, hex: { min: 2, max: 1024 }, default: '' },
  /** Darkest value of the noise map, which multiplies the remainder; 1: no noise (STUP-7). */
  noise: { type: 'number', default: 0.75, min: 0, max: 1 },
  /** Side of a patch of the noise, in texels. */
  noisePeriod: { type: 'number', default: 64, min: 4, max: 256, integer: true, fixed: true },
  /** The noise map itself, a square, row after row: two hex digits a texel. `noise` and `noisePeriod` do nothing then. */
  noiseMap: { type: 'text', longest: 524_288, hex: { min: 4, max: 512, square: true }, default: '', fixed: true },
  /** Speed of the window on the noise map across the chart, in texels a second (STUP-7). */
  noiseSpeedX: { type: 'number', default: 17, min: -1000, max: 1000 },
  /** The same along the chart. */
  noiseSpeedY: { type: 'number', default: 11, min: -1000, max: 1000 },
  /** Water steps a second, whatever the step of the scene is (STUP-O6). */
  stepsPerSecond: { type: 'number', default: 60, min: 1, max: 1000 },
  /** Water flows along gravity, divided between two texels, or to the nearest of the eight as printed (STUP-O1, O2). */
  directions: { type: 'choice', default: 'split', choices: ['split', 'nearest'] },
  /** Height within which the thresholds open; 0: at once, as printed (STUP-L12). */
  softness: { type: 'number', default: 0, min: 0, max: 15, unit: 'mm' },
  /** By how many times L the glass of the highest affinity raises L: small drops stay behind there (STUP-L4). */
  affinityHold: { type: 'number', default: 0, min: 0, max: 10 },
  /** Share of the water that turns aside where the affinity differs by 1 between both sides ahead (STUP-L5). */
  affinityTurn: { type: 'number', default: 0, min: 0, max: 1 },
  /** Size of patches of like affinity. */
  affinityGrain: { type: 'number', default: 2, min: 0, max: 1000, unit: 'mm', fixed: true },
  /**
   * How strongly moving texels sweep their neighbours along, into their own direction (STUP-L6). A texel whose neighbours have
   * moved much water loosens its L by this share, and lets at least this share of its water go.
   */
  sweep: { type: 'number', default: 0, min: 0, max: 0.95, fixed: true },
  /** Water goes on over seams (STUP-L1, L2). Off: at the end of its side it is gone, as printed (STUP-16). */
  seams: { type: 'boolean', default: true, fixed: true },
  /** Water that is too heavy to hang comes off undersides and falls (STUP-O4). */
  detach: { type: 'boolean', default: false },
} as const satisfies OptionTable;

export type StuppacherOptions = OptionsOf<typeof STUPPACHER_OPTIONS>;
