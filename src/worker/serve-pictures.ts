import { RivuletError } from '../core/errors.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import { renderBeauty } from '../render/offline/beauty.js';
import { FrameMirror } from './frame-mirror.js';
import type { DrawRequest } from './picture-pool.js';
import type { Port } from './protocol.js';
import { failureOf } from './serve-simulations.js';

/** Answers the requests of one pool; `port` leads back to it. Returns what takes a request in. */
export function servePictures(port: Port): (message: { id: number; request: DrawRequest }) => void {
  const mirror = new FrameMirror();
  let backdrop: Backdrop | null = null;
  const draw = ({ packet, wish, rows }: DrawRequest & { ask: 'draw' }) => {
    if (!backdrop) throw new RivuletError('the worker has no backdrop yet; hang one first.');
    return renderBeauty(mirror.take(packet), { ...wish, backdrop, rows });
  };
  return ({ id, request }) => {
    try {
      if (request.ask === 'hang') {
        backdrop = request.backdrop;
        port.postMessage({ id, answer: null }, []);
        return;
      }
      const picture = draw(request);
      port.postMessage({ id, answer: picture }, [picture.data.buffer]);
    } catch (error) {
      port.postMessage({ id, failure: failureOf(error) }, []);
    }
  };
}
