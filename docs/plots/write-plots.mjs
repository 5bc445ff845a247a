/** Puts plots where the pages find them. */
import { writeFileSync } from 'node:fs';
import { drawPlot } from './plot.mjs';

/** Draws docs/images/<name>.svg for each. @param {Record<string, import('./plot.mjs').Plot>} plots */
export function writePlots(plots) {
  for (const [name, plot] of Object.entries(plots)) {
    writeFileSync(new URL(`../images/${name}.svg`, import.meta.url), drawPlot(plot));
  }
}
