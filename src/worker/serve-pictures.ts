import { RivuletError } from '../core/errors.js';
import type { Frame } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import { checkBackdrop, renderBeauty, renderLinear } from '../render/offline/beauty.js';
import { renderMaps } from '../render/offline/render-maps.js';
import { RowTracer } from '../render/tracer/render-traced.js';
import { makeStage } from '../render/tracer/stage.js';
import { traceMapRows } from '../render/tracer/trace-maps.js';
import { createSurface } from '../surface/create-surface.js';
import type { Surface } from '../surface/surface.js';
import { FrameMirror } from './frame-mirror.js';
import type { Port } from './protocol.js';
import type { RowsAnswers, RowsRequest, TraceWish } from './rows-protocol.js';
import { failureOf } from './serve-simulations.js';

/** Answers the requests of one pool; `port` leads back to it. Returns what takes a request in. */
export function servePictures(port: Port): (message: { id: number; request: RowsRequest }) => void {
  const mirror = new FrameMirror();
  let backdrop: Backdrop | undefined;
  let surface: Surface | undefined;
  let traced: TraceWish | null = null;
  let frame: Frame | null = null;
  /** Of the frame, made when it is first needed. */
  let tracer: RowTracer | null = null;

  function taken(): Frame {
    if (!frame) throw new RivuletError('the worker has no frame yet; give it one first.');
    return frame;
  }

  function tracerOf(wish: TraceWish | null): RowTracer {
    if (!wish) throw new RivuletError('the worker has no picture to trace yet; set one first.');
    tracer ??= new RowTracer(makeStage(taken(), wish), taken());
    return tracer;
  }

  const answers: { readonly [K in RowsRequest['ask']]: (request: RowsRequest & { ask: K }) => RowsAnswers[K] } = {
    hang(request) {
      backdrop = request.backdrop;
      return null;
    },
    set({ wish }) {
      traced = wish;
      return null;
    },
    take({ packet }) {
      frame = mirror.take(packet);
      tracer = null;
      return null;
    },
    draw({ wish, rows, linear }) {
      checkBackdrop(backdrop);
      return { data: (linear ? renderLinear : renderBeauty)(taken(), { ...wish, backdrop, rows }).data };
    },
    maps({ names, wish, rows }) {
      // All frames of a pool are of one simulation.
      surface ??= wish.surface && createSurface(wish.surface);
      return renderMaps(taken(), names, { ...wish, surface, backdrop, rows });
    },
    trace: ({ rows }) => ({ light: tracerOf(traced).rows(...rows) }),
    traceMaps: ({ names, rows }) => traceMapRows(tracerOf(traced), names, rows),
  };

  return ({ id, request }) => {
    try {
      const answer = (answers[request.ask] as (request: RowsRequest) => RowsAnswers[RowsRequest['ask']])(request);
      // A set: maps may share their numbers, as `alpha` mostly has those of `mask`.
      const buffers = new Set(Object.values(answer ?? {}).map(({ buffer }) => buffer as ArrayBuffer));
      port.postMessage({ id, answer }, [...buffers]);
    } catch (error) {
      port.postMessage({ id, failure: failureOf(error) }, []);
    }
  };
}
