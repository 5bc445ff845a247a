/** `rivulet/element`: defines `<rivulet-pane>` with all models, and has the parts for pages that bring their own. */

export type { ModelMaker } from '../models/model.js';
export { type BackdropSource, createPaneRenderer } from '../render/webgl/index.js';
export { simulationsFrom } from '../simulation/create-simulation.js';
export type { SimulationParts } from '../simulation/parts.js';
export { defineRivuletPane } from './define.js';
export { mountPane } from './define-default.js';
export { fitGlass } from './fit-glass.js';
export { loadAnySource } from './load-any-source.js';
export { type MountPane, paneMounter } from './mount-pane.js';
export { runInOneFile } from './one-file.js';
export type { RivuletPaneEvents } from './page-types.js';
export type { Pane } from './pane.js';
export type { PaneOptions } from './pane-options.js';
export type { Controls } from './play-control.js';
export type { CreateRenderer, DrawsPane, Quality } from './renderer.js';
export type { RivuletPaneElement } from './rivulet-pane.js';
export type { RunningDrop } from './run-watch.js';
export type { SnapshotOptions } from './snapshot.js';
