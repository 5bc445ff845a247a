/** Is this the slow suite (vitest.config.ts)? It has some tests in common with the quick one, and does more of the same. */
export const IS_SLOW = process.env.RIVULET_SUITE === 'slow';

/** How many times as often it draws random tests. */
export const TIMES = IS_SLOW ? 10 : 1;

/** The runs of a property: so many in the quick suite. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: TIMES * count };
}
