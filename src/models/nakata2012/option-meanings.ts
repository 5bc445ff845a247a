import type { NAKATA_OPTIONS } from './options.js';

/** What the options of Nakata's model mean. Apart from their table, so that pages do not carry texts for readers. */
export const NAKATA_OPTION_MEANINGS: Readonly<Record<keyof typeof NAKATA_OPTIONS, string>> = {
  merging: 'Drops that touch become one (NAK-9); without it they pass through each other.',
  mergeThreshold:
    'Least difference of two masses over the larger one for the smaller to be swallowed. Others stay apart, as bodies. 0: all merge; the paper’s way is 0.2 (NAK-O1).',
  mergedPlace: 'A merged drop stands where the larger one stood, or in the common centre of mass (NAK-O2).',
  omega: 'Ω_min of eq. 6, what holds drops in still air; 0: what the coating’s angles hold (NAK-O9).',
  omegaSpeed: 'σ of eq. 6: speed of the air at which Ω is 63 % of the way to 2.',
  viscosity: 'ηf(θ) of eq. 5: drag in proportion to the speed.',
  noise:
    'Root mean square of what shakes all drops along the glass, 5 to 15 times a second (NAK-8); 0: nothing does. 500 is a drive (NAK-O7).',
  stretchMax: 'Length of a very fast drop between head and tail over its radius (s_max, NAK-O3).',
  stretchSpeed: 'Speed at which a drop has 63 % of that stretch (v_s, NAK-O3).',
};
