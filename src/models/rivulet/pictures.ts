/** Films and screens have one picture in this time [s]: what is done for the eye need not be done more often. */
const PICTURE_TIME = 1 / 60;

/** Steps of `dt` [s] in that time, at least one. */
export function stepsBetweenPictures(dt: number): number {
  return Math.max(1, Math.floor(PICTURE_TIME / dt + 0.5));
}

/**
 * For how many steps something may be left undone that is to be done before a drop, which goes by `way` in each of them, has
 * gone by `limit`: 1, 2, 4 … up to `most`. Turns that come every so many steps nest: who becomes faster waits for the next
 * shorter one, and has gone by less than twice the limit then.
 */
export function stepsWithin(way: number, limit: number, most: number): number {
  let steps = 1;
  while (2 * steps <= most && 2 * steps * way <= limit) steps *= 2;
  return steps;
}
