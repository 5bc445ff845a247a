/** What dist/browser/lean.js is made from: the element with one model and one scene, as small as it gets. */
// The kernels stand first: away from code, gzip makes 0.3 kB less of them.
import '../kernels/lean-simd.js';

import { rivulet } from '../models/rivulet/rivulet.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { WINDOW } from '../scene/finished.generated.js';
import { simulationsFrom } from '../simulation/create-simulation.js';
import { leanParts } from '../simulation/lean-parts.js';
import { runInOneFile } from './one-file.js';

export type { RivuletPaneEvents } from './page-types.js';

export const mountPane = runInOneFile(
  import.meta.url,
  simulationsFrom(leanParts(rivulet, { window: WINDOW })),
  createPaneRenderer,
);
