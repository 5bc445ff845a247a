/** Colours of water, glass and fog (look.ts, 6). */
import { LOOK } from './look.js';

/** Luminance of linear RGB (Rec. 709). */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Light of the room over the backdrop's mean, on water of gradient (gx, gy). */
export function roomLight(gx: number, gy: number): number {
  return LOOK.roomShare * (1 - (LOOK.roomGrade * gy) / Math.sqrt(1 + gx * gx + gy * gy));
}

/** One channel of fogged glass: `glass` behind fog of density `fog`, 0 to 1; `grey` is fogLight times the mean's luminance. */
export function fogged(glass: number, veil: number, grey: number, fog: number): number {
  const white = veil + (grey - veil) * LOOK.fogLift;
  return glass + (white - glass) * LOOK.fogMost * fog;
}
