import type { OptionsOf, OptionTable } from '../options.js';

/** The options of Nakata's model. The paper gives neither σ nor the size of the noise: spec 5.3 and NAK-O7 do. */
export const NAKATA_OPTIONS = {
  /** Drops that touch become one (NAK-9); without it they pass through each other. */
  merging: { type: 'boolean', default: true },
  /**
   * Least difference of two masses over the larger one for the smaller to be swallowed. Others stay apart, as bodies.
   * 0: all merge; the paper’s way is 0.2 (NAK-O1).
   */
  mergeThreshold: { type: 'number', default: 0, min: 0, max: 1 },
  /** A merged drop stands where the larger one stood, or in the common centre of mass (NAK-O2). */
  mergedPlace: { type: 'choice', default: 'larger', choices: ['larger', 'middle'] },
  /** Ω_min of eq. 6, what holds drops in still air; 0: what the coating’s angles hold (NAK-O9). */
  omega: { type: 'number', default: 0, min: 0, max: 2 },
  /** σ of eq. 6: speed of the air at which Ω is 63 % of the way to 2. */
  omegaSpeed: { type: 'number', default: 100000, min: 1, max: 1000000000, unit: 'mm/s' },
  /**
   * What the air meets: a hemisphere, which Ω of eq. 6 holds, or the front and height of each drop’s own shape, with Ω_min in
   * any wind (NAK-L4).
   */
  drag: { type: 'choice', default: 'hemisphere', choices: ['hemisphere', 'shape'] },
  /** Drag in proportion to the speed: `viscosity`, or what the flow at the contact line gives at the coating’s angles (NAK-L5). */
  dissipation: { type: 'choice', default: 'constant', choices: ['constant', 'wedge'] },
  /** ηf(θ) of eq. 5 where `dissipation` is constant. */
  viscosity: { type: 'number', default: 500, min: 0, max: 100000, unit: 'mg/(mm s)' },
  /**
   * Root mean square of what shakes all drops along the glass, 5 to 15 times a second (NAK-8); 0: nothing does. 500
   * is a drive (NAK-O7).
   */
  noise: { type: 'number', default: 0, min: 0, max: 100000, unit: 'mm/s²' },
  /**
   * Drops have the coating’s angles, lean with what pulls at them, end in a thinner rear when they run, and become one over
   * the capillary time (NAK-L2); without it they are hemispheres and half capsules.
   */
  deform: { type: 'boolean', default: false },
  /** Length of a very fast drop between head and tail over its radius (s_max, NAK-O3). */
  stretchMax: { type: 'number', default: 3, min: 0, max: 5 },
  /** Speed at which a drop has 63 % of that stretch (v_s, NAK-O3). */
  stretchSpeed: { type: 'number', default: 100, min: 1, max: 100000, unit: 'mm/s' },
} as const satisfies OptionTable;

export type NakataOptions = OptionsOf<typeof NAKATA_OPTIONS>;
