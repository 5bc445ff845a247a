/** What dist/browser/element.js is made from: the element with all models, for pages without a bundler. */
import { createBackdrop } from '../render/backdrop/create-backdrop.js';
import { createPaneRenderer } from '../render/webgl/index.js';
import { createSimulation } from '../simulation/all-models.js';
import { loadAnySource } from './load-any-source.js';
import { runInOneFile } from './one-file.js';

export * from './lean.js';

export const mountPane = runInOneFile(
  import.meta.url,
  createSimulation,
  createPaneRenderer,
  createBackdrop,
  loadAnySource,
);
