import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { BackdropOptions } from '../render/backdrop/create-backdrop.js';
import type { CreateBackdrop } from './serve-simulations.js';
import { attemptWorker, WorkerFailure, type WorkerLike, WorkerLine } from './worker-client.js';

/** Paints a backdrop without holding the page up. */
export interface PaintBackdrop {
  (options: BackdropOptions): Promise<Backdrop>;
  /** Throws if `options` are refused, and paints nothing. What can only be checked in a picture's file comes later: a promise. */
  check?(options: BackdropOptions): Promise<unknown> | undefined;
}

/** Where painters come from: a worker that lives as long as the painting, or this thread if there is none. */
export interface PainterSources {
  startWorker(): WorkerLike;
  loadInline(): Promise<CreateBackdrop>;
  /** Throws at once if a backdrop is wrong. Default: painting finds it. */
  check?(options: BackdropOptions): void;
}

/** A painter that paints the same backdrop once, as long as it is in use. */
export function backdropPainter(sources: PainterSources): PaintBackdrop {
  const painted = new Map<string, WeakRef<Backdrop>>();
  const underWay = new Map<string, Promise<Backdrop>>();
  const paint = (options: BackdropOptions) => {
    // A picture of the caller's is not painted, and too long to be known by what it holds.
    if ('image' in options) return paintSomewhere(sources, options);
    const key = JSON.stringify(options);
    const known = painted.get(key)?.deref();
    if (known) return Promise.resolve(known);
    const begun = underWay.get(key);
    if (begun) return begun;
    const painting = paintSomewhere(sources, options)
      .then((backdrop) => {
        painted.set(key, new WeakRef(backdrop));
        return backdrop;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, painting);
    return painting;
  };
  const check = (options: BackdropOptions) => {
    sources.check?.(options);
    return options.kind === 'image' || options.kind === 'environment' ? paint(options) : undefined;
  };
  return Object.assign(paint, { check });
}

async function paintSomewhere(
  { startWorker, loadInline }: PainterSources,
  backdrop: BackdropOptions,
): Promise<Backdrop> {
  try {
    const line = new WorkerLine(attemptWorker(startWorker));
    try {
      return await line.ask('paint', { ask: 'paint', backdrop });
    } finally {
      line.close();
    }
  } catch (error) {
    // The simulation reports a missing worker, once.
    if (!(error instanceof WorkerFailure)) throw error;
    return (await loadInline())(backdrop);
  }
}
