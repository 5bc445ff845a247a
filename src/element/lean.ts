/** The element's parts for pages that bring their own models; `rivulet/element` has all of them and defines the element. */
export { defineRivuletPane } from './define.js';
export { type MountPane, paneMounter } from './mount-pane.js';
export { runInOneFile } from './one-file.js';
export type { Pane } from './pane.js';
export type { PaneOptions } from './pane-options.js';
export type { BackdropSource, CreateRenderer, PaneRenderer, Quality, RendererOptions } from './renderer.js';
export type { RivuletPaneElement } from './rivulet-pane.js';
export type { RunningDrop } from './run-watch.js';
export { createWebglRenderer } from './webgl-renderer.js';
