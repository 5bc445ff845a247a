/** The source of dist/browser/beads.js, the smallest file: the element with a model without maps and one scene. */
import { nakata2012Maker } from '../models/nakata2012/nakata2012-maker.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { WINDOW_BEADS } from '../scene/finished.generated.js';
import { simulationsFrom } from '../simulation/create-simulation.js';
import { leanParts } from '../simulation/lean-parts.js';
import { runInOneFile } from './one-file.js';
import type { BeadsPane, BeadsPaneOptions, MountSmallPane, SmallPaneEvents } from './small-pane.js';

export type { BeadsPane, BeadsPaneOptions };
export type RivuletPaneEvents = SmallPaneEvents<BeadsPane>;

export const mountPane: MountSmallPane<BeadsPane, BeadsPaneOptions> = runInOneFile(
  import.meta.url,
  simulationsFrom(leanParts(nakata2012Maker, { 'window-beads': WINDOW_BEADS })),
  createPaneRenderer,
);
