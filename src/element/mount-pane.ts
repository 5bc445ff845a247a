import type { BackdropSource } from '../render/webgl/index.js';
import type { SimulationClient } from '../simulation/client.js';
import type { OpenClient } from '../worker/open-client.js';
import type { PaintBackdrop } from '../worker/paint-backdrop.js';
import { type LoadSource, loadSource } from './load-source.js';
import { DRAWN_MAPS, type Load, Pane } from './pane.js';
import { checkPaneOptions, findTarget, type PaneOptions } from './pane-options.js';
import type { CreateRenderer } from './renderer.js';
import { Stage } from './stage.js';

/** Puts a pane into an element of the page; see `mountPane`. */
export type MountPane = (target: HTMLElement | string, options?: PaneOptions) => Promise<Pane>;

/**
 * `mountPane` with one's own source of simulations, so that a page pays only for the models it uses. Without `paint`
 * scenes have no backdrop of their own. `load` makes something to look at of an address.
 */
export function paneMounter(
  openClient: OpenClient,
  renderer: CreateRenderer,
  paint: PaintBackdrop | null = null,
  load: LoadSource = loadSource,
): MountPane {
  const loadWith: Load = (url, signal) => load(url, signal, paint);
  return async (target, options = {}) => {
    checkPaneOptions(options);
    const { signal, scene = 'window', overrides = {}, worker, kernels } = options;
    signal?.throwIfAborted();
    let redraw = () => {};
    const stage = new Stage(findTarget(target), {
      label: options.label ?? 'Rain on a window',
      maxPixelRatio: options.maxPixelRatio ?? 2,
      look: { transparent: options.transparent ?? false, quality: options.quality },
      create: options.createRenderer ?? renderer,
      paint,
      redraw: () => redraw(),
    });
    let client: SimulationClient | null = null;
    try {
      const loading = loadFirst(options, loadWith);
      client = await openClient(scene, overrides, { worker, kernels, maps: DRAWN_MAPS });
      const source = await loading;
      signal?.throwIfAborted();
      if (source) await setFirst(stage, source, options);
      await stage.setScene(client.scene);
      signal?.throwIfAborted();
    } catch (error) {
      client?.dispose();
      stage.dispose();
      throw error;
    }
    const pane = new Pane(stage, client, openClient, options, loadWith);
    redraw = () => pane.redraw();
    signal?.addEventListener('abort', () => pane.dispose(), { once: true });
    return pane;
  };
}

/** The picture to begin with, or null for the scene's own backdrop: one that cannot be had is told of and left out. */
async function loadFirst({ src, signal, onError }: PaneOptions, load: Load): Promise<BackdropSource | null> {
  if (typeof src !== 'string') return src ?? null;
  try {
    return await load(src, signal ?? new AbortController().signal);
  } catch (error) {
    onError?.(error as Error);
    return null;
  }
}

async function setFirst(stage: Stage, source: BackdropSource, { src, onError }: PaneOptions): Promise<void> {
  try {
    await stage.setSource(source, typeof src === 'string');
  } catch (error) {
    onError?.(error as Error);
  }
}
