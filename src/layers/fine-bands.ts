/** Fine drops that come faster to one band of a chart than to another (`FINE_BANDS`), as on a cylinder in Marshall–Palmer rain. */
import type { Grid } from '../core/grid.js';
import { exp } from '../core/math.js';
import { FINE_BANDS } from '../weather/rain.js';

/** What cells of the layer that is being updated gain, band by band. */
const GAINS = /* @__PURE__ */ new Float64Array(FINE_BANDS.columns * FINE_BANDS.rows);
let isUneven = false;

/**
 * Sets the shares of their way to whole that cells make between two updates, from the depth of rain in each band; `rate` is
 * the time between them in time constants, over the depth. Null: they gain the same everywhere.
 */
export function setGains(depths: Float64Array | null, rate: number): void {
  isUneven = depths !== null;
  if (depths) for (let n = 0; n < GAINS.length; n++) GAINS[n] = 1 - exp(-rate * depths[n]);
}

/** Do cells of different bands gain differently? */
export function gainsDiffer(): boolean {
  return isUneven;
}

/** What a cell gains. */
export function gainOf({ columns, rows }: Grid, row: number, col: number): number {
  const band = Math.floor((row * FINE_BANDS.rows) / rows) * FINE_BANDS.columns;
  return GAINS[band + Math.floor((col * FINE_BANDS.columns) / columns)];
}
