/** Long work that may be done in parts, so that a page can act between them. */

/** Said between two parts by work that cannot go on before something else is done. */
export const WAITING = 'waiting';

/** Work that stops between its parts; what it returns is its result. */
export type Parts<Result = void> = Generator<typeof WAITING | undefined, Result>;

/** Does all parts at once. */
export function inOneGo<Result>(parts: Parts<Result>): Result {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
