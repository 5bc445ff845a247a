import { RivuletError } from '../../core/errors.js';

/** Longest side of a picture of a caller's [px]. */
export const MOST_SIDE = 16384;

/** Most pixels of a file: what decodes to more is taken for a mistake. */
const MOST_PIXELS = 67_108_864;

/** Throws unless a picture of this size may be decoded; `name` is what the file is called in the error line. */
export function checkPictureSize(width: number, height: number, name: string): void {
  const inside = width >= 1 && height >= 1 && width <= MOST_SIDE && height <= MOST_SIDE;
  if (inside && width * height <= MOST_PIXELS) return;
  const range = `1 to ${MOST_SIDE} px a side and at most ${MOST_PIXELS} px in all`;
  throw new RivuletError(`${name} must be ${range}; it is ${width} × ${height}.`);
}
