/** What dist/browser/element.js is made from: the element with all models, for pages without a bundler. */
import { createBackdrop } from '../render/backdrop/create-backdrop.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { createSimulation } from '../simulation/all-models.js';
import { fitGlass } from './fit-glass.js';
import { loadAnySource } from './load-any-source.js';
import { runInOneFile } from './one-file.js';

export type { MountPane } from './mount-pane.js';
export type { RivuletPaneEvents } from './page-types.js';
export type { Pane } from './pane.js';
export type { PaneOptions } from './pane-options.js';
export type { Controls } from './play-control.js';
export type { RivuletPaneElement } from './rivulet-pane.js';
export type { RunningDrop } from './run-watch.js';
export type { SnapshotOptions } from './snapshot.js';

export const mountPane = runInOneFile(
  import.meta.url,
  createSimulation,
  createPaneRenderer,
  createBackdrop,
  loadAnySource,
  fitGlass,
);
