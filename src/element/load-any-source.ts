import { RivuletError } from '../core/errors.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { PaintBackdrop } from '../worker/paint-backdrop.js';
import { type LoadSource, loadSource, unloadable } from './load-source.js';

/** Names of Radiance files. */
const RADIANCE = /^data:image\/(vnd\.radiance|x-hdr)|\.hdr([?#]|$)/i;

const FROM_A_FILE =
  'A page opened from a file may read no other files: give a data: address, or open the page from a server.';

/** An image or a video, or a Radiance file (.hdr): all that is around the window, twice as wide as high. */
export const loadAnySource: LoadSource = async (url, signal, paint) => {
  try {
    return await (paint && RADIANCE.test(url) ? loadRadiance(url, signal, paint) : loadSource(url, signal));
  } catch (error) {
    const isRefused = location.protocol === 'file:' && !/^(https?|data|blob):/i.test(url) && !signal.aborted;
    throw isRefused ? unloadable(url, FROM_A_FILE) : error;
  }
};

async function loadRadiance(url: string, signal: AbortSignal, paint: PaintBackdrop): Promise<Backdrop> {
  const response = await fetch(url, { signal }).catch(() => null);
  if (!response?.ok) throw unloadable(url);
  const image = new Uint8Array(await response.arrayBuffer());
  try {
    return await paint({ kind: 'environment', image });
  } catch (error) {
    // In errors the file has the name by which the page gave it, its src.
    if (!(error instanceof RivuletError)) throw error;
    throw new RivuletError(error.message.replace(/^backdrop\.image/, 'src'), 'src');
  }
}
