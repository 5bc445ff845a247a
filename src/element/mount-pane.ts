import { ALL_SCENES } from '../core/build-flags.js';
import { RivuletError } from '../core/errors.js';
import type { SimulationClient } from '../simulation/client.js';
import type { PaintBackdrop } from '../worker/paint-backdrop.js';
import type { OpenClient } from '../worker/worker-client.js';
import { Display } from './display.js';
import type { FitGlass } from './fit-glass.js';
import { type LoadSource, loadSource } from './load-source.js';
import { DRAWN_MAPS, type Load, Pane } from './pane.js';
import { checkPaneOptions, DEFAULT_LABEL, findTarget, logError, type PaneOptions } from './pane-options.js';
import type { CreateRenderer } from './renderer.js';

/** Puts a pane into an element of the page; see `mountPane`. */
export type MountPane = (target: HTMLElement | string, options?: PaneOptions) => Promise<Pane>;

/**
 * `mountPane` with one's own source of simulations, so that a page pays only for the models it uses. Without `paint`
 * scenes have no backdrop of their own. `load` makes something to look at of an address; without `fitter` a scene's glass stays
 * as large as it is.
 */
export function paneMounter(
  openClient: OpenClient,
  renderer: CreateRenderer,
  paint: PaintBackdrop | null = null,
  load: LoadSource = loadSource,
  fitter?: FitGlass,
): MountPane {
  const loadWith: Load = (url, signal) => load(url, signal, ALL_SCENES ? paint : null);
  return async (target, options = {}) => {
    if (!globalThis.document) throw new RivuletError('mountPane needs a page: call it in a browser.');
    checkPaneOptions(options);
    const { signal, scene, overrides = {}, worker, kernels, onError = logError } = options;
    signal?.throwIfAborted();
    let redraw = () => {};
    const display = new Display(findTarget(target), {
      label: options.label || DEFAULT_LABEL,
      maxPixelRatio: options.maxPixelRatio ?? 2,
      look: { transparent: options.transparent ?? false, quality: options.quality },
      create: options.createRenderer ?? renderer,
      paint,
      redraw: () => redraw(),
      failed: onError,
    });
    let client: SimulationClient | null = null;
    try {
      const open = fitter?.(openClient, display.box) ?? openClient;
      client = await open(scene, overrides, { worker, kernels, maps: DRAWN_MAPS });
      await display.check(client.scene);
      await display.setScene(client.scene);
      signal?.throwIfAborted();
      const pane = new Pane(display, client, open, { ...options, onError }, loadWith);
      redraw = () => pane.redraw();
      signal?.addEventListener('abort', () => pane.dispose(), { once: true });
      return pane;
    } catch (error) {
      client?.dispose();
      display.dispose();
      throw error;
    }
  };
}
