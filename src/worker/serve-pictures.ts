import { RivuletError } from '../core/errors.js';
import type { Frame } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import { renderBeauty, renderLinear } from '../render/offline/beauty.js';
import { RowTracer } from '../render/tracer/render-traced.js';
import { makeStage } from '../render/tracer/stage.js';
import { FrameMirror } from './frame-mirror.js';
import type { DrawRequest } from './picture-pool.js';
import type { Port } from './protocol.js';
import { failureOf } from './serve-simulations.js';
import type { TraceRequest, TraceWish } from './trace-pool.js';

/** Answers the requests of one pool; `port` leads back to it. Returns what takes a request in. */
export function servePictures(port: Port): (message: { id: number; request: DrawRequest | TraceRequest }) => void {
  const mirror = new FrameMirror();
  let backdrop: Backdrop | null = null;
  let wish: TraceWish | null = null;
  let tracer: RowTracer | null = null;
  const prepare = (frame: Frame) => {
    if (!wish) throw new RivuletError('the worker has no picture to trace yet; set one first.');
    return new RowTracer(makeStage(frame, wish), frame);
  };
  /** The answer to a request, and the buffers that go with it. */
  const answer = (request: DrawRequest | TraceRequest): [answer: unknown, transfer: ArrayBuffer[]] => {
    if (request.ask === 'hang') backdrop = request.backdrop;
    else if (request.ask === 'set') wish = request.wish;
    else if (request.ask === 'take') tracer = prepare(mirror.take(request.packet));
    else if (request.ask === 'trace') {
      if (!tracer) throw new RivuletError('the worker has no frame to trace yet; give it one first.');
      const rows = tracer.rows(...request.rows);
      return [rows, [rows.buffer as ArrayBuffer]];
    } else {
      if (!backdrop) throw new RivuletError('the worker has no backdrop yet; hang one first.');
      const { packet, rows } = request;
      const draw = request.linear ? renderLinear : renderBeauty;
      const picture = draw(mirror.take(packet), { ...request.wish, backdrop, rows });
      return [picture, [picture.data.buffer as ArrayBuffer]];
    }
    return [null, []];
  };
  return ({ id, request }) => {
    try {
      const [reply, transfer] = answer(request);
      port.postMessage({ id, answer: reply }, transfer);
    } catch (error) {
      port.postMessage({ id, failure: failureOf(error) }, []);
    }
  };
}
