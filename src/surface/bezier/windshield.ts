/**
 * The windshield of Kaneda et al. 1996, Fig. 6: one patch, 27° from level on average, wet outside. The paper prints neither
 * size nor control points; these are those of a car: 1300 mm across and 600 mm along the glass, bowed both ways.
 */
import { cos, sin } from '../../core/math.js';
import { PATCH_SIZE } from './patch.js';

/** Chords across and along the glass [mm]; with the bows they make arcs of 1300 and 600 mm. */
const CHORD = 1283.3;
const RISE = 599;
/** How far the middle stands out before the straight lines between the edges [mm], across and along. */
const BOW = 90;
const CROWN = 15;
/** Slope of the chord along the glass [rad]; the bow across makes the mean of the whole 27°. */
const SLOPE = (25.53 * Math.PI) / 180;

/** The patch [mm], Y up: x to the right for a driver at +Z, rows down the glass. */
export function windshieldPatch(): Float64Array {
  const patch = new Float64Array(PATCH_SIZE);
  const [s, c] = [sin(SLOPE), cos(SLOPE)];
  for (let row = 0; row < 4; row++) {
    for (let col = 0; col < 4; col++) {
      const down = RISE * (row / 3 - 0.5);
      // The cubic control values of 1 − (2t − 1)² are 0, 4/3, 4/3, 0; the mean of that parabola is 2/3.
      const out = BOW * (bow(col) - 2 / 3) + CROWN * (bow(row) - 2 / 3);
      patch.set([CHORD * (col / 3 - 0.5), -s * down + c * out, -c * down - s * out], 3 * (4 * row + col));
    }
  }
  return patch;
}

function bow(k: number): number {
  return k === 0 || k === 3 ? 0 : 4 / 3;
}
