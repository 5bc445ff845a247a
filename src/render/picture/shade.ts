/** Colours of water, glass and fog (look.ts, 6). */
import { LOOK } from './look.js';

/** Shares of linear red, green and blue in luminance (Rec. 709). */
export const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/** Luminance of linear RGB. */
export function luminance(red: number, green: number, blue: number): number {
  return LUMINANCE[0] * red + LUMINANCE[1] * green + LUMINANCE[2] * blue;
}

/** Light of the room over the backdrop's mean, on water of gradient (gx, gy). */
export function roomLight(gx: number, gy: number): number {
  return LOOK.roomShare * (1 - (LOOK.roomGrade * gy) / Math.sqrt(1 + gx * gx + gy * gy));
}

/** Light of the environment over the backdrop's, at a place of the mirror ball (`waterMirror`). */
export function mirrorLight(x: number, y: number): number {
  return LOOK.mirrorRoom + (LOOK.mirrorOpen - LOOK.mirrorRoom) * (x * x + y * y);
}

/** One channel of fogged glass: `glass` behind fog of density `fog`, 0 to 1; `grey` is fogLight times the mean's luminance. */
export function fogged(glass: number, veil: number, grey: number, fog: number): number {
  const white = veil + (grey - veil) * LOOK.fogLift;
  return glass + (white - glass) * LOOK.fogMost * fog;
}
