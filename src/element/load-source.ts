import { LIVE_BACKDROPS } from '../core/build-flags.js';
import { RivuletError } from '../core/errors.js';
import type { BackdropSource } from '../render/webgl/index.js';
import type { PaintBackdrop } from '../worker/paint-backdrop.js';

/** Names of files that hold moving pictures. */
const VIDEO = /^data:video\/|\.(mp4|m4v|mov|webm|ogv)([?#]|$)/i;

/** Makes what stands behind the glass of an address. `paint` is there where scenes have backdrops of their own. */
export type LoadSource = (url: string, signal: AbortSignal, paint: PaintBackdrop | null) => Promise<BackdropSource>;

/** An image or a video from an address, ready to be drawn. Which of the two it is, is tried out if the name does not say. */
export async function loadSource(url: string, signal: AbortSignal): Promise<HTMLImageElement | HTMLVideoElement> {
  if (LIVE_BACKDROPS && VIDEO.test(url)) return loadVideo(url, signal);
  try {
    return await loadImage(url, signal);
  } catch {
    signal.throwIfAborted();
    if (!LIVE_BACKDROPS) throw unloadable(url);
    return loadVideo(url, signal);
  }
}

async function loadImage(url: string, signal: AbortSignal): Promise<HTMLImageElement> {
  const image = new Image();
  // Without this a picture from another site loads, but may not be drawn.
  image.crossOrigin = 'anonymous';
  image.src = url;
  // Without its address decoding fails, and the download ends.
  await untilAborted(image.decode(), signal, () => image.removeAttribute('src'));
  return image;
}

function loadVideo(url: string, signal: AbortSignal): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.crossOrigin = 'anonymous';
  video.muted = true;
  video.loop = true;
  video.playsInline = true;
  video.preload = 'auto';
  let end = () => {};
  const loaded = new Promise<HTMLVideoElement>((resolve, reject) => {
    video.onloadeddata = () => resolve(video);
    video.onerror = () => reject(unloadable(url));
    end = () => {
      releaseVideo(video);
      reject(signal.reason);
    };
    video.src = url;
  });
  return untilAborted(loaded, signal, () => end());
}

/** Calls `end` if loading is aborted before it is done: what is loaded stands until another takes its place. */
function untilAborted<T>(loading: Promise<T>, signal: AbortSignal, end: () => void): Promise<T> {
  signal.addEventListener('abort', end);
  return loading.finally(() => signal.removeEventListener('abort', end));
}

/** Stops a video's download and frees its decoder. */
export function releaseVideo(video: HTMLVideoElement): void {
  video.onloadeddata = null;
  video.onerror = null;
  video.pause();
  video.removeAttribute('src');
  video.load();
}

const KINDS = LIVE_BACKDROPS ? 'an image or a video' : 'an image, not a video,';
const REMEDY = 'Check the address; another site has to allow its use with the header Access-Control-Allow-Origin.';

export function unloadable(url: string, remedy = REMEDY): RivuletError {
  const short = url.length > 80 ? `${url.slice(0, 77)}...` : url;
  return new RivuletError(`src must be ${KINDS} that can be loaded; got "${short}". ${remedy}`, 'src');
}
