/** Puts plots where the pages find them, or into the folder that the script is called with. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPlot } from './plot.mjs';

/** Draws docs/images/<name>.svg for each. @param {Record<string, import('./plot.mjs').Plot>} plots */
export function writePlots(plots) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../images', import.meta.url));
  for (const [name, plot] of Object.entries(plots)) writeFileSync(join(folder, `${name}.svg`), drawPlot(plot));
}
