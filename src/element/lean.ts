/** The element's parts for pages that bring their own models; `rivulet/element` has all of them and defines the element. */

export type { ModelMaker } from '../models/model.js';
export { nakata2012Maker } from '../models/nakata2012/nakata2012-maker.js';
export { rivulet } from '../models/rivulet/rivulet.js';
export { type BackdropSource, createPaneRenderer } from '../render/webgl/index.js';
export { WINDOW, WINDOW_BEADS, WINDOW_NIGHT } from '../scene/finished.generated.js';
export { simulationsFrom } from '../simulation/create-simulation.js';
export { leanParts } from '../simulation/lean-parts.js';
export { leastParts } from '../simulation/least-parts.js';
export type { SimulationParts } from '../simulation/parts.js';
export { defineRivuletPane } from './define.js';
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
