/**
 * What dist/browser/element.classic.js is made from: the element with all models as a classic script, which also runs in a
 * page opened from a file. Modules and files of workers are refused there, so the worker may start from the script's text.
 */
import { createBackdrop } from '../render/backdrop/create-backdrop.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { createSimulation } from '../simulation/all-models.js';
import { browserWorker } from '../worker/browser-worker.js';
import { fileOrTextWorker, textWorker } from '../worker/file-or-text-worker.js';
import { fitGlass } from './fit-glass.js';
import { loadAnySource } from './load-any-source.js';
import type { MountPane } from './mount-pane.js';
import { runAsPageAndWorker, WORKER_NAME } from './one-file.js';

export type { MountPane } from './mount-pane.js';
export type { RivuletPaneEvents } from './page-types.js';
export type { Pane } from './pane.js';
export type { PaneOptions } from './pane-options.js';
export type { RivuletPaneElement } from './rivulet-pane.js';

/** The whole script as text. The build wraps the script in a function that has access to its own text. */
declare const scriptText: () => string;

/** Known only while the script runs for the first time. */
const src = (globalThis.document?.currentScript as HTMLScriptElement | null | undefined)?.src;
const options = { name: WORKER_NAME };

const startWorker = fileOrTextWorker(
  () => {
    if (!src) throw new Error('a script that stands in the page has no file.');
    return browserWorker(new Worker(src, options));
  },
  async () => browserWorker(textWorker(scriptText(), options)),
);

const mountPane = runAsPageAndWorker(
  startWorker,
  createSimulation,
  createPaneRenderer,
  createBackdrop,
  loadAnySource,
  fitGlass,
);

declare global {
  /** What a classic script cannot import: `rivulet.mountPane('#hero', { scene: 'window' })`. */
  var rivulet: { readonly mountPane: MountPane };
}
globalThis.rivulet = { mountPane };
