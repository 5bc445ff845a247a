/**
 * What `flow` reports of a box, in words. Both compilers read this file, so it holds nothing but integers.
 */
export const flags = 0;
/** Smallest box around the wet cells; undefined without the flag `wet`. */
export const row0 = 1;
export const row1 = 2;
export const col0 = 3;
export const col1 = 4;
/** Words in a report. */
export const words = 5;

/** Flag: a cell is wet. */
export const wet = 1;
/** Flag: a height has changed. */
export const changed = 2;
/** Flag: a cell at least as high as the threshold has no owner. */
export const orphans = 4;
