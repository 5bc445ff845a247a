/** The source of dist/browser/lean.js: the element with the model `rivulet` and the scene `window` alone. */
import { rivulet } from '../models/rivulet/rivulet.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { WINDOW } from '../scene/finished.generated.js';
import { simulationsFrom } from '../simulation/create-simulation.js';
import { leanParts, MAP_PARTS } from '../simulation/lean-parts.js';
import { runInOneFile } from './one-file.js';
import type { PaneOptions } from './pane-options.js';
import type { LeanPane, MountSmallPane, SmallPaneEvents } from './small-pane.js';

export type { LeanPane };
export type RivuletPaneEvents = SmallPaneEvents<LeanPane>;

export const mountPane: MountSmallPane<LeanPane, PaneOptions> = runInOneFile(
  import.meta.url,
  simulationsFrom(leanParts(rivulet, { window: WINDOW }, MAP_PARTS)),
  createPaneRenderer,
);
