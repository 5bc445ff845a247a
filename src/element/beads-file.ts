/** What dist/browser/beads.js is made from: the element with a model without maps and one scene, the smallest there is. */
import { nakata2012Maker } from '../models/nakata2012/nakata2012-maker.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { WINDOW_BEADS } from '../scene/finished.generated.js';
import { simulationsFrom } from '../simulation/create-simulation.js';
import { leastParts } from '../simulation/least-parts.js';
import { runInOneFile } from './one-file.js';

export type { RivuletPaneEvents } from './page-types.js';

export const mountPane = runInOneFile(
  import.meta.url,
  simulationsFrom(leastParts(nakata2012Maker, { 'window-beads': WINDOW_BEADS })),
  createPaneRenderer,
);
