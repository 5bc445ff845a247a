import { ALL_SCENES } from '../core/build-flags.js';
import type { CreateSimulation } from '../simulation/create-simulation.js';
import { browserWorker } from '../worker/browser-worker.js';
import { textWorker } from '../worker/file-or-text-worker.js';
import { backdropPainter } from '../worker/paint-backdrop.js';
import { type CreateBackdrop, serveInWorker } from '../worker/serve-simulations.js';
import { clientOpener, type WorkerLike } from '../worker/worker-client.js';
import { defineRivuletPane } from './define.js';
import type { FitGlass } from './fit-glass.js';
import type { LoadSource } from './load-source.js';
import { type MountPane, paneMounter } from './mount-pane.js';
import type { CreateRenderer } from './renderer.js';

/** Name of the workers that this file starts; the script finds by it that it runs in one. */
export const WORKER_NAME = 'rivulet simulation';

/**
 * The element in one file that is page and worker at once: the page defines the element, and starts the same file as a
 * worker, which serves simulations and paints backdrops. `url` is the file's own address, import.meta.url; `load` is
 * `loadAnySource` for pages that show Radiance files; `fitter` is `fitGlass` for small drops in large elements.
 */
export function runInOneFile(
  url: string,
  create: CreateSimulation,
  renderer: CreateRenderer,
  paint: CreateBackdrop | null = null,
  load?: LoadSource,
  fitter?: FitGlass,
): MountPane {
  return runAsPageAndWorker(() => browserWorker(startFile(url)), create, renderer, paint, load, fitter);
}

/** As `runInOneFile`; `startWorker` starts the same script as a worker that is named WORKER_NAME. */
export function runAsPageAndWorker(
  startWorker: () => WorkerLike,
  create: CreateSimulation,
  renderer: CreateRenderer,
  paint: CreateBackdrop | null = null,
  load?: LoadSource,
  fitter?: FitGlass,
): MountPane {
  const openClient = clientOpener({ startWorker, loadInline: async () => create });
  const paintBackdrop =
    ALL_SCENES && paint ? backdropPainter({ startWorker, loadInline: async () => paint, check: paint.check }) : null;
  const mountPane = paneMounter(openClient, renderer, paintBackdrop, load, fitter);
  if (isOwnWorker()) serveInWorker(create, paint);
  else defineRivuletPane(mountPane);
  return mountPane;
}

function isOwnWorker(): boolean {
  const { WorkerGlobalScope, name } = globalThis as { WorkerGlobalScope?: unknown; name?: unknown };
  return WorkerGlobalScope !== undefined && name === WORKER_NAME;
}

/** A page may start workers from its own site only; a file of its own making may import from any. */
function startFile(url: string): Worker {
  const options = { type: 'module', name: WORKER_NAME } as const;
  if (new URL(url).origin === location.origin) return new Worker(url, options);
  return textWorker(`import ${JSON.stringify(url)};`, options);
}
