import { RivuletError } from '../../core/errors.js';
import { type LinearPicture, makePyramid, type Pyramid } from '../picture/linear.js';
import type { Placed } from '../picture/place.js';

/** What stands behind the glass: a flat picture in linear light, ready to be looked up at any level of detail. */
export interface Backdrop extends Placed {
  readonly pyramid: Pyramid;
  /** Mean colour, linear. */
  readonly mean: readonly [red: number, green: number, blue: number];
  /** Is anything brighter than white? Then pictures of it are toned (tone 'auto'). */
  readonly hdr: boolean;
}

/** A backdrop of a picture; `away` [mm], `span` and `slope` as in `Placed`. */
export function backdropOf(picture: LinearPicture, away: number, span: number, slope?: number): Backdrop {
  const pyramid = makePyramid(picture);
  const [red, green, blue] = pyramid[pyramid.length - 1].data;
  let most = 0;
  for (let n = 0; n < picture.data.length; n++) if (picture.data[n] > most) most = picture.data[n];
  // A hair above 1 is rounding.
  return {
    width: picture.width,
    height: picture.height,
    away,
    span,
    slope,
    pyramid,
    mean: [red, green, blue],
    hdr: most > 1.001,
  };
}

/** Longest side of a picture that a caller gives [px]. */
export const MOST_SIDE = 16384;

/** Largest number of pixels in a file; larger files are refused. */
const MOST_PIXELS = 67_108_864;

/** Throws unless a picture of this size may be decoded; `name` is what the file is called in the error line. */
export function checkPictureSize(width: number, height: number, name: string): void {
  const inside = width >= 1 && height >= 1 && width <= MOST_SIDE && height <= MOST_SIDE;
  if (inside && width * height <= MOST_PIXELS) return;
  const range = `1 to ${MOST_SIDE} px a side and at most ${MOST_PIXELS} px in all`;
  throw new RivuletError(`${name} must be ${range}; it is ${width} × ${height}.`);
}
