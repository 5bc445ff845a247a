/**
 * A box of cells, row0 ≤ row < row1 and col0 ≤ col < col1, in words. Both compilers read this file, so it holds nothing
 * but integers.
 */
export const row0 = 0;
export const row1 = 1;
export const col0 = 2;
export const col1 = 3;
/** Words in a box. */
export const words = 4;
