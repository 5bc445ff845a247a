/** The source of dist/browser/lean.js: the element with the model `rivulet` and the scene `window` alone. */
import { rivulet } from '../models/rivulet/rivulet.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { WINDOW } from '../scene/finished.generated.js';
import { simulationsFrom } from '../simulation/create-simulation.js';
import { leanParts, MAP_PARTS } from '../simulation/lean-parts.js';
import { runInOneFile } from './one-file.js';

export type { RivuletPaneEvents } from './page-types.js';

export const mountPane = runInOneFile(
  import.meta.url,
  simulationsFrom(leanParts(rivulet, { window: WINDOW }, MAP_PARTS)),
  createPaneRenderer,
);
