/** From what a page has, pictures and videos, to what stands behind the glass. */
import { LIVE_BACKDROPS } from '../../core/build-flags.js';
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import { type Backdrop, backdropOf } from '../backdrop/backdrop.js';
import { AWAY, BACKDROP_DEFAULTS, SPAN, toLinear } from '../backdrop/create-backdrop.js';
import { checkSize, type LiveBackdrop, type LiveSource, sizeOf, tainted } from './live-picture.js';

/** Anything that may stand behind the glass. Pictures are read once; videos and canvases whenever they change. */
export type BackdropSource = Backdrop | ImageBitmap | HTMLImageElement | LiveSource;

/** Where a picture or video stands; a `Backdrop` has its own place. */
export interface PlaceOptions {
  /** From the glass to the backdrop [mm], 10 to 1000000. Default 8000. */
  away?: number;
  /** How much more than the eye sees directly it spans, each way, 0.25 to 8. Default 1. */
  span?: number;
}

/** Pictures are read at most this wide or high [px]: a drop shows no more. */
const MOST_SIDE = 2048;

/** `mostSide`: the longest side of a live one [px]; pictures are made smaller. */
export function readBackdrop(source: BackdropSource, options: PlaceOptions, mostSide: number): Backdrop | LiveBackdrop {
  if (typeof source !== 'object') throw unknown(source);
  if ('pyramid' in source) return source;
  const { away = BACKDROP_DEFAULTS.away, span = 1 } = options;
  checkNumber(away, AWAY, 'away');
  checkNumber(span, SPAN, 'span');
  if (LIVE_BACKDROPS && ('getContext' in source || 'videoWidth' in source)) {
    checkSize(sizeOf(source), mostSide);
    return { source, away, span };
  }
  if (!('naturalWidth' in source) && !('close' in source)) throw unknown(source);
  return backdropOf(toLinear(pixelsOf(source), 'backdrop'), away, span);
}

/** The pixels of a picture, no larger than they need be. */
function pixelsOf(image: ImageBitmap | HTMLImageElement): ImageData {
  const [wide, high] =
    'naturalWidth' in image ? [image.naturalWidth, image.naturalHeight] : [image.width, image.height];
  if (wide === 0 || high === 0) {
    throw new RivuletError(
      'backdrop is a picture that has not loaded, or was closed. Await image.decode() first.',
      'backdrop',
    );
  }
  const share = Math.min(1, MOST_SIDE / Math.max(wide, high));
  const width = Math.max(1, Math.round(wide * share));
  const height = Math.max(1, Math.round(high * share));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new RivuletError('backdrop cannot be read: the browser gives no 2D canvas.', 'backdrop');
  context.drawImage(image, 0, 0, width, height);
  try {
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    throw tainted(error);
  }
}

const KINDS = LIVE_BACKDROPS
  ? 'a Backdrop, an image, an ImageBitmap, a video or a canvas'
  : 'an image or an ImageBitmap';

function unknown(source: unknown): RivuletError {
  return new RivuletError(`backdrop must be ${KINDS}; got ${describeValue(source)}.`, 'backdrop');
}
