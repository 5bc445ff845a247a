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
