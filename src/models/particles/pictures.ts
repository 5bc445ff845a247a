/** No film has more pictures than one in this time [s]: what is done for the eye need not be done more often. */
export const PICTURE_TIME = 0.01;

/** Steps of `dt` [s] in that time, at least one. */
export function stepsBetweenPictures(dt: number): number {
  return Math.max(1, Math.floor(PICTURE_TIME / dt + 0.5));
}
