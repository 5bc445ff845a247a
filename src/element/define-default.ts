/** Defines `<rivulet-pane>` with all models. Importing this file is enough. */
import { createPaneRenderer } from '../render/webgl/index.js';
import { createSimulationClient, paintBackdrop } from '../worker/create-client.js';
import { defineRivuletPane } from './define.js';
import { fitGlass } from './fit-glass.js';
import { loadAnySource } from './load-any-source.js';
import { paneMounter } from './mount-pane.js';

/**
 * Puts a pane into an element of the page: its own canvas, simulation and loop.
 * @example const pane = await mountPane('#hero', { scene: 'window-night', src: 'street.jpg' });
 */
export const mountPane = paneMounter(
  createSimulationClient,
  createPaneRenderer,
  paintBackdrop,
  loadAnySource,
  fitGlass,
);

defineRivuletPane(mountPane);
